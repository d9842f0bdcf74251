"""What a pointer or a key means on a board: cells, agents and paths near a place, a cursor on the
open cells, digits that name them, and the keys that aim where there are no cells.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from engines.knobs import digits
from engines.scene import Dial, Mark, Point, Scene, Target
from lab.ui.board.hand import Hand, target_at
from lab.ui.board.overlay import Path, has_room
from lab.ui.board.painter import Viewport
from lab.words.numerals import percent

NEAR = 6.0  # pixels within which a click hits a path
ROW_AND_COLUMN = "row and column"  # what digits mean where the actions are the cells of a grid
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def agent_at(scene: Scene, x: float, y: float) -> int | None:
    """The agent whose ring contains a world point."""
    rings = (i for i in scene.items if isinstance(i, Mark) and i.radius > 0)
    return next((m.agent for m in rings if math.hypot(x - m.x, y - m.y) <= m.radius), None)


def path_at(paths: Sequence[Path], view: Viewport, spot: QPointF) -> Path | None:
    """The nearest path to a pixel, within a few pixels; later paths are on top and win ties."""
    found = [(_distance(path, view, spot), -i) for i, path in enumerate(paths)]
    best = min(found, default=None)
    return paths[-best[1]] if best is not None and best[0] <= NEAR else None


def _distance(path: Path, view: Viewport, spot: QPointF) -> float:
    """Pixels from `spot` to the nearest part of a path; infinite for a single point."""
    corners = [view.point(x, y) for x, y in path.points]
    return min((_to_segment(spot, a, b) for a, b in pairwise(corners)), default=math.inf)


def _to_segment(p: QPointF, a: QPointF, b: QPointF) -> float:
    along, to = b - a, p - a
    length = QPointF.dotProduct(along, along)
    t = max(0.0, min(1.0, QPointF.dotProduct(to, along) / length)) if length else 0.0
    off = to - along * t
    return math.hypot(off.x(), off.y())


def next_cell(
    targets: Sequence[Target], here: Point | None, middle: Point, dx: int, dy: int
) -> int | None:
    """The action of the nearest open cell in a direction; without a place to start from, the one
    nearest to the middle of the board.
    """
    if here is None:
        near = [(math.hypot(*_offset(t, *middle)), t.action) for t in targets]
        return min(near)[1] if near else None
    offsets = [(_offset(t, *here), t.action) for t in targets]
    # A step aside counts three times as much as a step ahead, so that the cursor keeps to rows and
    # columns.
    ahead = [
        (x * dx + y * dy + 3 * abs(x * dy + y * dx), action)
        for (x, y), action in offsets
        if x * dx + y * dy > 1e-6
    ]
    return min(ahead)[1] if ahead else None


def _offset(target: Target, x: float, y: float) -> Point:
    return target.x + target.w / 2 - x, target.y + target.h / 2 - y


class Typing:
    """Digits typed one after another until they name an open cell; no digits are accepted where
    actions are not named by numbers.
    """

    def __init__(self, labels: Mapping[int, str]) -> None:
        numbers = all(re.fullmatch(r"[0-9 ]+", text) for text in labels.values())
        names = {text.replace(" ", ""): action for action, text in labels.items()}
        self._actions = names if numbers and len(names) == len(labels) else {}
        self.words = (
            ""
            if not self._actions
            else ROW_AND_COLUMN
            if " " in next(iter(labels.values()))
            else "its number"
        )
        self._typed = ""

    def __bool__(self) -> bool:
        return bool(self._actions)

    def add(self, digit: str) -> int | str | None:
        """The action that is named now; a sentence if the digits name none; None while more are
        needed.
        """
        typed = self._typed + digit
        if self._typed in self._actions and not self._begins(typed):
            typed = digit  # the choice was complete, so this is a new one
        more = len(typed) < max(map(len, self._actions))
        self._typed = typed if more else ""
        if more or typed in self._actions:
            return self._actions.get(typed)
        return f"{' '.join(typed)} is not an open cell."

    def _begins(self, typed: str) -> bool:
        return any(name.startswith(typed) for name in self._actions)


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Cursor:
    """The cell that Enter plays. `targets` are the cells to choose from."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.targets: tuple[Target, ...] = ()
        self.action: int | None = None
        self._labels: Mapping[int, str] = {}
        self._typing = Typing({})

    def set_targets(
        self, targets: Sequence[Target], labels: Mapping[int, str], start: Point | None
    ) -> None:
        """Other cells; the cursor stays where it is, if its cell is still among them. `start` is
        where the person's agent is.
        """
        self.hand = Hand(targets, labels, start)
        self._look()

    def _look(self) -> None:
        """The cells that can be chosen by now."""
        self.targets, self._labels = self.hand.targets, self.hand.labels
        self._typing = Typing(self._labels)
        self.action = self.action if self.target(self.action) is not None else None

    def choose(self, key: int) -> int | None:
        """Takes a cell; the action, if no more are needed for one."""
        action = self.hand.choose(key)
        self._look()
        return action

    def let_go(self) -> None:
        """Goes back to the cell that was chosen first."""
        self.action = self.hand.let_go()
        self._look()

    def offer(self, action: int) -> bool:
        """Goes to an action, whose last cell is then left to choose; whether there is such one."""
        if self.hand.key_of(action) != action:
            self.hand.take(action)
            self._look()
        found = self.target(action) is not None
        self.action = action if found else self.action
        return found

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
        here = self.cell.middle if self.cell is not None else self.hand.start
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
        x, y = self.hand.start or (math.inf, math.inf)
        here = self.targets[0] if len(self.targets) == 1 else target_at(self.targets, x, y)
        self.action = None if here is None else here.action
        return here is not None

    def tip(self, at: Target | None, shares: Mapping[int, float], counted: str) -> str:
        """What is said of a cell under the pointer: which of several that share its place it is,
        and the share of the search that is written there.
        """
        if at is None:
            return ""
        share = self.hand.shares(shares).get(at.action)
        beside = sum(t.way == at.way and bool(t.way) for t in self.targets) > 1
        said = [self._labels.get(at.action, "")] if beside else []
        if share is not None:
            said.append(f"{percent(share)} of the search's {counted}s, not its chance to win.")
        return ": ".join(filter(None, said))

    def type(self, digit: str) -> str:
        """One more digit; returns a sentence if the digits name no cell."""
        found = self._typing.add(digit)
        if isinstance(found, str):
            return found
        self.action = self.action if found is None else found
        return ""


def unmarked(
    view: Viewport, cursor: Cursor, legal: Collection[int], shares: Mapping[int, float]
) -> list[Target]:
    """The open cells in which no share is written."""
    shared = {t.action for t in cursor.targets if has_room(view, t)} & set(shares)
    return [t for t in cursor.targets if t.action in cursor.hand.open(legal) - shared]


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
