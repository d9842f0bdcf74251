"""A match whose game's file is saved while it runs: what is kept, and what is said."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engines import games, own_files
from engines.calling import called_by, calling
from engines.game import Game
from engines.versions import code_digest
from lab.batch.entrants import clock_of, condition
from lab.check.run import Checking
from lab.files.replay import load
from lab.files.replay_reader import EDITED
from lab.live import behind, pace
from lab.live.conductor import Conductor
from lab.live.loop import result_of
from lab.live.renewal import Renewal
from lab.live.trust import Trust
from lab.match.budget import ITERATIONS, Budget
from lab.match.prepare import Kernels
from lab.match.records import Setup
from lab.match.seat import SearchSeat
from search import algorithms
from tests.race_file import TEXT, saved

MOVES = [(0, -1), (-1, 1), (2, -1), (-1, 0)]  # to 1, 2, 4, 3
Save = Callable[[str, str], type[Game]]

pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.fixture
def match(race_file: Path, tmp_path: Path) -> Iterator[Conductor]:
    """A match of which some turns are played, with a search whose weight was turned."""
    kind = games()["race"]
    weights = kind.EvalParams(lead=0.3)  # type: ignore[call-arg]  # of the file
    seats = (SearchSeat("uct", weights=weights), SearchSeat("random"))
    setup = Setup("race", kind.Options(), seats, 1)
    conductor = Conductor(setup, 0.0, tmp_path / "kept", Trust(), lambda: None)
    conductor.table.look()
    conductor.table.add_branch(0, MOVES)
    yield conductor
    conductor.table.recorder.close()


@pytest.fixture
def save(race_file: Path) -> Save:
    return partial(saved, race_file)


def test_words_and_pictures_change_and_nothing_else(match: Conductor, save: Save) -> None:
    table, crew, frames = match.table, match.crew, match.table.history.frames
    match.renew(save("WORDS[action].title()", "WORDS[action].upper()"))
    assert match.table is table and match.crew is crew
    assert [f.state.tobytes() for f in table.history.frames] == [f.state.tobytes() for f in frames]
    assert table.history.frames[1].labels[0] == "ONE" and frames[1].labels[0] == "One"
    assert table.versions == 1 and result_of(table) is None and table.by_hand


def test_a_number_of_the_evaluation_begins_the_search_anew(match: Conductor, save: Save) -> None:
    table, crew = match.table, match.crew
    match.renew(save("0.02 * ahead", "0.05 * ahead"))
    assert match.table is table and match.crew is not crew
    spec = table.setup.seats[0]
    assert isinstance(spec, SearchSeat)
    assert table.game.weights(spec.settings(table.game)[1]).tolist() == [0.3, 0.05, 0.015]


def test_a_picture_that_fails_is_not_taken(match: Conductor, save: Save) -> None:
    kind, frames = type(match.table.game), match.table.history.frames
    with pytest.raises(ValueError, match=r"race\.py:\d+: the wording \(label\) fails"):
        match.renew(save("WORDS[action].title()", "WORDS[7].upper()"))
    assert type(match.table.game) is kind and match.table.history.frames == frames


def test_a_rule_that_leads_to_the_same_keeps_all_turns(match: Conductor, save: Save) -> None:
    states = [f.state.tobytes() for f in match.table.history.frames]
    match.renew(save("s.at[mover] % 5 == 0", "s.at[mover] % 7 == 0"))
    assert [f.state.tobytes() for f in match.table.history.frames] == states
    assert not match.notes and match.table.versions == 1


def test_where_it_leads_elsewhere_the_position_is_kept(match: Conductor, save: Save) -> None:
    head = match.table.head.state.tobytes()
    match.renew(save("[1, 2, 3]", "[1, 2, 4]"))
    assert match.table.head.state.tobytes() == head and match.table.head.turn == 0
    assert "goes on from this position" in match.notes[0]
    match.table.look()
    match.table.add_branch(0, [(2, -1)])
    assert match.table.head.state.at[0] == 4 + 4


def test_with_other_fields_it_is_played_again(match: Conductor, save: Save) -> None:
    match.renew(save('("lost", np.int32)', '("lost", np.int32), ("more", np.int32)'))
    assert "more" in match.table.head.state.dtype.names and match.table.head.turn == len(MOVES)
    assert match.table.head.state.at.tolist() == [4, 3]


def test_an_action_that_is_illegal_now_ends_it_there(match: Conductor, save: Save) -> None:
    fields = '("lost", np.int32)', '("lost", np.int32), ("more", np.int32)'
    kind = save(*fields)
    kind.rules = kind.rules.__class__(**{**vars(kind.rules), "is_legal": lambda s, a, k: k < 2})
    match.renew(kind)
    assert match.table.head.turn == 2
    assert "Turn 3 is not allowed any more" in match.notes[0]


def test_the_replay_says_so(match: Conductor, save: Save, tmp_path: Path) -> None:
    match.renew(save("0.02 * ahead", "0.05 * ahead"))
    match.table.add_branch(4, [(0, -1)])
    path = match.table.recorder.path
    match.table.recorder.close()
    assert path is not None and EDITED in load(path).note


def test_an_evaluation_that_is_called_takes_over_and_then_the_one_inside(
    match: Conductor, save: Save
) -> None:
    table, states = match.table, [f.state.tobytes() for f in match.table.history.frames]
    whole = save("0.02 * ahead(s, 1)", "0.02 * ahead(s, 1) * ahead(s, 0)")
    called = calling(whole)
    assert called is not None
    for kind in (called, whole):
        crew, game = match.crew, match.table.game
        match.renew(kind)
        assert match.table is table and match.crew is not crew
        assert type(table.game) is kind and table.game is not game
        assert table.history.game is table.game is match.crew.game is match.kernels.game
        assert [f.state.tobytes() for f in table.history.frames] == states
        assert table.versions == 1 and result_of(table) is None
        spec = table.setup.seats[0]
        assert isinstance(spec, SearchSeat) and spec.weights is not None
        assert spec.weights.lead == 0.3  # type: ignore[attr-defined]


def test_an_evaluation_is_taken_apart_where_kernels_can_call_it(race_file: Path) -> None:
    asked = list[Game]()

    def ask(game: Game, before: Any) -> str:
        asked.append(game)
        return code_digest(race_file)

    race_file.write_text(TEXT.replace("0.02 * ahead(s, 1)", "0.02 * ahead(s, 1) * ahead(s, 0)"))
    evaluator: Any = SimpleNamespace(ask=ask)
    renewal = Renewal(games()["race"](), race_file, ["uct"], evaluator)
    renewal.start()
    renewal._thread.join(60.0)
    assert not renewal.error and renewal.kind is not None and len(asked) == 1
    called = called_by(renewal.kind)
    assert called is not None and called.whole is games()["race"]


def test_a_rule_is_not_taken_for_an_evaluation(race_file: Path) -> None:
    """Kernels that call another evaluation would play by the rules before."""
    race_file.write_text(TEXT.replace("s.at[mover] % 5 == 0", "s.at[mover] % 7 == 0"))
    evaluator: Any = SimpleNamespace(ask=lambda game, before: code_digest(race_file))
    renewal = Renewal(games()["race"](), race_file, ["uct"], evaluator)
    renewal.start()
    renewal._thread.join(60.0)
    assert not renewal.error and renewal.kind is not None and renewal.compiles
    assert called_by(renewal.kind) is None


def test_what_is_compiled_behind_takes_over_once_it_is_ready_and_not_after_a_stop(
    race_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called, ready, done = calling(games()["race"]), threading.Event(), list[type[Game]]()
    assert called is not None

    class Prepared:
        def __init__(self, game: Game) -> None:
            self.game = game

        def ready(self, names: Sequence[str]) -> bool:
            assert type(self.game) is games()["race"] and names == ("uct",)
            return ready.is_set()

        def cancel(self) -> None:
            done.append(type(self))

    monkeypatch.setattr(behind, "is_disabled", lambda: False)
    monkeypatch.setattr(behind, "Kernels", Prepared)
    monkeypatch.setattr(behind, "load", lambda game, *_: done.append(type(game)))
    nobody: Any = None
    works = [behind.Behind(called(), ["uct"], nobody) for _ in range(2)]
    for work in works:
        work.start()
    works[0].stop()
    works[0]._thread.join(60.0)
    assert done == [Prepared] and works[0].kind is works[1].kind is None
    ready.set()
    works[1]._thread.join(60.0)
    assert works[1].kind is games()["race"] and done[1:] == [games()["race"]]
    assert works[0].kind is None and not works[0].error and not works[1].error


def test_a_rule_is_compiled_with_the_evaluation_inside(
    race_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, begun = games()["race"], list[Game]()
    called = calling(whole)
    assert called is not None
    monkeypatch.setattr("lab.live.renewal.Preparation", lambda game, *_, **__: begun.append(game))
    Renewal(called(), race_file, ["uct"])._first()
    assert [type(each) for each in begun] == [whole]


def test_games_of_two_versions_never_count_together(race_file: Path, save: Save) -> None:
    first, second = games()["race"](), save("[1, 2, 3]", "[1, 2, 4]")()
    third = save("WORDS[action].title()", "WORDS[action].upper()")()
    found = {
        condition(game, clock_of(Budget(ITERATIONS, 1))).source for game in (first, second, third)
    }
    assert len(found) == 3


# -- a version on its way --------------------------------------------------------------------------


def arrived(race_file: Path, old: str, new: str) -> Renewal:
    race_file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    renewal = Renewal(games()["race"](), race_file, ["uct"])
    renewal.start()
    renewal._thread.join(60.0)
    assert renewal.done
    return renewal


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("s.turn += 1", "s.turn += (", r"race\.py:\d+: "),
        (
            "class Race(Game)",
            "raise ValueError('no')\n\n\nclass Race(Game)",
            r"line \d+: ValueError: no",
        ),
        ('name = "race"', 'name = "chase"', "holds no game race any more"),
        ("out[n] = k", "out[n + 9] = k", r"race\.py:\d+: the rule legal fails: IndexError"),
    ],
)
def test_what_is_wrong_leaves_the_last_version(
    race_file: Path, old: str, new: str, said: str
) -> None:
    before = own_files.loaded(race_file)
    renewal = arrived(race_file, old, new)
    assert renewal.kind is None and re.search(said, renewal.error), renewal.error
    assert own_files.loaded(race_file) is before and games()["race"].title == "Race"


def test_a_checked_rule_arrives(race_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Renewal, "_first", lambda self: None)  # nothing is compiled
    monkeypatch.setattr(Kernels, "ready", lambda self, names: True)
    monkeypatch.setattr(Checking, "run", lambda self: self.report)  # it has passed
    renewal = arrived(race_file, "s.at[mover] % 5 == 0", "s.at[mover] % 7 == 0")
    assert not renewal.error
    assert renewal.kind is games()["race"] and renewal.compiles
    assert np.isfinite(renewal.kind().weights()).all() and "uct" in algorithms()


def test_searches_rest_while_an_edit_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rested = list[float]()
    monkeypatch.setattr(pace.time, "sleep", rested.append)
    pace.make_room(0.01)
    with pace.making_room():
        with pace.making_room():
            pace.make_room(0.01)
        pace.make_room(5.0)
    pace.make_room(0.01)
    assert rested == [pace.RESTS * 0.01, pace.LONGEST_S]
