"""A method of a file that never comes back while a match is played is ended, with its line."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from engines import own_files
from engines.game import Game
from engines.gdl.game import SheetGame
from lab.check import deadline
from lab.check.blame import Endless, fails_in
from lab.check.endless import CallWatch
from tests.games.harmful import IN_PLAY

LIMIT_S = 0.2
SHEETS = Path(__file__).parents[1] / "engines" / "gdl" / "sheets"
ENDLESS = [each for each in IN_PLAY if each.name in ("scene_circles", "targets_circles")]


@pytest.fixture(autouse=True)
def loading(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are watched as in the window, with a short limit; nothing stays."""
    monkeypatch.setenv(own_files.LOAD, "")
    monkeypatch.setattr(own_files, "_followers", [])
    own_files.follow(CallWatch(LIMIT_S).follow)
    before = set(sys.modules)
    yield
    for name in {name for name in set(sys.modules) - before if name.startswith("loaded_")}:
        del sys.modules[name]


def game_of(text: str, path: Path) -> Game:
    path.write_text(text, encoding="utf-8")
    kind = next(iter(own_files.named_in(own_files.give(path)).values()))
    made: Game = kind()
    return made


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("in_thread", [False, True], ids=["here", "thread"])
@pytest.mark.parametrize("mistake", ENDLESS, ids=lambda mistake: mistake.name)
def test_an_endless_call_is_ended_and_not_begun_again(mistake, in_thread, tmp_path) -> None:
    path = tmp_path / f"{mistake.name}.py"
    game = game_of(mistake.text, path)
    state = game.initial(1)
    told, waits = list[str](), list[float]()

    def ask() -> None:
        for turn in (3, 3, 2, 3):  # in turn 2 it is sound
            state["turn"] = turn
            began = time.perf_counter()
            try:
                game.scene(state) if "scene" in mistake.name else game.targets(state, 0)
                told.append("")
            except Endless as error:
                told.append(fails_in(error))
            waits.append(time.perf_counter() - began)

    if in_thread:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(30)
    else:
        ask()
    assert len(told) == 4
    assert told[0].startswith(f"{path.name}:{mistake.number}: ") and "come back" in told[0]
    assert all(said.startswith(f"{path.name}:{mistake.number}: ") for said in told[1:])
    assert waits[0] >= LIMIT_S and max(waits[1:]) < LIMIT_S


def test_a_call_that_ends_about_then_leaves_nothing_behind() -> None:
    """An exception that was on its way would come into somebody else's work."""
    pause, ended = 0.0, 0

    def label(game: object, agent: int) -> str:
        until = time.perf_counter() + pause
        while time.perf_counter() < until:
            pass
        return "a1"

    for step in range(30):
        kind: type[Any] = type("Slow", (Game,), {"label": label})
        CallWatch(0.1).follow(kind)
        pause = 0.09 + 0.002 * step
        try:
            kind.label(None, 0)
        except Endless:
            ended += 1
        for _ in range(3000):
            pass
    assert 0 < ended < 30


@pytest.mark.usefixtures("uncompiled")
def test_a_call_that_would_end_the_program_is_an_error(tmp_path: Path) -> None:
    mistake = next(each for each in IN_PLAY if each.name == "scene_exits")
    game = game_of(mistake.text, tmp_path / "exits.py")
    state = game.initial(1)
    state["turn"] = 3
    with pytest.raises(RuntimeError) as caught:
        game.scene(state)
    assert fails_in(caught.value).startswith(f"exits.py:{mistake.number}: the picture")


def test_a_search_may_take_its_time() -> None:
    class Search:
        def think(self) -> None: ...

    think = Search.think
    CallWatch(LIMIT_S).follow(Search)
    assert Search.think is think


def methods(kind: type[Any]) -> list[Any]:
    """All that a class or one above it defines."""
    return [each for above in kind.__mro__ for each in vars(above).values()]


def test_sheets_are_not_watched_whose_methods_are_those_of_all_sheets(tmp_path) -> None:
    """Each sheet that was there had wrapped them once more, until a call was too deep."""
    before = methods(SheetGame)
    for k in range(3):
        own_files.give(Path(copy(SHEETS / "buttons.kif", tmp_path / f"sheet{k}.kif")))
    own_files.follow(CallWatch(LIMIT_S).follow)
    assert methods(SheetGame) == before


@pytest.mark.usefixtures("uncompiled")
def test_a_game_that_is_heard_of_again_is_watched_once(tmp_path) -> None:
    kind = type(game_of(ENDLESS[0].text, tmp_path / "heard.py"))
    once = CallWatch(LIMIT_S)
    once.follow(kind)
    before = methods(kind)
    once.follow(kind)
    assert methods(kind) == before


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such timers")
def test_who_gets_no_processor_has_not_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is busy with other things, 20 s may be a moment."""
    monkeypatch.setattr(deadline, "WAIT_S", 0.1)
    monkeypatch.setattr(deadline.time, "process_time", lambda: 0.0)
    monkeypatch.setattr(deadline, "_rests", lambda: 7)
    with deadline.within(50.0):
        time.sleep(0.3)
    monkeypatch.undo()
    monkeypatch.setattr(deadline, "WAIT_S", 0.1)
    monkeypatch.setattr(deadline, "BUSY", 0.9)
    with pytest.raises(Endless, match="waited"), deadline.within(50.0):
        time.sleep(0.3)
