"""What a package index shows of Freehold: the project's links, and the README with links that work there.

The sources do not say where they are published. A build that knows it names the repository in FREEHOLD_ADDRESS, as the
release workflow does; without it there are no links, and the README stays as it is. A wheel that is built from a source
distribution keeps what that one says.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")


class Metadata(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if address := os.environ.get("FREEHOLD_ADDRESS", "").rstrip("/"):
            text = absolute(text, address, f"v{metadata['version']}")
            metadata["urls"] = urls(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def urls(address: str) -> dict[str, str]:
    return {
        "Source": address,
        "Documentation": f"{address}/tree/main/docs",
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }


def absolute(text: str, address: str, tag: str) -> str:
    """A page of the repository, with the full address of each file that it links to.

    A picture is linked as it is, anything else as the repository shows it.
    """

    def link(found: re.Match[str]) -> str:
        picture, label, path = found.groups()
        return f"{picture}{label}({address}/{'raw' if picture else 'blob'}/{tag}/{path})"

    return RELATIVE_LINK.sub(link, text)
