"""Which agents appear side by side, which root actions are rows, and where the columns are: the
geometry that all bands share.

Shapes: [K] root actions of an agent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.match.records import AgentThought, Thought
from lab.words import numerals
from search.base import AgentStats
from search.measure import Kind

MOST_ROWS = 10  # root actions shown one by one; the rest share a row
GROUP = 4  # agents side by side
APART = 20  # parts of an axis within which two means may have the same number
# pixels at 100 %: outer margin, end of the label gutter, space next to a separator
MARGIN, GUTTER, PAD = 12, 112, 8

LIKELY = 3  # actions of a mixed strategy that are named


@dataclass(frozen=True, eq=False)
class Column:
    """One agent of one search, as a column. `foreseen` is the share of turns in which another
    seat's search foresaw the agent's move.
    """

    agent: AgentThought
    thought: Thought
    caption: str  # "seat 1", or the words of one of two compared settings
    foreseen: float | None = None

    @property
    def number(self) -> int:
        """The agent's number in the game."""
        return self.agent.stats.agent

    @property
    def empty(self) -> bool:
        """Whether its search has nothing to show yet."""
        return not self.agent.labels

    @property
    def would_play(self) -> str:
        """The action it would play now, in words; where that is drawn, what from: "drawn: Rock
        52 %, Paper 31 %, others 17 %".
        """
        stats, labels = self.agent.stats, self.agent.labels
        if not labels or not stats.visits.any():
            return numerals.NOTHING
        if not stats.drawn or stats.policy is None:
            return labels[stats.best]
        order = np.argsort(-stats.policy, kind="stable")
        likely = [f"{labels[k]} {numerals.percent(float(stats.policy[k]))}" for k in order[:LIKELY]]
        rest = float(stats.policy[order[LIKELY:]].sum())
        likely += [f"others {numerals.percent(rest)}"] if rest > 0.005 else []
        return f"drawn: {', '.join(likely)}"


@dataclass(frozen=True)
class Row:
    """A row of the root actions: one action, or all that are not shown one by one."""

    label: str
    actions: tuple[int, ...]  # indices into [K]

    @property
    def single(self) -> int | None:
        """The action index of a row that stands for one action."""
        return self.actions[0] if len(self.actions) == 1 else None


@dataclass(frozen=True)
class ColumnCell:
    """The numbers of one row in one column."""

    visits: int
    share: float
    mean: float
    error: float
    low: float
    high: float
    bound: float
    policy: float = math.nan  # NaN where the search keeps no mixed strategy
    proven: str = ""  # "win", "loss" or "draw" where that is proved


NO_CELL = ColumnCell(0, math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)


def columns_of(thoughts: Sequence[Thought | None], whose: int | None) -> tuple[Column, ...]:
    """The columns of the search of seat `whose`; with None, or if it has none, each agent from the
    search that actually moves it.

    Sorted by seat, then agent.
    """
    whose = whose if whose in searching(thoughts) else None
    found = []
    for thought in thoughts:
        if thought is None or (whose is not None and thought.seat != whose):
            continue
        # a tree of one agent: nothing to choose from
        common = len({a.seat for a in thought.agents}) == 1
        for agent in thought.agents:
            if whose is not None or agent.seat == thought.seat or common:
                found.append(
                    Column(agent, thought, f"seat {agent.seat + 1}", foreseen_of(thoughts, agent))
                )
    return tuple(sorted(found, key=lambda c: (c.agent.seat, c.number)))


def searching(thoughts: Sequence[Thought | None]) -> tuple[int, ...]:
    """The seats that have a search; a person has none."""
    return tuple(sorted({thought.seat for thought in thoughts if thought is not None}))


def foreseen_of(thoughts: Sequence[Thought | None], agent: AgentThought) -> float | None:
    """How often a search of another seat foresaw this agent's move; None where nobody predicted
    it.
    """
    for thought in thoughts:
        if thought is None or thought.seat == agent.seat:
            continue
        others = [a.stats.agent for a in thought.agents if a.seat != thought.seat]
        if agent.stats.agent in others and len(thought.foreseen) == len(others):
            return thought.foreseen[others.index(agent.stats.agent)]
    return None


def groups_of(columns: Sequence[Column]) -> tuple[tuple[Column, ...], ...]:
    """Columns in groups of at most four, in order; a seat that fits into one group is not split."""
    groups: list[list[Column]] = [[]]
    for seat in sorted({c.agent.seat for c in columns}):
        own = [c for c in columns if c.agent.seat == seat]
        if groups[-1] and len(groups[-1]) + len(own) > GROUP:
            groups.append([])
        for column in own:
            if len(groups[-1]) == GROUP:
                groups.append([])
            groups[-1].append(column)
    return tuple(tuple(g) for g in groups if g)


