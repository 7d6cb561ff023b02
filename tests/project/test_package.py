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
from tools import client

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]

pytestmark = pytest.mark.skipif(not (client.BUILT / "index.html").is_file(), reason="no client: run `make client`")


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
