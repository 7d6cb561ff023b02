"""Copies of the repository's folders that can be written, also where the checkout cannot."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def copy_folder(name: str, into: Path, *without: str) -> None:
    ignored = shutil.ignore_patterns("__pycache__", *without)
    shutil.copytree(ROOT / name, into / name, ignore=ignored, copy_function=shutil.copyfile)
    for folder in (into / name, *(path for path in (into / name).rglob("*") if path.is_dir())):
        folder.chmod(folder.stat().st_mode | stat.S_IWUSR)
