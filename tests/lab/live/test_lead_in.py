"""The recorded match that is on the board while the first kernels are compiled."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from engines.knobs import replace as turn
from lab.files.replay import load
from lab.files.verify import verify
from lab.live.loop import FILE, lead_in_to
from lab.live.session import Session
from lab.match import prepare
from lab.match.seat import SearchSeat
from lab.ui.setup.usual import first_setup
from lab.words.settings import Settings
from tests.lab.toys import until

SETUP = first_setup(Settings())
WITHOUT_NUMBA = """
import sys
from lab.live.loop import FILE
from lab.live.table import MatchTable
from lab.files.replay import load
from engines.jit import plain
with plain():
    table = MatchTable((found := load(FILE)).setup, FILE.parent, found)
    while not table.look(0.0):
        pass
    print(len(table.history.frames), all(table.history.frames[-1].thoughts or [None]))
assert "numba" not in sys.modules
"""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A preparation that lasts until `done`."""
    state = SimpleNamespace(done=False)
    monkeypatch.setattr(prepare, "is_ready", lambda *_: state.done)

    def preparation(game: object, kind: type, *_: str) -> SimpleNamespace:
        return SimpleNamespace(
            need=kind.name,  # type: ignore[attr-defined] # every search has a name
            title=kind.name,  # type: ignore[attr-defined]
            failure="",
            seconds=1.0,
            progress=0.5,
            poll=lambda: state.done,
            cancel=lambda: None,
        )

    monkeypatch.setattr(prepare, "Preparation", preparation)
    return state


@pytest.fixture
def begin(tmp_path: Path, slow: SimpleNamespace) -> Iterator[Callable[..., Session]]:
    sessions = []

    def made(setup: object = SETUP) -> Session:
        sessions.append(Session(setup, pace_s=0.0, save_folder=tmp_path))  # type: ignore[arg-type]
        sessions[-1].play()
        return sessions[-1]

    yield made
    for session in sessions:
        session.close()


def test_the_record_is_of_the_match_that_the_lab_opens_with_and_repeats() -> None:
    found = lead_in_to(SETUP)
    assert found is not None and not found.damaged
    assert set(verify(found)) == {None}, "python -m tests.first_match records it again"


def test_it_is_played_without_anything_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True)
    assert done.stdout.split() == [str(len(load(FILE).turns) + 1), "True"], done.stderr


def test_it_plays_until_the_searches_are_ready_and_what_was_set_meanwhile_holds(
    begin: Callable[..., Session], slow: SimpleNamespace, tmp_path: Path
) -> None:
    session = begin()
    until(session, lambda: len(session.frames) > 3)
    assert session.status.leads_in and session.status.playing
    thought = session.frames[2].thoughts[1]
    assert thought is not None and thought.snapshot.iterations == 4000 and not thought.live
    assert not list(tmp_path.iterdir())  # nothing of it is anybody's match
    spec = session.setup.seats[1]
    assert isinstance(spec, SearchSeat) and spec.params is not None
    session.set_params(1, turn(spec.params, "c", 0.9))
    until(session, lambda: session.setup.seats[1] != SETUP.seats[1])
    slow.done = True
    until(session, lambda: not session.status.leads_in and len(session.frames) > 1)
    seats = session.setup.seats
    assert seats[0] == SETUP.seats[0]
    assert isinstance(seats[1], SearchSeat) and getattr(seats[1].params, "c", 0.0) == 0.9
    assert session.setup.seed == SETUP.seed and session.file is not None


def test_a_paused_one_waits_and_another_match_ends_it(
    begin: Callable[..., Session], slow: SimpleNamespace
) -> None:
    session = begin()
    until(session, lambda: len(session.frames) > 2)
    session.pause()
    until(session, lambda: not session.status.playing)
    shown = len(session.frames)
    time.sleep(0.6)  # two turns of it
    assert len(session.frames) == shown
    found = load(FILE)
    session.load(found)
    until(session, lambda: not session.status.leads_in)
    slow.done = True
    until(session, lambda: len(session.frames) == len(found.turns) + 1)


def test_other_settings_have_no_record() -> None:
    other = SETUP.seats[::-1]
    assert lead_in_to(SETUP.__class__(SETUP.game, SETUP.options, other, SETUP.seed)) is None
