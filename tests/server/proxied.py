"""A TCP proxy between a server process and its database, which can hold everything back, or pass it on slowly."""

from __future__ import annotations

import contextlib
import socket
import threading
import time


class Proxy:
    """`cut`: nothing arrives any more, as if packets were dropped; what was sent arrives after `heal`."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open = threading.Event()
        self._open.set()
        self.seconds = 0.0  # by which each packet is late
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near = self._listener.accept()[0]
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._open.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            near.close()
            return
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self._open.wait()
                time.sleep(self.seconds)
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        self._open.clear()

    def heal(self) -> None:
        self.seconds = 0.0
        self._open.set()

    def close(self) -> None:
        self.heal()
        self._listener.close()
