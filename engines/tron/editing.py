"""Positions of Tron changed by hand: heads are dragged, ribbons painted cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Handle,
    Paint,
    PaintCell,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
)
from engines.game import State
from engines.reading import Reader, numbers
from engines.tron import text
from engines.tron.hearing import OUT, ends_of
from engines.tron.rules import BORDER, DX, DY, FULL_ROW, HEIGHT, NOWHERE, WIDTH

FREE = -1
MATCH = "Match"
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))  # in the order of the directions


class RibbonsEditing(Editing):
    """Riders with a head, a start and a ribbon between them."""

    tools = (Tool("mirror", "Mirror left, right"), Tool("clear", "Short ribbons"))

    text_title = "What a bot would read"
    text_note = "who moves, starts and heads; edit here too"
    alike = ("mirror",)

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        names = [self.game.agent_name(p) for p in range(self.game.agents)]
        groups = (*(Group(name, p) for p, name in enumerate(names)), Group(MATCH))
        riders = riding(state)
        paints = [Paint(p, str(p + 1), key=str(p + 1), role=f"seat{p}") for p in riders]
        return Parts(
            groups,
            tuple(_head(state, p, names[p]) for p in riders),
            tuple(_cells(state)),
            (*paints, Paint(FREE, "clear", key="Del")),
            tuple(self._fields(state, names)),
        )

    def _fields(self, state: State, names: Sequence[str]) -> Iterator[Quantity]:
        for p, name in enumerate(names):
            rides = not state.place[p]
            if rides:
                yield Quantity(f"head{p}.x", "x", name, int(state.x[p]), 0, WIDTH - 1, "0 to 29")
                yield Quantity(f"head{p}.y", "y", name, int(state.y[p]), 0, HEIGHT - 1, "0 to 19")
            yield Quantity(f"rides{p}", "Rides", name, int(rides), switch=True)
        riders = tuple((p, names[p]) for p in riding(state))
        yield Quantity("mover", "To move", MATCH, int(state.mover), choices=riders)

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        x, y = value if isinstance(value, tuple) else (value, value)
        if part.startswith("cell"):
            k = int(part[4:])
            self._paint(state, k % WIDTH, k // WIDTH, round(x))
        elif part.startswith("head"):
            p, axis = int(part[4]), part[6:]
            column = int(state.x[p]) if axis == "y" else int(x // 1)
            row = int(state.y[p]) if axis == "x" else int(y // 1)
            column, row = min(max(column, 0), WIDTH - 1), min(max(row, 0), HEIGHT - 1)
            self._move(state, p, column, row)
        elif part.startswith("rides"):
            self._seat(state, int(part[5:]), bool(x))
        else:
            state.mover = round(x)
        _follow(state)

    def _paint(self, s: State, x: int, y: int, rider: int) -> None:
        """Gives a cell to a ribbon, or to none; heads and starts stay where they are."""
        owner = owner_of(s, x, y)
        if owner == rider:
            return
        if owner != FREE and (x, y) in _ends(s, owner):
            raise EditError(
                f"{self.game.agent_name(owner)} has its head or its start in this cell."
            )
        _give(s, x, y, rider)

    def _move(self, s: State, p: int, x: int, y: int) -> None:
        """Puts a head into a free cell or one of its own ribbon. The cell that it leaves becomes
        free, unless the ribbon starts there or goes on to the new one.
        """
        before = int(s.x[p]), int(s.y[p])
        if (x, y) == before:
            return
        owner = owner_of(s, x, y)
        if owner not in (FREE, p):
            raise EditError(f"The ribbon of {self.game.agent_name(owner)} is in this cell.")
        way = (x - before[0], y - before[1])
        _give(s, x, y, p)
        if way in AROUND:
            _set_way(s, x, y, AROUND.index(way))
        elif before != (int(s.start_x[p]), int(s.start_y[p])):
            _give(s, *before, FREE)
        s.x[p], s.y[p] = x, y

    def _seat(self, s: State, p: int, rides: bool) -> None:
        """Lets a player ride from a free cell, or takes it out of the match."""
        if rides == (not s.place[p]):
            return
        if not rides and len(riding(s)) == 1:
            raise EditError("The last rider stays.")
        for y in range(HEIGHT):
            for x in range(WIDTH) if not rides else ():
                if owner_of(s, x, y) == p:
                    _give(s, x, y, FREE)
        x, y = NOWHERE, NOWHERE
        if rides:
            x, y = next(
                (x, y) for y in range(HEIGHT) for x in range(WIDTH) if owner_of(s, x, y) == FREE
            )
            _give(s, x, y, p)
        s.x[p], s.y[p], s.start_x[p], s.start_y[p] = x, y, x, y
        s.place[p] = 0 if rides else len(riding(s))

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        return "\n".join(text.view(self.game, state, int(state.mover)))

    def read(self, state: State, text: str) -> State:
        lines, players = lines_of(text), self.game.seats
        if len(lines) != players + 1:
            raise EditError(f"There are {players + 1} lines: who moves, then one for each player.")
        read = Reader(lines)
        try:
            count, mover = numbers(read, 2, "how many play, and who is to move", 0, players)
            ends = [ends_of(read, p) for p in range(players)]
        except ValueError as error:
            raise EditError(str(error)) from None
        if count != players or mover == players or ends[mover] == OUT:
            raise EditError(f"{players} play here, and who moves is one of those who ride.")
        after = state.copy()
        for p, line in enumerate(ends):
            self._take(after, p, line)
        after.mover = mover
        _follow(after)
        return after

    def _take(self, s: State, p: int, line: Sequence[int]) -> None:
        """Puts a player where its line says: out, or with its head and its start in its ribbon."""
        rides, joins = list(line) != OUT, bool(s.place[p])
        if not rides:
            self._seat(s, p, False)
            return
        if joins:
            self._seat(s, p, True)
        self._move(s, p, *line[2:])
        start = int(s.start_x[p]), int(s.start_y[p])
        if start == tuple(line[:2]):
            return
        owner = owner_of(s, *line[:2])
        if owner not in (FREE, p):
            raise EditError(f"The ribbon of {self.game.agent_name(owner)} is in this cell.")
        if owner == FREE:
            _give(s, line[0], line[1], p)
        s.start_x[p], s.start_y[p] = line[:2]
        if joins and start != (int(s.x[p]), int(s.y[p])):
            _give(s, start[0], start[1], FREE)

    def use(self, state: State, tool: str) -> None:
        if tool == "mirror":
            for p in riding(state):
                for name in ("x", "start_x"):
                    state[name][p] = WIDTH - 1 - state[name][p]
            for rows in (*state.ribbon, *state.way):
                for row in range(HEIGHT + 2):
                    rows[row] = _reversed(int(rows[row]))
            # left and right differ in the high bit of their direction
            state.way[1] ^= state.way[0]
        else:
            for p in riding(state):
                state.start_x[p], state.start_y[p] = state.x[p], state.y[p]
                state.ribbon[p] = 0
                state.ribbon[p, state.y[p] + 1] = 1 << int(state.x[p]) + 1
            state.turn = 0
        _follow(state)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        riders = riding(state)
        boxed = [p for p in riders if not any(_is_free(state, p, way) for way in range(4))]
        found = [
            Remark(
                OK, f"{len(riders)} of {int(state.players)} ride, and no two ribbons share a cell"
            )
        ]
        if len(riders) == 1:
            name = self.game.agent_name(riders[0])
            text = f"The match is over: {name} is the last one riding"
            found.append(Remark(ERROR, text, "Nothing is left to play."))
        else:
            text = f"{self.game.agent_name(int(state.mover))} is to move"
            found.append(Remark(OK, text))
        found += [Remark(NOTE, f"{self.game.agent_name(p)} has no way out") for p in boxed]
        return found


# -- what there is ---------------------------------------------------------------------------------


def riding(s: State) -> list[int]:
    """The players who still ride."""
    return [p for p in range(int(s.players)) if not s.place[p]]


def owner_of(s: State, x: int, y: int) -> int:
    """Whose ribbon a cell belongs to, FREE if to none."""
    return next((p for p in range(int(s.players)) if int(s.ribbon[p, y + 1]) >> x + 1 & 1), FREE)


def _head(s: State, p: int, name: str) -> Handle:
    x, y = int(s.x[p]), int(s.y[p])
    return Handle(f"head{p}", "Head", name, x + 0.5, y + 0.5, f"at {x}, {y}", radius=0.5)


def _cells(s: State) -> Iterator[PaintCell]:
    rows = [[int(row) for row in ribbon] for ribbon in s.ribbon]
    for k in range(WIDTH * HEIGHT):
        x, y = k % WIDTH, k // WIDTH
        owner = next((p for p, row in enumerate(rows) if row[y + 1] >> x + 1 & 1), FREE)
        yield PaintCell(f"cell{k}", x, y, 1, 1, owner, f"Cell {x}, {y}")


def _ends(s: State, p: int) -> list[tuple[int, int]]:
    """The cells of a rider's start and head."""
    return [(int(s.start_x[p]), int(s.start_y[p])), (int(s.x[p]), int(s.y[p]))]


