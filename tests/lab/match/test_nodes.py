"""What nodes are called: the words that the rules give in the position where the action is
chosen.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from lab.match.nodes import NodeNames
from search import algorithms
from search.base import Search, generator
from search.branches import Branches, Wish


def searched(game: str, algorithm: str, iterations: int) -> tuple[Search, tuple[Branches, ...]]:
    rules = games()[game]()
    search = algorithms()[algorithm](rules, replace(algorithms()[algorithm].usual(rules)), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(iterations)
    agents = tuple(stats.agent for stats in search.snapshot().agents)
    return search, search.branches(Wish(agents))


def test_moves_in_turn_are_named_in_their_own_position() -> None:
    search, (part,) = searched("uttt", "uct", 3000)
    game = search.game
    words = NodeNames(game, game.bench_position()).words(part, {}, wanted=10**6)
    assert len(words) == len(part) - 1
    for row in range(1, len(part), 7):
        state = game.bench_position()
        for action in part.path(row)[:-1]:
            joint = np.full(2, PASS, np.int64)
            joint[game.rules.to_move(state)] = action
            game.rules.step(state, joint, generator(0), None)
        mover = game.rules.to_move(state)
        assert mover == part.mover[row]
        assert words[part.path(row)] == game.label(state, mover, part.path(row)[-1])


@pytest.mark.parametrize("algorithm", ["uct", "smitsimax"])
def test_bids_of_one_round_are_named_together(algorithm: str) -> None:
    """Goofspiel's words name the card, which must be in the hand of that round."""
    search, parts = searched("goofspiel", algorithm, 2000)
    lines = {stats.agent: tuple(stats.pv.tolist()) for stats in search.snapshot().agents}
    names = NodeNames(search.game, search.game.bench_position())
    for part in parts:
        words = names.words(part, lines, wanted=10**6)
        assert len(words) == len(part) - 1 and all(words.values())
        first = part.children(0)
        state = search.game.bench_position()
        for row in first:
            assert words[part.path(row)] == search.game.label(
                state, part.agent, int(part.action[row])
            )


def test_only_so_many_at_a_time_and_the_rest_later() -> None:
    search, (part,) = searched("uttt", "uct", 3000)
    names = NodeNames(search.game, search.game.bench_position())
    counts = [len(names.words(part, {}, wanted=40)) for _ in range(3)]
    assert counts == [40, 80, 120]


def test_a_focus_is_reached_first() -> None:
    search, (whole,) = searched("uttt", "uct", 3000)
    deep = whole.path(int(np.argmax(whole.depth)))[:2]
    (part,) = search.branches(Wish((0,), focus=(deep,)))
    words = NodeNames(search.game, search.game.bench_position()).words(part, {})
    below = part.path(int(part.children(0)[0]))
    assert below[:2] == deep and words[below]


@pytest.mark.parametrize(
    ("name", "some"),
    [("csb", {"↑", "↖0", "↗", "S"}), ("uttt", {"00", "71"}), ("tron", {"↑", "←"})],
)
def test_actions_have_at_most_three_characters_for_small_cells(name: str, some: set[str]) -> None:
    game = games()[name]()
    state, room = game.initial(1), np.zeros(game.max_actions, np.int64)
    mover = max(0, int(game.rules.to_move(state)))
    legal = room[: int(game.rules.legal(state, mover, room))]
    briefs = {game.brief(state, mover, int(action)) for action in legal}
    assert some & briefs and all(1 <= len(brief) <= 3 for brief in briefs)
    if name != "tron":  # which way is open depends on the start
        assert some <= briefs


def test_small_cells_get_the_brief_of_their_own_action() -> None:
    search, (part,) = searched("uttt", "uct", 500)
    names = NodeNames(search.game, search.game.bench_position())
    words = names.words(part, {})
    briefs = names.briefs(words)
    assert briefs.keys() == words.keys()
    assert all(briefs[path] == words[path].replace(" ", "") for path in words)
