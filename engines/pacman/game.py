"""Pac-Man as an adversarial game: agent 0 against any number of ghosts, all in seat 2.

Rules, our own, after the classroom versions of the arcade game: Pac-Man moves, then each ghost, one
cell up, right, down or left; Pac-Man may also stop. A ghost turns back only in a dead end. Food
gives 10 points, each of Pac-Man's moves costs 1, the last food wins and gives 500, being caught
loses and costs 500. A power pellet scares all ghosts for a while (option `scare`): a scared ghost
moves only every second time, and Pac-Man sends it home for 200 points by meeting it. After `rounds`
rounds nobody has won. A bad answer loses.

Layouts are text files (see `resources/pacman/README.md` for the format); `file` loads one of your
own. The algorithm in seat 2 plays the ghosts: alpha-beta as a team of minimisers, `random` as
expectimax assumes, `scripted` as chasers.

What Pac-Man looks like: walls as rounded blocks, food as dots, the ghosts with their marks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.game import FORFEIT, PASS, Game, Parsed, Rules, State
from engines.knobs import Value, choice, integer, text
from engines.pacman import check
from engines.pacman import rules as r
from engines.pacman.editing import MazeEditing
from engines.pacman.evaluation import EvalParams, policy, value
from engines.pacman.layouts import FOOD, MOST_GHOSTS, MOST_ROWS, PELLET, WALL, Maze, load, own
from engines.pacman.rules import CAUGHT, DX, DY, STATE, STOP
from engines.scene import AnyItem, Circle, Event, EventKind, Line, Mark, Point, Rect, Scene, Target

MOUTH = math.radians(35)
SKIRT = ((-0.42, 0.42), (-0.21, 0.28), (0.0, 0.42), (0.21, 0.28), (0.42, 0.42))


def maze(layout: Maze) -> tuple[AnyItem, ...]:
    """The walls, joined into blocks."""
    items: list[AnyItem] = [Rect(0, 0, layout.width, layout.height, fill="field")]
    for x, y in sorted(layout.walls):
        items.append(Rect(x + 0.15, y + 0.15, 0.7, 0.7, fill="line2", rounding=3))
        if (x + 1, y) in layout.walls:
            items.append(Rect(x + 0.5, y + 0.15, 1.0, 0.7, fill="line2"))
        if (x, y + 1) in layout.walls:
            items.append(Rect(x + 0.15, y + 0.5, 0.7, 1.0, fill="line2"))
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= layout.walls:
            items.append(Rect(x + 0.5, y + 0.5, 1.0, 1.0, fill="line2"))
    return tuple(items)


def scene(state: State, layout: Maze, still: tuple[AnyItem, ...]) -> Scene:
    """The maze and what is left in it."""
    items: list[AnyItem] = []
    for y in range(MOST_ROWS):
        for x in range(layout.width):
            if int(state.food[y]) >> x & 1:
                items.append(
                    Circle(x + 0.5, y + 0.5, 0.1, fill="ink2", stroke="none", id=f"food{x},{y}")
                )
            if int(state.pellet[y]) >> x & 1:
                items.append(
                    Circle(x + 0.5, y + 0.5, 0.26, fill="ink2", stroke="none", id=f"pellet{x},{y}")
                )
    items += [_pacman(state)]
    for ghost in range(1, 1 + int(state.ghosts)):
        items += _ghost(state, ghost)
    return Scene(0, 0, layout.width, layout.height, still=still, items=tuple(items))


def _pacman(state: State) -> AnyItem:
    x, y, way = float(state.x[0]) + 0.5, float(state.y[0]) + 0.5, int(state.way[0])
    facing = math.atan2(DY[way], DX[way])
    if state.status == CAUGHT:
        return Circle(x, y, 0.42, fill="none", stroke="agent0", width=2, id="pacman")
    rim = [facing + MOUTH + k * (2 * math.pi - 2 * MOUTH) / 24 for k in range(25)]
    points = ((x, y), *((x + 0.45 * math.cos(a), y + 0.45 * math.sin(a)) for a in rim))
    return Line(points, "agent0", 1.0, closed=True, fill="agent0", id="pacman")


def _ghost(state: State, ghost: int) -> list[AnyItem]:
    x = float(state.x[ghost]) + 0.5
    y = float(state.y[ghost]) + 0.5
    scared = int(state.scared[ghost])
    dome = [
        (0.42 * math.cos(a), -0.02 + 0.42 * math.sin(a))
        for a in (math.pi * (1 + k / 8) for k in range(9))
    ]
    outline = tuple((x + u, y + v) for u, v in (*dome, *SKIRT[::-1]))
    role = f"agent{ghost}"
    body = Line(
        outline,
        role,
        2.0,
        closed=True,
        fill="field" if scared else role,
        id=f"ghost{ghost}",
        dash=bool(scared),
    )
    eyes = [
        Circle(
            x + dx,
            y - 0.08,
            0.09,
            fill="ink2" if scared else "field",
            stroke="none",
            id=f"eye{ghost},{dx}",
        )
        for dx in (-0.16, 0.16)
    ]
    return [
        body,
        *eyes,
        Mark(x, y + 0.2, ghost, 0.0, size=7, hollow=not scared, id=f"mark{ghost}", group="names"),
    ]


WORDS = ("UP", "RIGHT", "DOWN", "LEFT", "STOP")
NAMES = ("Up", "Right", "Down", "Left", "Stop")
ENDS = {
    r.WON: "Pac-Man has eaten everything, {score} points",
    r.CAUGHT: "Pac-Man is caught, {score} points",
    r.TIME_OVER: "the time is over, {score} points",
    r.BAD_PACMAN: "Pac-Man sent a bad answer or none",
    r.BAD_GHOST: "a ghost sent a bad answer or none",
}

MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Options:
    """The maze and its ghosts."""

    layout: str = choice(
        "garden",
        {name: each.title for name, each in own().items()},
        "Layout",
        "The maze that is played.",
        main=True,
    )
    file: str = text(
        "", "Own layout", "A text file with a maze of your own; it replaces the layout."
    )
    ghosts: int = integer(
        MOST_GHOSTS, 0, MOST_GHOSTS, "Ghosts", "At most so many of the layout's ghosts take part."
    )
    scare: int = integer(
        40, 0, 200, "Scared", "For how many moves a power pellet scares the ghosts.", unit="moves"
    )
    rounds: int = integer(
        300, 10, MOST_ROUNDS, "Rounds", "After so many rounds nobody has won.", log=True
    )


class PacMan(Game):
    """Eat everything and do not get caught: one agent against any number of ghosts."""

    name = "pacman"
    title = "Pac-Man"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    best = "alphabeta"
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {  # a match has hundreds of moves
        "uct": {"c": 0.3, "playout_depth": 12},
        "duct": {"playout_depth": 12},
        "flat_mc": {"playout_depth": 24},
    }
    max_actions = 5
    turn_word = "move"
    event_kinds = (
        EventKind("pellet", "dot", "power pellet"),
        EventKind("ghost", "up", "ghost sent home"),
    )
    rules = Rules(
        r.to_move, r.legal, r.is_legal, r.step, r.is_over, r.outcome, value,
        random_action=r.random_action, policy=policy
    )  # fmt: skip

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.layout = load(self.options.file) if self.options.file else own()[self.options.layout]
        count = min(self.options.ghosts, len(self.layout.ghosts))
        self.agents = 1 + max(1, count)  # seat 2 needs an agent even without ghosts
        self.ghosts = count
        self.owner = (0,) + (1,) * (self.agents - 1)
        self.longest = MOST_ROUNDS * (1 + count)
        self._still = maze(self.layout)
        self._start = self.initial(0)  # the same for every seed
        self.keep_rules()

    @property
    def most_turns(self) -> int:
        return int(self.options.rounds) * (1 + self.ghosts)

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """The options are in the state; kernels depend on the number of agents and of ghosts."""
        return (self.name, self.agents, self.ghosts)

    def initial(self, seed: int) -> State:
        s, layout = self.blank(), self.layout
        s.wall[:] = (1 << 30) - 1
        for y in range(layout.height):
            s.wall[y] = sum(
                1 << x for x in range(30) if x >= layout.width or (x, y) in layout.walls
            )
            s.food[y] = sum(1 << x for x in range(layout.width) if (x, y) in layout.food)
            s.pellet[y] = sum(1 << x for x in range(layout.width) if (x, y) in layout.pellets)
        places = (layout.pacman, *layout.ghosts[: self.ghosts])
        for agent, (x, y) in enumerate(places):
            s.x[agent] = s.home_x[agent] = x
            s.y[agent] = s.home_y[agent] = y
        s.way[:] = STOP
        s.ghosts, s.rounds, s.scare = self.ghosts, self.options.rounds, self.options.scare
        s.left = s.meals = len(layout.food)
        return s

    def bounds(self) -> Bounds:
        return check.bounds(self._start)

    def contradiction(self, state: State) -> str:
        return next(check.contradictions(self.layout, self._start, state), "")

    def editing(self) -> MazeEditing:
        return MazeEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return "Pac-Man" if agent == 0 else f"Ghost {agent}"

    def position_note(self, seed: int) -> str:
        return f"{self.layout.title}, {self.ghosts} {'ghost' if self.ghosts == 1 else 'ghosts'}"

    def label(self, state: State, agent: int, action: int) -> str:
        return NAMES[action]

    def brief(self, state: State, agent: int, action: int) -> str:
        return "↑→↓←·"[action]

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if agent != int(state.mover):
            return f"It is the move of {self.agent_name(int(state.mover))}."
        if not 0 <= action <= STOP:
            return "Choose a neighbouring cell."
        if agent > 0 and state.scared[agent] & 1:
            return "A scared ghost rests every second move."
        if action == STOP:
            return "Ghosts do not stop."
        return (
            "There is a wall."
            if not self._open(state, agent, action)
            else "A ghost turns back only in a dead end."
        )

    def _open(self, state: State, agent: int, way: int) -> bool:
        return (
            not int(state.wall[int(state.y[agent] + DY[way])]) >> int(state.x[agent] + DX[way]) & 1
        )

    def prompt(self, state: State, seat: int) -> str:
        return f"move {self.agent_name(int(state.mover))} to a neighbouring cell"

    def standing(self, state: State, seat: int) -> str:
        return (
            f"{int(state.score)} points, {int(state.left)} food left"
            if seat == 0
            else f"{self.ghosts} in the maze"
        )

    def reason(self, state: State) -> str:
        score = f"{int(state.score):,}".replace("-", "−")
        return ENDS[int(state.status)].format(score=score) if state.status else ""

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        found = (
            [Event("pellet", 0, "Pac-Man eats a power pellet")]
            if (before.pellet != after.pellet).any()
            else []
        )
        home = [
            g for g in range(1, 1 + self.ghosts) if before.scared[g] > 1 and not after.scared[g]
        ]
        return [*found, *(Event("ghost", g, f"{self.agent_name(g)} is sent home") for g in home)]

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return scene(state, self.layout, self._still)

    def position(self, state: State, agent: int) -> Point | None:
        return (
            (int(state.x[agent]) + 0.5, int(state.y[agent]) + 0.5) if agent <= self.ghosts else None
        )

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(5, np.int64)
        actions = out[: self.rules.legal(state, agent, out)].tolist()
        return [
            Target(a, int(state.x[agent] + DX[a]), int(state.y[agent] + DY[a]), 1, 1)
            for a in actions
        ]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The direction of a click: the agent's own cell means stop, any other the direction in
        which it is.
        """
        if not (0 <= x < self.layout.width and 0 <= y < self.layout.height):
            return None
        dx, dy = x - (float(state.x[agent]) + 0.5), y - (float(state.y[agent]) + 0.5)
        if max(abs(dx), abs(dy)) <= 0.5:
            return STOP
        if abs(dx) > abs(dy):
            return r.RIGHT if dx > 0 else r.LEFT
        return r.DOWN if dy > 0 else r.UP

    # -- text of our own ---------------------------------------------------------------------------

    def intro(self, state: State, seat: int) -> list[str]:
        """Width, height, ghosts, duration of a scare in moves, rounds."""
        return [
            (
                f"{self.layout.width} {self.layout.height} {self.ghosts} {self.options.scare} "
                f"{self.options.rounds}"
            )
        ]

    def view(self, state: State, seat: int) -> list[str]:
        """Who moves and the score; a line for each agent (x, y, last direction, scared moves); the
        maze with food and pellets.
        """
        agents = [
            f"{int(state.x[a])} {int(state.y[a])} {WORDS[int(state.way[a])]} {int(state.scared[a])}"
            for a in range(1 + self.ghosts)
        ]
        rows = [
            "".join(self._sign(state, x, y) for x in range(self.layout.width))
            for y in range(self.layout.height)
        ]
        return [f"{int(state.mover)} {int(state.score)}", *agents, *rows]

    def _sign(self, state: State, x: int, y: int) -> str:
        if int(state.wall[y]) >> x & 1:
            return WALL
        return (
            FOOD
            if int(state.food[y]) >> x & 1
            else PELLET
            if int(state.pellet[y]) >> x & 1
            else "-"
        )

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        """One direction, for the agent that moves now."""
        agents, mover = self.agents_of(seat), int(state.mover)
        word, _, message = (lines[0] if lines else "").strip().partition(" ")
        action = WORDS.index(word.upper()) if word.upper() in WORDS else FORFEIT
        error = ""
        if action == FORFEIT:
            error = (
                f"expected UP, RIGHT, DOWN, LEFT or STOP, got {lines[0]!r}"
                if lines
                else "no answer"
            )
        asked = mover if mover in agents else agents[0]
        if not error and not self.rules.is_legal(state, asked, action):
            error = f"{word.upper()}: {self.explain(state, asked, action)[:-1].lower()}"
        return Parsed(
            tuple((FORFEIT if error else action) if a == asked else PASS for a in agents),
            error,
            message,
        )

    def answer_lines(self, state: State, seat: int) -> int:
        return 1  # the agents of a seat move one after another

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [next((WORDS[a] for a in actions if a != PASS), WORDS[STOP])]
