"""Searches that are kept between matches: like new, of the same game and seat, and not too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import search.arena
from lab.match import search_pool
from lab.match.play import MatchResult, Turn, play
from lab.match.seats import parse_algorithm, parse_game, parse_search
from search.base import Search

# a single turn; turn by turn; at once and with chance
PAIRS = [
    *(("matrix", name) for name in ("uct", "duct", "smitsimax")),
    *(("tictactoe", name) for name in ("uct", "uct:solver=yes", "uct:rave=50")),
    *(("goofspiel:cards=4", name) for name in ("uct", "duct", "duct:rule=regret", "smitsimax")),
]


@pytest.fixture(autouse=True)
def _none_waits() -> Iterator[None]:
    search_pool._waiting.clear()
    yield
    search_pool._waiting.clear()


def waiting() -> list[Search]:
    return [search for _, search in search_pool._waiting]


def found(result: MatchResult) -> list[str]:
    """Everything that its decisions know, without the time they took."""
    decisions = [d for turn in result.turns for d in turn.decisions if d is not None]
    return [repr(replace(d, cpu_s=0.0, seconds=0.0)) for d in decisions]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_a_kept_search_decides_like_a_new_one(game: str, name: str) -> None:
    chosen = parse_game(game)
    seats = [name] * chosen.seats
    new = []
    for seed in (1, 2, 3):
        search_pool._waiting.clear()
        new.append(found(play(chosen, seats, budget="40it", seed=seed)))
    search_pool._waiting.clear()
    first = found(play(chosen, seats, budget="40it", seed=1))
    kept = waiting()
    assert len(kept) == chosen.seats
    assert [
        first,
        *(found(play(chosen, seats, budget="40it", seed=seed)) for seed in (2, 3)),
    ] == new
    assert {id(each) for each in waiting()} == {id(each) for each in kept}


def test_a_search_like_new_has_no_tree_to_go_on_with() -> None:
    game = parse_game("tictactoe")
    search = parse_algorithm("uct")(game, seed=1)
    root = game.initial(1)
    search.start(root, 0)
    search.advance(300)
    own = int(search.choice()[0])
    after = game.copy(root)
    rng = np.random.Generator(np.random.SFC64(0))
    reply = (own + 1) % 9
    last = np.array([-1, reply])
    game.rules.step(after, np.array([own, -1]), rng, None)
    game.rules.step(after, last, rng, None)
    assert search.renew()
    search.start(after, 0, last)
    assert (search.counts().reused, search.counts().generation) == (0, 1)


def test_each_is_lent_once() -> None:
    game, spec = parse_game("tictactoe"), parse_search("uct", parse_game("tictactoe"))
    made = search_pool.search_for(game, spec, 1)
    search_pool.keep(spec, made)
    assert search_pool.search_for(game, spec, 2) is made
    assert made.seed == 2
    assert search_pool.search_for(game, spec, 2) is not made


def test_other_seats_and_games_have_their_own() -> None:
    game, larger = parse_game("goofspiel:cards=4"), parse_game("goofspiel:cards=5")
    spec, other = (parse_search(text, game) for text in ("uct", "uct:c=0.5"))
    made = search_pool.search_for(game, spec, 1)
    search_pool.keep(spec, made)
    assert search_pool.search_for(game, other, 1) is not made
    assert search_pool.search_for(larger, spec, 1).game is larger
    assert waiting() == [made]


def test_what_takes_much_memory_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.arena, "FIRST_SIZE", 64)
    play("tictactoe", ["uct", "random"], budget="200it")
    assert waiting() == []


@pytest.mark.parametrize("name", ["uct:threads=2", "uct:threads=2,parallel=tree", "random"])
def test_what_cannot_be_made_like_new_is_not_kept(name: str) -> None:
    play("tictactoe", [name, "random"], budget="20it")
    assert waiting() == []


def test_a_match_that_failed_keeps_none() -> None:
    def fail(turn: Turn) -> None:
        raise ValueError

    with pytest.raises(ValueError):
        play("tictactoe", ["uct", "uct"], budget="20it", on_turn=fail)
    assert waiting() == []


def test_few_wait() -> None:
    game = parse_game("tictactoe")
    for k in range(search_pool.MOST + 2):
        spec = parse_search(f"uct:c={0.5 + k / 100}", game)
        search_pool.keep(spec, search_pool.search_for(game, spec, 1))
    assert len(waiting()) == search_pool.MOST
