"""A push in a real browser: what the server sends wakes the service worker, which shows it; a click opens the table.

The push service is played: the test decrypts what the server has sent and hands it to the browser, as a service would.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Worker

from freehold.server.notify.web_push import b64, point
from tests.server.endpoint import endpoint
from tests.server.network import House as Server
from tests.server.network import house as server_of
from tests.server.test_notices import sit
from tests.server.test_web_push import AUTH, BROWSER, decrypted
from tests.waiting import eventually

from .conftest import NewPerson
from .player import Person
from .test_three_days import Address

AGAIN = 30  # seconds after which a message that is not shown is handed over again
SHOWN = """async () => (await self.registration.getNotifications())
  .map(({ title, body, tag, data, icon }) => ({ title, body, tag, data, icon: new URL(icon).pathname }))"""
# A click cannot be made by a test: the event is, with the notification that is shown. Only people's clicks may open and
# focus windows, so that is noted instead.
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  const done = { opened: [], focused: [] };
  let waited;
  Object.defineProperty(event, "waitUntil", { value: (promise) => (waited = promise) });
  self.clients.openWindow = async (path) => void done.opened.push(path);
  WindowClient.prototype.focus = async function () {
    done.focused.push(new URL(await placeOf(this)).hash);
    return this;
  };
  self.dispatchEvent(event);
  await waited;
  return { ...done, left: (await self.registration.getNotifications()).length };
}"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Server]:
    with server_of(tmp_path, private_hooks=True) as found:
        yield found


def told(place: Server) -> tuple[str, dict[str, str], list[str]]:
    """A table, what is sent to the browser of somebody there, decrypted, and all keys of the table."""
    with endpoint() as end:
        made, ann = sit(place, listed=False)
        device = {"endpoint": f"{end.url}/push", "p256dh": b64(point(BROWSER)), "auth": AUTH}
        ann.say(type="push", seat=0, **device, page=place.url, language="fr")
        ann.hear("notices")
        ann.say(type="test_notices", seat=0)
        (heard,) = end.wait_for(1)
        ann.close()
    return made["table"]["id"], decrypted(heard.body), [made["host"], made["invite"], *made["keys"]]


class Device:
    """Somebody whose browser may notify, and its service worker."""

    def __init__(self, place: Server, person: NewPerson) -> None:
        address: Any = Address(place.url)
        self.url = place.url
        self.one: Person = person(address, lang="fr", worker=True)
        self.one.context.grant_permissions(["notifications"], origin=self.url)
        self.one.go()
        self.one.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.worker = eventually("the browser has its worker", self._workers)[0]
        self._cdp = self.one.context.new_cdp_session(self.one.page)
        self._known: list[str] = []  # the worker's number in this browser
        self._cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        eventually("the browser tells of its worker", self._is_known)

    def _workers(self) -> list[Worker]:
        self.one.page.evaluate("1")  # what the browser has told meanwhile is known
        return self.one.context.service_workers

    def _note(self, told: Any) -> None:
        self._known += [one["registrationId"] for one in told["registrations"] if one["scopeURL"] == f"{self.url}/"]

    def _is_known(self) -> bool:
        self._cdp.send("ServiceWorker.enable")
        return bool(self._known)

    def push(self, message: Any) -> None:
        """Hand over a message until it is shown: on a busy machine the browser's tools have lost one."""
        where = {"origin": self.url, "registrationId": self._known[-1]}
        sent = -math.inf

        def is_shown() -> bool:
            nonlocal sent
            if time.monotonic() - sent > AGAIN:
                sent = time.monotonic()
                self._cdp.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})
            return [one["body"] for one in self.shown()] == [message["body"]]

        eventually("the notification is shown", is_shown)

    def shown(self) -> Any:
        return self.worker.evaluate(SHOWN)


def test_a_push_is_shown_and_a_click_opens_the_table(place: Server, person: NewPerson) -> None:
    table, message, keys = told(place)
    device = Device(place, person)
    assert device.shown() == []
    device.push(message)
    (shown,) = device.shown()
    path = f"/#/t/{table}"
    assert shown["title"].endswith("(Ann, Bob)")
    assert shown["body"] == "Voilà comment vous saurez que c'est à vous."
    assert (shown["tag"], shown["data"], shown["icon"]) == (path, path, "/icon-192.png")
    device.push({**message, "body": "again"})  # of the same table: it takes the place of the first
    assert device.worker.evaluate(CLICK) == {"opened": [path], "focused": [], "left": 0}
    assert not [key for key in keys if key in json.dumps([shown, message])]


def test_a_click_goes_back_to_the_window_of_the_table(place: Server, person: NewPerson) -> None:
    table, message, (host, _, ann, _) = told(place)
    device = Device(place, person)
    device.one.sit(table, ann, host=host)  # the window was opened with another address
    device.one.open_window()
    device.one.go()
    device.one.wait_for("play-now")
    device.push(message)
    assert device.worker.evaluate(CLICK) == {"opened": [], "focused": [f"#/t/{table}"], "left": 0}
