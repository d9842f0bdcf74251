"""Tron Battle, as CodinGame plays it, for two to four players.

Rules: on a grid of 30 x 20 players move one after another, each seeing the moves already made in
this round. A move leads to a neighbouring cell, which becomes part of the player's ribbon. A player
that hits the edge or a ribbon, or sends a bad answer or none, is out; its whole ribbon is erased at
once, so that those cells are free in the same round. A boxed-in player is still asked to move. The
last one riding wins; the others are placed in reverse order of leaving.

Doubtful in the sources, and decided: start cells are uniform and distinct; the match stops when one
player is left (one referee finishes its round); X0 Y0 is the start cell (one referee sends the cell
before the head); lower case and words after the direction are accepted (option `spelling=exact`
refuses them). An action is a direction: 0 up, 1 right, 2 down, 3 left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.game import Game, Rules, State
from engines.knobs import Value, choice, integer
from engines.scene import Event, EventKind, Point, Scene, Target
from engines.tron import check, hearing, picture, text
from engines.tron import rules as r
from engines.tron.conform import replay
from engines.tron.editing import RibbonsEditing
from engines.tron.evaluation import EvalParams, policy, value
from engines.tron.rules import DX, DY, HEIGHT, MOST, STATE, WIDTH
from engines.tron.site import SITE

NAMES = ("Up", "Right", "Down", "Left")


@dataclass(frozen=True)
class Options:
    """The number of players, and how strictly their answers are parsed."""

    players: int = integer(2, 2, 4, "Players", "How many ride.", main=True)
    spelling: str = choice(
        "any",
        {"any": "any case", "exact": "exact"},
        "Spelling",
        "Whether `up` or `UP hurry` is read as `UP`.",
    )


def most_moves(players: int) -> int:
    """An upper bound on the moves of a match: each takes a cell or ends a ride, and the ribbon
    erased when one of k riders goes out is at most a k-th of the grid.
    """
    cells = WIDTH * HEIGHT
    return cells + sum(cells // k + 1 for k in range(3, players + 1)) + MOST


class Tron(Game):
    """Ribbons of light on a grid: the last one riding wins."""

    name = "tron"
    title = "Tron Battle"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    contest = "CodinGame"
    first_turn_ms = 150
    turn_ms = 100
    max_actions = 4
    turn_word = "move"
    best = "alphabeta"
    # random riders are soon boxed in; the map says more than that
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "uct": {"playout_depth": 4},
        "duct": {"playout_depth": 4},
        "flat_mc": {"playout_depth": 4},
    }
    event_kinds = (EventKind("out", "cross", "out"),)
    rules = Rules(
        r.to_move, r.legal, r.is_legal, r.step, r.is_over, r.outcome, value,
        random_action=r.random_action, policy=policy
    )  # fmt: skip

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.agents = self.options.players
        self.draws = self.agents > 2  # with more riders there are places between
        self.longest = most_moves(self.agents)
        self.owner = tuple(range(self.agents))
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """The spelling of answers does not affect kernels."""
        return (self.name, self.options.players)

    def initial(self, seed: int) -> State:
        state = self.blank()
        r.clear(state, self.agents)
        cells = np.random.Generator(np.random.SFC64(seed)).choice(
            WIDTH * HEIGHT, self.agents, replace=False
        )
        for p, cell in enumerate(cells):
            r.place_on(state, p, int(cell) % WIDTH, int(cell) // WIDTH)
        return state

    def bounds(self) -> Bounds:
        return check.bounds(self)

    def contradiction(self, state: State) -> str:
        return next(check.contradictions(self, state), "")

    def editing(self) -> RibbonsEditing:
        return RibbonsEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def label(self, state: State, agent: int, action: int) -> str:
        return NAMES[action]

    def brief(self, state: State, agent: int, action: int) -> str:
        return "↑→↓←"[action]

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if state.place[agent]:
            return f"{self.agent_name(agent)} is out."
        if agent != int(state.mover):
            return f"It is the move of {self.agent_name(int(state.mover))}."
        if not 0 <= action <= 3:
            return "Choose a neighbouring cell."
        x, y = int(state.x[agent] + DX[action]), int(state.y[agent] + DY[action])
        return (
            "A ribbon is there."
            if 0 <= x < WIDTH and 0 <= y < HEIGHT
            else "That is the edge of the grid."
        )

    def prompt(self, state: State, seat: int) -> str:
        free = int(r.exits(state, seat))
        return (
            "there is no way out"
            if not free
            else f"ride on; {free} {'way is' if free == 1 else 'ways are'} free"
        )

    def standing(self, state: State, seat: int) -> str:
        if state.place[seat]:
            return f"out, place {int(state.place[seat])} of {self.seats}"
        cells = sum(int(row).bit_count() for row in state.ribbon[seat])
        return f"{cells} {'cell' if cells == 1 else 'cells'} long"

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        winner = next((p for p in range(self.seats) if not state.place[p]), 0)
        return f"{self.agent_name(winner)} is the last one riding"

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        out = [p for p in range(self.seats) if after.place[p] and not before.place[p]]
        return [Event("out", p, f"{self.agent_name(p)} is out") for p in out]

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state)

    def position(self, state: State, agent: int) -> Point | None:
        return (
            None if state.place[agent] else (int(state.x[agent]) + 0.5, int(state.y[agent]) + 0.5)
        )

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(4, np.int64)
        actions = out[: self.rules.legal(state, agent, out)].tolist()
        return [
            Target(a, int(state.x[agent] + DX[a]), int(state.y[agent] + DY[a]), 1, 1)
            for a in actions
        ]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The direction of a click: towards the clicked cell if adjacent, else the side of the head
        on which it is.
        """
        if state.place[agent] or not (-1 <= x < WIDTH + 1 and -1 <= y < HEIGHT + 1):
            return None
        dx, dy = x - (float(state.x[agent]) + 0.5), y - (float(state.y[agent]) + 0.5)
        if abs(dx) > abs(dy):
            return r.RIGHT if dx > 0 else r.LEFT
        return r.DOWN if dy > 0 else r.UP

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    view = text.view
    parse = text.parse
    send = text.send
    heard = hearing.heard
    conform = replay
