"""A TCP proxy in front of a server, for connections that die without being closed, as those of a phone that slept."""

from __future__ import annotations

import contextlib
import socket
import threading

from .house import House

AT_ONCE = 65536


class Wire:
    """Forwards between browsers and a house. Has the `url` that a browser opens in place of the house's."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._near = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._near.getsockname()[1]}"
        self._count = self._first_alive = 0
        self._whole = threading.Event()
        self._whole.set()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Nothing more arrives on the connections that are open; new ones have to wait until `mend`."""
        self._whole.clear()
        self._first_alive = self._count

    def mend(self) -> None:
        """New connections are forwarded again. The old ones stay dead."""
        self._whole.set()

    def close(self) -> None:
        self._first_alive = self._count
        self._whole.set()
        self._near.close()
        for one in self._open:
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._near.accept()
                far = socket.create_connection(("127.0.0.1", self._house.port))
                self._open += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(source, sink, self._count), daemon=True).start()
                self._count += 1

    def _pump(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(AT_ONCE):
                if number < self._first_alive:
                    continue  # lost on its way
                self._whole.wait()
                sink.sendall(data)
            if number >= self._first_alive:
                sink.shutdown(socket.SHUT_WR)
