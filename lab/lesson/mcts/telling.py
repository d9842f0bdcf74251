"""The lesson as text and as data, for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lab.lesson.mcts.steps import (
    CHANGE_HEADS,
    HEADS,
    PARTS,
    PLAYOUT,
    MoveRow,
    TreeIteration,
    TreeStep,
)
from lab.lesson.mcts.study import TreeLesson
from lab.lesson.steps import Rows, told_steps
from lab.words.asked import values_of


def told(lesson: TreeLesson) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text and a table with its head, empty where it has none."""

    def reasons(step: TreeStep) -> Sequence[str]:
        played = lesson.iterations[step.round - 1].played[1:] if step.part == PLAYOUT else ()
        return step.why, ", ".join(words for words, _ in played)

    return told_steps(lesson.steps, "Iteration", PARTS, _table, reasons)


def _table(step: TreeStep) -> Rows:
    if step.changes:
        return [CHANGE_HEADS, *(change.cells for change in step.changes)]
    rows = [row.cells for row in step.rows]
    return (
        [HEADS, *(_marked(cells, k == step.chosen) for k, cells in enumerate(rows))] if rows else []
    )


def _marked(cells: tuple[str, ...], chosen: bool) -> tuple[str, ...]:
    return (f"{'> ' if chosen else '  '}{cells[0]}", *cells[1:])


def as_data(lesson: TreeLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    return {
        **values_of(lesson.question),
        "iterations": [_iteration(each) for each in lesson.iterations],
    }


def _iteration(iteration: TreeIteration) -> dict[str, Any]:
    return {
        "iteration": iteration.number,
        "playout": [words for words, _ in iteration.played[1:]],
        "result": iteration.result,
        "steps": [_step(step) for step in iteration.steps],
    }


def _step(step: TreeStep) -> dict[str, Any]:
    return {
        "part": PARTS[step.part],
        "head": step.head,
        "why": step.why,
        "walked": list(step.walked),
        "surprise": step.surprise,
        "chosen": step.rows[step.chosen].move if step.chosen >= 0 else None,
        "rows": [_row(row) for row in step.rows],
        "changes": [
            {
                "node": change.name,
                "chosen_by": change.chosen_by or None,
                "gained": change.gained,
                "visits": list(change.visits),
                "points": list(change.points),
            }
            for change in step.changes
        ],
    }


def _row(row: MoveRow) -> dict[str, Any]:
    tried = row.visits > 0
    return {
        "move": row.move,
        "visits": row.visits,
        "points": row.points,
        "mean": row.mean if tried else None,
        "bonus": row.bonus if tried else None,
        "bound": row.bound if tried else None,
    }
