"""A search whose threads grew one tree is played as recorded, and nobody claims that it repeats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines import games
from lab.batch.entrants import lineup
from lab.files.replay import ReplayError, load, save
from lab.files.verify import UNWATCHED, Repetition, can_repeat, unrepeated, verify
from lab.match.decide import Change
from lab.match.play import play
from lab.match.seat import SearchSeat
from lab.store.rows import shared

SEATS = ("uct:threads=3,parallel=tree,budget=30it", "uct:threads=3,parallel=root,budget=30it")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a shared tree against trees of their own."""
    path = tmp_path_factory.mktemp("threads") / "match.jsonl"
    save(path, play("tictactoe", list(SEATS), seed=3))
    return path


def test_one_tree_is_played_as_recorded_and_single_trees_are_repeated(file: Path) -> None:
    replay = load(file)
    assert list(verify(replay)) == [None] * len(replay.turns)
    assert unrepeated(replay) == (0,)
    again = Repetition(replay)
    with pytest.raises(ReplayError, match="seat 1 grew one tree"):
        again.watched(1, 0, UNWATCHED)
    player, _ = again.watched(2, 1, UNWATCHED)
    assert player.search.snapshot().iterations == 30


def test_a_knob_turned_in_mid_search_counts(file: Path) -> None:
    game = games()["tictactoe"]()
    spec = load(file).setup.seats[1]
    decision = load(file).turns[1].decisions[1]
    assert isinstance(spec, SearchSeat) and decision is not None
    assert can_repeat(game, spec, decision)
    turned = replace(decision, changes=(Change(10, {"parallel": "tree"}),))
    assert not can_repeat(game, spec, turned)
    one = replace(decision, changes=(Change(10, {"threads": 1}), Change(20, {"parallel": "tree"})))
    assert can_repeat(game, spec, one)


@pytest.mark.parametrize(
    ("seat", "alike"),
    [
        ("uct", True),
        ("uct:threads=4", True),
        ("uct:parallel=tree", True),
        ("uct:threads=2,parallel=tree", False),
    ],
)
def test_only_games_that_repeat_are_anybodys(seat: str, alike: bool) -> None:
    found = lineup(games()["tictactoe"](), (seat, "random"), "it")
    assert found.repeats is alike and shared(found) is alike
    assert not lineup(games()["tictactoe"](), (seat, "random"), "cpu").repeats
