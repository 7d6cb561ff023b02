"""The type of a JSON object whose fields are not spelled out. `game/types/` has those that are."""

from typing import Any

Json = dict[str, Any]
