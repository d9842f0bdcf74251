"""What searches over sequences keep: whose genes, which fitness, in which order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from search import algorithms
from search.base import generator
from search.branches import Wish
from search.forms import MOST_SEQUENCES, Sequences


def begun(name: str, game: str, trials: int, **params: object):  # type: ignore[no-untyped-def]
    """A search without plans for the others on the game's middle position."""
    rules, kind = games()[game](), algorithms()[name]
    usual = replace(kind.usual(rules), **({"opponent": "rest"} | params))
    search = kind(rules, usual, seed=3)
    search.start(rules.bench_position(), 0)
    search.advance(trials)
    return search


def kept_by(search) -> Sequences:  # type: ignore[no-untyped-def]
    kept = search.kept(Wish(()))
    assert isinstance(kept, Sequences)
    return kept


def fitness_of(search, actions) -> float:  # type: ignore[no-untyped-def]
    """The seat's evaluation after these joint actions, played by the rules."""
    state, values = search._root[0].copy(), np.zeros(search.game.agents)
    for joint in actions:
        search.game.rules.step(state, joint, generator(0), None)
    search.game.rules.value(state, search.weights, values)
    return float(values[list(search.game.agents_of(0))].mean())


@pytest.mark.parametrize("trials", [7, 50, 73, 400])
def test_a_population_is_its_tried_sequences_by_fitness_then_the_others(trials: int) -> None:
    search = begun("genetic", "csb", trials, population=50)
    kept = kept_by(search)
    tried = trials % 50
    known = trials if trials < 50 else 50
    assert kept.total == known and len(kept.fitness) == known + 1
    assert np.isfinite(kept.fitness[1:]).sum() == tried, "children have no fitness of their parents"
    finite = kept.fitness[1 : tried + 1]
    assert (np.diff(finite) <= 0).all() and np.isnan(kept.fitness[tried + 1 :]).all()
    assert kept.names == ("best", *[""] * known)
    assert f"generation {trials // 50 + 1}: {tried} tried" in kept.title
    assert kept.fitness[0] == search.scratch.best_fitness[0] >= finite.max(initial=-np.inf)


@pytest.mark.parametrize(
    ("name", "game"), [("genetic", "csb"), ("annealing", "connect_four"), ("shooting", "csb")]
)
def test_each_row_is_worth_its_fitness_when_it_is_played(name: str, game: str) -> None:
    planned = {} if game == "csb" else {"opponent": "search", "opponent_trials": 40}
    kept = kept_by(search := begun(name, game, 321, **planned))
    assert kept.actions.shape[1] == search.params.depth
    for row, fitness in enumerate(kept.fitness):
        actions = kept.actions[row, : kept.lengths[row]]
        assert (actions != PASS).any(axis=1).all()
        assert (kept.actions[row, kept.lengths[row] :] == PASS).all()
        if np.isfinite(fitness):
            assert fitness_of(search, actions) == pytest.approx(fitness, abs=1e-12)
    own = list(kept.agents)
    first = kept.actions[0, 0, own]
    assert first.tolist() == search.choice().tolist(), "the first row is what it would play"


def test_annealing_keeps_the_best_and_the_current_sequence() -> None:
    search = begun("annealing", "connect_four", 321, hot=2.0, cold=1.0)
    kept = kept_by(search)
    assert (
        kept.names == ("best", "current") and kept.fitness[1] == search.scratch.current_fitness[0]
    )
    assert kept.fitness[1] < kept.fitness[0], "it is hot"


def test_shooting_keeps_one_and_a_large_population_is_cut() -> None:
    assert kept_by(begun("shooting", "csb", 90)).names == ("best",)
    kept = kept_by(begun("genetic", "csb", 599, population=200))
    assert kept.total == 200 and len(kept.fitness) == MOST_SEQUENCES
    assert np.isfinite(kept.fitness).all(), "the best of those tried"


def test_nothing_is_kept_while_the_others_are_planned() -> None:
    search = begun("genetic", "csb", 20, opponent="search", opponent_trials=40)
    assert len(kept_by(search).fitness) == 0 and "others" in kept_by(search).title


@pytest.mark.parametrize("name", ["genetic", "annealing"])
def test_looking_changes_nothing(name: str) -> None:
    quiet, watched = (begun(name, "csb", 33) for _ in range(2))
    for _ in range(6):
        kept_by(watched)
        for search in (quiet, watched):
            search.advance(41)
    assert (quiet.scratch.best == watched.scratch.best).all() and (
        quiet._room == watched._room
    ).all()
