"""What a position of any sheet looks like: boards side by side, bars for counters, the other facts
as a table, and buttons for moves that have no place on a board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from engines.gdl.boards import EMPTY, SheetBoard, boards_of, flat, is_empty
from engines.gdl.lines import (
    FactLine,
    FactLines,
    MoveButton,
    MoveGroup,
    cut,
    groups_of,
    names_above,
    rows_of,
)
from engines.gdl.pieces import DISCS, POINTER, TRAIL, SheetPieces
from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, spoken
from engines.gdl.words import NO_WORDS, SheetWords
from engines.scene import AnyItem, Circle, Line, Mark, Rect, Scene, Target, Text

GAP = 0.6  # cells between boards
LEFT = 0.8  # cells for the numbers of rows
MOST_LINES, MOST_ROWS = 12, 4  # of the table, twice as many without boards, and of one relation
# in heights of a line: a character of it, room for a mark, a bar, the widest table beside boards
# and alone, and the narrowest alone
CHARACTER, INDENT, BAR, WIDEST, ALONE, LEAST = 0.34, 0.75, 4.5, 15.0, 20.0, 13.0

Choices = Sequence[Sequence[int]]  # the legal moves of each role that is asked


@dataclass(frozen=True)
class _Place:
    """A board's corner, and the board."""

    board: SheetBoard
    index: int
    x: float
    y: float
    name: str
    lean: float  # of each row, against the one below

    @property
    def wide(self) -> float:
        """Cells from the leftmost to the rightmost."""
        return len(self.board.xs) + abs(self.lean) * (len(self.board.ys) - 1)

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a cell; the first row is at the bottom."""
        first = self.x + max(0.0, -self.lean) * (len(self.board.ys) - 1)
        return first + column + self.lean * row, self.y + len(self.board.ys) - 1 - row

    @property
    def grid(self) -> Iterator[AnyItem]:
        """The empty board."""
        wide, high, x, y = len(self.board.xs), len(self.board.ys), self.x, self.y
        if self.lean:
            for column, row in product(range(wide), range(high)):
                yield Line(_hexagon(*self.corner(column, row)), "line2", closed=True, fill="field")
            return
        yield Rect(x, y, wide, high, fill="field", stroke="edge")
        yield from (Line(((x + k, y), (x + k, y + high)), "line") for k in range(1, wide))
        yield from (Line(((x, y + k), (x + wide, y + k)), "line") for k in range(1, high))


class SheetPicture:
    """The picture of one sheet. World units are cells of its boards."""

    def __init__(self, sheet: Sheet, words: SheetWords = NO_WORDS) -> None:
        self.sheet, self.words = sheet, words
        found = boards_of(sheet)
        self.boards: list[SheetBoard] = []  # one for each pair of axes
        self._of = {(b.functor, b.size, b.inside): b for b in found}
        for each in found:
            if not any(_same_cells(each, known) for known in self.boards):
                self.boards.append(each)
        self.boards = self.boards[:4]
        self.places = list(self._laid_out())
        spots = [self.spot(fact) for fact in sheet.facts]
        marks = {k: spot[3] for k, spot in enumerate(spots) if spot}
        self.pieces, self.told = SheetPieces(sheet, words, marks), FactLines(sheet, words)
        self._kinds = dict(self._kinds_of(found))
        widest = max((p.x + p.wide for p in self.places), default=-GAP)
        self.below = max((p.y + len(p.board.ys) + 0.6 for p in self.places), default=0.0)
        self.line = max(0.5, self.below / 11.5)  # the height of a line of text
        # of the table, on the right of the boards
        self.left, self.top = widest + GAP, 0.5
        self._indent = INDENT * self.line if len(sheet.players) > 1 else 0.1
        self._bars = BAR * self.line if self.told.has_bars else 0.0
        beside = self.told.longest([spot is None for spot in spots])
        self.width = self._wide(max(beside + 1, len(self.pieces.told)) if beside else 0)

    def _wide(self, beside: int) -> float:
        """How wide the table is, for lines of so many characters and for the buttons."""
        most = (WIDEST if self.places else ALONE) * self.line
        lines = beside * CHARACTER * self.line + self._indent + self._bars if beside else 0.0
        every = [range(len(ways)) for ways in self._moves[: len(self.sheet.players)]]
        groups = [each for role, moves in enumerate(every) for each in self._groups(role, moves)]
        wide = [min(len(each.moves), each.most) * each.wide * self.line for each in groups]
        least = max((each.wide * self.line for each in groups), default=0.0)
        buttons = max(least, min(most, max(wide, default=0.0)))
        return max(min(most, lines), buttons, 0.0 if self.places else LEAST * self.line)

    def _kinds_of(self, boards: Sequence[SheetBoard]) -> Iterator[tuple[SheetBoard, str]]:
        """What the facts of each board are, if not pieces: where one was, or is pointed at."""
        alone = len(self.sheet.players) == 1
        movers = {each.key for each in boards if each.few and (each.says or alone)}
        still = {each.key for each in boards if not each.few}
        for each in boards:
            if each.few and not each.says and not alone and each.key in still:
                yield each, POINTER
            elif not each.few and each.key in movers and not self._has_empty(each):
                yield each, TRAIL

    def _has_empty(self, board: SheetBoard) -> bool:
        """Whether its facts also say that nothing is in a cell."""
        facts = (f for f in self.sheet.facts if board.place(f) is not None)
        return any(is_empty(board.mark(fact), self.pieces.letters) for fact in facts)

    def _laid_out(self) -> Iterator[_Place]:
        x = LEFT
        for board in self.boards:
            for index, name in enumerate(board.names):
                place = _Place(board, index, x, 0.6, name, self.words.lean)
                yield place
                x += place.wide + GAP + LEFT

    # -- cells -------------------------------------------------------------------------------------

    def spot(self, fact: Term) -> tuple[_Place, int, int, tuple[Term, ...]] | None:
        """Where a fact is drawn, and what it says."""
        board = None if isinstance(fact, str) else self._board_of(fact)
        found = board.place(fact) if board is not None else None
        if board is None or found is None:
            return None
        for place in self.places:
            same = place.board is board or _same_cells(place.board, board)
            if same and place.index == found[0]:
                return place, found[1], found[2], board.mark(fact)
        return None

    def _board_of(self, fact: Term) -> SheetBoard | None:
        name = str(fact[0])
        inside = self._of.get((name, len(flat(fact)), True))
        return self._of.get((name, len(fact), False), inside)

    def corner(self, fact: Term) -> tuple[float, float] | None:
        """The upper left corner of the cell that a fact is about, if it is about one."""
        spot = self.spot(fact)
        return spot[0].corner(spot[1], spot[2]) if spot is not None else None

    def drawn(self, fact: Term) -> Iterator[AnyItem]:
        """What stands for a fact on its board."""
        spot = self.spot(fact)
        if spot is not None:
            place, column, row, mark = spot
            x, y = place.corner(column, row)
            yield from self.pieces.items((x + 0.5, y + 0.5), mark, spoken(fact), self._kind(fact))

    def _kind(self, fact: Term) -> str:
        board = None if isinstance(fact, str) else self._board_of(fact)
        return "" if board is None else self._kinds.get(board, "")

    @cached_property
    def _moves(self) -> list[list[_Way | None]]:
        """Where each move of each role goes."""
        return [[self._way(move) for move in moves] for moves in self.sheet.moves]

    def _way(self, move: Term) -> _Way | None:
        """The cells that a move names, in the first board whose axes fit."""
        if isinstance(move, str):
            return None
        words = [str(part) for part in flat(move)[1:]]
        for place in self.places:
            if place.name and place.name not in words and len(self.places) > 1:
                continue
            cells, k = [], 0
            xs, ys = place.board.xs, place.board.ys
            while k < len(words):
                if k + 1 < len(words) and words[k] in xs and words[k + 1] in ys:
                    cells.append((xs.index(words[k]), ys.index(words[k + 1])))
                    k += 2
                else:
                    k += 1
            if cells:
                return _Way(place, tuple(cells))
            if len(words) == 1 and words[0] in xs:
                return _Way(place, (), xs.index(words[0]))
        return None

    # -- moves -------------------------------------------------------------------------------------

    def targets(self, facts: Sequence[Term], choices: Choices, agent: int) -> list[Target]:
        """A place for each legal move of a role."""
        placed: dict[tuple[int, int, int, int], list[int]] = defaultdict(list)
        for action in choices[agent]:
            way = self._moves[agent][action]
            if way is not None:
                placed[way.key].append(action)
        found, full = [], self._full(facts)
        for actions in placed.values():
            actions.sort(key=lambda a: (self._moves[agent][a] or _NOWHERE).start)
            for k, action in enumerate(actions):
                way = self._moves[agent][action]
                if way is not None:
                    found.append(way.target(action, k, len(actions), full))
        buttons = [each for each in self._buttons(facts, choices) if each.agent == agent]
        found += [Target(b.action, b.x, b.y, b.w, b.h) for b in buttons if b.action >= 0]
        return found

    def _full(self, facts: Sequence[Term]) -> set[tuple[float, float]]:
        """The corners of the cells in which something is."""
        spots = [spot for fact in facts if self.is_seen(fact) and (spot := self.spot(fact))]
        return {place.corner(x, y) for place, x, y, _ in spots}

    def is_seen(self, fact: Term) -> bool:
        """Whether it puts something onto a board."""
        spot = self.spot(fact)
        return (
            spot is not None and fact[0] not in EMPTY and not is_empty(spot[3], self.pieces.letters)
        )

    def _groups(self, agent: int, actions: Iterable[int]) -> Iterator[MoveGroup]:
        """Moves without a place."""
        loose = [action for action in actions if self._moves[agent][action] is None]
        moves = self.sheet.moves[agent]
        return groups_of([(k, moves[k], self._named[agent].get(k, "")) for k in loose])

    @cached_property
    def _named(self) -> list[dict[int, str]]:
        """The names above moves of each role."""
        found = []
        for moves, ways in zip(self.sheet.moves, self._moves, strict=True):
            loose = {k: moves[k] for k, way in enumerate(ways) if way is None}
            found.append(names_above(loose))
        return found

    def _buttons(self, facts: Sequence[Term], choices: Choices) -> Iterator[MoveButton]:
        """All of them, and the names above some."""
        y = self._under(facts)
        for agent, actions in enumerate(choices):
            before = y
            for group in self._groups(agent, actions):
                made = list(group.buttons(agent, self.left, y, self.width, self.line))
                yield from made
                y = made[-1].y + made[-1].h
            y += 0.3 * self.line if y > before else 0

    def _under(self, facts: Sequence[Term]) -> float:
        """Where buttons begin."""
        return self.top + (len(self._told(facts)) + 0.8) * self.line

    # -- the picture -------------------------------------------------------------------------------

    def scene(self, facts: Sequence[Term], choices: Choices) -> Scene:
        """The position."""
        items: list[AnyItem] = []
        seen = [fact for fact in facts if self.is_seen(fact)]
        for fact in sorted(seen, key=lambda each: not self._kind(each)):
            items += self.drawn(fact)
        for k, each in enumerate(self._told(facts)):
            items += self._line(each, self.top + (k + 0.5) * self.line)
        bottom = self._under(facts)
        for button in self._buttons(facts, choices):
            bottom = max(bottom, button.y + button.h)
            items += button.items(self.line)
        whole = self.left + self.width + 0.2, max(bottom, self.below) + 0.2
        return Scene(0, 0, *whole, still=self._still, items=tuple(items))

    @cached_property
    def _still(self) -> tuple[AnyItem, ...]:
        found: list[AnyItem] = []
        for place in self.places:
            found += place.grid
            for k, name in enumerate(place.board.xs):
                x, y = place.corner(k, 0)
                found.append(
                    Text(x + 0.5, y + (1.4 if place.lean else 1.25), name, "ink3", 0.36, world=True)
                )
            for k, name in enumerate(place.board.ys):
                x, y = place.corner(0, k)
                found.append(Text(x - 0.3, y + 0.5, name, "ink3", 0.36, world=True))
            if place.name:
                x, y = place.x + place.wide / 2, place.y - 0.3
                found.append(Text(x, y, place.name, "ink2", 0.4, world=True))
        return tuple(found) or (Rect(0, 0, self.width, 0.1, "panel"),)

    def _line(self, line: FactLine, y: float) -> Iterator[AnyItem]:
        """A line of the table: whose it is, its text, and a number also as a bar."""
        size, x = 0.62 * self.line, self.left + 0.3 * self.line
        if line.seat >= 0 and self._indent > 0.1:
            across = 0.5 * self.line
            if len(self.sheet.players) > DISCS:
                yield Mark(x, y, line.seat, size=1e4, widest=across)
            else:
                yield Circle(x, y, across / 2, fill=f"seat{line.seat}", stroke="edge")
        x = self.left + self._indent
        text = cut(line.text, self._room(bool(line.most)))
        yield Text(x, y, text, "ink2", size, anchor="left", world=True)
        if line.most:
            wide, high = self._bars - 0.5 * self.line, 0.5 * self.line
            x = self.left + self.width - wide
            role = f"seat{line.seat}" if line.seat >= 0 else "ink3"
            yield Rect(x, y - high / 2, wide, high, "track")
            yield Rect(x, y - high / 2, wide * line.number / line.most, high, role)

    def _room(self, bar: bool) -> int:
        """Characters of a line, beside a bar or alone."""
        return int((self.width - self._indent - bar * self._bars) / (CHARACTER * self.line) + 1e-6)

    def _told(self, facts: Sequence[Term]) -> list[FactLine]:
        """The facts that are on no board, and what short texts stand for."""
        lines = list[FactLine]()
        for each in self.told.lines([fact for fact in facts if self.spot(fact) is None]):
            rows = [each.text] if each.most else rows_of(each.text, self._room(False), MOST_ROWS)
            lines += [replace(each, text=row) for row in rows]
        most = MOST_LINES if self.places else 2 * MOST_LINES
        more = len(lines) - most
        lines = lines if more <= 0 else [*lines[:most], FactLine(f"and {more} more")]
        legend = self.pieces.told
        return [*lines, FactLine(legend)] if legend else lines


@dataclass(frozen=True)
class _Way:
    """Where a move is made: a cell, from one to another, or a column."""

    place: _Place | None
    cells: tuple[tuple[int, int], ...]
    column: int = -1

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Moves of one key share their place."""
        board = 0 if self.place is None else id(self.place)
        return (board, *(self.cells[-1] if self.cells else (self.column, -1)), self.column)

    @property
    def start(self) -> tuple[int, int]:
        """The cell from which a move leads."""
        return self.cells[0] if self.cells else (self.column, 0)

    def target(
        self, action: int, k: int, count: int, full: Container[tuple[float, float]]
    ) -> Target:
        """The k-th of so many strips of the place; `full` are corners of cells that are taken."""
        place = self.place
        if place is None:
            raise ValueError("a move without a board has no place on it")
        if not self.cells:
            x, y = place.corner(self.column, len(place.board.ys) - 1)
            return Target(action, x + k / count, y, 1 / count, len(place.board.ys))
        x, y = corner = place.corner(*self.cells[-1])
        way = tuple((cx + 0.5, cy + 0.5) for cx, cy in (place.corner(*c) for c in self.cells))
        return Target(action, x + k / count, y, 1 / count, 1, corner in full, way)


_NOWHERE = _Way(None, ())


def _hexagon(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Around the square of a cell: it meets two of the row above and two of the row below."""
    mid, right, low, high = x + 0.5, x + 1, y + 1 / 6, y + 5 / 6
    return (mid, y - 1 / 6), (right, low), (right, high), (mid, y + 7 / 6), (x, high), (x, low)


def _same_cells(one: SheetBoard, other: SheetBoard) -> bool:
    return one.key == other.key
