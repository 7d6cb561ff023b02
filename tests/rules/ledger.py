"""A bookkeeper for tests: what the events say about money, seat by seat, independent of the kernel's own sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

FROM_BANK = {"salary", "sell", "mortgage", "received", "start"}
TO_OTHER = {
    "buy", "sold", "rent", "tax", "fine", "build", "redeem", "interest", "paid", "trade", "settled", "estate"
}  # fmt: skip


def flows(events: Iterable[Mapping[str, Any]]) -> Counter[Any]:
    """How much each seat, and the bank, gained by these events."""
    gained: Counter[Any] = Counter()
    for event in events:
        amount = event.get("amount", 0)
        if event["type"] in FROM_BANK:
            gained[event["seat"]] += amount
            gained["bank"] -= amount
        elif event["type"] in TO_OTHER:
            gained[event["seat"]] -= amount
            gained[event.get("other", "bank")] += amount
    return gained
