"""The writer: whoever waits for a step of a commit gets the answer to that step, whatever became of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from freehold.server.condition import Condition
from freehold.server.storage.store import Store
from freehold.server.storage.writer import Writer
from freehold.server.storage.writes import Failure, Fenced, Unwritable, Writes

ANSWERS: dict[str, Failure] = {"strange": Unwritable("a value"), "lost": Fenced("another owner")}


class Sparing:
    """A store that remembers the commits, and refuses some tables."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]:
        self.commits.append([writes.game for writes in batch])
        return [ANSWERS.get(writes.game) for writes in batch]


def test_each_step_of_a_commit_gets_its_own_answer() -> None:
    store, games = Sparing(), ["first", "good", "strange", "well", "lost", "last"]

    async def written() -> list[Any]:
        writer = Writer(cast(Store, store), Condition())
        answers = await asyncio.gather(*(writer.write(Writes(game=game)) for game in games), return_exceptions=True)
        await writer.close()
        return answers

    assert asyncio.run(written()) == [ANSWERS.get(game) for game in games]
    assert store.commits == [games[:1], games[1:]]  # what comes while a commit is under way is written with the next
