"""Made-up requests and messages, from the server's own descriptions: never a failure, never another seat's move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from freehold.server.fairness.verify import read, verify
from freehold.server.protocol.messages import LARGEST_MESSAGE, schema

from .network import Client, House, house

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WHOLE_LOGS = ("/api/verify", "/api/import")  # making one up takes long
QUICK = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")  # schemathesis' own, and seeded
def test_every_route_answers_as_it_says(place: House) -> None:
    described = schemathesis.openapi.from_dict(place.get("/api/schema/openapi.json"))
    routes = 0
    for result in described.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        routes += 1

        @settings(QUICK, max_examples=4 if operation.path in WHOLE_LOGS else 12)
        @given(case=operation.as_strategy())
        def answers(case: Any) -> None:
            response = case.call(base_url=place.url)
            case.validate_response(response, checks=CHECKS)

        answers()
    assert routes >= 14
    assert place.server.metrics.failures._value.get() == 0
    assert place.get("/health")["status"] == "ok"


# ---------------------------------------------------------------------- the WebSocket


def made_of(part: Any, parts: Any) -> st.SearchStrategy[Any]:
    """Values of a JSON Schema, and now and then something else."""
    if "$ref" in part:
        return made_of(parts[part["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in part:
        return st.one_of([made_of(option, parts) for option in part["anyOf"]])
    if "enum" in part:
        return st.sampled_from(part["enum"])
    kind = part.get("type")
    if kind == "object" and "properties" in part:
        must = {key: made_of(value, parts) for key, value in part["properties"].items() if key in part["required"]}
        may = {key: made_of(value, parts) for key, value in part["properties"].items() if key not in part["required"]}
        return st.fixed_dictionaries(must, optional=may)
    if kind == "integer":
        return st.one_of(st.integers(-1, 9), st.integers(part.get("minimum", -(1 << 70)), part.get("maximum", 1 << 70)))
    if kind == "array":
        return st.lists(made_of(part.get("items", {}), parts), max_size=4)
    if kind == "boolean":
        return st.booleans()
    if kind == "string":
        return st.one_of(st.text(max_size=part.get("maxLength", 20)), st.sampled_from(["", "x", "\u202e", "0" * 64]))
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    )


def actions() -> st.SearchStrategy[Any]:
    """Actions with the right words in them, and the wrong numbers."""
    kinds = ["roll", "buy", "decline", "bid", "pass", "end_turn", "offer", "mortgage", "build", "bankrupt", "time_up"]
    number = st.one_of(st.integers(-2, 45), st.sampled_from([1 << 31, 1 << 63, 1 << 90, True, None, "1", 1.5]))
    side = st.dictionaries(
        st.sampled_from(["cash", "squares", "jail_cards", "soul"]), number | st.lists(number, max_size=3)
    )
    fields = {
        "square": number,
        "amount": number,
        "to": number,
        "give": side,
        "ask": side,
        "choice": st.text(max_size=4),
    }
    return st.fixed_dictionaries({"type": st.sampled_from(kinds)}, optional=fields)


def messages() -> st.SearchStrategy[Any]:
    described = schema()
    whole = made_of(described["asked"], described["$defs"])
    act = st.fixed_dictionaries(
        {
            "type": st.just("act"),
            "seat": st.integers(0, 3),
            "number": st.integers(0, 30),
            "id": st.text(min_size=1, max_size=3),
            "action": actions(),
        }
    )
    return st.one_of(whole, act)


@pytest.mark.parametrize("who", ["nobody", "watcher", "player", "host"])
def test_no_message_breaks_a_table_or_moves_another_seat(place: House, who: str) -> None:
    """A table of four; the fuzzer holds no key, or one seat's, or the host's. Only its own seat's moves may appear."""
    made = place.table(seats=4, people=[{"name": name} for name in ("Ann", "Bob", "Cleo", "Dan")])
    id = made["table"]["id"]
    owner = Client(place.port)
    owner.hello(id, made["host"], *made["keys"])
    owner.say(type="start")
    owner.hear("begun")
    keys = {"nobody": None, "watcher": [], "player": [made["keys"][1]], "host": [made["host"]]}[who]
    fuzzer: list[Client] = []

    def connected() -> Client:
        if not fuzzer:
            fuzzer.append(Client(place.port))
            if keys is not None:
                assert fuzzer[0].hello(id, *keys)["type"] == "welcome"
        return fuzzer[0]

    @settings(QUICK, max_examples=150)
    @seed(11)
    @given(messages())
    def said(message: Any) -> None:
        text = json.dumps(message)
        if len(text.encode()) > LARGEST_MESSAGE or message.get("type") in ("consent", "leave"):
            return
        if keys and message.get("type") == "new_key":  # it closes the owner's connection, as it should
            return
        client = connected()
        try:
            client.socket.send(text)
            client.say(type="legal", seat=7)  # nobody's: its refusal says that the message before was dealt with
            while (heard := client.hear())["type"] != "refused" or heard["code"] not in (
                "not-your-seat",
                "hello-first",
            ):
                assert heard.get("code") != "trouble"
        except ConnectionClosed:
            fuzzer.clear()

    said()
    for client in fuzzer:
        client.close()
    assert place.server.metrics.failures._value.get() == 0
    log = place.get(f"/api/tables/{id}/log")
    mine = {1} if who == "player" else set()
    assert {entry["seat"] for entry in log["entries"] if entry["by"] == "person"} <= mine
    owner.say(type="pause", paused=False)
    for seat in range(4):
        owner.say(type="hand_back", seat=seat)
        owner.say(type="consent", seat=seat)
    owner.hear("ended")
    assert verify(read(json.dumps(place.get(f"/api/tables/{id}/log")))).finding is None
    owner.close()
