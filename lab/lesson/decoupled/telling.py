"""The lesson of decoupled selection as text and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from lab.lesson.decoupled.rounds import SIDES, ActionRow, DuelLesson, DuelRound, heads
from lab.words.asked import values_of

MAYBE = ("mean", "spread", "bound", "memory", "chance")  # numbers that a row may lack


def told(lesson: DuelLesson) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Each round as a few lines and a table of both sides after it."""
    rule = lesson.question.rule
    for each in lesson.rounds:
        rows = [
            (f"{who} {cells[0]}", *cells[1:])
            for who, side in zip(SIDES, each.after, strict=True)
            for cells in (row.cells(rule) for row in side)
        ]
        known = lesson.equilibria if each.number == 1 else ()
        lines = *known, f"Round {each.number}", each.head, each.why
        yield "\n".join(lines), [heads(rule), *rows]


def as_data(lesson: DuelLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    return {
        **values_of(lesson.question),
        "payoffs": lesson.payoffs.tolist(),
        "largest": lesson.largest,
        "value": _known(lesson.value),
        "equilibrium": [
            [_known(row.equilibrium) for row in side] for side in lesson.rounds[0].after
        ],
        **({} if lesson.zero_sum else {"equilibria": list(lesson.equilibria[1:-1])}),
        "rounds": [_data(each, lesson.zero_sum) for each in lesson.rounds],
    }


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _data(each: DuelRound, zero_sum: bool) -> dict[str, Any]:
    sides = {who: [_row(row) for row in side] for who, side in zip(SIDES, each.after, strict=True)}
    facts: dict[str, Any] = {"chosen": list(each.chosen), "gain": each.gains[0]}
    if zero_sum:
        facts["exploitability"] = each.distance
    else:
        facts |= {"column_gain": each.gains[1], "nash_conv": each.distance}
    regrets = {"regrets": dict(zip(SIDES, each.regrets, strict=True))}
    return {"round": each.number, **facts, **regrets, "head": each.head, "why": each.why, **sides}


def _row(row: ActionRow) -> dict[str, Any]:
    numbers = {name: getattr(row, name) for name in MAYBE}
    return {
        "action": row.action,
        "visits": row.visits,
        **{name: _known(x) for name, x in numbers.items()},
        "strategy": row.strategy,
    }