def shown_of(columns: Sequence[Column], alone: int, group: int) -> tuple[Column, ...]:
    """The columns on screen: one agent, a group of four, or the only ones."""
    own = tuple(c for c in columns if c.number == alone)
    if own:
        return own
    groups = groups_of(columns)
    return groups[min(group, len(groups) - 1)] if groups else ()


def share_labels(columns: Sequence[Column]) -> bool:
    """Whether all columns that have root actions have the same ones, so that the gutter can show
    the labels once.
    """
    return len({c.agent.labels for c in columns if not c.empty}) <= 1


def rows_of(
    columns: Sequence[Column], by_visits: bool = False, keep: int | None = None
) -> tuple[Row, ...]:
    """The rows of columns with the same actions: all of up to ten, else the ten most visited and
    one row "others (71)".

    `keep` is the selected action, which is never among the others.
    """
    columns = [c for c in columns if not c.empty]
    if not columns:
        return ()
    labels = columns[0].agent.labels
    visits = np.sum([c.agent.stats.visits for c in columns], axis=0)
    order = list(np.argsort(-visits, kind="stable"))
    shown = order[:MOST_ROWS] if len(labels) > MOST_ROWS + 1 else order
    if keep is not None and keep < len(labels) and keep not in shown:
        shown = [*shown[:-1], keep]
    if not by_visits:
        shown = sorted(shown)
    rest = tuple(sorted(int(i) for i in set(order) - set(shown)))
    rows = [Row(labels[i], (int(i),)) for i in shown]
    return (*rows, Row(f"others ({len(rest)})", rest)) if rest else tuple(rows)


def cell_of(column: Column, row: Row) -> ColumnCell:
    """A row's numbers; for several actions their visits together and their mean over visits."""
    if column.empty:
        return NO_CELL
    s = column.agent.stats
    picked = list(row.actions)
    visits, share = int(s.visits[picked].sum()), float(s.share[picked].sum())
    if row.single is not None:
        k = row.single
        mean, error, low, high, bound = (
            float(values[k]) for values in (s.mean, s.error, s.lowest, s.highest, s.bound)
        )
        return ColumnCell(
            visits, share, mean, error, low, high, bound, policy_of(s, k), proven_of(s, k)
        )
    policy = float(s.policy[picked].sum()) if s.policy is not None else math.nan
    seen = [k for k in picked if s.visits[k] > 0]
    if not seen:
        return ColumnCell(visits, share, math.nan, math.nan, math.nan, math.nan, math.nan, policy)
    weight = s.visits[seen] / visits
    error = float(np.sqrt(np.sum((weight * s.error[seen]) ** 2)))
    return ColumnCell(
        visits,
        share,
        float(weight @ s.mean[seen]),
        error,
        float(s.lowest[seen].min()),
        float(s.highest[seen].max()),
        math.nan,
        policy,
    )


def policy_of(stats: AgentStats, action: int) -> float:
    """How often the mixed strategy plays an action; NaN where the search keeps none."""
    return (
        float(stats.policy[action])
        if stats.policy is not None and action < stats.policy.size
        else math.nan
    )


def proven_of(stats: AgentStats, action: int) -> str:
    """What is proved of an action: "win", "loss", "draw", or ""."""
    return stats.proven[action] if action < len(stats.proven) else ""


def waiting_words(columns: Sequence[Column]) -> str:
    """Why there are no visits yet, where a search says so: "Beam search plans the opponent's moves
    first".
    """
    found = (f"{c.thought.algorithm} {t}" for c in columns if (t := c.thought.snapshot.waits))
    return next(found, "")


def iteration_word(columns: Sequence[Column]) -> str:
    """What one iteration is called where all columns agree, else "iteration"."""
    found = {c.thought.iteration_word for c in columns}
    return found.pop() if len(found) == 1 else "iteration"


def counted(columns: Sequence[Column]) -> str:
    """What the bars count where all columns agree: "visits", "nodes", "sequences"."""
    found = {c.agent.stats.counted for c in columns if not c.empty}
    return numerals.plural(2, found.pop() if len(found) == 1 else "visit")


def has_tree(columns: Sequence[Column]) -> bool:
    """Whether any of these searches grows a tree, with nodes at a depth."""
    return any(c.agent.stats.depth.size for c in columns if not c.empty)


def best_words(column: Column) -> str:
    """The value of the action it would play: of sequences the best one's fitness."""
    stats = column.agent.stats
    if column.empty or not stats.actions.size:
        return numerals.NOTHING
    best = stats.highest if stats.kind is Kind.FITNESS else stats.mean
    return mean_words(column, float(best[stats.best]), mean_range((column,)))


def mean_ranges(columns: Sequence[Column]) -> tuple[tuple[float, float], ...]:
    """For each column the ends of its axis for means; those of one search and kind share them."""
    families: dict[tuple[int, Kind], list[Column]] = {}
    for c in columns:
        families.setdefault((c.thought.seat, c.agent.stats.kind), []).append(c)
    return tuple(mean_range(families[c.thought.seat, c.agent.stats.kind]) for c in columns)


