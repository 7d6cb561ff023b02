"""What comes over the line when a table is opened for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.served import unfinished

from .conftest import NewPerson
from .house import House, lay

# Bytes, as they come over the line: those before take backs, links of positions and moving seats, and ten kilobytes.
MOST = 304_308 + 10_240


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    lay(found.folder, unfinished())
    found.start()
    yield found
    found.stop()


def test_the_first_load_of_the_classic_table_is_small(house: House, person: NewPerson) -> None:
    ann = person(house)
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    line.on("Network.loadingFinished", finished)
    ann.sit("abc", "key of Ann")
    ann.page.wait_for_load_state("networkidle")
    told = sum(map(len, ann.frames))
    assert len(sizes) > 5
    print(f"{sum(sizes)} bytes of files and {told} of messages, {sum(sizes) + told} in all; at most {MOST}")
    assert sum(sizes) + told <= MOST
