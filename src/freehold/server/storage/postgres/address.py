"""Addresses of PostgreSQL databases. Nothing here needs the extra `postgres`."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_postgres(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def shown(address: str) -> str:
    """An address without user, password and options, for messages."""
    try:
        parts = urlsplit(address)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
    except ValueError:
        return "postgresql:"
