"""What a server imports, reads and compresses at its start, for the process that the tests' servers are forked from."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer._adapters  # noqa: F401
import uvicorn.lifespan.on
import uvicorn.loops.auto  # noqa: F401

import freehold.cli.commands.serve
import freehold.server.transport.uvicorn_config
import freehold.server.transport.websocket  # noqa: F401
from freehold.editions import ids
from freehold.server.app import Settings, create
from freehold.server.storage.game_log import rules_digest

for edition in ids():
    rules_digest(edition)  # kept

with tempfile.TemporaryDirectory() as folder:
    _, server = create(Settings(Path(folder)))
    server.store.close()
