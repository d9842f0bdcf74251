"""Where two players of one position differ: moves, shares, expected lines and paths, by agent.

A side that counts no visits has no shares: what a depth-first search spends on a move says nothing
of how much it likes it. Shapes: [K] root actions of one side, [T] samples of a trail.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lab.match.records import AgentThought, Contender, Ply
from lab.match.seat import ProgramSeat
from lab.words import numerals
from lab.words.columns import Column, mean_range
from search.base import Floats, Ints

MOST_ROWS = 10  # actions shown one by one; the rest share a row
LETTERS = ("A", "B")


@dataclass(frozen=True)
class ActionFacts:
    """What one side knows of one action; `share` is NaN where it counts no visits."""

    visits: int
    share: float
    mean: float
    error: float = math.nan
    chosen: bool = False


@dataclass(frozen=True)
class SharedRow:
    """An action of either side, or the `others` that are not shown one by one; None for a side
    that does not have it in its list.
    """

    label: str
    sides: tuple[ActionFacts | None, ActionFacts | None]
    others: int = 0


@dataclass(frozen=True, eq=False)
class Favourite:
    """The share of the move that a side would play now over its iterations, [T]; `changes` are the
    iterations at which its favourite changed.
    """

    iterations: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    share: Floats = field(default_factory=lambda: np.zeros(0))
    changes: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class AgentComparison:
    """One agent, as A and as B see it; a pair is (A's, B's)."""

    agent: int
    name: str
    seat: int
    columns: tuple[Column | None, Column | None]
    moves: tuple[str, str]
    same: bool | None  # None while a side has no move
    overlap: float  # sum of the smaller shares; NaN where a side has none
    apart: float  # between the expected places where the shorter line ends; NaN without places
    apart_after: int  # turns until then
    lines: tuple[tuple[Ply, ...], tuple[Ply, ...]]
    split: int | None  # the first ply in which the lines differ, None where they do not
    rows: tuple[SharedRow, ...]
    favourites: tuple[Favourite, Favourite]
    ends: tuple[tuple[float, float], tuple[float, float]]  # of the axes for means


@dataclass(frozen=True, eq=False)
class Comparison:
    """A and B on the position after `turn` turns, as seen for a seat."""

    sides: tuple[Contender, Contender]
    agents: tuple[AgentComparison, ...]

    @property
    def seat(self) -> int:
        """The seat that both think for."""
        return self.sides[0].seat

    @property
    def turn(self) -> int:
        """The turns before the position."""
        return self.sides[0].turn

    @property
    def own(self) -> tuple[AgentComparison, ...]:
        """The agents of the seat that both think for; all of them where it has none."""
        return tuple(a for a in self.agents if a.seat == self.seat) or self.agents


def compare(first: Contender, second: Contender, names: Sequence[str] = ()) -> Comparison:
    """The comparison of A and B; `names` are the agents' names, for programs, which give none."""
    numbers = dict.fromkeys(
        number
        for side in (first, second)
        for number in (
            *(a.stats.agent for a in _trees(side)),
            *(ply.agent for ply in side.answer),
        )
    )
    agents = tuple(_agent(first, second, number, names) for number in sorted(numbers))
    return Comparison((first, second), agents)


def _trees(side: Contender) -> tuple[AgentThought, ...]:
    return side.thought.agents if side.thought is not None else ()


def _agent(
    first: Contender, second: Contender, number: int, names: Sequence[str]
) -> AgentComparison:
    columns = _column(first, number), _column(second, number)
    known = next((c for c in columns if c is not None), None)
    name = known.agent.name if known else names[number] if number < len(names) else ""
    moves = _move(first, columns[0], number), _move(second, columns[1], number)
    lines = _line(first, columns[0], number), _line(second, columns[1], number)
    apart, after = _apart(columns)
    return AgentComparison(
        number,
        name,
        known.agent.seat if known else first.seat,
        columns,
        (moves[0] or numerals.NOTHING, moves[1] or numerals.NOTHING),
        moves[0] == moves[1] if all(moves) else None,
        _overlap(columns),
        apart,
        after,
        lines,
        _split(lines),
        _rows(columns),
        (_favourite(columns[0]), _favourite(columns[1])),
        _ends(columns),
    )


def _column(side: Contender, number: int) -> Column | None:
    tree = next((a for a in _trees(side) if a.stats.agent == number), None)
    if tree is None or side.thought is None or not tree.labels:
        return None
    return Column(tree, side.thought, "")


def _move(side: Contender, column: Column | None, number: int) -> str:
    """What it would play, "" before it knows."""
    if isinstance(side.spec, ProgramSeat):
        return next((ply.words for ply in side.answer if ply.agent == number), "")
    if column is None or not column.agent.stats.visits.any():
        return ""
    return column.would_play


