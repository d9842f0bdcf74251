"""The layers of one beam in words and numbers: every child with its plan, its place and its fate;
and the steps in which a lesson shows them.

Places count the children of a layer that hold a position of their own, the best first: the higher
score, then the earlier child, as the kernel sorts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.game import State
from lab.lesson.mazes import arrows, is_same, thousandths
from lab.lesson.steps import RoundStep
from search.beam.tracing import NOBODY, Child, TracedLayer

KEPT, CUT, SAME, OVER = "survives", "dies out", "same position", "match over"


@dataclass(frozen=True, eq=False)
class BeamChild:
    """One child of a layer."""

    number: int  # in its layer, from 0
    parent: int  # place among the survivors of the layer above, from 0
    plan: tuple[int, ...]  # the actions from the root
    value: float  # the evaluation
    gain: float  # of this turn, before the discount
    score: float
    fate: str
    place: int  # among the positions of its layer, from 1; 0 for one that has no place
    margin: float  # its score less the last survivor's; NaN without survivors
    same: int  # the child that holds its position, -1 for none
    state: State

    @property
    def action(self) -> int:
        """The last action of the plan."""
        return self.plan[-1]

    @property
    def first(self) -> int:
        """The first action of the plan: its band."""
        return self.plan[0]

    @property
    def arrows(self) -> str:
        """The plan as arrows."""
        return arrows(self.plan)

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under HEADS."""
        place = str(self.place) if self.place else "–"
        margin = f"{'+' if self.margin > 0 else ''}{thousandths(self.margin)}"
        ahead = margin if self.place and self.margin == self.margin else "–"
        numbers = thousandths(self.value), thousandths(self.score)
        return self.arrows, *numbers, place, ahead, self.fate


@dataclass(frozen=True, eq=False)
class BeamLayer:
    """One layer: its children in the order in which they were made, and its survivors."""

    depth: int  # from 1
    factor: float  # discount^depth
    children: tuple[BeamChild, ...]
    kept: tuple[BeamChild, ...]  # best first
    above: tuple[BeamChild, ...]  # the survivors that were expanded; empty below the root
    lost: BeamChild | None  # the child on the best plan of all that dies out here

    @property
    def ranked(self) -> tuple[BeamChild, ...]:
        """The children with a place, the best first."""
        return tuple(sorted((c for c in self.children if c.place), key=lambda c: c.place))

    def of(self, parent: int) -> tuple[BeamChild, ...]:
        """The children of the survivor at that place."""
        return tuple(child for child in self.children if child.parent == parent)

    @property
    def extinct(self) -> tuple[int, ...]:
        """First actions whose band was alive above and is not any more."""
        before = {child.first for child in self.above or self.children}
        return tuple(sorted(before - {child.first for child in self.kept}))

    @property
    def is_surprise(self) -> bool:
        """Whether the best survivor has another parent than the best one, or a band dies out."""
        overtaken = bool(self.kept) and self.kept[0].parent > 0
        return bool(self.above) and (overtaken or bool(self.extinct))


def layer_of(
    traced: TracedLayer, above: Sequence[BeamChild], root: float, best: State | None
) -> BeamLayer:
    """A recorded layer with its words; `root` is the evaluation of the first position, `best` the
    position on the best plan of all, None once that plan has been lost.
    """
    places = _places(traced.children)
    last = traced.children[traced.kept[-1]].score if traced.kept else float("nan")
    beaten = {child.beats: child.number for child in traced.children if child.beats != NOBODY}
    kept = set(traced.kept)
    children = []
    for child in traced.children:
        holder = beaten.get(child.number, child.same)
        before = above[child.parent].value if above else root
        plan = (*(above[child.parent].plan if above else ()), int(child.action[0]))
        fate = OVER if child.over else SAME if holder != NOBODY else CUT
        fate = KEPT if child.number in kept else fate
        numbers = child.value, child.value - before, child.score
        place = places.get(child.number, 0)
        words = plan, *numbers, fate, place, child.score - last, holder, child.state
        children.append(BeamChild(child.number, child.parent, *words))
    survivors = tuple(children[number] for number in traced.kept)
    dead = [child for child in children if child.fate == CUT]
    lost = next((c for c in dead if best is not None and is_same(c.state, best)), None)
    factor, top = traced.factor, tuple(above)
    return BeamLayer(traced.depth, factor, tuple(children), survivors, top, lost)


def _places(children: Sequence[Child]) -> dict[int, int]:
    """The place of every child that holds a position of its own, from 1."""
    beaten = {child.beats for child in children}
    own = [c for c in children if not c.over and c.same == NOBODY and c.number not in beaten]
    ranked = sorted(own, key=lambda child: (-child.score, child.number))
    return {child.number: place for place, child in enumerate(ranked, 1)}


# the code, in the words of the tables' heads; a step names its lines, and a test runs it
LISTING = (
    "def layer(survivors, turn):",
    "    children = []",
    "    for parent in survivors:",
    "        for action in actions(parent):",
    "            child = play(parent.plan + [action])",
    "            gain = discount**turn * (child.value - parent.value)",
    "            child.score = parent.score + gain",
    "            children.append(child)",
    "    children = best_of_each_position(children)",
    "    children.sort(key=score, reverse=True)  # by place",
    "    return children[:width]",
)
# the lines of each part
LINES = ((2, 3, 4, 5, 6, 7), (8, 9), (10,), ())
EXPAND, SORT, CUT_OFF, BEST = range(4)
PARTS = ("Expand", "Sort", "Cut", "Best plan")
HEADS = ("Plan", "Value", "Score", "Place", "Ahead", "Fate")
UNKNOWN = ("–", "–", "")  # the last three before the layer is sorted


@dataclass(frozen=True)
class BeamStep(RoundStep):
    """One step of one layer."""

    shown: tuple[int, ...]  # numbers of the children on show, in the order of the table
    parent: int = -1  # the survivor that is expanded, by its place
    surprise: bool = False
    is_guess: bool = False  # whether a person could say which child is the last to survive
