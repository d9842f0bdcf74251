"""Where the stones of a match's lines are: turns from left to right, the main line on top, one row
per branch; and which turn is to the left, to the right, above and below another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lab.match.history import MatchLines, Stone, StoneLine
from lab.match.turn_tree import START

FOLDED, UNFOLDED = 6, 12  # rows on show
LEFT, RIGHT, TITLE, ROW, FOOT = 26, 64, 44, 30, 6  # pixels at 100 %
STONE, DOT = 20, 9  # diameters
WIDE, NARROW = 34, 28  # between two stones
DOTS_WIDE, DOTS_NARROW = 26, 12  # likewise, without words


@dataclass(frozen=True)
class BranchLayout:
    """A layout `width` pixels wide at a text scale, with room for `rows` rows while it is folded,
    else for `more`. `first` is the turn at the left end, `top` the first branch on show.
    """

    lines: MatchLines
    width: int
    scale: float
    folded: bool = True
    rows: int = FOLDED
    more: int = UNFOLDED
    first: float = 0.0
    top: int = 1

    @property
    def has_words(self) -> bool:
        """Whether stones have words: what one agent played."""
        return any(s.agent >= 0 and s.words for row in self.lines.rows for s in row.stones)

    @property
    def most(self) -> int:
        """How many rows are shown at most."""
        return min(self.rows, FOLDED) if self.folded else min(self.more, UNFOLDED)

    @property
    def shown(self) -> tuple[int, ...]:
        """The rows on show, the main line first."""
        count = len(self.lines.rows)
        return (0, *range(self.top, min(count, self.top + self.most - 1)))[:count]

    @property
    def hidden(self) -> int:
        """How many branches there is no room for."""
        return len(self.lines.rows) - len(self.shown)

    @property
    def turns(self) -> int:
        """The length of the longest line."""
        return max((row.fork + len(row.stones) for row in self.lines.rows), default=0)

    @property
    def pitch(self) -> float:
        """Pixels between two turns: as many as there is room for, within limits."""
        low, high = (NARROW, WIDE) if self.has_words else (DOTS_NARROW, DOTS_WIDE)
        room = self.width / self.scale - LEFT - RIGHT
        return self.scale * min(high, max(low, room / max(1, self.turns)))

    @property
    def room(self) -> float:
        """How many turns fit."""
        return (self.width - self.scale * (LEFT + RIGHT)) / self.pitch

    def x(self, turn: float) -> float:
        """The pixel of a turn's middle."""
        return self.scale * LEFT + (turn - self.first) * self.pitch

    def y(self, row: int) -> float:
        """The pixel of a row's middle."""
        place = self.shown.index(row) if row in self.shown else 0
        return self.scale * (TITLE + ROW / 2) + place * self.scale * ROW

    @property
    def height(self) -> int:
        """The height that shows everything, in pixels at 100 %."""
        return TITLE + ROW * len(self.shown) + FOOT

    def follow(self, turn: int) -> float:
        """The first turn on show with which `turn` is in sight, not nearer than three to an end."""
        last = max(0.0, self.turns - self.room)
        if last <= 0.5:
            return 0.0
        least, most = turn - self.room + 3, turn - 3
        return min(max(min(max(self.first, least), most), 0.0), last)

    def top_for(self, row: int) -> int:
        """The first branch on show with which a row is in sight."""
        room = self.most - 1
        count = len(self.lines.rows)
        top = self.top if row == 0 else min(max(self.top, row - room + 1), row)
        return max(1, min(top, count - room))

    # -- turns -------------------------------------------------------------------------------------

    def stones(self) -> Iterator[tuple[int, Stone]]:
        """All stones, each with its row."""
        for row, line in enumerate(self.lines.rows):
            for stone in line.stones:
                yield row, stone

    def find(self, number: int) -> tuple[int, Stone | None]:
        """A turn's row and stone; the start has none."""
        return next(((r, s) for r, s in self.stones() if s.number == number), (0, None))

    def at(self, x: float, y: float) -> Stone | None:
        """The stone under a pixel."""
        reach = max(self.pitch / 2, self.scale * DOT / 2)
        for row in self.shown:
            if abs(y - self.y(row)) <= self.scale * ROW / 2:
                near = [s for s in self.lines.rows[row].stones if abs(self.x(s.turn) - x) <= reach]
                return min(near, key=lambda s: abs(self.x(s.turn) - x), default=None)
        return None

    def beside(self, number: int, step: int) -> int:
        """The turn before (-1) or after (1) in the same line; a branch follows its fork."""
        row, stone = self.find(number)
        turn = (stone.turn if stone else 0) + step
        return self.turn_of(row, turn)

    def turn_of(self, row: int, turn: int) -> int:
        """The number of the turn that `turn` turns lead to along a row's line: within it, or in
        the line that it leaves.
        """
        line = self.lines.rows[row]
        while turn <= line.fork and row:
            row = line.of
            line = self.lines.rows[row]
        place = min(turn - line.fork, len(line.stones)) - 1
        return line.stones[place].number if place >= 0 else START

    def across(self, number: int, step: int) -> int:
        """The turn in the row above (-1) or below (1) that is nearest; itself where there is no
        row.
        """
        row, stone = self.find(number)
        wanted = row + step
        if not 0 <= wanted < len(self.lines.rows):
            return number
        line = self.lines.rows[wanted]
        turn = stone.turn if stone else 0
        return _nearest(line, turn)


def _nearest(line: StoneLine, turn: int) -> int:
    place = min(max(turn - line.fork - 1, 0), len(line.stones) - 1)
    return line.stones[place].number if line.stones else START
