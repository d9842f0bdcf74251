"""The resident process behind `smitsilab referee`: matches go as they go alone, and nothing is left
behind.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from lab.cli import client
from tests.waiting import is_gone, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")

ROOT = Path(__file__).parents[3]
FIRST_CELL = """
import os, sys
while True:
    input()
    cells = [input() for _ in range(int(input()))]
    print(os.environ.get("WORD"), os.getcwd(), file=sys.stderr, flush=True)
    print(cells[0], flush=True)
"""
SLEEPY = """
import os, time
with open(f"pid-{os.getpid()}", "w") as file:
    file.write("here")
time.sleep(600)
"""
BARE = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "engines", "argparse", "subprocess"):
            raise SystemExit(f"{name} was imported")
sys.meta_path.insert(0, Nothing())
from lab.cli import main
sys.exit(main())
"""

Referee = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of clients that share a resident process, which is ended at the end."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    own = {"XDG_RUNTIME_DIR": str(folder), client.SWITCH: "", "NUMBA_DISABLE_JIT": "1"}
    yield os.environ | own | {"PYTHONPATH": str(ROOT)}
    for pid in residents(folder):
        os.kill(pid, signal.SIGKILL)


def residents(folder: Path) -> list[int]:
    """The resident processes of this folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words, room = (each / "cmdline").read_bytes(), (each / "environ").read_bytes()
            if b"lab.cli.resident" in words and os.fsencode(f"XDG_RUNTIME_DIR={folder}\0") in room:
                found.append(int(each.name))
    return found


def started(words: list[str], room: dict[str, str], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BARE, "referee", "tictactoe", *words, "--patience", "200"],
        env=room,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def bots(folder: Path, *bodies: str) -> list[str]:
    """The words that name these programs, by paths relative to the folder."""
    words = []
    for k, body in enumerate(bodies):
        (folder / f"bot{k}.py").write_text(body)
        words += [f"-p{k + 1}", shlex.join([sys.executable, "-I", "-S", f"bot{k}.py"])]
    return words


def test_a_match_goes_as_it_does_alone_and_the_client_loads_nothing(
    room: dict[str, str], tmp_path: Path
) -> None:
    words = [*bots(tmp_path, FIRST_CELL, FIRST_CELL), "-d", "seed=5", "-l", "log.json"]
    for word in ("one", "two"):  # the second finds the process that the first has started
        with started(words, room | {"WORD": word}, tmp_path) as served:
            assert served.communicate(timeout=120) == ("2\n0\nseed=5\n", "")
        assert served.returncode == 0
        log = (tmp_path / "log.json").read_text()
        assert f"{word} {tmp_path}" in log
    (resident,) = residents(Path(room["XDG_RUNTIME_DIR"]))
    children = Path(f"/proc/{resident}/task/{resident}/children").read_text().split()
    assert len(children) <= 1  # the match of the first is no longer kept


def test_a_wrong_command_line_has_its_sentence_and_code(
    room: dict[str, str], tmp_path: Path
) -> None:
    with started(["-p1", "./nothing", "-p2", "./nothing"], room, tmp_path) as served:
        out, err = served.communicate(timeout=120)
    assert (served.returncode, out) == (2, "")
    assert err.startswith("smitsilab: The program ./nothing cannot be started")


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_client_that_is_ended_ends_its_match_and_programs(
    room: dict[str, str], tmp_path: Path, number: int, code: int
) -> None:
    with started(bots(tmp_path, SLEEPY, SLEEPY), room, tmp_path) as served:
        until(lambda: any(path.read_text() for path in tmp_path.glob("pid-*")))
        served.send_signal(number)
        _, err = served.communicate(timeout=120)
    assert served.returncode == code
    assert err == ("Stopped.\n" if number == signal.SIGINT else "")
    for path in tmp_path.glob("pid-*"):
        until(partial(is_gone, int(path.name.removeprefix("pid-"))))


def test_a_killed_resident_process_is_replaced(room: dict[str, str], tmp_path: Path) -> None:
    words = bots(tmp_path, FIRST_CELL, FIRST_CELL)
    folder = Path(room["XDG_RUNTIME_DIR"])
    before = residents(folder)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    with started(words, room, tmp_path) as served:
        assert served.communicate(timeout=120)[0].startswith("2\n0\n")
    assert set(residents(folder)).isdisjoint(before)


def test_a_folder_that_is_open_to_others_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv(client.SWITCH, "")
    (tmp_path / "smitsilab").mkdir(mode=0o755)
    assert client.refereed(["referee", "tictactoe"]) is None
    assert list((tmp_path / "smitsilab").iterdir()) == []


def test_nothing_is_served_after_a_source_has_changed(tmp_path: Path) -> None:
    from lab.cli.resident import Resident

    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as caller:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        resident = Resident(listener, idle_s=60)
        resident._loaded[__file__] = (0, 0)
        caller.connect(str(tmp_path / "socket"))
        caller.settimeout(60)
        resident.serve()  # ends at once
        assert caller.recv(1) == b""
    assert not (tmp_path / "socket").exists()


def test_an_idle_resident_process_ends_and_leaves_no_socket(tmp_path: Path) -> None:
    from lab.cli.resident import Resident

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        Resident(listener, idle_s=0.01).serve()
    assert list(tmp_path.iterdir()) == []


def test_clients_of_another_priority_have_a_resident_process_of_their_own() -> None:
    def likeness(nice: int) -> bytes:
        code = f"import os; os.nice({nice}); from lab.cli.client import likeness; print(likeness())"
        words = [sys.executable, "-c", code]
        return subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout

    assert likeness(0) == likeness(0) != likeness(1)
