"""The same world for the tests on every machine: fonts, language, time zone, home folder and caches of their own.

Of the user's environment variables they see only those that are named here.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = "FREEHOLD_TESTS_WORLD"  # the variable by which the processes of a run share one world
FONTS = Path(__file__).parent / "browser" / "fonts"
LOCAL = "127.0.0.1,localhost"
KEPT = re.compile(
    "PATH|PYTHONPATH|LD_LIBRARY_PATH|TMPDIR|TEMP|TMP|CI|PYTEST_.*|COV.*"
    "|PIP_.*|NPM_CONFIG_.*|SSL_CERT.*|REQUESTS_CA.*|CURL_CA.*|NODE_EXTRA_CA.*|(HTTPS?|ALL)_PROXY"  # package managers
    "|PLAYWRIGHT_.*|FREEHOLD_(?!CACHE|DATABASE|LANGUAGES|NICE|PATIENCE).*"  # settings of the tests, not of the program
    "|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|PROGRAM.*|NUMBER_OF_PROCESSORS|PROCESSOR_.*",  # Windows
    re.IGNORECASE,
)
# WebKit's process dies if a generic family has no face of its own.
FONT_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir><cachedir>{cache}</cachedir>
  <alias binding="same"><family>serif</family><prefer><family>Tests Plain</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Tests Plain</family></prefer></alias>
  <alias binding="same"><family>monospace</family><prefer><family>Tests Plain</family></prefer></alias>
</fontconfig>
"""


def enter(cache: Path | None) -> Path | None:
    """Change this process's environment. Returns the folder to be removed at the end, if this process made the world.

    The compiled rules are kept in `cache`, which later runs may use again: their key contains the sources.
    """
    if FOLDER in os.environ:
        return None
    folder = Path(tempfile.mkdtemp(prefix="freehold-tests-"))
    variables = _variables(folder, Path.home(), cache)
    for name in set(os.environ) - set(variables):
        if not KEPT.fullmatch(name):
            del os.environ[name]
    os.environ.update(variables)
    if hasattr(time, "tzset"):
        time.tzset()
    return folder


def leave(folder: Path) -> None:
    del os.environ[FOLDER]
    shutil.rmtree(folder, ignore_errors=True)


def _variables(folder: Path, home: Path, cache: Path | None) -> dict[str, str]:
    (folder / "home").mkdir()
    fonts = folder / "fonts.conf"
    places = {"fonts": escape(str(FONTS)), "cache": escape(str(folder / "font-cache"))}
    fonts.write_text(FONT_CONFIGURATION.format(**places), encoding="utf-8")
    found = {
        FOLDER: str(folder),
        "HOME": str(folder / "home"),
        "USERPROFILE": str(folder / "home"),  # the same on Windows
        "FREEHOLD_CACHE": str(cache or folder / "cache"),
        "HYPOTHESIS_STORAGE_DIRECTORY": str((cache.parent if cache else folder) / "hypothesis"),
        "FREEHOLD_NICE": "0",  # how busy the machine is does not decide
        "FREEHOLD_PATIENCE": "20",
        "FONTCONFIG_FILE": str(fonts),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "NO_PROXY": LOCAL,  # the tests' own servers are not reached by way of a proxy
        "no_proxy": LOCAL,
    }
    for name, file in {  # how the package managers are set up, and browsers that Playwright has fetched
        "PIP_CONFIG_FILE": home / ".config" / "pip" / "pip.conf",
        "NPM_CONFIG_USERCONFIG": home / ".npmrc",
        "PLAYWRIGHT_BROWSERS_PATH": home / ".cache" / "ms-playwright",
    }.items():
        if name not in os.environ and file.exists():
            found[name] = str(file)
    return found
