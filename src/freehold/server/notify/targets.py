"""Where a notice may be sent: checks of addresses, so that nobody can reach the operator's own network through it."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from msgspec import Struct

LONGEST = 1_000  # characters of an address
USUAL_PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024  # no mail server or shell mistakes a request for its own protocol
NAT64 = ip_network("64:ff9b::/96")


class Undeliverable(Exception):
    """A notice cannot be sent. `code`: of the sentence for the seat's owner; `again`: another try may succeed."""

    def __init__(self, code: str, again: bool = False) -> None:
        super().__init__(code)
        self.code, self.again = code, again


class Target(Struct, frozen=True):
    """An address that was split: `path` is what follows the host, with its query."""

    scheme: str
    host: str
    port: int
    path: str


def parse(url: str) -> Target:
    """An address, if it may be one at all. Its host is not resolved yet."""
    try:
        parts = urlsplit(url)
        port = parts.port or USUAL_PORTS.get(parts.scheme, 0)
    except ValueError:
        raise Undeliverable("bad-hook") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    allowed = port in USUAL_PORTS.values() or port >= FIRST_FREE_PORT
    if not plain or parts.scheme not in USUAL_PORTS or not parts.hostname or "@" in parts.netloc or not allowed:
        raise Undeliverable("bad-hook")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, also where it contains another one."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in NAT64:
            inner = IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast and not found.is_reserved


class Resolver:
    """Looks host names up, in threads of its own. `private`: private addresses are allowed."""

    def __init__(self, private: bool = False) -> None:
        self.private = private
        self._threads: ThreadPoolExecutor | None = None

    async def address(self, target: Target) -> str:
        """The address to connect to. A name that has any private address is refused."""
        self._threads = self._threads or ThreadPoolExecutor(4, "freehold-resolve")
        ask = asyncio.get_running_loop().run_in_executor
        try:
            found = await ask(self._threads, socket.getaddrinfo, target.host, target.port, 0, socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise Undeliverable("hook-unreachable", again=True) from None
        addresses = [str(entry[4][0]) for entry in found]
        if not self.private and not all(map(is_public, addresses)):
            raise Undeliverable("hook-private")
        return addresses[0]

    def close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
