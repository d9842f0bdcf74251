"""A search in numbers: iterations, speed, memory, depth, scale, how settled and how well foreseen,
one row each.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import ColumnsView, Painted, put, text_line, text_width
from lab.ui.parts.tips import show_tip
from lab.words import numerals
from lab.words.columns import Column, best_words, counted, iteration_word
from lab.words.lead import brief_lead, lead_words
from search.base import AgentStats
from search.equilibrium import EXPLOITABILITY, SECURED
from search.nash import NASH_CONV


@dataclass(frozen=True)
class NumberRow:
    """One row: its name, a longer name where there is room, how to read it from a column, and what
    it means.
    """

    name: str
    long: str
    read: Callable[[Column], str]
    help: str
    brief: Callable[[Column], str] | None = None  # the same where there is little room
    of_search: bool = False  # it is told once for a search, not for each of its agents


APART = 8  # pixels between a name and its value


def _scale(column: Column) -> str:
    return numerals.value(column.agent.stats.scale)


def _iterations(columns: tuple[Column, ...]) -> tuple[NumberRow, NumberRow]:
    """What the algorithm counts while it runs, and its rate; a column that counts something else
    says so.
    """
    word = iteration_word(columns)
    name = "Nodes visited" if word == "node" else f"{word.capitalize()}s"
    if word == "trial" and counted(columns) == "sequences":
        name = "Sequences tried"

    def own(column: Column) -> str:
        return "" if column.thought.iteration_word == word else f" {column.thought.iteration_word}s"

    meaning = "Walks from the root down and back" if word == "iteration" else name
    return (
        NumberRow(
            name,
            name,
            lambda c: numerals.count(c.thought.snapshot.iterations) + own(c),
            f"{meaning} since the turn began.",
            of_search=True,
        ),
        NumberRow(
            f"{name}/s",
            f"{name}/s",
            lambda c: numerals.count(c.thought.iterations_per_s) + own(c),
            f"{name} in one second of processor time.",
            of_search=True,
        ),
    )


NUMBERS = (
    NumberRow(
        "Sim. turns/s",
        "Simulated turns/s",
        lambda c: numerals.count(c.thought.turns_per_s),
        "Turns of the game simulated by the search, per second.",
        of_search=True,
    ),
    NumberRow(
        "Nodes",
        "Nodes",
        lambda c: numerals.count(c.agent.stats.nodes),
        "Nodes of this agent's tree.",
    ),
    NumberRow(
        "Share of memory",
        "Share of memory",
        lambda c: numerals.memory(c.agent.stats.nodes, c.agent.stats.capacity),
        "What this tree takes of the nodes in memory, which all trees of a search share.",
    ),
    NumberRow(
        "Mean depth",
        "Mean depth",
        lambda c: numerals.real(c.agent.stats.mean_depth, 1),
        "Plies from the root to a node, on average.",
    ),
    NumberRow(
        "Scale",
        "Scale (best − worst)",
        _scale,
        (
            "What values are divided by before exploration is added: the best value seen minus "
            "the worst."
        ),
    ),
    NumberRow(
        "Last tenth",
        "Choice in the last tenth",
        lambda c: numerals.settled(math.nan if c.agent.stats.drawn else c.agent.stats.unsettled),
        "How often another action was best in the last tenth of the iterations.",
    ),
)
FORESEEN = NumberRow(
    "Predicted",
    "Predicted by others",
    lambda c: numerals.percent(c.foreseen),
    "In how many turns the other seat's search predicted this agent's move.",
)
REUSED = NumberRow(
    "Kept",
    "Kept from last turn",
    lambda c: f"{numerals.count(c.thought.snapshot.reused)} visits",
    "Visits kept from the previous turn's tree.",
    of_search=True,
)
WOULD_PLAY = NumberRow(
    "Would play",
    "Would play",
    lambda c: (
        c.would_play
        if c.agent.stats.drawn
        else f"{c.would_play} ({numerals.percent(float(c.agent.stats.share[c.agent.stats.best]))})"
        if c.agent.stats.share.size
        else numerals.NOTHING
    ),
    "The action this tree would choose if the search ended now, and its share of the bars.",
)
LEAD = NumberRow(
    "Lead",
    "Lead",
    lambda c: lead_words(c.agent.stats),
    "By how many joint standard errors its mean exceeds the best other mean.",
    lambda c: brief_lead(c.agent.stats),
)
BEST_VALUE = NumberRow(
    "Best value", "Best value", best_words, "What the search found for the action it would play."
)


# which rows of NUMBERS say something about a search
SAYS: dict[str, Callable[[AgentStats], bool]] = {
    "Nodes": lambda stats: stats.depth.size > 0,
    "Share of memory": lambda stats: stats.capacity > 0,
    "Mean depth": lambda stats: stats.depth.size > 0,
    "Scale": lambda stats: stats.scale != 1.0,
    "Last tenth": lambda stats: math.isfinite(stats.unsettled) and not stats.drawn,
}


def numbers_for(columns: tuple[Column, ...], wide: bool) -> tuple[NumberRow, ...]:
    """The rows that apply to these columns; the wide view has no heads, so it names the
    choice and its lead here.
    """
    rows = [
        *_iterations(columns),
        *(
            n
            for n in NUMBERS
            if n.name not in SAYS or any(SAYS[n.name](c.agent.stats) for c in columns)
        ),
    ]
    if any(c.foreseen is not None for c in columns):
        rows.append(FORESEEN)
    if any(c.thought.snapshot.reused for c in columns):
        rows.append(REUSED)
    names = {name: None for c in columns for name in c.thought.snapshot.scalars}
    rows += [_scalar(name) for name in names]
    if not wide:
        return tuple(rows)
    sampled = any(c.agent.stats.sampled for c in columns)
    rows += [] if all(c.agent.stats.drawn for c in columns) else [LEAD if sampled else BEST_VALUE]
    return (*rows, WOULD_PLAY)


COUNTED = {  # what an algorithm's own numbers mean
    EXPLOITABILITY: (
        "What a best reply wins, averaged over both sides, by the root's table of mean results and "
        "in their unit: payoffs, or shares of a win; in evaluations where searches end in them. "
        "0 is an equilibrium."
    ),
    NASH_CONV: (
        "What both players gain by best replies to the strategies, added up, by the payoffs of the "
        "table. 0 is a Nash equilibrium."
    ),
    SECURED: "The most that a mixture of its actions is worth against every answer.",
    "On the joint line": (
        "In how many of about the last thousand iterations every agent began with the action that "
        "its own tree has visited most."
    ),
    "Turns ahead": "How many turns an iteration plays now; more once the first turns are settled.",
}


def _scalar(name: str) -> NumberRow:
    title = name[:1].upper() + name[1:]
    return NumberRow(
        title,
        title,
        lambda c: scalar_words(c.thought.snapshot.scalars.get(name, math.nan)),
        COUNTED.get(name, "Counted by this algorithm."),
        of_search=True,
    )


def scalar_words(x: float) -> str:
    """A number that an algorithm counts: whole numbers as counts, others with three digits."""
    return numerals.count(x) if math.isfinite(x) and x == int(x) else numerals.value(x, 3)


class NumberRows(Painted):
    """The rows over all columns; in the wide view with names left and values right."""

    taken = ("view", "_rows")

    def __init__(self, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("Numbers", parent)
        self.wide = wide
        self._rows: tuple[NumberRow, ...] = ()

    def _take(self, view: ColumnsView) -> None:
        if view.columns is not self.view.columns:
            names = [r.name for r in self._rows]
            rows = numbers_for(view.columns, self.wide)
            if [r.name for r in rows] != names:
                self._rows = rows
        super()._take(view)

    @property
    def pitch(self) -> float:
        """From row to row."""
        return text_line(theme.TABLE)

    def content_height(self) -> float:
        return len(self._rows) * self.pitch + 7

    def paint(self, painter: QPainter) -> None:
        place = self.geometry_of_columns
        if self.wide:
            self._paint_wide(painter)
            return
        self.paint_separators(painter, 2)
        for j, row in enumerate(self._rows):
            y = 3 + j * self.pitch
            name = QRectF(place.margin, y, place.start - place.margin - 3, self.pitch)
            put(painter, name, row.name, theme.TABLE, "ink2")
            for i, column in enumerate(self.view.columns):
                if not self._says(row, i):
                    continue
                box = QRectF(place.left(i), y, place.right(i) - place.left(i), self.pitch)
                text = numerals.NOTHING if column.empty else row.read(column)
                put(painter, box, text, theme.TABLE)

    def _paint_wide(self, painter: QPainter) -> None:
        place = self.geometry_of_columns
        for j, row in enumerate(self._rows):
            box = QRectF(
                place.margin, 4 + j * self.pitch, self.width() - 2 * place.margin, self.pitch
            )
            begun = [c for c in self.view.columns[:1] if not c.empty]
            value = row.read(begun[0]) if begun else numerals.NOTHING
            name, value = self._fitting(row, value, box.width())
            put(painter, box, name, theme.TABLE, "ink2")
            box.setLeft(box.left() + text_width(name, theme.TABLE) + APART)
            put(painter, box, value, theme.TABLE, right=True)

    def _fitting(self, row: NumberRow, value: str, room: float) -> tuple[str, str]:
        """Name and value, shorter where the long ones do not fit."""
        begun = self.view.columns and not self.view.columns[0].empty
        brief = row.brief(self.view.columns[0]) if row.brief and begun else value
        for name, text in ((row.long, value), (row.name, value), (row.name, brief)):
            if text_width(name, theme.TABLE) + APART + text_width(text, theme.TABLE) <= room:
                return name, text
        return row.name, brief

    def _says(self, row: NumberRow, i: int) -> bool:
        """Whether a row has its value in a column: what is the search's own stands in its first."""
        own = self.view.columns[i].thought
        return not row.of_search or all(c.thought is not own for c in self.view.columns[:i])

    def lines(self) -> list[str]:
        said = list[str]()
        for row in self._rows:
            shown = [
                f"{c.caption if row.of_search else c.agent.name} {row.read(c)}"
                for i, c in enumerate(self.view.columns)
                if not c.empty and self._says(row, i)
            ]
            said.append(f"{row.long}: {', '.join(shown)}.")
        return said

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            j = int((event.pos().y() - 3) // self.pitch)
            if 0 <= j < len(self._rows):
                show_tip(event.globalPos(), f"{self._rows[j].long}\n{self._rows[j].help}", self)
            return True
        return super().event(event)
