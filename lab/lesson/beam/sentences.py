"""The steps of a layer in sentences, made from its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lab.lesson.beam.layers import CUT, OVER, SAME, BeamChild, BeamLayer
from lab.lesson.beam.steps import BEST, CUT_OFF, EXPAND, LINES, SORT, BeamStep
from lab.lesson.mazes import ARROWS, WORDS, arrows, counted, thousandths


def steps_of(layer: BeamLayer, width: int) -> Iterator[BeamStep]:
    """The steps of one layer: each survivor is expanded, the children are sorted, some are cut."""
    for parent in range(max(1, len(layer.above))):
        yield _expanded(layer, parent)
    yield _sorted(layer, width)
    yield _cut(layer, width)


def _expanded(layer: BeamLayer, parent: int) -> BeamStep:
    children = layer.of(parent)
    who = f"Survivor {parent + 1}, {layer.above[parent].arrows}," if layer.above else "The start"
    head = f"{who} has {counted(len(children), 'child', 'children')}."
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
    head = f"{counted(count, 'child', 'children')}, {counted(own, 'position')}."
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
    words = [child.arrows for child in children]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
