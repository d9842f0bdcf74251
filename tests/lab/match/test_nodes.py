"""What nodes are called: the words that the rules give in the position where the action is
chosen.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from lab.match.budget import Allowance, Budget
from lab.match.decide import Player, think
from lab.match.nodes import NodeNames
from lab.match.play import MatchResult, play_setup
from lab.match.seats import make_setup, parse_search
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


@pytest.mark.usefixtures("uncompiled")
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


# -- watched --------------------------------------------------------------------------------------


MATCHES = [
    ("tictactoe", ("uct:c=0.4,budget=60it", "alphabeta:depth=4,budget=90it"), 3),
    ("tictactoe", ("uct:threads=2,parallel=root,budget=40it", "uct:solver=yes,budget=70n"), 4),
    ("goofspiel:cards=3", ("duct:c=0.5,budget=50it", "smitsimax:depth=2,budget=30it"), 5),
]


def played(match: tuple[str, tuple[str, ...], int], watched: bool) -> MatchResult:
    """The match of a game, its seats and its seed."""
    name, seats, seed = match
    game = games()[name.partition(":")[0]].configure(
        **dict(pair.split("=") for pair in name.partition(":")[2].split(",") if pair)
    )
    setup = make_setup(game, list(seats), seed)
    return play_setup(setup, game=game, log_events=False, watched=watched)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match[0])
def test_a_match_is_the_same_whether_watched_or_not(
    match: tuple[str, tuple[str, ...], int],
) -> None:
    shown, unseen = played(match, True), played(match, False)
    assert [turn.joint for turn in unseen.turns] == [turn.joint for turn in shown.turns]
    assert unseen.outcome == shown.outcome
    for before, after in zip(shown.turns, unseen.turns, strict=True):
        for whole, brief in zip(before.decisions, after.decisions, strict=True):
            if whole is None or brief is None:
                assert whole is brief
                continue
            all_of_it, counts = whole.snapshot, brief.snapshot
            if match[1][whole.seat].startswith("duct"):  # its agents share one tree
                assert {agent.nodes for agent in all_of_it.agents} == {counts.nodes}
            assert all_of_it.agents and not counts.agents and counts.value is None
            bare = replace(
                all_of_it,
                agents=(),
                value=None,
                agreed=None,
                scalars={},
                series={},
                joint=None,
                trace=(),
                trace_values=(),
            )
            assert counts == bare


@pytest.mark.usefixtures("uncompiled")
def test_a_search_that_does_not_divide_its_budget_makes_it_in_one_call() -> None:
    """Eight calls of 25 iterations took longer than the iterations."""
    game = games()["tictactoe"]()
    calls = {}
    for seat in ("uct", "alphabeta:depth=9,deepening=no", "genetic", "beam"):
        player = Player(game, 0, parse_search(seat, game), 7)
        player.begin(game.initial(7), 0)
        think(player, Budget.parse("200it"))
        calls[player.spec.name] = len(player.decide().calls)
    assert calls["uct"] == calls["alphabeta"] == 1 and calls["genetic"] == 8 > calls["uct"]


def test_what_looks_on_sees_each_part_of_any_budget() -> None:
    game = games()["tictactoe"]()
    player, seen = Player(game, 0, parse_search("uct", game), 7), list[int]()
    player.begin(game.initial(7), 0)
    think(player, Budget.parse("400it"), lambda known: seen.append(known.iterations))
    assert seen == [50, 100, 150, 200, 250, 300, 350, 400]


def test_long_budgets_are_left_in_parts_for_an_interrupt() -> None:
    whole = Allowance(Budget.parse("4000it"), divides=False)
    assert whole.left == 500 and Allowance(Budget.parse("100000it"), False).left == 2000


def test_the_line_of_best_moves_follows_the_tree() -> None:
    """It is kept until the tree or the rule of the final choice changes."""
    game = games()["tictactoe"]()
    player = Player(game, 0, parse_search("uct:c=2", game), 11)
    player.begin(game.initial(11), 0)
    lines = []
    for iterations in (3, 40, 400):
        player.advance(iterations)
        search = player.search
        fresh = search._follow_best(search.params.final == "mean")  # type: ignore[attr-defined]
        assert search._variation() == fresh  # type: ignore[attr-defined]
        lines.append(fresh)
    assert len({tuple(line) for line in lines}) > 1
    player.change({"final": "mean"})
    assert search._variation() == search._follow_best(True)  # type: ignore[attr-defined]