def _line(side: Contender, column: Column | None, number: int) -> tuple[Ply, ...]:
    if column is not None:
        return column.agent.pv
    return tuple(ply for ply in side.answer if ply.agent == number)


def _split(lines: tuple[tuple[Ply, ...], tuple[Ply, ...]]) -> int | None:
    """The first ply in which the lines differ as far as both reach."""
    pairs = enumerate(zip(*lines, strict=False))
    return next((ply for ply, (a, b) in pairs if a != b), None)


def _apart(columns: tuple[Column | None, Column | None]) -> tuple[float, int]:
    """How far apart the lines' places are where the shorter one ends, and after how many turns."""
    paths = [c.agent.path if c is not None else () for c in columns]
    after = min(map(len, paths)) - 1
    if after < 1:
        return math.nan, 0
    (x0, y0), (x1, y1) = paths[0][after], paths[1][after]
    return math.hypot(x1 - x0, y1 - y0), after


def _counts(column: Column | None) -> bool:
    """Whether a side spreads visits over its moves by how much it likes them."""
    return column is not None and column.agent.stats.sampled


def _shares(column: Column) -> dict[int, float]:
    stats = column.agent.stats
    return dict(zip(stats.actions.tolist(), stats.share.tolist(), strict=True))


def _overlap(columns: tuple[Column | None, Column | None]) -> float:
    first, second = columns
    if first is None or second is None or not (_counts(first) and _counts(second)):
        return math.nan
    mine, theirs = _shares(first), _shares(second)
    return math.fsum(min(share, theirs.get(action, 0.0)) for action, share in mine.items())


def _rows(columns: tuple[Column | None, Column | None]) -> tuple[SharedRow, ...]:
    """The union of both sides' actions in A's order; of many those that either likes most."""
    labels: dict[int, str] = {}
    for column in columns:
        if column is not None:
            pairs = zip(column.agent.stats.actions.tolist(), column.agent.labels, strict=True)
            for action, label in pairs:
                labels.setdefault(action, label)
    order = _order(columns, list(labels))
    kept = order if len(order) <= MOST_ROWS else order[: MOST_ROWS - 1]
    rows = [
        SharedRow(labels[action], (_facts(columns[0], [action]), _facts(columns[1], [action])))
        for action in kept
    ]
    rest = order[len(kept) :]
    if rest:
        sides = _facts(columns[0], rest), _facts(columns[1], rest)
        rows.append(SharedRow(f"{len(rest)} others", sides, len(rest)))
    return tuple(rows)


def _order(columns: tuple[Column | None, Column | None], actions: list[int]) -> list[int]:
    if len(actions) <= MOST_ROWS:
        return actions
    chosen = {int(c.agent.stats.actions[c.agent.stats.best]) for c in columns if c is not None}
    shares = [_shares(c) for c in columns if c is not None]
    liked = {a: max(share.get(a, 0.0) for share in shares) for a in actions}
    return sorted(actions, key=lambda a: (a not in chosen, -liked[a]))


def _facts(column: Column | None, actions: Sequence[int]) -> ActionFacts | None:
    """One action, or several together: their visits and their mean over visits."""
    if column is None:
        return None
    stats = column.agent.stats
    at = np.flatnonzero(np.isin(stats.actions, actions))
    if not at.size:
        return None
    visits = int(stats.visits[at].sum())
    share = float(stats.share[at].sum()) if stats.sampled else math.nan
    if at.size > 1:
        return ActionFacts(visits, share, math.nan)
    k = int(at[0])
    chosen = k == stats.best and bool(stats.visits.any())
    return ActionFacts(visits, share, float(stats.mean[k]), float(stats.error[k]), chosen)


def _favourite(column: Column | None) -> Favourite:
    """Only where visits are spread by liking; a trail has a row for each sample."""
    if column is None or not _counts(column):
        return Favourite()
    trail, best = column.agent.trail, column.agent.stats.best
    if trail.share.ndim != 2 or not trail.share.size:
        return Favourite()
    leading = np.argmax(trail.share, axis=1)
    changed = np.flatnonzero(np.diff(leading)) + 1
    return Favourite(
        trail.iterations, trail.share[:, best], tuple(trail.iterations[changed].tolist())
    )


def _ends(
    columns: tuple[Column | None, Column | None],
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of each side's axis; those that measure the same share one."""
    first, second = columns
    known = [c for c in (first, second) if c is not None]
    alike = len({c.agent.stats.kind for c in known}) == 1
    if alike:
        own = [mean_range((c,)) for c in known]
        both = min(low for low, _ in own), max(high for _, high in own)
        return both, both
    return (
        mean_range((first,)) if first is not None else (0.0, 1.0),
        mean_range((second,)) if second is not None else (0.0, 1.0),
    )
