"""Types of JSON whose fields are not spelled out. `game/types/` has those that are."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Json = dict[str, Any]
Options: TypeAlias = Mapping[str, str | int | Sequence[str]]  # of a game: switches by name, and house rules in a list
