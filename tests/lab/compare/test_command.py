"""The command line of a comparison names the position on the board, also on a branch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines import games
from lab.compare.words import asked_of, branch_of
from lab.match.history import MatchLines, Stone, StoneLine
from lab.match.seats import parse_seat
from lab.match.turn_tree import TurnNote

GAME = games()["csb"]()


def stone(number: int, turn: int) -> Stone:
    return Stone(number, turn, 0, "Ahead", TurnNote())


LINES = MatchLines(
    (1, 2, 5),  # the board shows branch B
    (
        StoneLine("", 0, 0, (stone(1, 1), stone(2, 2), stone(3, 3))),
        StoneLine("A", 0, 1, (stone(4, 2),)),
        StoneLine("B", 0, 2, (stone(5, 3),)),
    ),
)


def test_the_branch_is_that_of_the_turn_on_show() -> None:
    assert [branch_of(LINES, turn) for turn in range(4)] == ["", "", "", "B"]
    assert branch_of(MatchLines((1, 2)), 2) == ""


def test_budgets_are_named_once_where_they_are_the_same() -> None:
    sides = [parse_seat(text, GAME) for text in ("smitsimax:budget=9it", "duct:budget=9it")]
    asked = asked_of(GAME, (sides[0], sides[1]), 1, 4)  # type: ignore[arg-type]
    assert replace(asked, start=Path("m.jsonl"), turn=3, branch="B").command() == (
        "smitsilab compare csb --a smitsimax --b duct --budget 9it --from m.jsonl --turn 3 "
        "--branch B --seat 2 --seed 4"
    )
    other = parse_seat("duct:budget=20ms", GAME)
    assert asked_of(GAME, (sides[0], other), 0, 4).command() == (  # type: ignore[arg-type]
        "smitsilab compare csb --a smitsimax:budget=9it --b duct:budget=20ms --seat 1 --seed 4"
    )
