"""By which names browsers may reach the server. Otherwise another site could point its name here (DNS rebinding)."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


class HostNames:
    """IP addresses, localhost and this machine's name always; other names if they are given.

    `behind_proxy`: without names, any is taken, because the proxy answers only to its own.
    """

    def __init__(self, names: Iterable[str] = (), origins: Iterable[str] = (), behind_proxy: bool = False) -> None:
        self._names = {name.lower() for name in names}
        self._any = behind_proxy and not self._names
        self._names |= {urlsplit(origin).hostname or "" for origin in origins}
        self._machine = socket.gethostname().partition(".")[0].lower()

    def allow(self, host: str) -> bool:
        """May a request with this Host header be answered?"""
        name = (urlsplit(f"//{host}").hostname or "").lower().rstrip(".") if _plain(host) else ""
        if self._any or not host:
            return True
        local = name == "localhost" or name.endswith(".localhost") or name.partition(".")[0] == self._machine
        return bool(name) and (local or name in self._names or _is_address(name))


def _plain(host: str) -> bool:
    return not any(letter in host for letter in "/?#@\\ ")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