def mean_range(columns: Sequence[Column]) -> tuple[float, float]:
    """The ends of the axis for means: those the search gives, else round numbers around all
    values.
    """
    columns = [c for c in columns if not c.empty]
    given = (columns[0].agent.stats.low, columns[0].agent.stats.high) if columns else (0.0, 1.0)
    if np.isfinite(given).all():
        return given
    values = [
        v[np.isfinite(v)]
        for c in columns
        for v in (c.agent.stats.lowest, c.agent.stats.highest, c.agent.stats.mean)
    ]
    seen = np.concatenate(values) if values else np.zeros(0)
    if not seen.size:
        return 0.0, 1.0
    low, high = float(seen.min()), float(seen.max())
    step = numerals.nice_step(high - low, 4) if high > low else max(abs(high), 1.0)
    return math.floor(low / step) * step, max(
        math.ceil(high / step), math.floor(low / step) + 1
    ) * step


def is_chance(column: Column) -> bool:
    """Whether means are chances to win, which people read in percent."""
    return column.agent.stats.kind is Kind.CHANCE


def mean_words(column: Column, mean: float, ends: tuple[float, float] | None = None) -> str:
    """A mean as written next to its dot: "0.74", or "51 %" where it is a chance; on an axis
    with these ends with so many digits that dots far apart have different numbers.
    """
    if is_chance(column):
        return numerals.percent(mean)
    low, high = ends or (0.0, 1.0)
    return numerals.value(mean, numerals.digits((high - low) / APART))


def mean_word(column: Column) -> str:
    """What the number of an action is called: a mean of samples, or the value of a search."""
    stats = column.agent.stats
    return "mean" if stats.sampled or stats.kind is Kind.FITNESS else "value"


def mean_with_error(column: Column, action: int) -> str:
    """A mean with its standard error: "0.744 ± 0.004", "51 ± 3 %"."""
    mean, error = float(column.agent.stats.mean[action]), float(column.agent.stats.error[action])
    if not is_chance(column) or not math.isfinite(error):
        return mean_words(column, mean) if is_chance(column) else numerals.spread(mean, error)
    return f"{numerals.spread(100 * mean, 100 * error, 2)} %"


def most_visits(rows: Sequence[Row], cells: Sequence[ColumnCell]) -> int:
    """The visits that make a full bar: the most of any single action; the row "others" may have
    more and is clipped.
    """
    return (
        max((c.visits for r, c in zip(rows, cells, strict=True) if r.single is not None), default=1)
        or 1
    )


def describe(column: Column, action: int) -> str:
    """The four numbers of one action in one line: "Pod 3, Ahead, full: 1,403 visits (35 %), mean
    0.740 ± 0.004, second of 7".
    """
    s = column.agent.stats
    place = int(np.sum(s.visits > s.visits[action]))
    mean = mean_with_error(column, action)
    share = numerals.percent(float(s.share[action]))
    numbers = (
        f"{numerals.several(int(s.visits[action]), s.counted)} ({share}), "
        f"{mean_word(column)} {mean}, "
        f"{numerals.rank(place, s.visits.size)}"
    )
    policy, proven = policy_of(s, action), proven_of(s, action)
    numbers += f", mixed in {numerals.percent(policy)}" if math.isfinite(policy) else ""
    numbers += f", a proved {proven}" if proven else ""
    return f"{column.agent.name}, {column.agent.labels[action]}: {numbers}"


@dataclass(frozen=True)
class Geometry:
    """Where columns are in a band `width` pixels wide; lengths scale with the text by `scale`."""

    width: int
    count: int
    scale: float = 1.0
    gutter: bool = True

    @property
    def margin(self) -> float:
        """The space at both sides of a band."""
        return MARGIN * self.scale

    @property
    def start(self) -> float:
        """Where the first column's separator is."""
        return GUTTER * self.scale if self.gutter else self.margin - PAD * self.scale

    @property
    def step(self) -> float:
        """From one separator to the next."""
        return (self.width - self.margin - self.start) / max(1, self.count)

    def separator(self, i: int) -> int:
        """The x of the hairline left of column `i`."""
        return round(self.start + i * self.step)

    def left(self, i: int) -> float:
        """Where the content of column `i` begins."""
        return self.separator(i) + PAD * self.scale

    def right(self, i: int) -> float:
        """Where the content of column `i` ends."""
        return self.separator(i + 1) - (PAD - 1) * self.scale

    def column_at(self, x: float) -> int | None:
        """The column under `x`, None in the gutter."""
        i = math.floor((x - self.start) / self.step) if self.step > 0 else -1
        return i if 0 <= i < self.count else None
