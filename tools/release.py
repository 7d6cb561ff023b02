"""Builds what is released into `dist/`: the source distribution, the wheel made from it, and their bills of materials.

Both contain the browser client, so that installing them needs no Node.

Run: python -m tools.release      (`make release`; FREEHOLD_ADDRESS names the repository, for the links)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tools import client

ROOT = client.ROOT
DIST = ROOT / "dist"
TABLE = "freehold/server/static/index.html"


class Incomplete(Exception):
    """A distribution lacks the browser client."""


def build(sources: Path, dist: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it, by the Hatchling that is installed here."""
    run = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(dist)]
    subprocess.run(run, cwd=sources, check=True)
    (archive,) = dist.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--wheel-dir", str(dist), str(archive)], check=True)
    (wheel,) = dist.glob("*.whl")
    for file in (archive, wheel):
        if not any(name.endswith(TABLE) for name in names(file)):
            raise Incomplete(f"{file.name} has no browser client in it: run `make client`.")
    return archive, wheel


def names(file: Path) -> list[str]:
    """The files in a distribution."""
    if file.suffix == ".whl":
        return zipfile.ZipFile(file).namelist()
    with tarfile.open(file) as archive:
        return archive.getnames()


def bills_of_materials(folder: Path) -> None:
    """CycloneDX: the locked Python packages of the server, and the packages that the client is built from."""
    folder.mkdir()
    lock = "".join(  # the files that it includes, in one: cyclonedx-py reads only one
        (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8") for name in ("base", "all", "server")
    )
    lines = "".join(line for line in lock.splitlines(keepends=True) if not line.startswith("-r "))
    options = ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible"]
    command = [sys.executable, "-m", "cyclonedx_py", "requirements", *options, "-"]
    python = subprocess.run(
        command, input=lines, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True
    ).stdout
    (folder / "python.cdx.json").write_text(python, encoding="utf-8")
    command = [sys.executable, client.__file__, "npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only"]
    web = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True).stdout
    (folder / "client.cdx.json").write_text(web, encoding="utf-8")


def main() -> int:
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        client.build()
        for file in build(ROOT, DIST):
            print(file.relative_to(ROOT))
        bills_of_materials(DIST / "sbom")
    except (client.BuildError, Incomplete) as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