def _is_free(s: State, p: int, way: int) -> bool:
    x, y = int(s.x[p]) + int(DX[way]), int(s.y[p]) + int(DY[way])
    return not int(s.taken[y + 1]) >> x + 1 & 1


# -- changes ---------------------------------------------------------------------------------------


def _give(s: State, x: int, y: int, rider: int) -> None:
    """Gives a cell to a ribbon, FREE for none; no direction is noted in it."""
    bit = 1 << x + 1
    for p in range(int(s.players)):
        s.ribbon[p, y + 1] &= ~bit
    _set_way(s, x, y, 0)
    if rider != FREE:
        s.ribbon[rider, y + 1] |= bit


def _set_way(s: State, x: int, y: int, way: int) -> None:
    """Notes the direction in which a ribbon entered a cell."""
    for k in (0, 1):
        s.way[k, y + 1] &= ~(1 << x + 1)
        s.way[k, y + 1] |= (way >> k & 1) << x + 1


def _reversed(row: int) -> int:
    """A row of cells from right to left."""
    return sum(1 << WIDTH + 1 - x for x in range(WIDTH + 2) if row >> x & 1)


def _follow(s: State) -> None:
    """Brings up to date what follows: taken cells, how many ride, places, and who moves."""
    for row in range(HEIGHT + 2):
        cells = 0
        for p in range(int(s.players)):
            cells |= int(s.ribbon[p, row])
        s.way[:, row] &= cells  # no direction is noted where no ribbon is
        s.taken[row] = cells | (FULL_ROW if row in (0, HEIGHT + 1) else BORDER)
    riders = riding(s)
    s.alive = len(riders)
    out = sorted((p for p in range(int(s.players)) if s.place[p]), key=lambda p: int(s.place[p]))
    for k, p in enumerate(out):
        s.place[p] = s.alive + 1 + k
    if s.place[s.mover]:
        s.mover = next((p for p in riders if p > s.mover), riders[0])
    longest = max(sum(int(row).bit_count() for row in s.ribbon[p]) for p in riders)
    s.turn = min(int(s.turn), int(s.players) * longest)
