"""The board under the keyboard: a cursor on the open cells, digits that name them, and the keys
that aim where there are no cells.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from engines.knobs import digits
from engines.scene import Dial, Point, Target
from lab.ui.board.pointing import ARROWS, Typing, next_cell, target_at

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Cursor:
    """The cell that Enter plays. `targets` are the cells to choose from."""

    def __init__(self) -> None:
        self.targets: tuple[Target, ...] = ()
        self.action: int | None = None
        self._labels: Mapping[int, str] = {}
        self._typing = Typing({})
        self._start: Point | None = None  # where the person's agent is

    def set_targets(
        self, targets: Sequence[Target], labels: Mapping[int, str], start: Point | None
    ) -> None:
        """Other cells; the cursor stays where it is, if its cell is still among them."""
        self.targets, self._labels, self._start = tuple(targets), labels, start
        self._typing = Typing(labels)
        self.action = self.action if self.target(self.action) is not None else None

    def target(self, action: int | None) -> Target | None:
        """The cell of an action."""
        return next((t for t in self.targets if t.action == action), None)

    @property
    def cell(self) -> Target | None:
        """The cell under the cursor."""
        return self.target(self.action)

    @property
    def words(self) -> str:
        """The choice under the cursor; "" without one."""
        return self._labels.get(self.action, "") if self.action is not None else ""

    @property
    def takes_digits(self) -> bool:
        """Whether digits name the cells."""
        return bool(self._typing)

    def move(self, dx: int, dy: int, middle: Point) -> Point | None:
        """To the nearest open cell in that direction; the first time from the agent's place, or to
        the `middle` of the board. If there is none, returns the point next to the cursor.
        """
        here = self.cell.middle if self.cell is not None else self._start
        found = next_cell(self.targets, here, middle, dx, dy)
        if found is not None:
            self.action = found
            return None
        x, y = here or middle
        side = self.targets[0] if self.targets else Target(0, 0.0, 0.0, 1.0, 1.0)
        return x + dx * side.w, y + dy * side.h

    def settle(self) -> bool:
        """Without a choice yet: to the only cell, or to the one where the agent is, which no arrow
        leads to. Returns whether there is one.
        """
        x, y = self._start or (math.inf, math.inf)
        here = self.targets[0] if len(self.targets) == 1 else target_at(self.targets, x, y)
        self.action = None if here is None else here.action
        return here is not None

    def type(self, digit: str) -> str:
        """One more digit; returns a sentence if the digits name no cell."""
        found = self._typing.add(digit)
        if isinstance(found, str):
            return found
        self.action = self.action if found is None else found
        return ""


def wants(event: QKeyEvent, cursor: Cursor, dial: Dial | None) -> bool:
    """Whether a key belongs to a person who is to move, and not to the window."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    steers = event.key() in ARROWS or event.key() in ENTER
    if dial is not None:
        return steers or event.text().upper() in {key for key, _ in dial.keys}
    return bool(cursor.targets) and (
        steers or (digits(event.text()) is not None and cursor.takes_digits)
    )
