"""Firefox by WebDriver BiDi: one process, and a window with a storage of its own for each person."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from .window import PATIENCE, Window

PACKAGES = "firefox-esr"
# no page of its own, no reports, no updates; motion as in the other tests
PREFERENCES: dict[str, Any] = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "intl.accept_languages": "en-GB",
    "intl.locale.requested": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
    "ui.systemUsesDarkTheme": 0,
}


def path() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    def __init__(self, folder: Path, **preferences: Any) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in (PREFERENCES | preferences).items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        found = path()
        assert found is not None
        self._process = subprocess.Popen(
            [found, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        said: list[str] = []
        for line in self._process.stderr:
            said.append(line)
            if listening := re.search(r"ws://\S+", line):
                break
        else:
            raise AssertionError(f"Firefox did not start: {''.join(said)}")
        self._stack = contextlib.ExitStack()
        # no pings: between two tests of this engine nobody answers them
        opened = connect(f"{listening[0]}/session", max_size=None, compression=None, ping_interval=None)
        self._socket = self._stack.enter_context(opened)
        self._last = 0
        self._complaints: dict[str, list[str]] = {}
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **params: Any) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=2 * PATIENCE))
            if told.get("type") == "event":
                self._hear(told["params"])
            elif told.get("id") == self._last:
                assert told["type"] == "success", f"{method}: {told}"
                return told["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            complaints = self._complaints.setdefault(entry["source"].get("context", ""), [])
            complaints.append(f"{entry['level']}: {entry['text']}")

    def window(self, scale: float = 1) -> FirefoxWindow:
        user = self.command("browser.createUserContext")["userContext"]
        context = self.command("browsingContext.create", type="window", userContext=user)["context"]
        return FirefoxWindow(self, user, context, self._complaints.setdefault(context, []), scale)

    def close(self) -> None:
        self.command("browser.close")
        self._stack.close()
        self._process.communicate(timeout=PATIENCE)


class FirefoxWindow(Window):
    def __init__(self, firefox: Firefox, user: str, context: str, trouble: list[str], scale: float) -> None:
        self._firefox, self._user, self._context, self._scale = firefox, user, context, scale
        self.trouble = trouble

    def open(self, url: str) -> None:
        self._firefox.command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def call(self, function: str, arg: Any = None) -> Any:
        told = self._firefox.command(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await ({function})({json.dumps(arg)}) ?? null)",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return json.loads(told["result"]["value"])

    def perform(self, *sources: dict[str, Any]) -> None:
        self._firefox.command("input.performActions", context=self._context, actions=list(sources))

    def picture(self) -> bytes:
        return base64.b64decode(
            self._firefox.command("browsingContext.captureScreenshot", context=self._context)["data"]
        )

    def resize(self, width: int, height: int) -> None:
        self._firefox.command(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
            devicePixelRatio=self._scale,
        )

    def close(self) -> None:
        self._firefox.command("browser.removeUserContext", userContext=self._user)
