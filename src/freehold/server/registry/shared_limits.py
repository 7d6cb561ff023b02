"""Rate limits of an address at all processes on one database together, settled once a second.

What costs much is asked of the database each time (`Ownership.allow`). Everything else is counted at each process, as
without others; here the processes tell each other. An address that goes to several processes at once is noticed
a second later, and pays for what it took meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container

from freehold.server.logging_setup import trouble
from freehold.server.rate_limits import AddressLimits, Held
from freehold.server.registry.ownership import Shared
from freehold.server.storage.postgres.lease_types import Spent
from freehold.server.storage.writes import StoreTrouble

SECONDS = 1.0


class SharedLimits:
    """The part of one process. `live`: its tables."""

    def __init__(self, addresses: AddressLimits, ownership: Shared, live: Container[str]) -> None:
        self._addresses, self._ownership, self._live = addresses, ownership, live
        self._told: dict[str, int] = {}
        self._elsewhere: dict[str, int] = {}
        addresses.elsewhere = self._held_elsewhere

    def _held_elsewhere(self, what: Held, address: str) -> int:
        return self._elsewhere.get(self._ownership.hidden(what, address), 0) if self._elsewhere else 0

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                await self.settle()
            except StoreTrouble:
                pass  # the renewal of the lease reports it
            except Exception as error:
                trouble(error)

    async def settle(self) -> None:
        addresses, hidden = self._addresses, self._ownership.hidden
        owing = {key: (account, account.spent) for key, account in addresses.owing.items()}
        addresses.owing.clear()
        spent = [Spent(hidden(*key), *addresses.limits.bucket(key[0]), cost) for key, (_, cost) in owing.items()]
        held = {hidden(*key): count for key, count in addresses.held(self._live).items()}
        try:
            left, self._elsewhere = await self._ownership.settle(spent, held if held != self._told else None)
        except BaseException:
            addresses.owing.update({key: account for key, (account, _) in owing.items()})
            raise
        self._told = held
        for key, (account, cost) in owing.items():
            account.settle(cost, left[hidden(*key)])
