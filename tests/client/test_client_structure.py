"""The structure of `web/src`: rooms that only import downwards (`docs/layers.md`), pages loaded when they are opened,
no cycles.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .. import layers

SOURCES = Path(__file__).parents[2] / "web" / "src"

# A room is a folder, or a file without its endings. Types count as imports, and so does what is loaded later.
FOLDERS = ("", "decisions/", "pages/")
LONGEST = 250  # lines of a component
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*)["'](\.[^"']+)["']""")
LOADED = re.compile(r"""\bimport\(\s*["'](\.[^"']+)["']\s*\)""")
COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


class Client:
    """The sources below a folder, by their paths, and what each imports: at once, or when it is wanted."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = {
            file.relative_to(root).as_posix()
            for file in root.rglob("*")
            if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts")
            if file.relative_to(root).parts[0] != "generated"
        }
        self.at_once = {file: self._found(file, IMPORT) for file in self.files}
        self.later = {file: self._found(file, LOADED) for file in self.files}

    def _found(self, file: str, pattern: re.Pattern[str]) -> set[str]:
        code = COMMENT.sub("", (self.root / file).read_text(encoding="utf-8"))
        paths = (os.path.normpath(os.path.join(os.path.dirname(file), name)) for name in pattern.findall(code))
        return {self._named(path) for path in paths if not path.startswith("generated/") and not path.endswith(".css")}

    def _named(self, path: str) -> str:
        found = next((path + ending for ending in ("", ".ts", ".svelte.ts") if path + ending in self.files), None)
        assert found, f"there is no {path}"
        return found

    def imports(self, file: str) -> set[str]:
        return self.at_once[file] | self.later[file]

    def units(self, folder: str = "") -> set[str]:
        return {unit(file, folder) for file in self.files if file.startswith(folder)}

    def upwards(self, order: layers.Layers, folder: str = "") -> list[str]:
        level = {name: number for number, names in enumerate(order) for name in names}
        return sorted(
            f"{file} imports {target}"
            for file in self.files
            for target in self.imports(file)
            if file.startswith(folder) and target.startswith(folder)
            if (here := unit(file, folder)) != (there := unit(target, folder)) and level[there] >= level[here]
        )

    def bundled_pages(self) -> list[str]:
        """Imports of a page that are not of its entry, or that load it before it is opened."""
        return sorted(
            f"{file} imports {target}"
            for file in self.files
            for target in self.imports(file)
            if target.startswith("pages/") and file.split("/")[:2] != target.split("/")[:2]
            if target in self.at_once[file] or target not in self.entries()
        )

    def entries(self) -> set[str]:
        return {file for file in self.files if re.fullmatch(r"pages/(\w+)/\1\.svelte", file, re.IGNORECASE)}

    def circles(self) -> list[str]:
        """The files that import themselves by way of others, or that lie between two that do."""
        needs = {file: self.imports(file) for file in self.files}
        while needs:
            wanted = set.union(*needs.values())
            inner = {file: targets & needs.keys() for file, targets in needs.items() if file in wanted}
            inner = {file: targets for file, targets in inner.items() if targets}
            if inner == needs:
                break
            needs = inner
        return sorted(needs)


def unit(file: str, folder: str = "") -> str:
    """The part of a folder that a file belongs to: a folder in it, or the file without its endings."""
    return file.removeprefix(folder).partition("/")[0].partition(".")[0]


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(SOURCES)


def order_of(folder: str) -> layers.Layers:
    return layers.of(f"web/src/{folder}".rstrip("/"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_import_runs_upwards(client: Client, folder: str) -> None:
    order = order_of(folder)
    assert client.units(folder) == {name for names in order for name in names}, "a new room needs its layer"
    assert client.upwards(order, folder) == []


def test_no_two_modules_import_each_other_in_a_circle(client: Client) -> None:
    assert client.circles() == []


def test_a_page_is_loaded_when_it_is_opened(client: Client) -> None:
    assert len(client.entries()) == sum(map(len, order_of("pages/"))), "each page has one entry, named like its folder"
    assert client.bundled_pages() == []


def test_no_component_is_too_long(client: Client) -> None:
    lengths = {file: len((SOURCES / file).read_text(encoding="utf-8").splitlines()) for file in client.files}
    long = {file: length for file, length in lengths.items() if file.endswith(".svelte") and length > LONGEST}
    assert long == {}, "parts of it can be named"


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    sources = {
        "types.ts": "",
        "game/a.ts": 'import type { B } from "./b.svelte";\nimport "../connection/line";\n',
        "game/b.svelte.ts": 'export * from "./a";\n// import("../pages/home/Home.svelte")',
        "connection/line.ts": 'import {\n  one,\n} from "../types";',
        "pages/home/Home.svelte": '<script>import Part from "./Part.svelte";</script>',
        "pages/home/Part.svelte": "",
        "pages/table/Table.svelte": 'import Home from "../home/Home.svelte";',
        "App.svelte": 'const home = () => import("./pages/home/Home.svelte");\nimport("./pages/home/Part.svelte");',
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    client = Client(tmp_path)
    assert client.upwards(order_of("")) == ["game/a.ts imports connection/line.ts"]
    assert client.upwards(order_of("pages/"), "pages/") == ["pages/table/Table.svelte imports pages/home/Home.svelte"]
    assert client.circles() == ["game/a.ts", "game/b.svelte.ts"]
    assert client.bundled_pages() == [
        "App.svelte imports pages/home/Part.svelte",
        "pages/table/Table.svelte imports pages/home/Home.svelte",
    ]
