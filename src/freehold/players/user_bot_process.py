"""The parent's side of a user's bot: start the process, ask with a timeout, stop it. Nothing here knows the game."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from threading import Event, Timer

from freehold.json_types import Json
from freehold.players.bot_file import BotError, short

START_UP = 300.0  # seconds for Python, the bot's own imports and its `__init__`, on a machine that is busy
GRACE = 2.0  # seconds to exit by itself


class UserBotProcess:
    """The process of one bot. It can be restarted after any failure."""

    def __init__(self, bot: str, where: str, name: str) -> None:
        self._bot = bot
        self._command = [sys.executable, "-m", "freehold.players.user_bot_worker", where, name]
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self._running is not None

    def start(self) -> None:
        """A new bot, in a new process unless one is running. `BotError` if there is no such bot."""
        if self._running is None:
            self._running = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                start_new_session=True,  # Ctrl-C does not reach the bot, and its children can be killed with it
            )
        try:
            self.ask({"new": True}, START_UP)
        except BotError as error:
            self.stop()
            if error.code == "stalled":
                raise BotError("slow-start", error.parts) from None
            raise

    def ask(self, message: Json, seconds: float) -> Json:
        """The answer to a message. `BotError` if the bot fails, times out or dies; the last two stop the process."""
        running = self._running
        assert running is not None
        assert running.stdin is not None
        assert running.stdout is not None
        stalled = Event()

        def give_up() -> None:
            stalled.set()
            _kill(running)  # ends the blocking read below on every system

        watch = Timer(seconds, give_up)
        watch.daemon = True
        watch.start()
        line = b""
        try:
            with contextlib.suppress(OSError):
                running.stdin.write(json.dumps(message).encode() + b"\n")
                running.stdin.flush()
                line = running.stdout.readline()
        finally:
            watch.cancel()
            watch.join()
            if stalled.is_set() or not line.endswith(
                b"\n"
            ):  # also after Ctrl-C: a late answer would match the wrong question
                self.stop()
        if stalled.is_set():
            raise BotError("stalled", {"bot": self._bot, "limit": f"{seconds:g}"})
        if not line.endswith(b"\n"):
            raise BotError("died", {"bot": self._bot, "exit": str(running.returncode)})
        answer = _read(line)
        if answer is None:
            self.stop()
            raise BotError("senseless", {"bot": self._bot, "answer": short(line)})
        if "failed" in answer:
            raise BotError(answer["failed"], answer["parts"] | {"bot": self._bot})
        return answer

    def stop(self) -> None:
        """Let the process exit by itself, or kill it after a grace period."""
        running, self._running = self._running, None
        if running is None:
            return
        assert running.stdin is not None
        assert running.stdout is not None
        with contextlib.suppress(OSError):
            running.stdin.close()
        try:
            running.wait(GRACE)
        except subprocess.TimeoutExpired:
            _kill(running)
            running.wait()
        running.stdout.close()


def _read(line: bytes) -> Json | None:
    """Parse an answer; None for output that the worker cannot have written (a bot may write to the pipe)."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) and answer.keys() & {"ready", "action", "failed"} else None


def _kill(running: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            running.kill()
        else:
            os.killpg(running.pid, signal.SIGKILL)
