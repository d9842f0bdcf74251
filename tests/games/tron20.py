"""Tron for two on 20 x 20 cells: the test game in which the speed of DUCT is measured.

Rules: both cycles move one cell at once and leave a wall behind. Both on one cell: a draw. Who then
has no free neighbour has lost, both at once draw. An action is a direction: 0 up, 1 right, 2 down,
3 left; only free cells can be entered, so nobody drives into a wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import FORFEIT, SIMULTANEOUS, Game, Parsed, Rules, State
from engines.jit import rule
from engines.scene import AnyItem, Mark, Rect, Scene

SIDE = 22  # with the border
UP, RIGHT, DOWN, LEFT = range(4)
AHEAD = np.array([-SIDE, 1, SIDE, -1])
NAMES = ("up", "right", "down", "left")

STATE = np.dtype(
    [
        ("walls", np.int8, (SIDE * SIDE,)),  # 1 where nobody can go
        ("heads", np.int32, (2,)),
        ("ways", np.int8, (2, 4)),  # free directions of each cycle
        ("count", np.int32, (2,)),  # how many
        ("result", np.int32),  # of the first cycle: 1, 0 or -1
        ("over", np.int32),
    ],
    align=True,
)


@rule
def look(s: Any) -> None:
    """Lists the free directions of both cycles; who has none has lost."""
    for agent in range(2):
        head, n = s.heads[agent], 0
        for way in range(4):  # without branches, which would be guessed wrong every other time
            s.ways[agent, n] = way
            n += s.walls[head + AHEAD[way]] == 0
        s.count[agent] = n
    if s.count[0] == 0 or s.count[1] == 0:
        s.over = 1
        s.result = (1 if s.count[0] > 0 else 0) - (1 if s.count[1] > 0 else 0)


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.over != 0


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    if s.over != 0:
        return 0
    for k in range(s.count[agent]):
        out[k] = s.ways[agent, k]
    return s.count[agent]


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return s.over == 0 and 0 <= action < 4 and s.walls[s.heads[agent] + AHEAD[action]] == 0


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn free direction."""
    return s.ways[agent, draw_below(rng, s.count[agent])]


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Moves both cycles; who answers with anything but a free direction has lost."""
    first, second = is_legal(s, 0, joint[0]), is_legal(s, 1, joint[1])
    if not (first and second):
        s.over = 1
        s.result = (1 if first else 0) - (1 if second else 0)
        return
    s.heads[0] += AHEAD[joint[0]]
    s.heads[1] += AHEAD[joint[1]]
    if s.heads[0] == s.heads[1]:
        s.over = 1
        return
    s.walls[s.heads[0]] = 1
    s.walls[s.heads[1]] = 1
    look(s)


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = float(s.result)
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result; 0 while the match goes on."""
    outcome(s, out)


class Tron20(Game):
    """Two light cycles on 20 x 20 cells, moving at once."""

    name = "tron20"
    title = "Tron 20 x 20"
    dtype = STATE
    simultaneous = True
    max_actions = 4
    longest = 200
    rules = Rules(
        to_move, legal, is_legal, step, is_over, outcome, value, random_action=random_action
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """With the module's name: a compiled kernel on disk belongs to the module it was made in,
        and --load gives this one another.
        """
        return (*super().kernel_key, __name__)

    def initial(self, seed: int) -> State:
        return self.position(
            ["." * 20] * 10 + ["....A" + "." * 15, "." * 15 + "B...."] + ["." * 20] * 8
        )

    def position(self, rows: Sequence[str]) -> State:
        """The position drawn in up to 20 rows of up to 20 letters: A and B the cycles, `.` free,
        all else walls.
        """
        state = self.blank()
        state.walls[:] = 1
        for y, row in enumerate(rows, 1):
            for x, letter in enumerate(row, 1):
                state.walls[y * SIDE + x] = letter != "."
                if letter in "AB":
                    state.heads["AB".index(letter)] = y * SIDE + x
        look(state)
        return state

    def agent_name(self, agent: int) -> str:
        return "AB"[agent]

    def label(self, state: State, agent: int, action: int) -> str:
        return NAMES[action]

    def reason(self, state: State) -> str:
        return (
            ("B is boxed in", "a draw", "A is boxed in")[1 - int(state.result)]
            if state.over
            else ""
        )

    def scene(self, state: State) -> Scene:
        cells = [divmod(int(cell), SIDE) for cell in np.flatnonzero(state.walls)]
        walls: list[AnyItem] = [Rect(x, y, 1, 1, fill="wall") for y, x in cells]
        heads = [
            Mark(head % SIDE + 0.5, head // SIDE + 0.5, agent)
            for agent, head in enumerate(int(h) for h in state.heads)
        ]
        return Scene(0, 0, SIDE, SIDE, items=(*walls, *heads))

    def view(self, state: State, seat: int) -> list[str]:
        return ["".join(".#"[int(w)] for w in row) for row in state.walls.reshape(SIDE, SIDE)] + [
            " ".join(str(int(h)) for h in state.heads)
        ]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        action = NAMES.index(line) if line in NAMES else FORFEIT
        return (
            Parsed((action,))
            if self.rules.is_legal(state, seat, action)
            else Parsed((FORFEIT,), f"{line!r} is no free direction")
        )

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [NAMES[int(actions[0])]]
