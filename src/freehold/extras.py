"""Optional parts of an installation: which packages each extra brings, and the error for one that is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from freehold.i18n import write

EXTRAS = {
    "sim": ("numba", "polars", "filelock", "platformdirs"),
    "learn": ("torch",),
    "postgres": ("psycopg",),
    "rl": ("gymnasium", "pettingzoo"),
    "server": ("cryptography", "filelock", "h11", "litestar", "prometheus_client", "uvicorn", "websockets"),
}


class MissingExtra(ModuleNotFoundError):
    """A part of Freehold needs packages that are not installed. `sentence` says which, and how to install them."""

    code = "missing-extra"

    def __init__(self, extra: str, package: str) -> None:
        self.extra, self.package = extra, package
        super().__init__(extra, package)
        self.name = package

    @property
    def command(self) -> str:
        """What installs it where this Freehold is."""
        return install_command(self.extra)

    def sentence(self, lang: str = "en") -> str:
        """What is missing and the command that installs it, in English or French."""
        return write("extras", self.extra, {"package": self.package, "command": self.command}, lang)

    def __str__(self) -> str:
        return self.sentence()


def checkout() -> str:
    """The folder of the sources that this Freehold runs from, `.` if that is the working folder; else empty."""
    root = Path(__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file() or not (root / "src" / "freehold").is_dir():
        return ""
    return "." if root == Path.cwd() else str(root)


def install_command(extra: str) -> str:
    """What installs an extra where this Freehold is: from its sources in a checkout, else beside the installed package,
    which the pip of this very Python finds there. Double quotes work in every shell, Windows included.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    return f'{python} -m pip install {"-e " if (root := checkout()) else ""}"{root or "freehold"}[{extra}]"'


def need(extra: str) -> None:
    """Check that an extra is installed. Raises `MissingExtra`, before an import fails halfway."""
    for package in EXTRAS[extra]:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
