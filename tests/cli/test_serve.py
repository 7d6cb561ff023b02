"""`freehold serve` as a process: it says where it listens, answers, stops when asked, and refuses in one sentence."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from freehold.i18n import write
from freehold.server.storage.sqlite import FILE
from tests.waiting import WAIT

from .terminal import Terminal


def test_it_listens_answers_and_stops(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"damaged" * 1000)
    code = "import sys; from freehold.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(tmp_path), "--lang", "fr"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as run:
        assert run.stdout is not None
        assert "endommagée" in run.stdout.readline()
        line = run.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address, line
        assert httpx.get(f"{address[0]}/health", timeout=WAIT).json()["recovered"]["games"] == 0
        run.send_signal(signal.SIGTERM)
        _, errors = run.communicate(timeout=WAIT)
        assert run.returncode in (0, -signal.SIGTERM)
        assert "Traceback" not in errors
        assert '"what":"stopped"' in errors


def test_a_port_that_is_taken_and_a_folder_that_is_none(freehold: Terminal, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        run = freehold("serve", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "data"))
    assert run.code == 2
    assert "--port" in run.err
    (tmp_path / "file").write_text("x")
    run = freehold("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert run.code == 2
    assert "Traceback" not in run.err
    assert "there is a file of that name already" in run.err
    assert freehold("serve", "--port", "70000").code == 2


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--origin", "https://play.example/"),
        ("--origin", "play.example"),
        ("--origin", "https://Play.example"),
        ("--origin", "*"),
        ("--behind-proxy", "*"),
        ("--behind-proxy", "proxy.example"),
    ],
)
def test_an_address_that_could_never_fit_is_refused(
    freehold: Terminal, tmp_path: Path, option: str, given: str
) -> None:
    for lang in ("en", "fr"):
        run = freehold("serve", option, given, "--port", "0", "--data", str(tmp_path / "data"), "--lang", lang)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(given)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_a_client_it_says_what_to_do_and_serves_programs(tmp_path: Path, lang: str) -> None:
    code = (
        "import sys, pathlib; from freehold.server import app; app.CLIENT = pathlib.Path('nowhere');"
        " from freehold.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(tmp_path / "games"), "--lang", lang]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path) as run:
        try:
            assert run.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+", run.stdout.readline())
            assert address
            assert run.stdout.readline() == write("server", "serve-no-client", {}, lang) + "\n"
            assert httpx.get(f"{address[0]}/health", timeout=WAIT).status_code == 200
        finally:
            run.terminate()
