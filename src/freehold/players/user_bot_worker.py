"""The process that runs a user's bot: `python -m freehold.players.user_bot_worker WHERE NAME`, JSON lines on its pipes.

The game may kill it at any time. It exits when the game is gone, even if the bot is still computing.
"""

from __future__ import annotations

import json
import operator
import os
import signal
import sys
import time
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from freehold.players.bot_file import BotError, Decide, error_line, load_decide, short

GRACE = 1.0  # seconds a bot may continue after the game is gone
MOST = 1_000_000  # the longest answer in bytes; no action is nearly as long


def main(where: str, name: str) -> None:
    """Answer each line with one line until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the game handles Ctrl-C and closes the pipe
    asked, answers = _pipes()
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(asked, lines), daemon=True).start()
    decide: Decide | None = None
    while line := lines.get():
        message = json.loads(line)
        if decide is None or "view" not in message:
            try:
                decide = load_decide(where, name)
                answer = b'{"ready": true}'
            except BotError as error:
                answer = _failed(error.code, error.parts)
        else:
            answer = _decision(decide, message)
        try:
            answers.write(answer + b"\n")
            answers.flush()
        except BrokenPipeError:  # the game is gone
            os._exit(1)


def _decision(decide: Decide, message: dict[str, Any]) -> bytes:
    try:
        action = decide(message["view"], message["legal"])
    except (Exception, SystemExit) as error:
        return _failed("raised", {"why": error_line(error)})
    try:
        line = json.dumps({"action": action}, default=operator.index).encode()  # accepts NumPy integers
    except (TypeError, ValueError, RecursionError):
        return _failed("senseless", {"answer": short(action)})
    return line if len(line) <= MOST else _failed("senseless", {"answer": short(action)})


def _failed(code: str, parts: dict[str, str]) -> bytes:
    return json.dumps({"failed": code, "parts": parts}).encode()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the game, moved away from the bot: its input is empty, and its prints go to standard error."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return asked, answers


def _listen(asked: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    for line in asked:
        lines.put(line)
    lines.put(b"")  # the game is gone: a waiting bot exits now, a computing one after the grace period
    time.sleep(GRACE)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
