"""What a position of any sheet looks like: boards side by side, bars for counters, the other facts
as a table, and buttons for moves that have no place on a board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.gdl.boards import SheetBoard, boards_of, is_empty
from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, spoken
from engines.knobs import digits
from engines.scene import AnyItem, Circle, Glyph, Line, Rect, Scene, Target, Text

GAP = 0.6  # cells between boards
LEFT = 0.8  # cells for the numbers of rows
BUTTONS = 6  # in a row
LONGEST_BUTTON = 34  # characters
MOST_LINES = 14
BESIDE = 4  # facts of a relation in one line

Choices = Sequence[Sequence[int]]  # the legal moves of each role that is asked


@dataclass(frozen=True)
class _Place:
    """A board's corner, and the board."""

    board: SheetBoard
    index: int
    x: float
    y: float
    name: str

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a cell; the first row is at the bottom."""
        return self.x + column, self.y + len(self.board.ys) - 1 - row


class SheetPicture:
    """The picture of one sheet. World units are cells of its boards."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        found = boards_of(sheet)
        self.boards: list[SheetBoard] = []  # one for each pair of axes
        self._of: dict[tuple[str, int], SheetBoard] = {(b.functor, b.size): b for b in found}
        for each in found:
            if not any(_same_cells(each, known) for known in self.boards):
                self.boards.append(each)
        self.boards = self.boards[:4]
        self._pieces = {each.key for each in found if each.few}
        self._most = self._counters()
        self.places = list(self._laid_out())
        widest = max((p.x + len(p.board.xs) for p in self.places), default=-GAP)
        self.below = max((p.y + len(p.board.ys) + 0.6 for p in self.places), default=0.0)
        self.line = max(0.5, self.below / 14)  # the height of a line of text
        # of the table, on the right of the boards
        self.left, self.top = widest + GAP, 0.5
        self.width = (12 if self.places else 18) * self.line
        self.longest = int(self.width / (0.34 * self.line))  # characters of a line

    def _laid_out(self) -> Iterator[_Place]:
        x = LEFT
        for board in self.boards:
            for index, name in enumerate(board.names):
                yield _Place(board, index, x, 0.6, name)
                x += len(board.xs) + GAP + LEFT

    # -- cells -------------------------------------------------------------------------------------

    def spot(self, fact: Term) -> tuple[_Place, int, int, tuple[Term, ...]] | None:
        """Where a fact is drawn, and what it says."""
        board = None if isinstance(fact, str) else self._of.get((str(fact[0]), len(fact)))
        found = board.place(fact) if board is not None else None
        if board is None or found is None:
            return None
        for place in self.places:
            same = place.board is board or _same_cells(place.board, board)
            if same and place.index == found[0]:
                return place, found[1], found[2], board.mark(fact)
        return None

    def corner(self, fact: Term) -> tuple[float, float] | None:
        """The upper left corner of the cell that a fact is about, if it is about one."""
        spot = self.spot(fact)
        return spot[0].corner(spot[1], spot[2]) if spot is not None else None

    def drawn(self, fact: Term) -> Iterator[AnyItem]:
        """What stands for a fact on its board."""
        spot = self.spot(fact)
        if spot is not None:
            yield from self._mark(*spot, fact)

    @cached_property
    def _moves(self) -> list[list[_Way | None]]:
        """Where each move of each role goes."""
        return [[self._way(move) for move in moves] for moves in self.sheet.moves]

    def _way(self, move: Term) -> _Way | None:
        """The cells that a move names, in the first board whose axes fit."""
        if isinstance(move, str):
            return None
        words = [part if isinstance(part, str) else "" for part in move[1:]]
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
        buttons = self._buttons(facts, choices)
        found += [Target(action, *box) for who, action, box in buttons if who == agent]
        return found

    def _full(self, facts: Sequence[Term]) -> set[tuple[float, float]]:
        """The corners of the cells in which something is."""
        spots = [spot for fact in facts if (spot := self.spot(fact)) is not None]
        return {
            place.corner(x, y)
            for place, x, y, mark in spots
            if not is_empty(mark, self.sheet.roles)
        }

    def _buttons(
        self, facts: Sequence[Term], choices: Choices
    ) -> Iterator[tuple[int, int, tuple[float, float, float, float]]]:
        """The role, the move and the rectangle of each button."""
        y = self._under(facts)
        loose = [
            [a for a in actions if self._moves[r][a] is None] for r, actions in enumerate(choices)
        ]
        long = max(
            (len(self._button(r, a)) for r, each in enumerate(loose) for a in each), default=1
        )
        columns = max(1, min(BUTTONS, int(self.width / (0.32 * self.line * (long + 3)))))
        width, height = self.width / columns, self.line * 1.3
        for agent, actions in enumerate(loose):
            for k, action in enumerate(actions):
                row, column = divmod(k, columns)
                yield agent, action, (self.left + column * width, y + row * height, width, height)
            y += -(-len(actions) // columns) * height + (0.3 * self.line if actions else 0)

    def _button(self, agent: int, action: int) -> str:
        return _cut(spoken(self.sheet.moves[agent][action]), LONGEST_BUTTON)

    def _under(self, facts: Sequence[Term]) -> float:
        """Where buttons begin."""
        return self.top + (len(self._told(facts)) + 0.8) * self.line

    # -- the picture -------------------------------------------------------------------------------

    def scene(self, facts: Sequence[Term], choices: Choices) -> Scene:
        """The position."""
        items: list[AnyItem] = []
        for fact in facts:
            spot = self.spot(fact)
            if spot is not None and not is_empty(spot[3], self.sheet.roles):
                items += self.drawn(fact)
        told = self._told(facts)
        for k, each in enumerate(told):
            y = self.top + (k + 0.5) * self.line
            items += self._line(each, y)
        bottom = self._under(facts)
        for agent, action, (x, y, w, h) in self._buttons(facts, choices):
            bottom = max(bottom, y + h)
            items.append(
                Rect(x + 0.04, y + 0.04, w - 0.08, h - 0.08, "panel", f"seat{agent}", 1.0, 4)
            )
            text = self._button(agent, action)
            items.append(Text(x + w / 2, y + h / 2, text, "ink", 0.6 * self.line, world=True))
        whole = self.left + self.width + 0.2, max(bottom, self.below) + 0.2
        return Scene(0, 0, *whole, still=self._still, items=tuple(items))

    @cached_property
    def _still(self) -> tuple[AnyItem, ...]:
        found: list[AnyItem] = []
        for place in self.places:
            wide, high = len(place.board.xs), len(place.board.ys)
            x, y = place.x, place.y
            found.append(Rect(x, y, wide, high, fill="field", stroke="edge"))
            found += [Line(((x + k, y), (x + k, y + high)), "line") for k in range(1, wide)]
            found += [Line(((x, y + k), (x + wide, y + k)), "line") for k in range(1, high)]
            for k, name in enumerate(place.board.xs):
                found.append(Text(x + k + 0.5, y + high + 0.25, name, "ink3", 0.3, world=True))
            for k, name in enumerate(place.board.ys):
                found.append(Text(x - 0.3, y + high - k - 0.5, name, "ink3", 0.3, world=True))
            if place.name:
                found.append(Text(x + wide / 2, y - 0.3, place.name, "ink2", 0.4, world=True))
        return tuple(found) or (Rect(0, 0, self.width, 0.1, "panel"),)

    def _mark(
        self, place: _Place, column: int, row: int, mark: tuple[Term, ...], fact: Term
    ) -> Iterator[AnyItem]:
        x, y = place.corner(column, row)
        board = None if isinstance(fact, str) else self._of.get((str(fact[0]), len(fact)))
        left_behind = board is not None and not board.few and place.board.key in self._pieces
        x, y, name = x + 0.5, y + 0.5, spoken(fact)
        seat, text = self._owner(mark)
        role = f"seat{seat}" if seat >= 0 else "ink"
        if left_behind and not text:
            yield Rect(
                x - 0.4, y - 0.4, 0.8, 0.8, fill=role if seat >= 0 else "mark", alpha=0.4, id=name
            )
        elif text in ("x", "cross"):
            yield Glyph(x, y, "cross", role, 0.9, id=name)
        elif text in ("o", "nought", "circle"):
            yield Glyph(x, y, "ring", role, 0.9, id=name)
        elif not text or text == str(self.sheet.roles[seat])[: len(text)]:
            yield Circle(x, y, 0.36, fill=role if seat >= 0 else "mark", stroke="edge", id=name)
        else:
            if seat >= 0:
                yield Circle(x, y, 0.42, fill=role, alpha=0.3, stroke="none", id=f"{name} disc")
            short = text if len(text) <= 4 else text[:3]
            if " " in text:
                short = "".join(word[:1] for word in text.split())[:4]
            yield Text(x, y, short, "ink", min(0.5, 1.1 / max(2, len(short))), world=True, id=name)

    def _owner(self, mark: tuple[Term, ...]) -> tuple[int, str]:
        """Whose a mark is, -1 if nobody's, and what is left to say of it."""
        players = [spoken(role) for role in self.sheet.players]
        words = [spoken(part if isinstance(part, str) else part[1:]) for part in mark]
        for k, word in enumerate(words):
            if word in players:
                return players.index(word), " ".join(words[:k] + words[k + 1 :])
        first = [role[:1] for role in players]
        text = " ".join(words)
        if len(set(first)) == len(first) and text[:1] in first and len(text) <= 3:
            return first.index(text[:1]), text
        for seat, player in enumerate(players):
            if len(text) > 1 and text.startswith(player):
                return seat, text[len(player) :].strip("_- ")
        return -1, text

    def _counters(self) -> dict[tuple[str, int], int]:
        """The highest number of relations that say one number, or one for each of something."""
        values: dict[tuple[str, int], set[str]] = defaultdict(set)
        for fact in self.sheet.facts:
            if not isinstance(fact, str) and 2 <= len(fact) <= 3:
                values[str(fact[0]), len(fact)].add(spoken(fact[-1]))
        numbers = {name: [digits(each) for each in found] for name, found in values.items()}
        return {
            name: max(n for n in each if n is not None)
            for name, each in numbers.items()
            if None not in each and len(each) >= 4
        }

    def _line(self, line: _Told, y: float) -> Iterator[AnyItem]:
        """A line of the table; a number also as a bar."""
        size = 0.62 * self.line
        yield Text(self.left + 0.1, y, line.text, "ink2", size, anchor="left", world=True)
        if line.most:
            x, wide = self.left + self.width * 0.6, self.width * 0.38
            high = 0.5 * self.line
            yield Rect(x, y - high / 2, wide, high, "track")
            yield Rect(x, y - high / 2, wide * line.number / line.most, high, line.role)

    def _told(self, facts: Sequence[Term]) -> list[_Told]:
        """The facts that are on no board, those of a relation together."""
        groups: dict[str, list[str]] = defaultdict(list)
        lines, players = list[_Told](), [spoken(role) for role in self.sheet.players]
        for fact in facts:
            if self.spot(fact) is not None:
                continue
            most = 0 if isinstance(fact, str) else self._most.get((str(fact[0]), len(fact)), 0)
            if most and not isinstance(fact, str):
                whose = spoken(fact[1]) if len(fact) == 3 else ""
                role = f"seat{players.index(whose)}" if whose in players else "ink3"
                lines.append(_Told(spoken(fact), digits(spoken(fact[-1])) or 0, most, role))
            else:
                name = fact if isinstance(fact, str) else spoken(fact[0])
                groups[name].append("" if isinstance(fact, str) else spoken(fact[1:]))
        for name, values in groups.items():
            shown = [value for value in values if value]
            lines.append(
                _Told(_cut(f"{name}: {', '.join(shown)}" if shown else name, self.longest))
            )
        more = len(lines) - MOST_LINES
        return lines if more <= 0 else [*lines[:MOST_LINES], _Told(f"and {more} more")]


@dataclass(frozen=True)
class _Told:
    """A line of the table; `most` is not 0 where it says a number."""

    text: str
    number: int = 0
    most: int = 0
    role: str = "ink3"


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


def _same_cells(one: SheetBoard, other: SheetBoard) -> bool:
    return one.key == other.key


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
