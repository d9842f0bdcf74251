"""The lesson as text and as data, for the command line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lab.lesson.mcts.steps import MoveRow
from lab.lesson.smitsimax.resonance import FAVOURITE_HEADS, LOSES, Resonance
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EVALUATION,
    PARTS,
    PICK_HEADS,
    RANGE_HEADS,
    SCALING,
    VALUE_HEADS,
    SharedStep,
    TreeChoice,
)
from lab.lesson.smitsimax.study import SharedIteration, SharedLesson
from lab.lesson.steps import Rows, told_steps
from lab.match.seats import format_seat
from lab.words.numerals import capitalised


def told(lesson: SharedLesson) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text and a table with its head; resonance at the end."""
    table = partial(_table, lesson.names)
    yield from told_steps(lesson.steps, "Iteration", PARTS, table, _reasons)
    last = len(lesson.iterations)
    for run, each in enumerate(lesson.resonance.runs):
        title = f"Resonance\n{lesson.resonance.words(last)}\n{lesson.resonance.verdict}\n{LOSES}\n"
        words = capitalised(each.words)
        yield (
            f"{'' if run else title}{words}",
            [FAVOURITE_HEADS, *lesson.resonance.cells(run, last)],
        )


def _reasons(step: SharedStep) -> Sequence[str]:
    return [pick.why for pick in step.picks] or [step.why]


def _table(names: Sequence[str], step: SharedStep) -> Rows:
    if step.part == EVALUATION:
        return [VALUE_HEADS, *(each.cells[:2] for each in step.ranges)]
    if step.part == SCALING:
        return [RANGE_HEADS, *(each.cells for each in step.ranges)]
    if step.part == BACKPROPAGATION:
        heads = ("Agent", *CHANGE_HEADS)
        return [heads, *((names[each.agent], *each.cells) for each in step.changes)]
    return [PICK_HEADS, *(pick.cells for pick in step.picks)]


def as_data(lesson: SharedLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    question = lesson.question
    return {
        "position": question.start.words if question.start is not None else question.position,
        "seed": question.seed,
        "search": format_seat(question.seat, lesson.position.game, with_budget=False),
        "agents": list(lesson.names),
        "iterations": [_iteration(each) for each in lesson.iterations],
        "resonance": _resonance(lesson.resonance),
    }


def _iteration(iteration: SharedIteration) -> dict[str, Any]:
    return {
        "iteration": iteration.number,
        "moves": [list(words) for words in iteration.line.words],
        "steps": [_step(step) for step in iteration.steps],
    }


def _step(step: SharedStep) -> dict[str, Any]:
    return {
        "part": PARTS[step.part],
        "turn": step.turn,
        "head": step.head,
        "why": step.why,
        "choices": [_choice(pick) for pick in step.picks],
        "ranges": [
            {
                "agent": each.name,
                "value": each.value,
                "lowest": _pair(each.low),
                "highest": _pair(each.high),
                "range": _pair(each.scale),
            }
            for each in step.ranges
        ],
        "changes": [
            {
                "agent": each.agent,
                "node": each.name,
                "gained": each.gained,
                "visits": list(each.visits),
                "total": list(each.total),
            }
            for each in step.changes
        ],
        "roots": [[_row(row) for row in rows] for rows in step.roots],
    }


def _choice(pick: TreeChoice) -> dict[str, Any]:
    return {
        "agent": pick.name,
        "rule": pick.how,
        "action": pick.move or None,
        "among": pick.among,
        "surprise": pick.surprise,
        "why": pick.why,
        "rows": [_row(row) for row in pick.rows],
    }


def _row(row: MoveRow) -> dict[str, Any]:
    tried = row.visits > 0
    return {
        "action": row.move,
        "visits": row.visits,
        "mean": row.mean if tried else None,
        "bonus": row.bonus if tried else None,
        "bound": row.bound if tried else None,
    }


def _pair(pair: tuple[float, float]) -> list[float | None]:
    return [x if math.isfinite(x) else None for x in pair]


def _resonance(found: Resonance) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "runs": [
            {
                "random_visits": run.random_visits,
                "loss": run.loss,
                "error": run.error,
                "agents": [
                    {
                        "agent": each.name,
                        "actions": list(each.moves),
                        "visits": each.visits[-1].tolist(),
                        "losses": losses.tolist(),
                    }
                    for each, losses in zip(run.agents, found.losses, strict=True)
                ],
            }
            for run in found.runs
        ],
    }
