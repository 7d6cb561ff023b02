"""WebKitGTK by WebDriver, on a screen of its own: a driver has one session, so each person has a driver and a browser.

Its driver says nothing of the console: a script listens from the moment that a page has been loaded.
"""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

import httpx

from .window import PATIENCE, Window

PACKAGES = "webkit2gtk-driver xvfb"
# the window may become as narrow as a phone
GTK_STYLE = (
    "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-source: none; }"
)
_LISTEN = """() => {
  if (window.complaints) return;
  window.complaints = [];
  for (const level of ["error", "warn"]) {
    const tell = console[level];
    console[level] = (...said) => (window.complaints.push(`${level}: ${said.join(" ")}`), tell(...said));
  }
  addEventListener("error", (event) => window.complaints.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => window.complaints.push(`rejection: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) => window.complaints.push(`policy: ${event.blockedURI}`));
}"""

# after two frames the page has heard of a new size
_SIZE = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done([innerWidth, innerHeight]))))"""


def browser() -> str | None:
    """WebKit's own small browser, which is not on the path."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")) + sorted(
        Path("/usr/libexec").glob("webkit2gtk-4.*/MiniBrowser")
    )
    return str(found[-1]) if found else None


def path() -> str | None:
    return browser() and shutil.which("Xvfb") and shutil.which("WebKitWebDriver")


class WebKit:
    """A screen that nobody sees, and the windows on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        style = folder / "config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(GTK_STYLE, encoding="utf-8")
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "2800x2000x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._screen.stdout is not None
        self._display = f":{self._screen.stdout.readline().strip()}"

    def window(self, scale: float = 1) -> WebKitWindow:
        environment = os.environ | {
            "DISPLAY": self._display,
            "GDK_BACKEND": "x11",
            "GDK_SCALE": str(round(scale)),
            "GTK_THEME": "Adwaita",
            "LANG": "en_GB.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "XDG_CONFIG_HOME": str(self._folder / "config"),
        }
        return WebKitWindow(environment)

    def close(self) -> None:
        self._screen.terminate()
        self._screen.communicate(timeout=PATIENCE)


class WebKitWindow(Window):
    def __init__(self, environment: dict[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        transport = httpx.HTTPTransport(retries=8)  # until the driver listens; the pauses between them grow
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * PATIENCE, transport=transport)
        wish = {
            "timeouts": {"script": 2 * PATIENCE * 1000},
            "webkitgtk:browserOptions": {"binary": browser(), "args": ["--automation"]},
        }
        made = self._post("/session", capabilities={"alwaysMatch": wish})
        self._session = f"/session/{made['sessionId']}"
        self._complaints: list[str] = []
        self._document = ""

    def _post(self, path: str, **body: Any) -> Any:
        return self._value(self._client.post(path, json=body))

    @staticmethod
    def _value(said: httpx.Response) -> Any:
        answer = said.json()["value"]
        assert not (isinstance(answer, dict) and answer.get("error")), answer
        return answer

    @property
    def trouble(self) -> list[str]:  # type: ignore[override]  # read from the page when it is asked for
        return self._complaints + list(self.call("() => window.complaints ?? []"))

    def open(self, url: str) -> None:
        document = url.partition("#")[0]
        if document == self._document:
            self.call("(url) => { location.href = url }", url)
            return
        if self._document:  # a script in the blank page of a new window may never answer
            self._complaints = self.trouble
        self._document = document
        self._post(f"{self._session}/url", url=url)
        self.call(_LISTEN)

    def call(self, function: str, arg: Any = None) -> Any:
        script = f"""const done = arguments[arguments.length - 1];
          Promise.resolve(arguments[0]).then({function}).then(
            (value) => done({{ value: value ?? null }}), (error) => done({{ error: String(error) }}));"""
        told = self._post(f"{self._session}/execute/async", script=script, args=[arg])
        assert "error" not in told, told["error"]
        return told["value"]

    def perform(self, *sources: dict[str, Any]) -> None:
        self._post(f"{self._session}/actions", actions=list(sources))

    def picture(self) -> bytes:
        return base64.b64decode(self._value(self._client.get(f"{self._session}/screenshot")))

    def resize(self, width: int, height: int) -> None:
        """The driver sets the size of the window with its toolbar: try, and correct by what came of it."""
        wide, high = width, height
        for _ in range(10):
            self._post(f"{self._session}/window/rect", x=0, y=0, width=wide, height=high)
            inner = self.call(_SIZE)
            if inner == [width, height]:
                return
            wide, high = wide + width - inner[0], high + height - inner[1]
        raise AssertionError(f"the window is {inner}, not {width} x {height}")

    def close(self) -> None:
        self._client.delete(self._session)
        self._client.close()
        self._driver.terminate()
        self._driver.wait(PATIENCE)
