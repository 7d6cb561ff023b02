"""The package as it is given out: the wheel contains the built browser client, and what it installs serves it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest
from tools import backend, client, constraints

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]

built = pytest.mark.skipif(not (client.BUILT / "index.html").is_file(), reason="no client: run `make client`")
# What pip says where it reaches no package index: then nothing can be built in isolation, by anybody.
NO_INDEX = re.compile(r"No matching distribution found|Could not find a version|ConnectionError|timed out")

ONLY_DECLARED = """
import importlib.machinery, runpy, sys, sysconfig
allowed = set(sys.argv.pop(1).split(","))
installed = sysconfig.get_paths()["purelib"]
class Isolated(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = super().find_spec(name, path, target)
        if spec and spec.origin and spec.origin.startswith(installed) and name.partition(".")[0] not in allowed:
            raise ModuleNotFoundError(f"{name} is not among what the build asks for", name=name)
        return spec
sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not importlib.machinery.PathFinder] + [Isolated]
sys.argv.pop(0)
sys.path.insert(0, "tools")
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@built
def test_what_the_wheel_installs_serves_the_client(tmp_path: Path) -> None:
    subprocess.run([*PIP, "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "-w", str(tmp_path)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "freehold/server/static/index.html" in names
    assert any(re.fullmatch(r"freehold/server/static/assets/index-[\w-]+\.js", name) for name in names)
    assert not [name for name in names if "node_modules" in name or name.startswith(("web/", "tools/", "tests/"))]

    site = tmp_path / "site"
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    where = [sys.executable, "-c", "import freehold; print(freehold.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(site)  # and not the sources this test stands beside
    command = [sys.executable, "-m", "freehold", "serve", "--port", "0", "--data", "games"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert address, line
            page = httpx.get(address[0], timeout=20)
            assert page.status_code == 200
            scripts = re.findall(r'src="(/assets/[\w.-]+\.js)"', page.text)
            assert scripts
            assert all(httpx.get(address[0] + script, timeout=20).status_code == 200 for script in scripts)
        finally:
            server.terminate()


def test_the_build_needs_only_what_it_asks_for(tmp_path: Path) -> None:
    """What generates the client's data sees only the packages that `backend.py` requests, as in an isolated build."""
    asked = {re.split(r"\W", line, maxsplit=1)[0] for line in backend.FOR_THE_CLIENT}
    command = [sys.executable, "-c", ONLY_DECLARED, ",".join(asked), "tools/client_data.py", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "messages.ts").is_file()


def test_pip_builds_a_wheel_in_isolation(tmp_path: Path) -> None:
    """`pip install .` builds in an environment of its own, with what `backend.py` asks for and nothing else."""
    command = [*PIP, "wheel", str(ROOT), "--no-deps", "-w", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and NO_INDEX.search(done.stderr) and "CI" not in os.environ:
        pytest.skip("pip reaches no package index here")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    assert "freehold/server/static/index.html" in archive.namelist()
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    needed = [line for line in archive.read(metadata).decode().splitlines() if line.startswith("Requires-Dist:")]
    light = {re.split(r"[^\w-]", line.split()[1])[0] for line in needed if "extra ==" not in line}
    assert light == {"msgspec", "numpy", "rich", "typer"}


def test_the_source_distribution_has_the_sources_of_the_client(tmp_path: Path) -> None:
    code = "import sys; sys.path.insert(0, 'tools'); import backend; backend.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        names = {name.partition("/")[2] for name in sources.getnames()}
    assert {"web/package-lock.json", "web/.npmrc", "web/src/main.ts", "tools/backend.py"} <= names
    assert not [name for name in names if "node_modules" in name or "/static/" in name or "/generated/" in name]


def test_no_registry_is_named() -> None:
    """Whoever builds the client fetches its packages from where they like."""
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock
    assert "registry" not in lock


def test_the_constraints_name_versions_and_no_host() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.+-]+", line) for line in pins)
    named = [line.partition("==")[0] for line in pins]
    assert named == sorted(set(named))
    asked = {re.split(r"[^\w-]", line)[0].lower() for line in constraints.required()}
    asked -= {"freehold", "torch"}  # torch is too large to be a part of the tests
    assert asked <= set(named)
    assert not [line for line in lines if "://" in line or line.startswith("--")]
