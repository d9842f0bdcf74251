"""Who can talk to a worker: it listens where it reaches its scheduler and nowhere else, and with
certificates scheduler and workers refuse everybody who has none.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from lab.batch.cluster.link import Link, open_to_all, secure
from lab.batch.errors import BatchError
from tests.waiting import HANG_S, until

ROOT = Path(__file__).parents[3]
TLS = Path(__file__).parent / "tls"  # made for this test: nothing else knows these certificates
pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc who listens")
LISTENS = "0A"
SILENT_S = 1.0  # without a word
HOME = {"0100007F": "127.0.0.1", f"{'0' * 24}01000000": "::1"}


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    children: list[str] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            children += (thread / "children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def listening(pid: int) -> dict[int, str]:
    """The ports on which a process and its children listen, and at which address."""
    sockets = set()
    for each in family(pid):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            for file in Path(f"/proc/{each}/fd").iterdir():
                with contextlib.suppress(OSError):  # closed meanwhile
                    sockets |= set(re.findall(r"socket:\[(\d+)\]", os.readlink(file)))
    found = {}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            address, port = words[1].split(":")
            if words[3] == LISTENS and words[9] in sockets:
                found[int(port, 16)] = HOME.get(address, address)
    return found


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    started = subprocess.Popen(
        [sys.executable, "-m", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield started
    finally:
        started.send_signal(signal.SIGTERM)
        started.communicate(timeout=HANG_S)


def scheduler(stack: ExitStack, folder: Path, *more: str) -> tuple[str, int]:
    """The address of a new scheduler, and its process."""
    found = folder / "scheduler.json"
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    words += ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
    started = stack.enter_context(process(*words, "--scheduler-file", str(found), *more))
    until(lambda: found.exists() and found.stat().st_size > 0)
    (address,) = re.findall(r'"address": "([^"]+)"', found.read_text())
    return address, started.pid


def worker(stack: ExitStack, address: str, *more: str) -> subprocess.Popen[str]:
    """A worker command with one process that has reached its scheduler."""
    words = ("lab", "worker", address, "--processes", "1", *more)
    started = stack.enter_context(process(*words))
    assert started.stdout is not None and started.stdout.readline().startswith("1 process for")
    until(lambda: len(listening(started.pid)) >= 3)  # the nanny, the worker, its pages
    return started


def test_a_worker_of_this_computer_listens_on_this_computer_only(tmp_path: Path) -> None:
    with ExitStack() as stack:
        address, _ = scheduler(stack, tmp_path)
        assert set(listening(worker(stack, address).pid).values()) == {"127.0.0.1"}
        assert open_to_all(address) == ""


def answers(port: int, context: ssl.SSLContext | None) -> bool:
    """Whether what listens there says anything to somebody without a certificate."""
    with socket.create_connection(("127.0.0.1", port), SILENT_S) as plain:
        try:
            with context.wrap_socket(plain) if context is not None else plain as line:
                line.sendall(b"x" * 64)
                return bool(line.recv(1))
        except OSError:
            return False


def test_with_certificates_nobody_else_is_answered_and_games_are_played(tmp_path: Path) -> None:
    ca, cert, key = (str(TLS / f"{name}.pem") for name in ("ca", "cert", "key"))
    nobody = ssl.create_default_context(cafile=ca)
    nobody.check_hostname = False
    options = ("--protocol", "tls", "--tls-ca-file", ca, "--tls-cert", cert, "--tls-key", key)
    with ExitStack() as stack:
        address, pid = scheduler(stack, tmp_path, *options)
        there = worker(stack, address, "--tls", str(TLS))
        ports = listening(there.pid)
        assert set(ports.values()) == {"127.0.0.1"} and open_to_all(address) == ""
        own = int(address.rpartition(":")[2])
        assert own in listening(pid)
        assert not any(answers(own, how) for how in (None, nobody))
        asked = "lab test tictactoe --seat random --than scripted --budget 2it --groups 2"
        words = [*asked.split(), "--store", str(tmp_path / "games.db"), "--cluster", address]
        with process(*words, "--tls", str(TLS)) as run:
            said, _ = run.communicate(timeout=HANG_S)
        assert run.returncode in (0, 1, 3), said
        with pytest.raises(BatchError):
            Link(address, within_s=1.0)


def test_a_scheduler_in_a_network_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from lab.batch.cluster import link

    monkeypatch.setattr(link, "interface_to", lambda address: "192.0.2.7")
    assert "tcp://lab1:8786" in open_to_all("tcp://lab1:8786")
    assert open_to_all("tls://lab1:8786") == ""


def test_a_missing_certificate_is_named(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match=r"ca\.pem"):
        secure(tmp_path)
