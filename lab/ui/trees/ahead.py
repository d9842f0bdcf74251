"""The next record of the Trees dock, while it is drawn behind the picture of the present one. No
widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from lab.match.records import Thought
from lab.ui.parts.painted import ColumnsView
from lab.ui.trees.contents import Contents


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
