"""The tests see the same world on every machine, and a test that waits in vain fails and says what it waited for."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import world
from tests.waiting import eventually, eventually_async

ROOT = Path(__file__).resolve().parent.parent.parent
ODD = {
    "COLUMNS": "20",
    "FORCE_COLOR": "1",
    "FREEHOLD_CACHE": "/nowhere",
    "FREEHOLD_LANGUAGES": "/nowhere",
    "HTTP_PROXY": "http://127.0.0.1:1",
    "LANG": "fr_FR.ISO-8859-1",
    # in a folder whose name has an accent, Python 3.11 itself cannot start by a locale that cannot write the name
    "LC_ALL": "fr_FR" if str(ROOT).isascii() else "C.UTF-8",
    "NUMBA_DISABLE_JIT": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "TZ": "Pacific/Apia",
}
LOOK = """
import json, os, time
from pathlib import Path
from tests import world
folder = world.enter(None)
print(json.dumps([dict(os.environ), time.tzname, os.listdir(Path.home())]))
world.leave(folder)
print(folder.exists())
"""


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows has no TZ")
def test_nothing_of_the_user_reaches_the_tests(tmp_path: Path) -> None:
    odd = {name: value for name, value in os.environ.items() if name != world.FOLDER} | ODD
    (tmp_path / ".npmrc").touch()
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT,
        env=odd | {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "NPM_CONFIG_USERCONFIG": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    variables, zone, home = json.loads(done.stdout.splitlines()[0])
    assert (zone, home, done.stdout.splitlines()[1]) == (["UTC", "UTC"], [], "False")
    assert variables["LANG"] == "C.UTF-8"
    assert variables["HTTP_PROXY"] == ODD["HTTP_PROXY"]  # pip and npm may need it; the tests' servers are excepted
    assert variables["NO_PROXY"] == world.LOCAL
    assert not {"COLUMNS", "FORCE_COLOR", "FREEHOLD_LANGUAGES", "LC_ALL", "NUMBA_DISABLE_JIT"} & variables.keys()
    assert not [name for name, value in variables.items() if value in ("/nowhere", str(tmp_path))]


def test_a_run_with_odd_variables_passes() -> None:
    """Also those that are read when Freehold is imported: a folder of languages that is not there would be an error."""
    odd = {name: value for name, value in os.environ.items() if name != world.FOLDER} | ODD
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", __file__, "-k", "own"]
    done = subprocess.run(command, cwd=ROOT, env=odd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_this_run_has_a_world_of_its_own() -> None:
    folder = Path(os.environ[world.FOLDER])
    assert Path.home() == folder / "home"
    assert os.environ["FONTCONFIG_FILE"] == str(folder / "fonts.conf")
    assert not hasattr(time, "tzset") or time.timezone == 0


def test_waiting_in_vain_fails_and_says_for_what() -> None:
    with pytest.raises(AssertionError, match=r"Waited 0\.01 s for this in vain: the end of the world\."):
        eventually("the end of the world", lambda: False, seconds=0.01)
    with pytest.raises(AssertionError, match="in vain: the end of the world"):
        asyncio.run(eventually_async("the end of the world", lambda: 0, seconds=0.01))


def test_what_was_waited_for_is_returned() -> None:
    answers = iter([None, "", "there"])
    assert eventually("an answer", lambda: next(answers)) == "there"
