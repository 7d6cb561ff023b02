#!/usr/bin/env python3
"""Runs a command of the project on a bare Debian: no fonts, no browser, an empty home folder.

Run, as root: tools/bare_machine.py [--user] [--extra PACKAGE]… [--release NAME] [--keep] "make test"

The system, which debootstrap makes, has python3, python3-venv, make and git. The last commit is cloned into a copy of
it, and the command runs there with no environment variable but those that the package managers need. `--user`: as a
user without rights. `--extra`: with one more Debian package, for example chromium. `--release`: another Debian
than this one; sid has the newest Python. The system is made once (in /var/tmp, or --base FOLDER); its copy is removed
at the end, unless `--keep` is given.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "python3,python3-venv,make,git,ca-certificates"
USER = "stranger"
# How the network and the package managers of this machine are set up. Nothing else of it is to be seen.
SETTINGS = (
    *("etc/resolv.conf", "etc/hosts", "etc/ssl/certs", "usr/local/share/ca-certificates", "etc/pip.conf", "etc/npmrc"),
    *(f"etc/apt/{name}" for name in ("sources.list", "sources.list.d", "apt.conf.d", "keyrings")),
    "usr/share/keyrings",
)
OF_HOME = (".config/pip", ".pip", ".npmrc")
VARIABLES = re.compile(r"(PIP|NPM_CONFIG|SSL_CERT|REQUESTS_CA|CURL_CA|NODE_EXTRA_CA)_?\w*|\w+_PROXY", re.IGNORECASE)
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs a command of the project on a bare Debian.")
    parser.add_argument("command", nargs="?", default="make play ARGS=--help && make test")
    parser.add_argument("--user", action="store_true", help="as a user without rights")
    parser.add_argument("--extra", action="append", default=[], metavar="PACKAGE", help="with this Debian package")
    parser.add_argument("--release", metavar="NAME", help="a Debian of another release than this one")
    parser.add_argument("--base", type=Path, help="the folder of the system")
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    parser.add_argument("--within", type=Path, help=argparse.SUPPRESS)  # the copy's folder: in a namespace of its own
    given = parser.parse_args()
    release = given.release or platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    base = given.base or Path(f"/var/tmp/freehold-bare-{release}")
    if given.within:
        return _run(given, base, given.within)
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("A bare machine is made by root on Debian, with the package debootstrap: apt-get install debootstrap.")
    _make(base, release)
    work, began = Path(tempfile.mkdtemp(prefix="freehold-bare-", dir="/var/tmp")), time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy is removed then, too
    # What is mounted in its own namespace is gone when its processes are, so that nothing but the copy is removed.
    alone = ["unshare", "--mount", "--pid", "--fork", "--propagation", "private", "--kill-child"]
    try:
        done = subprocess.run([*alone, sys.executable, __file__, *sys.argv[1:], "--within", work])
    finally:
        if given.keep:
            print(f"kept: {work}")
        else:
            shutil.rmtree(work)
    who = USER if given.user else "root"
    seconds = time.monotonic() - began
    print(f"{release}, {platform.machine()}, as {who}: exit {done.returncode} after {seconds:.0f} s")
    return done.returncode


def _make(base: Path, release: str) -> None:
    """The system, if it is not there yet."""
    if (base / "complete").exists():
        return
    shutil.rmtree(base, ignore_errors=True)
    print(f"Making a bare {release} in {base} (once) …", flush=True)
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", release, str(base), *_mirror()]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (base / "complete").touch()


def _mirror() -> list[str]:
    """Where this machine has its Debian packages from, if it says so."""
    sources = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(path.read_text() for path in sources if path.is_file())
    return re.findall(r"^(?:URIs:|deb (?:\[.*\] )?)\s*(\S+)", text, re.MULTILINE)[:1]


def _run(given: argparse.Namespace, base: Path, work: Path) -> int:
    """The command, in a copy of the system."""
    root = work / "root"
    for name in ("root", "upper", "overlay"):
        (work / name).mkdir()
    layers = f"lowerdir={base},upperdir={work}/upper,workdir={work}/overlay"
    overlay = ["mount", "-t", "overlay", "overlay", "-o", layers, str(root)]
    if subprocess.run(overlay, stderr=subprocess.DEVNULL).returncode:
        subprocess.run(["cp", "-a", f"{base}/.", root], check=True)
    _mount(root)
    (root / "etc/apt/sources.list").unlink(missing_ok=True)
    for name in SETTINGS:
        _copy(Path("/") / name, root / name)
    if given.release:
        shutil.rmtree(root / "etc/apt/sources.list.d", ignore_errors=True)
        lines = [f"deb {mirror} {given.release} main\n" for mirror in _mirror()]
        (root / "etc/apt/sources.list").write_text("".join(lines))
    home = f"/home/{USER}" if given.user else "/root"
    if given.user:
        subprocess.run(["chroot", root, "useradd", "--create-home", USER], check=True)
    for name in OF_HOME:
        _copy(Path.home() / name, root / home[1:] / name)
    clone = root / home[1:] / "freehold"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    print(f"commit {_told(['git', '-C', clone, 'rev-parse', '--short', 'HEAD'])}", flush=True)
    variables = {name: value for name, value in os.environ.items() if VARIABLES.fullmatch(name)}
    variables |= {"HOME": home, "LANG": "C.UTF-8", "PATH": SYSTEM_PATH}
    if given.user:
        subprocess.run(["chroot", root, "chown", "--recursive", f"{USER}:{USER}", home], check=True)
    if given.extra:
        install = "apt-get -qq update && apt-get -qq install --yes --no-install-recommends " + " ".join(given.extra)
        silent = variables | {"DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(["chroot", root, "sh", "-c", install], env=silent, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
    who = f"--userspec={USER}:{USER}" if given.user else "--userspec=root:root"
    inside = ["chroot", who, str(root), "bash", "-c", f"cd ~/freehold && {given.command}"]
    return subprocess.run(inside, env=variables, stdin=subprocess.DEVNULL).returncode


def _mount(root: Path) -> None:
    """Devices, processes, and, to be read only, the folders of this machine from which pip is set up to install."""
    kinds = (("proc", "proc"), ("dev", "tmpfs"), ("dev/shm", "tmpfs"), ("dev/pts", "devpts"))
    for name, kind in kinds:
        (root / name).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", kind, kind, root / name], check=True)
    for name in DEVICES:
        (root / "dev" / name).touch()
        subprocess.run(["mount", "--bind", f"/dev/{name}", root / "dev" / name], check=True)
    (root / "dev/ptmx").symlink_to("pts/ptmx")
    (root / "dev/pts/ptmx").chmod(0o666)
    (root / "dev/fd").symlink_to("/proc/self/fd")
    (root / "dev/shm").chmod(0o1777)
    subprocess.run(["mount", "--rbind", "-o", "ro", "/sys", root / "sys"], check=True)
    said = _told([sys.executable, "-m", "pip", "config", "list"]) + os.environ.get("PIP_FIND_LINKS", "")
    said = said.replace("file://", "").replace("/simple", "")  # the files of an index are beside its pages
    for name in sorted(set(re.findall(r"/[^\s'\":,]+", said))):
        if Path(name).is_dir():
            (root / name[1:]).mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", "-o", "ro", name, root / name[1:]], check=True)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, symlinks=True)
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def _told(command: list[object]) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
