"""What a server imports and reads when it starts, for the process that the tests' servers are forked from."""

from __future__ import annotations

import freehold.cli.commands.serve
import freehold.server.app
import freehold.server.transport.uvicorn_config
import freehold.server.transport.websocket  # noqa: F401
from freehold.editions import ids
from freehold.server.storage.game_log import rules_digest

for edition in ids():
    rules_digest(edition)  # kept
