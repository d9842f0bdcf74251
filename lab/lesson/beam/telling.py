"""The lesson as text and as data, for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lab.lesson.beam.layers import BeamChild, BeamLayer
from lab.lesson.beam.steps import BEST, CUT_OFF, HEADS, PARTS, UNKNOWN, BeamStep
from lab.lesson.beam.study import BeamLesson, FoundPlan
from lab.lesson.mazes import WORDS, arrows, thousandths
from lab.lesson.steps import Rows, told_steps
from lab.words.asked import values_of

WIDTH_HEADS = ("Width", "Plan", "Score")


def told(lesson: BeamLesson) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text and a table with its head, empty where it has none."""
    return told_steps(lesson.steps, "Layer", PARTS, partial(_table, lesson))


def _table(lesson: BeamLesson, step: BeamStep) -> Rows:
    if step.part == BEST:
        return width_rows(lesson)
    return [HEADS, *(cells_at(step, child) for child in lesson.children(step))]


def cells_at(step: BeamStep, child: BeamChild) -> tuple[str, ...]:
    """A child's row at a step: places and fates are known when the layer is cut."""
    return child.cells if step.part == CUT_OFF else (*child.cells[:3], *UNKNOWN)


def width_rows(lesson: BeamLesson) -> Rows:
    """What every width finds, under its head."""
    return [WIDTH_HEADS, *map(_width, lesson.widths), ("all", *_width(lesson.whole)[1:])]


def _width(found: FoundPlan) -> tuple[str, ...]:
    return str(found.width), arrows(found.plan), thousandths(found.score)


def as_data(lesson: BeamLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded, and in the evaluation's own unit."""
    return {
        **values_of(lesson.question),
        "layers": [_layer(layer) for layer in lesson.layers],
        "steps": [
            {"layer": s.round, "part": PARTS[s.part], "head": s.head, "why": s.why}
            for s in lesson.steps
        ],
        "found": _plan(lesson.found),
        "widths": [{"width": each.width, **_plan(each)} for each in lesson.widths],
        "all": _plan(lesson.whole),
        "lost_in_layer": lesson.lost or None,
    }


def _plan(found: FoundPlan) -> dict[str, Any]:
    return {"plan": _words(found.plan), "score": found.score}


def _words(plan: Sequence[int]) -> list[str]:
    return [WORDS[action] for action in plan]


def _layer(layer: BeamLayer) -> dict[str, Any]:
    return {
        "layer": layer.depth,
        "factor": layer.factor,
        "children": [
            {
                "plan": _words(child.plan),
                "parent": child.parent,
                "value": child.value,
                "score": child.score,
                "place": child.place or None,
                "fate": child.fate,
            }
            for child in layer.children
        ],
        "kept": [child.number for child in layer.kept],
    }
