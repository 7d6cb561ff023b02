"""The package as it is given out: nobody who installs it needs Node, and what is released has the browser table."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import NamedTuple, cast

import httpx
import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from tools import client, lock, release

import freehold
from tests.copies import copy_folder

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
ADDRESS = "https://example.org/somebody/freehold"
# What pip says where it reaches no package index: then nobody can install anything.
NO_INDEX = re.compile(r"No matching distribution found|Could not find a version|ConnectionError|timed out")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

built = pytest.mark.skipif(not (client.BUILT / "index.html").is_file(), reason="no client: run `make client`")


class Here(NamedTuple):
    """A folder with a copy of the sources, and an environment in which npm and node fail, and leave a trace."""

    folder: Path
    environment: dict[str, str]

    @property
    def sources(self) -> Path:
        return self.folder / "sources"

    def npm_was_called(self) -> bool:
        return (self.folder / "npm-was-called").exists()


def copy_of_the_sources(folder: Path, *without: str) -> Here:
    """What a package is built from. `without` are names that are left out."""
    include = PYPROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    (folder / "sources").mkdir()
    for name in ("pyproject.toml", "LICENSE", ".gitignore", *(path.lstrip("/") for path in include)):
        if (ROOT / name).is_dir():
            copy_folder(name, folder / "sources", "node_modules", "generated", ".vitest", *without)
        else:
            shutil.copyfile(ROOT / name, folder / "sources" / name)
    programs = folder / "programs"
    programs.mkdir()
    for name in ("npm", "node", "npx"):
        program = programs / name
        program.write_text(f"#!/bin/sh\necho $0 $@ >> '{folder / 'npm-was-called'}'\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    unset = ("PYTHONPATH", "VIRTUAL_ENV", "FREEHOLD_ADDRESS")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return Here(folder, {**kept, "PATH": path, "HOME": str(folder), "LANG": "C.UTF-8"})


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Here]:
    """The source distribution and the wheel that a release consists of, built where npm fails."""
    here = copy_of_the_sources(tmp_path_factory.mktemp("released"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            **here.environment,
            "HOME": os.environ.get("HOME", ""),
            "FREEHOLD_ADDRESS": ADDRESS,
        }.items():
            patch.setenv(name, value)
        archive, wheel = release.build(here.sources, here.folder / "dist")
    return archive, wheel, here


def metadata(wheel: Path) -> Message:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(archive.read(name))


@built
def test_a_release_has_the_browser_table(released: tuple[Path, Path, Here]) -> None:
    archive, wheel, here = released
    assert not here.npm_was_called()
    for file, prefix in ((archive, "freehold-[^/]+/src/"), (wheel, "")):
        names = release.names(file)
        assert any(re.fullmatch(prefix + "freehold/server/static/index.html", name) for name in names)
        assert any(re.fullmatch(prefix + r"freehold/server/static/assets/index-[\w-]+\.js", name) for name in names)
        assert not [name for name in names if "node_modules" in name or "/generated/" in name]
    assert not [name for name in release.names(wheel) if name.startswith(("web/", "tools/", "tests/"))]
    sources = {name.partition("/")[2] for name in release.names(archive)}
    wanted = {
        "LISEZMOI.md",
        "locks/all.txt",
        "tools/metadata.py",
        "web/package-lock.json",
        "web/.npmrc",
        "web/src/main.ts",
    }
    assert wanted <= sources


def test_a_release_without_the_browser_table_is_refused(tmp_path: Path) -> None:
    here = copy_of_the_sources(tmp_path, "static")
    with pytest.raises(release.Incomplete, match="make client"):
        release.build(here.sources, tmp_path / "dist")


@built
def test_what_the_wheel_installs_serves_the_table(released: tuple[Path, Path, Here], tmp_path: Path) -> None:
    site = tmp_path / "site"
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(site), str(released[1])], check=True)
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


@built
def test_links_work_from_a_package_index(released: tuple[Path, Path, Here]) -> None:
    """In the wheel, which was built from the source distribution, without the address being told again."""
    told = metadata(released[1])
    assert dict(url.split(", ", 1) for url in told.get_all("Project-URL", []))["Source"] == ADDRESS
    assert told["Description-Content-Type"] == "text/markdown"
    text = told.get_payload()
    assert isinstance(text, str)
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    own = [target for target in targets if target.startswith(ADDRESS)]
    assert not [target for target in targets if "://" not in target]
    assert len(own) > 10
    for target in own:
        shown, tag, path = target.removeprefix(ADDRESS + "/").split("/", 2)
        assert (shown, tag) == ("raw" if path.endswith((".png", ".svg")) else "blob", f"v{freehold.__version__}")
        assert (ROOT / path).is_file(), path
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert code.findall(text) == code.findall((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.thorough
def test_a_checkout_installs_without_npm(tmp_path: Path) -> None:
    """`pip install .` where nothing is built and npm fails: the library, the terminal and simulations work."""
    here = copy_of_the_sources(tmp_path, "static")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    # The locked versions of what it needs; Hatchling comes with pip's own isolation, as it does for everybody.
    for arguments in (["--require-hashes", "--requirement", "locks/base.txt"], ["."]):
        environment = {**here.environment, "HOME": os.environ.get("HOME", "")}  # where pip has its settings
        done = subprocess.run([*pip, *arguments], cwd=here.sources, env=environment, capture_output=True, text=True)
        if done.returncode and NO_INDEX.search(done.stderr) and "CI" not in os.environ:
            pytest.skip("pip reaches no package index here")
        assert done.returncode == 0, done.stderr

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [str(python), "-m", "freehold", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=here.environment, input=typed, capture_output=True, text=True)

    assert "simulate" in run("--help").stdout
    assert run("--version").stdout.split() == ["freehold", freehold.__version__]
    game = run("play", "--terminal", "--edition", "classic", "--variant", "short", "--seed", "5", "--lang", "en",
               typed="\n" * 1500)  # fmt: skip
    assert (game.returncode, game.stderr) == (0, "")
    assert "Goodbye" in game.stdout
    many = run("simulate", "classic", "--games", "2", "--backend", "python", "--json")
    assert many.returncode == 0, many.stderr
    assert json.loads(many.stdout)["games"] == 2
    found = subprocess.run([str(python), "-m", "pip", "show", "--verbose", "freehold"], capture_output=True, text=True)
    assert "://" not in found.stdout  # an address that nobody has told is not invented
    assert not here.npm_was_called()


def test_the_light_package_needs_little() -> None:
    light = {Requirement(line).name for line in PYPROJECT["project"]["dependencies"]}
    assert light == {"msgspec", "numpy", "rich", "typer"}
    assert PYPROJECT["build-system"]["requires"] == PYPROJECT["dependency-groups"]["build"]


def test_an_index_shows_whom_the_package_is_for() -> None:
    project = PYPROJECT["project"]
    assert {"gymnasium", "pettingzoo", "reinforcement learning", "board game"} <= {*project["keywords"]}
    kinds = {line.partition(" ::")[0] for line in project["classifiers"]}
    assert "Intended Audience" in kinds
    assert "Topic :: Scientific/Engineering :: Artificial Intelligence" in project["classifiers"]
    assert project["classifiers"] == sorted(project["classifiers"])


def test_the_version_is_the_same_everywhere() -> None:
    assert "version" not in PYPROJECT["project"]  # it is read from the package
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))["version"] == freehold.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[([^\]]+)\]", changes, re.MULTILINE)
    assert headings[:2] == ["Unreleased", freehold.__version__]
    assert re.findall(r"^\[([^\]]+)\]: ", changes, re.MULTILINE) == headings


def test_no_registry_is_named() -> None:
    """Whoever builds the client fetches its packages from where they like."""
    text = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text
    assert "registry" not in text


def pinned(name: str) -> list[Requirement]:
    """What a file of locks/ installs, with the files that it includes."""
    texts = [(lock.LOCKS / f"{each}.txt").read_text(encoding="utf-8") for each in (name, *lock.included(name))]
    return [Requirement(line) for text in texts for line in lock.blocks(text)]


@pytest.mark.parametrize("name", lock.LAYERS)
def test_a_lock_has_hashes_and_no_host(name: str) -> None:
    lines = (lock.LOCKS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert "://" not in "".join(lines)
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith(("#", "-r ")):
            continue
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line), line
        assert line.endswith("\\") == following.startswith("    --hash="), line


@pytest.mark.parametrize("name", lock.LAYERS)
@pytest.mark.parametrize("python", ["3.11.2", "3.14.0"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_lock_fits_what_the_project_asks_for(name: str, python: str, system: str) -> None:
    """One version of each package for each Python and system, and one that pyproject.toml allows."""
    there: dict[str, str] = {
        **cast(dict[str, str], default_environment()),
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
        "sys_platform": system,
        "extra": "",
    }
    versions: dict[str, set[str]] = {}
    for pin in pinned(name):
        if pin.marker is None or pin.marker.evaluate(there):
            versions.setdefault(pin.name, set()).update(str(one.version) for one in pin.specifier)
    assert all(len(found) == 1 for found in versions.values()), versions
    for wanted in asked(*lock.LAYERS[name][1:]):
        if wanted.marker is None or wanted.marker.evaluate(there):
            (version,) = versions[wanted.name]
            assert wanted.specifier.contains(version), f"{wanted}: locked is {version}; run `make lock`"


def asked(extras: tuple[str, ...], groups: tuple[str, ...]) -> Iterator[Requirement]:
    """What the package, some of its extras and some groups ask for."""
    project = PYPROJECT["project"]
    yield from map(Requirement, project["dependencies"])
    for extra in extras:
        for line in map(Requirement, project["optional-dependencies"][extra]):
            yield from asked(tuple(line.extras), ()) if line.name == "freehold" else [line]
    for group in groups:
        for entry in PYPROJECT["dependency-groups"][group]:
            yield from asked((), (entry["include-group"],)) if isinstance(entry, dict) else [Requirement(entry)]


def test_everything_but_torch_is_locked() -> None:
    locked = {extra for layer in lock.LAYERS.values() for extra in layer.extras} | {"server", "sim"}
    assert PYPROJECT["project"]["optional-dependencies"].keys() - locked == {"learn"}
    assert PYPROJECT["dependency-groups"].keys() == {group for layer in lock.LAYERS.values() for group in layer.groups}


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_actions_are_pinned_by_their_commit() -> None:
    used = [line for file in WORKFLOWS for line in file.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert len(used) > 5
    for line in used:
        assert re.fullmatch(r"\s+(- )?uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    commits: dict[str, set[str]] = {}
    for line in used:
        action, commit = line.split("uses: ")[1].split("@")
        commits.setdefault(action, set()).add(commit)
    assert all(len(found) == 1 for found in commits.values()), commits
