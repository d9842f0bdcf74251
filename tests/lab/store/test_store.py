"""The store: games are kept once, counted in whole groups, and come back as they went in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import lab
from lab.batch.games import LineUp
from lab.store.errors import StoreError
from lab.store.listing import GameFilter
from lab.store.store import Store
from tests.lab.store.facts import RULES, failed, game, lineup, player

AB, BA = lineup("a", "b"), lineup("b", "a")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as found:
        found.experiment("mine", "test")
        found.experiment("other", "sweep")
        yield found


def test_a_game_comes_back_as_it_went_in(store: Store) -> None:
    store.add("mine", 3, AB, [game(1, 1), game(1, 0)])
    assert store.games(AB) == [game(1, 0), game(1, 1)]
    assert store.games(AB, [2]) == []
    assert [kept.part for kept in store.asked("mine")] == [3, 3]


def test_an_unfinished_group_is_not_in_the_tally(store: Store) -> None:
    store.add("mine", 0, AB, [game(1, 0)])
    assert store.tally(AB) == {} and store.groups(AB) == {}
    store.add("mine", 0, AB, [game(1, 1, (0.0, 0.0))])
    # side 0 won the first and drew the second
    assert store.tally(AB, 0) == {540: 1} and store.tally(AB, 1) == {180: 1}
    assert store.groups(AB) == {1: (game(1, 0), game(1, 1, (0.0, 0.0)))}


def test_the_same_meeting_with_its_sides_exchanged(store: Store) -> None:
    """Who asks for b against a gets the games of a against b, in its own terms."""
    store.add("mine", 0, AB, [game(1, 0), game(1, 1, (1.0, -1.0))])
    store.add("mine", 0, AB, [game(2, 0), game(2, 1, (-1.0, 1.0))])
    # in seating 0 of b against a, b is in seat 0: that is seating 1 of a against b
    assert store.games(BA, [2]) == [game(2, 0, (-1.0, 1.0)), game(2, 1, (1.0, -1.0))]
    assert store.tally(BA, 0) == store.tally(AB, 1) == {0: 1, 360: 1}
    assert store.tally(BA, 1) == store.tally(AB, 0) == {360: 1, 720: 1}
    assert [kept.lineup for kept in store.asked("mine")] == [AB] * 4


def test_three_sides_turn_and_do_not_mirror(store: Store) -> None:
    abc, bca, acb = lineup("a", "b", "c"), lineup("b", "c", "a"), lineup("a", "c", "b")
    outcome = (1.0, 0.0, -1.0)
    store.add("mine", 0, abc, [game(5, k, outcome, 3) for k in range(3)])
    found = store.games(bca)
    assert [each.seating for each in found] == [0, 1, 2]
    # seat 0 of seating 0 is b's in both: in a, b, c that is seating 1
    assert found[0].seats == game(5, 0, outcome, 3).seats
    assert store.games(acb) == []
    assert store.tally(abc, 0) == {360: 1}


def test_a_game_played_twice_is_counted_once(store: Store) -> None:
    for name in ("mine", "mine", "other"):
        store.add(name, 0, AB, [game(1, 0), game(1, 1)])
    assert store.tally(AB) == {360: 1}
    assert len(store.asked("mine")) == len(store.asked("other")) == 2
    assert [each.games for each in store.experiments()] == [2, 2]


def test_games_of_others_are_adopted(store: Store) -> None:
    store.add("mine", 0, AB, [game(1, 0), game(1, 1), game(2, 0)])
    assert store.adopt("other", 4, BA, [1, 2, 3]) == store.games(BA)
    assert {kept.part for kept in store.asked("other")} == {4}
    assert {kept.lineup for kept in store.asked("other")} == {BA}
    assert {kept.lineup for kept in store.asked("mine")} == {AB}


def test_a_failed_game_is_no_evidence_and_is_tried_again(store: Store) -> None:
    first, second = failed(1, 0, "out of memory"), failed(1, 0, "killed")
    store.add("mine", 0, AB, [first, game(1, 1)])
    store.add("mine", 0, AB, [second])
    assert store.games(AB) == [game(1, 1)] and store.tally(AB) == {}
    assert store.failures(AB) == [first, second]
    store.add("mine", 0, AB, [game(1, 0)])
    store.add("mine", 0, AB, [failed(1, 0, "too late")])
    assert store.failures(AB) == [] and store.tally(AB) == {360: 1}
    failures = store.listed("mine", GameFilter(failed=True))
    assert [kept.record.error for kept in failures] == ["killed", "out of memory"]


@pytest.mark.parametrize(
    "asked",
    [
        lineup("a", "b", clock="cpu"),
        lineup("a", "b", source=""),
        LineUp(RULES, (player("a"), replace(player("b"), kind="program", program="./b"))),
        LineUp(RULES, (player("a"), player("b", source=""))),
    ],
    ids=["clock", "rules unknown", "program", "search unknown"],
)
def test_games_that_do_not_repeat_belong_to_their_experiment(store: Store, asked: LineUp) -> None:
    store.add("mine", 0, asked, [game(1, 0)])
    store.add("other", 0, asked, [game(1, 0, (-1.0, 1.0)), game(1, 1)])
    assert store.games(asked, experiment="mine") == [game(1, 0)]
    assert store.tally(asked, experiment="mine") == {}
    assert store.tally(asked, experiment="other") == {0: 1}
    assert store.games(asked, experiment="unknown") == []
    with pytest.raises(ValueError, match="name it"):
        store.games(asked)


def test_an_unknown_experiment_is_refused_and_harms_nobody(store: Store) -> None:
    bad = store.add_later("nobody", 0, AB, [game(1, 0)])
    good = store.add_later("mine", 0, AB, [game(2, 0)])
    assert good.result() is None
    with pytest.raises(StoreError, match="no experiment nobody"):
        bad.result()
    assert store.games(AB) == [game(2, 0)]


def test_what_would_spoil_the_tally_is_refused(store: Store) -> None:
    for record in (replace(game(1, 0), seats=()), replace(game(1, 0), seating=2)):
        with pytest.raises(StoreError):
            store.add("mine", 0, AB, [record])
    with pytest.raises(StoreError):
        store.add("mine", 0, AB, [game(1, 0, (1.0, 0.0, -1.0), 3)])
    assert store.asked("mine") == []


def test_keeping_games_loads_no_game() -> None:
    """A process that only keeps or reads games starts at once."""
    said = subprocess.run(
        [sys.executable, "-c", "import lab.store.store, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(lab.__file__).parent.parent)},
    )
    assert not {"numpy", "numba", "engines", "search", "platformdirs"} & {*said.stdout.split()}
