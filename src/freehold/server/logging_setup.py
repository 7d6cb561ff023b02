"""The server's log: one JSON object per line. Keys, invitations, secrets and chat are never logged."""

from __future__ import annotations

import logging
import time
import traceback
from pathlib import Path
from types import TracebackType

import msgspec

LOGGER = logging.getLogger("freehold.server")
ALLOWED = frozenset(
    {"why", "status", "route", "method", "milliseconds", "code", "count", "host", "port", "folder", "games"}
    | {"entries", "cut", "lost", "kept_aside", "table"}
)


def note(what: str, **facts: object) -> None:
    """Log an event. A field that is not in ALLOWED raises ValueError."""
    _write(logging.INFO, what, facts)


def warn(what: str, **facts: object) -> None:
    """Log a warning for the operator."""
    _write(logging.WARNING, what, facts)


def _write(level: int, what: str, facts: dict[str, object]) -> None:
    unknown = set(facts) - ALLOWED
    if unknown:
        raise ValueError(f"not for the log: {', '.join(sorted(unknown))}")
    LOGGER.log(level, what, extra={"facts": facts})


def trouble(error: Exception) -> None:
    """Log an internal error."""
    LOGGER.error("trouble", exc_info=error, extra={"facts": {"why": type(error).__name__}})


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _where(trace: TracebackType | None) -> str:
    """File and line of an exception. Its values are left out."""
    places = traceback.extract_tb(trace, limit=-1)
    return f"{Path(places[0].filename).name}:{places[0].lineno}" if places else ""


class Sparse(logging.Filter):
    """The same message at most once in so many seconds: a flood of bad requests must not fill the log."""

    SECONDS = 10.0

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = record.created
        if now - self._last.get(record.msg, 0.0) < self.SECONDS:
            return False
        self._last[record.msg] = now
        return True


def to_standard_error() -> None:
    """Write the server's log to standard error. Without this call, an embedding program decides."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("freehold.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.filters = [Sparse()] if name == "uvicorn.error" else []
        logger.setLevel(logging.INFO if name == "freehold.server" else logging.WARNING)
