"""Questions of texts: what is printed, kept or shown of one asks the same one again."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from lab.cli import InputError
from lab.cli.match import SeriesAsked
from lab.cli.options import add_options, given
from lab.cli.parser import Parser
from lab.compare.words import CompareAsked
from lab.experiments.arena.pool import ArenaFile, NewArenaAsked, PlayAsked
from lab.experiments.better.plan import BetterPlan
from lab.experiments.claims.words import RunAsked
from lab.experiments.robin.plan import RobinPlan
from lab.experiments.sweep import SweepPlan
from lab.experiments.tuner.plan import TunePlan
from lab.match.seats import MatchAsked
from lab.review.judging import Thresholds
from lab.review.positions import ReviewAsked
from lab.words.asked import line_of, options, read_line, words_of

PLANS: dict[str, Any] = {
    "sweep": SweepPlan(
        "tictactoe",
        "uct:c=0.3",
        ("c=0.1:2:5:log", "final=visits|mean"),
        ("uct:c=0.5", "random"),
        matches=8,
        budget="50it",
        seed=7,
        rule="even",
        start="a file.jsonl",
        turn=3,
        shake=4,
    ),
    "sweep as usual": SweepPlan("uttt", "uct", ("c=1|2",), ("random",)),
    "table": RobinPlan("tictactoe", ("random", "scripted", "uct:c=0.3"), 6, "20it", 3),
    "tuning": TunePlan(
        "csb",
        "smitsimax",
        ("smitsimax", "greedy"),
        ("depth=2:6",),
        games=400,
        method="race",
        budget="30it",
        seed=5,
    ),
    "test": BetterPlan(
        "tictactoe",
        "uct:c=0.5",
        "uct:c=1.5",
        budget="30it",
        bounds=(0.5, 0.6),
        risks=(0.01, 0.02),
        careful=True,
        seed=9,
        most=12,
        seatings="all",
    ),
}

ASKED: dict[str, Any] = PLANS | {
    "match": SeriesAsked(
        "tictactoe",
        ("uct:c=0.3", "random"),
        "30it",
        3,
        cpu=True,
        processes=2,
        matches=6,
        swap=False,
        out=Path("a match.jsonl"),
        start=Path("start.jsonl"),
        json=True,
    ),
    "match of one budget": MatchAsked("uttt", ("uct", "uct"), "9it", 1),
    "review": ReviewAsked(
        Path("a match.jsonl"), "uct", "90it", 4, 2, "3,5", "B", 7, "4 3", processes=0
    ),
    "thresholds": Thresholds(1.5, 2.0, 30.25),
    "comparison": CompareAsked(
        "csb", "smitsimax", "duct", "9it", Path("m.jsonl"), 3, "B", seat=2, seed=4
    ),
    "run of an experiment": RunAsked("parts", budget="50it", claims=True, groups=7),
    "new arena": NewArenaAsked("night", "tron", "5ms", 3, "all", "a file"),
    "play of an arena": PlayAsked("night", 400, "evenly"),
    "arena": ArenaFile("uttt", "5ms", "new", "old", (0.5, 0.6), (0.01, 0.02), True),
}


def unsaid(question: Any) -> dict[str, Any]:
    """What its command line does not say: the game of an arena, which has a name."""
    return {"game": question.game} if isinstance(question, ArenaFile) else {}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_printed_asks_the_same_again(name: str) -> None:
    plan, parser = ASKED[name], Parser()
    add_options(parser, type(plan))
    args = parser.parse_args(words_of(plan))
    assert type(plan)(**unsaid(plan) | given(args, type(plan))) == plan


@pytest.mark.parametrize("name", PLANS)
def test_what_is_kept_reads_the_same(name: str) -> None:
    plan = PLANS[name]
    values = {each.name: getattr(plan, each.name) for each in options(plan)}
    assert read_line(type(plan), json.loads(json.dumps(line_of(plan)))) == values


@pytest.mark.parametrize("name", ASKED)
def test_every_option_is_told_with_its_default(name: str) -> None:
    plan, parser = ASKED[name], Parser()
    add_options(parser, type(plan))
    told = parser.format_help()
    for each in options(plan):
        named = each.flag or each.metavar or each.name
        assert (named in told) == bool(each.help)
        assert each.required == (
            next(f for f in fields(plan) if f.name == each.name).default is MISSING
        )


def test_a_value_that_cannot_be_read_is_said_with_one_that_can() -> None:
    parser = Parser(prog="it")
    add_options(parser, BetterPlan, ("bounds",))
    with pytest.raises(InputError, match="50:55"):
        parser.parse_args(["--bounds", "much"])
