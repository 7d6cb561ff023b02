"""A hook of MkDocs: the notebooks of `examples/` as pages, and copies of files of the repository that pages link to.

In the sources such a link leads out of `docs/`, as a reader of the repository expects; on the site it leads to a copy.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = re.compile(r"\]\(\.\./([^)#\s]+)\)")


def on_files(files: Files, config: Any) -> Files:
    linked = {path for page in files.documentation_pages() for path in OUTSIDE.findall(page.content_string)}
    for path in sorted(path for path in linked if not path.endswith(".ipynb")):
        files.append(File.generated(config, site_path(path), abs_src_path=str(ROOT / path)))
    for notebook in sorted((ROOT / "examples").glob("*.ipynb")):
        files.append(File.generated(config, site_path(f"examples/{notebook.name}"), content=as_markdown(notebook)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    return OUTSIDE.sub(lambda link: f"]({site_path(link[1])})", markdown)


def site_path(path: str) -> str:
    """Where the site has a file of the repository: a notebook as a page, anything else as a text."""
    return f"notebooks/{Path(path).stem}.md" if path.endswith(".ipynb") else f"repository/{path}.txt"


def as_markdown(notebook: Path) -> str:
    """A notebook as a page. The notebooks are stored without output."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(
        "".join(cell["source"]) if cell["cell_type"] == "markdown" else f"```python\n{''.join(cell['source'])}\n```"
        for cell in cells
    )
