"""The code that runs on a machine of a cluster: prepare, play a range of games, count them. It depends on its input
only.

`client.py` dispatches the tasks and handles lost machines. Nothing here imports Ray.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from freehold.arena.accumulators import Accumulator, played
from freehold.arena.chunks import SLOW_CHUNK, Chunk, Plan, play_chunk, prepare
from freehold.editions import ids
from freehold.engine.gpu import cuda
from freehold.players.bot_file import place_of

BLOCK = 1024  # games that are counted together, at least

Files = tuple[tuple[str, bytes], ...]  # (name in the plan, content)


@cache
def identity() -> str:
    """A hash of this installation including rules and editions: machines that differ may play differently."""
    root, text = Path(__file__).parents[2], hashlib.sha256()
    for file in sorted(root.rglob("*")):
        if file.suffix in (".py", ".toml"):
            text.update(f"{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return text.hexdigest()


@dataclass(frozen=True)
class ClusterTask:
    """A plan with the files it names, for a machine that does not have them."""

    plan: Plan
    files: Files

    def ready(self) -> str:
        """Compile the kernel. Returns the code (of `i18n/en/cluster.toml`) of what is missing here, or nothing."""
        if self.plan.backend == "cuda":
            return "gpu-silent" if cuda.missing() else ""
        prepare(_at_hand(self.plan, self.files))
        return ""

    def play(self, numbers: range) -> Chunk:
        return play_chunk(_at_hand(self.plan, self.files), numbers)

    def count(self, numbers: range, parts: Sequence[Accumulator]) -> Sequence[Accumulator]:
        answer = played(_at_hand(self.plan, self.files), numbers)
        if not isinstance(answer, Chunk):
            return answer
        for part in parts:
            part.before(self.plan)
            part.add(answer)
        return parts


def task_of(plan: Plan) -> ClusterTask:
    """The plan, with the files of a user's own edition and bots."""
    named = [] if plan.setting.own or plan.setting.edition in ids() else [plan.setting.edition]
    for bot in dict.fromkeys(plan.bots):
        if ":" in bot and Path(place_of(bot)[0]).is_file():  # otherwise it is a module, which must be installed there
            named.append(place_of(bot)[0])
    return ClusterTask(plan, tuple((name, Path(name).read_bytes()) for name in dict.fromkeys(named)))


def task_ranges(plan: Plan) -> Iterator[range] | None:
    """Ranges of game numbers that can be counted separately; None if games take so long that they are sent singly."""
    return plan.chunks(-(-plan.chunk // BLOCK) * BLOCK) if plan.chunk > SLOW_CHUNK else None


def _at_hand(plan: Plan, files: Files) -> Plan:
    """The same plan with the local names of its files."""
    if not files:
        return plan
    here = _unpacked(files)
    edition = here.get(plan.setting.edition, plan.setting.edition)
    bots = tuple(_bot_at_hand(bot, here) for bot in plan.bots)
    return replace(plan, setting=replace(plan.setting, edition=edition), bots=bots)


def _bot_at_hand(bot: str, here: dict[str, str]) -> str:
    if ":" not in bot:
        return bot
    where, name = place_of(bot)
    return f"{here[where]}:{name}" if where in here else bot


_folders: list[TemporaryDirectory[str]] = []  # kept until the process ends


@lru_cache(maxsize=8)
def _unpacked(files: Files) -> dict[str, str]:
    _folders.append(TemporaryDirectory(prefix="freehold-"))
    here = {}
    for number, (name, content) in enumerate(files):
        path = Path(_folders[-1].name) / str(number) / Path(name).name
        path.parent.mkdir()
        path.write_bytes(content)
        here[name] = str(path)
    return here
