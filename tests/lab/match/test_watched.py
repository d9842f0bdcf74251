"""Matches that nobody watches: the same play, and of each decision the counts alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import games
from lab.match.budget import Allowance, Budget
from lab.match.decide import Player, think
from lab.match.play import MatchResult, play_setup
from lab.match.seats import make_setup, parse_search

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
