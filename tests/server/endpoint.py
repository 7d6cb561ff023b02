"""A real HTTP server on the loopback that takes notices in, for tests: what it heard, and how it answers."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.waiting import WAIT


class Heard(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Endpoint:
    """`status`: what it answers. While `open` is not set, it accepts requests and does not answer them."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.status = 200
        self.open = threading.Event()
        self.open.set()
        self._heard: list[Heard] = []
        self._news = threading.Condition()

    def hear(self, heard: Heard) -> None:
        with self._news:
            self._heard.append(heard)
            self._news.notify_all()

    def wait_for(self, count: int) -> list[Heard]:
        """The first so many requests, as soon as they have come."""
        with self._news:
            came = self._news.wait_for(lambda: len(self._heard) >= count, WAIT)
            assert came, f"Waited {WAIT} s in vain for {count} notices; {len(self._heard)} came"
            return list(self._heard)

    @property
    def heard(self) -> list[Heard]:
        with self._news:
            return list(self._heard)


@contextlib.contextmanager
def endpoint() -> Iterator[Endpoint]:
    """An endpoint for the length of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.hear(Heard(self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            found.open.wait(WAIT)
            with contextlib.suppress(OSError):  # the client may be gone
                self.send_response(found.status)
                self.send_header("location", f"{found.url}/elsewhere")
                self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Endpoint(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.open.set()
        server.shutdown()
        thread.join(WAIT)
        server.server_close()
