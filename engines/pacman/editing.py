"""Positions of Pac-Man changed by hand: he and the ghosts are dragged, food is painted where the
layout has it. The score follows from what was eaten and how many ghosts were sent home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

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
    number_in,
    place_in,
)
from engines.game import State
from engines.pacman import rules as r
from engines.pacman.layouts import FOOD, PELLET, WALL, reached
from engines.reading import Reader, numbers, whole, words

if TYPE_CHECKING:
    from engines.pacman.game import PacMan

EATEN, THERE = 0, 1
MATCH = "Match"
WAYS = ("up", "right", "down", "left", "none yet")
SIGNS = ("UP", "RIGHT", "DOWN", "LEFT", "STOP")
HIGHEST = 10**6


class MazeEditing(Editing):
    """A maze whose walls and starts stay; food and pellets are there or eaten."""

    tools = (Tool("fill", "All food"), Tool("homes", "All to their starts", "restart"))
    text_title = "What a bot would read"
    text_note = "mover and score, agents, maze; edit here too"
    shakes = ("Place",)
    reach = 3.0
    help = (
        "Drag Pac-Man or a ghost; a click or a stroke puts the food of the layout back, a right "
        "click clears it. Tab chooses whom the arrows move, else they move the cursor."
    )

    def __init__(self, game: PacMan) -> None:
        super().__init__(game)
        self._maze, self._ghosts, self._start = game.layout, game.ghosts, game.initial(0)
        self._names = [game.agent_name(agent) for agent in range(1 + game.ghosts)]
        self._meals = sorted(self._maze.food | self._maze.pellets, key=lambda cell: cell[::-1])

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        groups = (*(Group(name, agent) for agent, name in enumerate(self._names)), Group(MATCH))
        handles = [_handle(state, agent, name) for agent, name in enumerate(self._names)]
        cells = [self._cell(state, x, y) for x, y in self._meals]
        paints = (Paint(THERE, "food", key="F"), Paint(EATEN, "clear", key="Del"))
        return Parts(groups, tuple(handles), tuple(cells), paints, tuple(self._fields(state)))

    def _cell(self, s: State, x: int, y: int) -> PaintCell:
        there = int(s.food[y] | s.pellet[y]) >> x & 1
        title = "Power pellet" if (x, y) in self._maze.pellets else "Food"
        return PaintCell(f"cell{x},{y}", x, y, 1, 1, there, f"{title} at {x}, {y}", EATEN)

    def _fields(self, s: State) -> Iterator[Quantity]:
        wide, high = self._maze.width - 1, self._maze.height - 1
        for agent, name in enumerate(self._names):
            yield Quantity(f"{agent}.x", "x", name, int(s.x[agent]), 0, wide, f"0 to {wide}")
            yield Quantity(f"{agent}.y", "y", name, int(s.y[agent]), 0, high, f"0 to {high}")
            ways = tuple(enumerate(WAYS))
            yield Quantity(f"{agent}.way", "Last way", name, int(s.way[agent]), choices=ways)
            if agent:
                scared, most = int(s.scared[agent]), int(s.scare)
                yield Quantity(f"{agent}.scared", "Scared", name, scared, 0, most, "moves")
        movers = tuple(enumerate(self._names))
        yield Quantity("mover", "To move", MATCH, int(s.mover), choices=movers)
        rounds = int(s.rounds) - 1
        played = int(s.turn) // (1 + self._ghosts)
        yield Quantity("round", "Rounds played", MATCH, played, 0, rounds, f"0 to {rounds}")
        most = self._scares(s) * self._ghosts
        home = max(0, self._home(s))
        yield Quantity("home", "Ghosts sent home", MATCH, home, 0, most, f"0 to {most}")

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        home = self._home(state)
        agent, _, what = part.partition(".")
        if part.startswith("cell"):
            x, y = (int(number) for number in part[4:].split(","))
            self._put(state, x, y, bool(number_in(value)))
        elif part == "mover":
            self._set_turn(state, int(state.turn) // (1 + self._ghosts), round(number_in(value)))
        elif part == "round":
            self._set_turn(state, round(number_in(value)), int(state.mover))
        elif part == "home":
            home = round(number_in(value))
        elif part.startswith("agent"):
            column, row = (int(place // 1) for place in place_in(value))
            self._move(state, int(part[5:]), column, row)
        elif what in ("x", "y"):
            x, y = (int(state[axis][int(agent)]) for axis in "xy")
            number = round(number_in(value))
            self._move(state, int(agent), *((number, y) if what == "x" else (x, number)))
        else:
            state[what][int(agent)] = round(number_in(value))
        self._follow(state, home)

    def _put(self, s: State, x: int, y: int, there: bool) -> None:
        rows = s.pellet if (x, y) in self._maze.pellets else s.food
        rows[y] = int(rows[y]) | 1 << x if there else int(rows[y]) & ~(1 << x)

    def _set_turn(self, s: State, rounds: int, mover: int) -> None:
        s.turn, s.mover = rounds * (1 + self._ghosts) + mover, mover

    def _move(self, s: State, agent: int, x: int, y: int) -> None:
        """Puts an agent on a cell to which it can walk from its start."""
        home = int(s.home_x[agent]), int(s.home_y[agent])
        if (x, y) not in reached(self._maze, home):
            raise EditError(f"No way leads {self._names[agent]} to {x}, {y}.")
        s.x[agent], s.y[agent] = x, y

    def use(self, state: State, tool: str) -> None:
        home = self._home(state)
        if tool == "fill":
            state.food[:], state.pellet[:] = self._start.food, self._start.pellet
            state.scared[:] = home = 0
        else:
            state.x[:], state.y[:] = state.home_x, state.home_y
            state.way[:] = r.STOP
        self._follow(state, home)

    def _follow(self, s: State, home: int) -> None:
        """Brings up to date what is left and the score; the match goes on."""
        s.left = sum(int(row).bit_count() for row in s.food)
        s.status = r.PLAYING if s.left else r.WON
        most = self._scares(s) * self._ghosts
        s.score = self._earned(s) + r.GHOST_POINTS * max(0, min(home, most))

    def _scares(self, s: State) -> int:
        """How many power pellets are eaten."""
        return sum(
            int(was & ~now).bit_count()
            for was, now in zip(self._start.pellet, s.pellet, strict=True)
        )

    def _earned(self, s: State) -> int:
        """The score without ghosts sent home."""
        moves = (int(s.turn) - (s.status == r.BAD_PACMAN) + self._ghosts) // (1 + self._ghosts)
        end = {r.WON: r.WIN_POINTS, r.CAUGHT: r.CAUGHT_POINTS}.get(int(s.status), 0)
        return r.MOVE_POINTS * moves + r.FOOD_POINTS * int(s.meals - s.left) + end

    def _home(self, s: State) -> int:
        """How many ghosts were sent home, as the score says."""
        return (int(s.score) - self._earned(s)) // r.GHOST_POINTS

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        return (self._left(state), *self._late(state), *self._met(state), *self._scared(state))

    def _left(self, s: State) -> Remark:
        if not s.left:
            return Remark(ERROR, "Everything is eaten: Pac-Man has won", "Nothing is left to play.")
        return Remark(OK, f"{int(s.left)} of {int(s.meals)} food is left: {int(s.score):,} points")

    def _late(self, s: State) -> Iterator[Remark]:
        if s.turn >= s.rounds * (1 + self._ghosts):
            yield Remark(ERROR, f"The time of {int(s.rounds)} rounds is over", "Set fewer rounds.")

    def _met(self, s: State) -> Iterator[Remark]:
        met = [
            name
            for ghost, name in enumerate(self._names)
            if ghost and (s.x[ghost], s.y[ghost]) == (s.x[0], s.y[0])
        ]
        if met:
            more = "Put one of them elsewhere."
            yield Remark(ERROR, f"{met[0]} is on Pac-Man's cell: they would have met", more)
        else:
            yield Remark(OK, f"Nobody is caught; {self._names[int(s.mover)]} is to move")

    def _scared(self, s: State) -> Iterator[Remark]:
        scared = [name for g, name in enumerate(self._names) if s.scared[g]]
        most, home = self._scares(s) * self._ghosts, self._home(s)
        if len(scared) + home > most:
            yield Remark(
                ERROR,
                f"{len(scared)} scared and {home} sent home are more than {most} frightened ghosts",
                "Each power pellet that is eaten frightens each ghost once.",
            )
        elif scared:
            yield Remark(NOTE, f"Scared, so only every second move: {', '.join(scared)}")

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        return "\n".join(self.game.view(state, 0))

    def read(self, state: State, text: str) -> State:
        lines, after = lines_of(text), state.copy()
        wanted = 1 + len(self._names) + self._maze.height
        if len(lines) != wanted:
            raise EditError(
                f"There are {wanted} lines: one, the agents, the maze; not {len(lines)}."
            )
        read = Reader(lines)
        try:
            mover, score = numbers(read, 2, "`mover score`", -HIGHEST, HIGHEST)
            whole([str(mover)], "who moves", 0, self._ghosts)
            self._set_turn(after, int(state.turn) // (1 + self._ghosts), mover)
            for agent in range(len(self._names)):
                self._read_agent(after, agent, read)
        except ValueError as error:
            raise EditError(str(error)) from None
        for y, row in enumerate(lines[1 + len(self._names) :]):
            self._read_row(after, y, row)
        self._set_score(after, score)
        return after

    def _set_score(self, s: State, score: int) -> None:
        """Takes the round to which a score belongs: the present one, if it can be."""
        mover = int(s.mover)
        for rounds in (int(s.turn) // (1 + self._ghosts), *range(int(s.rounds))):
            self._set_turn(s, rounds, mover)
            self._follow(s, 0)
            home, odd = divmod(score - int(s.score), r.GHOST_POINTS)
            if not odd and 0 <= home <= self._scares(s) * self._ghosts:
                self._follow(s, home)
                return
        raise EditError(f"A score of {score} does not follow from what is eaten.")

    def _read_agent(self, s: State, agent: int, read: Reader) -> None:
        x, y, way, scared = words(read, 4, "an agent `x y way scared`")
        column, row = whole([x, y], "the agent's place", 0, 99)
        if way.upper() not in SIGNS:
            raise EditError(f"A way is one of {', '.join(SIGNS)}, not {way[:20]}.")
        self._move(s, agent, column, row)
        s.way[agent] = SIGNS.index(way.upper())
        s.scared[agent] = whole([scared], "how long it is scared", 0, int(s.scare))[0]

    def _read_row(self, s: State, y: int, row: str) -> None:
        """A row of the maze: walls as they are, food and pellets where the layout has them."""
        if len(row) != self._maze.width:
            raise EditError(f"Row {y} of the maze has {self._maze.width} signs, not {len(row)}.")
        for x, sign in enumerate(row):
            here = (x, y)
            there = (
                FOOD if here in self._maze.food else PELLET if here in self._maze.pellets else "-"
            )
            if here in self._maze.walls:
                there = WALL
            if sign != there and (sign != "-" or there == WALL):
                raise EditError(f"At {x}, {y} the layout has `{there}`, not `{sign}`.")
            if there in (FOOD, PELLET):
                self._put(s, x, y, sign == there)


def _handle(s: State, agent: int, name: str) -> Handle:
    x, y = int(s.x[agent]), int(s.y[agent])
    return Handle(
        f"agent{agent}", "Place", name, x + 0.5, y + 0.5, f"at {x}, {y}", radius=0.45,
        field=f"{agent}.x",
    )  # fmt: skip
