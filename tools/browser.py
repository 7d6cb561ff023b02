"""A Chromium for the browser tests: the one that is here, or Debian's package, or Playwright's own.

Run: python tools/browser.py    get one where there is none. Where none can be had it says so; in CI that is an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE = "No Chromium here and none could be installed, so the browser tests are skipped."


def find() -> str | None:
    """The path of a Chromium. FREEHOLD_CHROMIUM names one; else the system's, else Playwright's."""
    named = os.environ.get("FREEHOLD_CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), None) or _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def needed() -> bool:
    """Is a missing browser an error?"""
    return bool(os.environ.get("CI"))


def get() -> str | None:
    """Install one if there is none: by apt where that is allowed without a question, else by Playwright."""
    found = find()
    if found is None and shutil.which("apt-get") and _as_root() is not None:
        root = _as_root() or []
        _run([*root, "apt-get", "update", "-qq"])
        quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
        _run([*root, *quiet, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
        found = find()
    if found is None:
        _run([sys.executable, "-m", "playwright", "install", "chromium"])
        found = find()
    return found


def _as_root() -> list[str] | None:
    """What to put before a command to be root: nothing, sudo without a password, or None if neither will do."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    asks_nothing = sudo is not None and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0
    return [sudo, "-n"] if sudo is not None and asks_nothing else None


def _run(command: list[str]) -> None:
    """Tell what went wrong, and go on: there may be another way."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        print(f"{' '.join(command)}: {told[-1]}", file=sys.stderr)


def main() -> int:
    found = get()
    print(f"The browser tests use {found}." if found else NONE)
    return 1 if found is None and needed() else 0


if __name__ == "__main__":
    sys.exit(main())
