"""A comparison in numbers: for each row A's, B's, and a word on the difference.

Where two trees of one position spend their visits differently, node by node.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import Game
from lab.compare.facts import Comparison
from lab.match.records import Contender, Thought
from lab.match.seat import ProgramSeat
from lab.words import numerals
from lab.words.values import NAMES, number_words
from search.base import AgentStats, Floats
from search.branches import Branches, Path
from search.measure import ValueKind

NEAR = 1.1  # two rates closer than by this factor are called alike


@dataclass(frozen=True)
class NumberPair:
    """A row: its name, both numbers, and what to know of them; "" where there is nothing."""

    name: str
    first: str
    second: str
    words: str = ""


def numbers(comparison: Comparison, game: Game) -> tuple[NumberPair, ...]:
    """The rows that say something of at least one side."""
    rows = (
        _iterations(comparison),
        _rate(comparison),
        _nodes(comparison),
        _depth(comparison, game),
        _value(comparison),
        _agreed(comparison),
        _unsettled(comparison),
        _lead(comparison),
    )
    return tuple(row for row in rows if any(n != numerals.NOTHING for n in (row.first, row.second)))


def _thoughts(comparison: Comparison) -> tuple[Thought | None, Thought | None]:
    first, second = comparison.sides
    return first.thought, second.thought


def _each(comparison: Comparison, read: Callable[[Thought], str]) -> tuple[str, str]:
    first, second = (read(t) if t else numerals.NOTHING for t in _thoughts(comparison))
    return first, second


def _iterations(comparison: Comparison) -> NumberPair:
    texts = _each(comparison, lambda t: _counted(t, t.snapshot.iterations))
    thoughts = [t for t in _thoughts(comparison) if t is not None]
    words = {t.iteration_word for t in thoughts}
    said = "" if len(words) < 2 else "they count different things"
    if any(isinstance(side.spec, ProgramSeat) for side in comparison.sides):
        said = "a program says nothing but its move"
    return NumberPair("Iterations", *texts, said or _cpu(comparison))


def _counted(thought: Thought, count: float) -> str:
    """A count with its unit, where that is not an iteration."""
    word = thought.iteration_word
    return numerals.count(count) + ("" if word == "iteration" else f" {word}s")


def _cpu(comparison: Comparison) -> str:
    first, second = (t.cpu_s if t else math.nan for t in _thoughts(comparison))
    if not (first > 0 and second > 0):
        return ""
    return f"in {numerals.value(first)} s and {numerals.value(second)} s of CPU time"


def _rate(comparison: Comparison) -> NumberPair:
    texts = _each(comparison, lambda t: _counted(t, t.iterations_per_s))
    rates = [t.iterations_per_s for t in _thoughts(comparison) if t is not None]
    said = "a second of CPU time"
    if len(rates) == 2 and min(rates) > 0 and _same_word(comparison):
        factor = max(rates) / min(rates)
        slower = "B" if rates[1] < rates[0] else "A"
        if factor > NEAR:
            said += f"; {slower} is {numerals.short(factor, 1)} times slower"
    return NumberPair("Iterations/s", *texts, said)


def _same_word(comparison: Comparison) -> bool:
    return len({t.iteration_word for t in _thoughts(comparison) if t is not None}) == 1


def _nodes(comparison: Comparison) -> NumberPair:
    texts = _each(
        comparison,
        lambda t: (
            numerals.count(t.snapshot.nodes)
            if any(a.stats.depth.size for a in t.agents)
            else numerals.NOTHING
        ),
    )
    said = [
        f"{letter}: {note}"
        for letter, side in zip("AB", comparison.sides, strict=True)
        if (note := _note(side))
    ]
    return NumberPair("Nodes", *texts, "; ".join(said))


def _note(side: Contender) -> str:
    return side.spec.kind.note if side.spec.kind is not None else ""


def _depth(comparison: Comparison, game: Game) -> NumberPair:
    def read(thought: Thought) -> str:
        deep = [a.stats.mean_depth for a in thought.agents if a.stats.depth.size]
        return numerals.real(float(np.mean(deep)), 1) if deep else numerals.NOTHING

    unit = f"{game.turn_word}s" if game.simultaneous else "plies"
    return NumberPair("Mean depth", *_each(comparison, read), f"of the nodes, in {unit}")


def _value(comparison: Comparison) -> NumberPair:
    values = [t.snapshot.value if t else None for t in _thoughts(comparison)]
    first, second = (
        number_words(v) if v is not None and v.known else numerals.NOTHING for v in values
    )
    kinds = [v.kind for v in values if v is not None and v.known]
    said = NAMES[kinds[0]] if kinds else ""
    if len(kinds) == 2 and kinds[0] is not kinds[1]:
        said = f"A: {_brief(kinds[0])}, B: {_brief(kinds[1])}; not comparable"
    return NumberPair(f"Value for seat {comparison.seat + 1}", first, second, said)


def _brief(kind: ValueKind) -> str:
    return NAMES[kind].partition(" (")[0]


def _agreed(comparison: Comparison) -> NumberPair:
    def read(thought: Thought) -> str:
        agreed = thought.snapshot.agreed
        if agreed is None:
            return numerals.NOTHING
        return "yes" if agreed else "no"

    return NumberPair(
        "Agents expect one line", *_each(comparison, read), "of trees that each agent has alone"
    )


def _own(comparison: Comparison, thought: Thought) -> list[AgentStats]:
    agents = [a.stats for a in thought.agents if a.seat == comparison.seat]
    return agents or [a.stats for a in thought.agents]


def _unsettled(comparison: Comparison) -> NumberPair:
    def read(thought: Thought) -> str:
        shares = [s.unsettled for s in _own(comparison, thought) if math.isfinite(s.unsettled)]
        return numerals.percent(max(shares)) if shares else numerals.NOTHING

    return NumberPair(
        "Favourite changed, last tenth",
        *_each(comparison, read),
        "share of the last tenth with another favourite",
    )


def _lead(comparison: Comparison) -> NumberPair:
    own = comparison.own
    name = own[0].name if own else ""

    def read(thought: Thought) -> str:
        stats = next((s for s in _own(comparison, thought) if s.agent == own[0].agent), None)
        if stats is None or not stats.sampled or not math.isfinite(stats.lead):
            return numerals.NOTHING
        return numerals.errors(stats.lead, "errors")

    texts = _each(comparison, read) if own else (numerals.NOTHING, numerals.NOTHING)
    return NumberPair(f"Lead of {name}'s move", *texts, "joint standard errors of its mean")


def alike(first: Branches, second: Branches) -> bool:
    """Whether two parts have rows that mean the same: of one agent's own actions, or of everyone's
    in turn.
    """
    return first.common == second.common and (first.common or first.agent == second.agent)


def apart(part: Branches, other: Branches) -> Floats:
    """How much more of its visits `part` spends on each row than `other` on the same path, as a
    difference of shares of all visits; [R]. A node that the other does not have has none there.
    """
    known = dict(zip(paths(other), _shares(other), strict=True))
    own = zip(paths(part), _shares(part), strict=True)
    return np.array([share - known.get(path, 0.0) for path, share in own])


def paths(part: Branches) -> Sequence[Path]:
    """The actions from the root to each row."""
    found = [part.focus]
    above, actions = part.parent.tolist(), part.action.tolist()
    for row in range(1, len(part)):
        found.append((*found[above[row]], actions[row]))
    return found


def _shares(part: Branches) -> Sequence[float]:
    return (part.visits / max(1, part.full_visits)).tolist()  # type: ignore[no-any-return]
