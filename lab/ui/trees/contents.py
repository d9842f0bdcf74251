"""What the Trees dock shows of the searches it was given: whose columns, how many of them, in which
mode; and the next record, while it is drawn behind the picture of the present one. No widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from lab.match.records import Thought
from lab.ui.parts.painted import ColumnsView
from lab.ui.trees.title import BOTH, GRAPHS, MAP
from lab.words import numerals
from lab.words.columns import Column, columns_of, iteration_word, shown_of


class Ahead:
    """Columns and view of thoughts that are not on show yet."""

    def __init__(self) -> None:
        self._contents = Contents()
        self._view: ColumnsView | None = None

    def begin(self, contents: Contents, thoughts: Sequence[Thought | None]) -> Contents | None:
        """What the dock will show once it shows these thoughts; None if they are arranged in
        another way.
        """
        self._contents, self._view = copy(contents), None
        self._contents.thoughts = tuple(thoughts)
        self._contents.take()
        alike = self._contents.columns and self._contents.structure == contents.structure
        return self._contents if alike else None

    def is_of(self, thoughts: Sequence[Thought | None]) -> bool:
        """Whether these very thoughts were begun."""
        return self._contents.shows(thoughts)

    def keep(self, view: ColumnsView) -> ColumnsView:
        """Keeps the view that is drawn of them."""
        self._view = view
        return view

    def take(self, contents: Contents) -> None:
        """Gives the contents the columns of their thoughts, those that were drawn if there are."""
        if self.is_of(contents.thoughts) and self._contents.whose == contents.whose:
            contents.columns = self._contents.columns
        else:
            contents.take()

    def same(self, view: ColumnsView) -> ColumnsView:
        """The drawn view in place of an equal one."""
        return self._view if self._view is not None and self._view == view else view


class Contents:
    """Searches side by side, and what the user chose to see of them."""

    def __init__(self) -> None:
        self.thoughts: tuple[Thought | None, ...] = ()
        self.columns: tuple[Column, ...] = ()  # of all agents
        self.whose: int | None = None  # the seat whose search is shown, None for each its own
        self.alone, self.group = -1, 0  # the agent shown alone, the group of four
        self.mode = GRAPHS

    def forget(self) -> None:
        """Another game."""
        self.alone, self.group, self.whose = -1, 0, None
        self.thoughts = ()

    def shows(self, thoughts: Sequence[Thought | None]) -> bool:
        """Whether these very thoughts are shown already."""
        return len(thoughts) == len(self.thoughts) and all(
            a is b for a, b in zip(thoughts, self.thoughts, strict=True)
        )

    def take(self) -> None:
        """Makes the columns of the newest thoughts."""
        self.columns = columns_of(self.thoughts, self.whose)

    @property
    def structure(self) -> tuple[object, ...]:
        """What the arrangement depends on: while it is equal, only numbers have changed."""
        return tuple(
            (c.number, c.caption, c.agent.labels, c.thought.algorithm, c.thought.snapshot.full)
            for c in self.columns
        )

    def shown(self, narrow: bool) -> tuple[Column, ...]:
        """The columns on screen: one agent, a group of four, or the only ones."""
        columns = self.columns
        single = narrow and self.alone < 0 and len(columns) > 2
        return shown_of(columns, columns[0].number if single else self.alone, self.group)

    def column_with(self, agent: int, action: int) -> Column | None:
        """The agent's column, if it has that action."""
        own = (c for c in self.columns if c.number == agent and action < len(c.agent.labels))
        return next(own, None)

    def frozen_words(self, turn_word: str) -> str:
        """The moment that frozen graphs show: "frozen at iteration 4,000 after turn 52"."""
        if not self.columns:
            return "frozen"
        thought, word = self.columns[0].thought, iteration_word(self.columns)
        done = numerals.count(thought.snapshot.iterations)
        return f"frozen at {word} {done} {numerals.after(thought.turn, turn_word)}"

    @property
    def is_common(self) -> bool:
        """Whether one tree serves all agents."""
        return len(self.columns) == 1 and len(self.columns[0].thought.agents) == 1

    @property
    def mapped(self) -> Thought | None:
        """The first search on show that keeps a joint-action map."""
        return next((c.thought for c in self.columns if c.thought.snapshot.joint is not None), None)

    def mode_for(self, narrow: bool) -> str:
        """The chosen mode, as far as it suits what is shown."""
        fits = {
            BOTH: len(self.shown(narrow)) == 1,
            MAP: self.mapped is not None,
        }
        return self.mode if fits.get(self.mode, True) else GRAPHS
