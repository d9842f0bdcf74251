"""The lesson of beam search: its question, the layers of one run explained in steps, what other
widths find in the same maze, and all of it as text and as data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from engines.knobs import integer, make, number
from lab.lesson.beam.layers import (
    BEST,
    CUT,
    CUT_OFF,
    EXPAND,
    HEADS,
    LINES,
    OVER,
    PARTS,
    SAME,
    SORT,
    UNKNOWN,
    BeamChild,
    BeamLayer,
    BeamStep,
    layer_of,
)
from lab.lesson.mazes import (
    ARROWS,
    ENOUGH,
    WORDS,
    MazeQuestion,
    SmallMaze,
    arrows,
    maze,
    thousandths,
)
from lab.lesson.steps import Rows, told_steps
from lab.words.asked import values_of
from lab.words.numerals import enumerated, several
from search.beam import Params
from search.beam.params import UNLIMITED
from search.beam.tracing import TracedBeam, TracedLayer

MOST_WIDTH = 12


@dataclass(frozen=True)
class BeamQuestion(MazeQuestion):
    """A maze, and the settings of the beam in it."""

    lesson = "beam"

    width: int = integer(3, 1, MOST_WIDTH, "Beam width", "How many children of a layer survive.")
    depth: int = integer(8, 1, 12, "Depth", "Layers.")
    discount: float = number(0.98, 0.5, 1.0, "Discount", "What a gain is worth a turn later.")


def steps_of(layer: BeamLayer, width: int) -> Iterator[BeamStep]:
    """The steps of one layer: each survivor is expanded, the children are sorted, some are cut."""
    for parent in range(max(1, len(layer.above))):
        yield _expanded(layer, parent)
    yield _sorted(layer, width)
    yield _cut(layer, width)


def _expanded(layer: BeamLayer, parent: int) -> BeamStep:
    children = layer.of(parent)
    who = f"Survivor {parent + 1}, {layer.above[parent].arrows}," if layer.above else "The start"
    head = f"{who} has {several(len(children), 'child')}."
    best = max(children, key=lambda child: (child.score, -child.number))
    before = layer.above[parent].score if layer.above else 0.0
    why = (
        f"Each action is played. Highest is {ARROWS[best.action]}: {thousandths(before)} + "
        f"{layer.factor:.3f} · {_signed(best.gain)} = {thousandths(best.score)}."
    )
    gains = f" A gain in turn {layer.depth} counts {100 * layer.factor:.0f} %."
    shown = tuple(child.number for child in layer.children if child.parent <= parent)
    brief = f"{ARROWS[best.action]} is the best of {len(children)}"
    why += gains if not parent else ""
    return BeamStep(layer.depth, EXPAND, brief, head, why, LINES[EXPAND], shown, parent)


def _sorted(layer: BeamLayer, width: int) -> BeamStep:
    same = [child for child in layer.children if child.fate == SAME]
    over = [child for child in layer.children if child.fate == OVER]
    count, own = len(layer.children), len(layer.ranked)
    head = f"{several(count, 'child')}, {several(own, 'position')}."
    reasons = ["No two children reached the same position." if not same else ""]
    if same:
        one = same[0]
        other = layer.children[one.same]
        reasons = [
            f"{_plans(same)} led where another child is already: only the better plan to a "
            f"position lives on, as {other.arrows} for {one.arrows}."
        ]
    reasons.append(f"{_plans(over)} ended the match." if over else "")
    if layer.ranked:
        best = layer.ranked[0]
        reasons.append(f"The best is {best.arrows} with {thousandths(best.score)}.")
    shown = (*(child.number for child in layer.ranked), *(c.number for c in [*same, *over]))
    words = " ".join(filter(None, reasons))
    asks = own > width
    brief = f"{own} positions by their score"
    return BeamStep(layer.depth, SORT, brief, head, words, LINES[SORT], shown, is_guess=asks)


def _cut(layer: BeamLayer, width: int) -> BeamStep:
    dead = [child for child in layer.ranked if child.fate == CUT]
    alive = f"{len(layer.kept)} {'survives' if len(layer.kept) == 1 else 'survive'}"
    head = f"{alive}, {len(dead)} {'dies' if len(dead) == 1 else 'die'} out."
    reasons = [_closest(layer, dead, width), _bands(layer), _losing(layer)]
    shown = tuple(child.number for child in layer.ranked)
    words, brief = " ".join(filter(None, reasons)), f"{len(layer.kept)} of {len(layer.ranked)} live"
    surprise = layer.is_surprise or layer.lost is not None
    return BeamStep(
        layer.depth, CUT_OFF, brief, head, words, LINES[CUT_OFF], shown, surprise=surprise
    )


def _closest(layer: BeamLayer, dead: Sequence[BeamChild], width: int) -> str:
    """How close the first one that dies out was."""
    if not dead:
        return f"There are no more than {width}, so all of them survive."
    last, first = layer.kept[-1], dead[0]
    words = f"The last survivor, {last.arrows}, has {thousandths(last.score)}. "
    if first.score == last.score:
        return words + f"{first.arrows} has as much, but was made later."
    short = thousandths(last.score - first.score)
    return words + f"The closest to it, {first.arrows}, is {short} short."


def _bands(layer: BeamLayer) -> str:
    """Which first actions are still alive."""
    alive = {
        first: sum(child.first == first for child in layer.kept)
        for first in sorted({child.first for child in layer.kept})
    }
    words = ", ".join(f"{ARROWS[first]} {count}" for first, count in alive.items())
    gone = layer.extinct
    if not gone:
        return f"Survivors by their first action: {words}." if len(alive) > 1 else ""
    names = " and ".join(ARROWS[first] for first in gone)
    rest = f"Every survivor now begins with {ARROWS[next(iter(alive))]}." if len(alive) == 1 else ""
    return f"No plan that begins with {names} is left. {rest}".strip()


def _losing(layer: BeamLayer) -> str:
    """What is said where the best plan of all dies out."""
    lost = layer.lost
    if lost is None:
        return ""
    return (
        f"Among the dead is the beginning of the best plan of all, {lost.arrows}: place "
        f"{lost.place}, {thousandths(-lost.margin)} behind. A width of {lost.place} would have "
        "kept it here."
    )


def best_step(
    depth: int, plan: Sequence[int], score: float, best: Sequence[int], most: float, lost: int
) -> BeamStep:
    """The last step: what was found, against what there is; `lost` is the layer in which the best
    plan of all died out, 0 for none.
    """
    head = f"It is {arrows(plan)}, with {thousandths(score)}."
    words = f"Its first action, {WORDS[plan[0]]}, is played. "
    if not lost:
        words += f"A beam that drops nothing finds no better one in {len(plan)} turns."
    else:
        words += (
            f"A beam that drops nothing finds {arrows(best)} with {thousandths(most)}: "
            f"{thousandths(most - score)} more. This one lost it in layer {lost}."
        )
    brief = f"{arrows(plan)} with {thousandths(score)}"
    return BeamStep(depth, BEST, brief, head, words, LINES[BEST], ())


def _signed(x: float) -> str:
    text = thousandths(x)
    return f"({text})" if text.startswith("−") else text


def _plans(children: Sequence[BeamChild]) -> str:
    return enumerated([child.arrows for child in children])


ALL = UNLIMITED  # the width of a beam that drops nothing


@dataclass(frozen=True)
class FoundPlan:
    """The best plan that a beam of some width finds."""

    width: int
    plan: tuple[int, ...]
    score: float


@dataclass(frozen=True, eq=False)
class BeamLesson:
    """All layers of one beam, and what other widths find."""

    question: BeamQuestion
    maze: SmallMaze
    layers: tuple[BeamLayer, ...]
    found: FoundPlan
    widths: tuple[FoundPlan, ...]  # from 1 to MOST_WIDTH
    whole: FoundPlan  # of the beam that drops nothing
    lost: int  # the layer in which the best plan of all died out, 0 for none

    @cached_property
    def steps(self) -> tuple[BeamStep, ...]:
        """The steps of all layers, in order, and what was found."""
        width, depth = self.question.width, len(self.layers)
        steps = [step for layer in self.layers for step in steps_of(layer, width)]
        plans = self.found.plan, self.found.score, self.whole.plan, self.whole.score
        return (*steps, best_step(depth, *plans, self.lost))

    @property
    def surprises(self) -> list[int]:
        """The steps at which the order turns, a band dies out or the best plan is lost, from 0."""
        return [k for k, step in enumerate(self.steps) if step.surprise]

    def layer(self, step: BeamStep) -> BeamLayer:
        """The layer of a step."""
        return self.layers[step.round - 1]

    def children(self, step: BeamStep) -> tuple[BeamChild, ...]:
        """The children on show at a step."""
        return tuple(self.layer(step).children[number] for number in step.shown)


def study(question: BeamQuestion) -> BeamLesson:
    """Runs the search and explains it."""
    small = maze(question.maze)
    search = TracedBeam(small.game, _params(question, question.width))
    search.start(small.state.copy(), 0)
    traced = []
    while (layer := search.traced()) is not None:
        traced.append(layer)
    found = _found(search, question.width)
    widths = tuple(_plan(small, question, width) for width in range(1, MOST_WIDTH + 1))
    whole = _plan(small, question, ALL)
    best = whole.plan if whole.score > found.score else ()
    layers = _layers(small, traced, search.root_value, best)
    lost = next((layer.depth for layer in layers if layer.lost is not None), 0)
    return BeamLesson(question, small, layers, found, widths, whole, lost)


def _params(question: BeamQuestion, width: int) -> Params:
    numbers = {"width": width, "depth": question.depth, "discount": question.discount}
    return make(Params, {**numbers, "opponent": "none", "stop": False})


def _plan(small: SmallMaze, question: BeamQuestion, width: int) -> FoundPlan:
    """What the plain search finds at that width."""
    search = TracedBeam(small.game, _params(question, width))
    search.start(small.state.copy(), 0)
    search.advance(ENOUGH)
    return _found(search, width)


def _found(search: TracedBeam, width: int) -> FoundPlan:
    return FoundPlan(width, tuple(int(a) for a in search.sequence()[:, 0]), search.score)


def _layers(
    small: SmallMaze, traced: Sequence[TracedLayer], root: float, best: Sequence[int]
) -> tuple[BeamLayer, ...]:
    """The layers in words; `best` is a plan to look for, empty for none."""
    states, layers = small.after(best)[1:], list[BeamLayer]()
    above: tuple[BeamChild, ...] = ()
    for depth, each in enumerate(traced):
        lost = any(layer.lost is not None for layer in layers)
        wanted = states[depth] if depth < len(states) and not lost else None
        layers.append(layer_of(each, above, root, wanted))
        above = layers[-1].kept
    return tuple(layers)


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
        "found": _found_data(lesson.found),
        "widths": [{"width": each.width, **_found_data(each)} for each in lesson.widths],
        "all": _found_data(lesson.whole),
        "lost_in_layer": lesson.lost or None,
    }


def _found_data(found: FoundPlan) -> dict[str, Any]:
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
