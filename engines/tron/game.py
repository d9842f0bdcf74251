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

Tron Battle as the site records it.

What its views hold is not documented, so every row of cells in the first one is tried as the start;
a wrong one soon makes a player ride into a wall.

Recorded Tron matches against the rules: every line a player read, whether it survived, and the
grid after each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.difference import Difference, Pair, first_difference
from engines.game import PASS, Game, Rules, State
from engines.knobs import Value, choice, integer
from engines.scene import Event, EventKind, Point, Scene, Target
from engines.site import Recording, Site
from engines.tron import hearing, picture, text
from engines.tron import rules as r
from engines.tron.check import bounds, contradictions
from engines.tron.editing import RibbonsEditing
from engines.tron.evaluation import EvalParams, after, policy, prepare, value
from engines.tron.rules import (
    DX,
    DY,
    HEIGHT,
    MOST,
    STATE,
    WIDTH,
    clear,
    place_on,
)


def replay(game: Game, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Replays a recording round by round; moves after the end, which one referee still requests,
    are ignored.
    """
    header, end = records[0], records[-1]
    game = type(game).configure(players=header["players"])
    state = start(game, header)
    for record in records[1:-1]:
        for move in record["moves"]:
            if move["after_end"]:
                continue
            difference = first_difference(record["turn"], _move(game, state, move))
            if difference is not None:
                yield difference
                return
        yield None
    ranking = sorted(range(header["players"]), key=lambda p: max(1, int(state.place[p])))
    pairs = [("ranking", end["ranking"], ranking), ("over", True, bool(state.alive <= 1))]
    difference = first_difference(end["turns"], pairs)
    if difference is not None:
        yield difference


def start(game: Game, header: Mapping[str, Any]) -> State:
    """The recorded start."""
    state = game.blank()
    clear(state, header["players"])
    for player, (x, y) in header["start"].items():
        place_on(state, int(player), x, y)
    return game.checked(state)


def grid(state: State) -> str:
    """The grid row by row: a digit for a player's cell, a dot for a free one."""
    cells = np.full((HEIGHT, WIDTH), ".", "U1")
    for p in range(MOST):
        cells[(state.ribbon[p, 1 : HEIGHT + 1, None] >> np.arange(1, WIDTH + 1)) & 1 == 1] = str(p)
    return "".join(cells.ravel())


def _move(game: Game, state: State, move: Mapping[str, Any]) -> Iterator[Pair]:
    """Compares what the player read before the move, and the result; plays the move in between."""
    p = move["p"]
    yield "p", p, int(state.mover)
    yield "in", move["in"], game.view(state, p)
    yield "alive_before", move["alive_before"], [q for q in range(game.seats) if not state.place[q]]
    joint = np.full(game.agents, PASS, np.int64)
    joint[p] = game.parse(state, p, move["out"]).actions[0]
    game.rules.step(state, joint, None, None)
    yield "survived", move["survived"], not state.place[p]
    yield "grid", move["grid"], grid(state)


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """A start for each row of different cells among the numbers of the first view."""
    count = len(recording.names)
    configured = game.configure(players=count)
    text = " ".join([*recording.params.values(), recording.opening.view])
    numbers = [int(number) for number in re.findall(r"(?<![\w.-])\d{1,2}(?![\w.])", text)]
    for k in range(len(numbers) - 2 * count + 1):
        row = numbers[k : k + 2 * count]
        cells = list(zip(row[::2], row[1::2], strict=True))
        if len(set(cells)) == count and all(x < WIDTH and y < HEIGHT for x, y in cells):
            state = configured.blank()
            clear(state, count)
            for player, (x, y) in enumerate(cells):
                place_on(state, player, x, y)
            yield configured, state


SITE = Site(
    re.compile(r"(UP|DOWN|LEFT|RIGHT)\b.*", re.IGNORECASE), tuple(range(2, MOST + 1)), starts
)


NAMES = ("Up", "Right", "Down", "Left")


@dataclass(frozen=True)
class Options:
    """The number of players, where they start, and how strictly their answers are parsed."""

    players: int = integer(2, 2, 4, "Players", "How many ride.", main=True)
    starts: str = choice(
        "random",
        {"random": "random", "mirrored": "mirrored"},
        "Starts",
        "Random starts often favour a seat. Mirrored: the second head is opposite the first "
        "through the centre, the others across its lines, so that two or four have the same "
        "chances but for who moves first.",
    )
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
    presets: ClassVar[Mapping[str, Mapping[str, Mapping[str, Value]]]] = {
        name: {"rooms": {"w.territory": 0.0, "w.exits": 0.0, "w.rooms": 1.0}}
        for name in ("alphabeta", "paranoid")
    }
    # random riders are soon boxed in; the map says more than that
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "uct": {"playout_depth": 4},
        "duct": {"playout_depth": 4},
        "flat_mc": {"playout_depth": 4},
    }
    event_kinds = (EventKind("out", "cross", "out"),)
    rules = Rules(
        r.to_move, r.legal, r.is_legal, r.step, r.is_over, r.outcome, value,
        random_action=r.random_action, policy=policy, prepare=prepare, move=r.move, after=after
    )  # fmt: skip

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.agents = self.options.players
        self.draws = self.agents > 2  # with more riders there are places between
        self.longest = most_moves(self.agents)
        self.owner = tuple(range(self.agents))
        self.opens_with = f"{'alphabeta' if self.agents == 2 else 'paranoid'}:preset=rooms"
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """Where riders start and how answers are spelt does not affect kernels."""
        return (self.name, self.options.players)

    def initial(self, seed: int) -> State:
        state = self.blank()
        r.clear(state, self.agents)
        cells = np.random.Generator(np.random.SFC64(seed)).choice(
            WIDTH * HEIGHT, self.agents, replace=False
        )
        y, x = (each.tolist() for each in np.divmod(cells, WIDTH))
        if self.options.starts == "mirrored":
            right, below = WIDTH - 1 - x[0], HEIGHT - 1 - y[0]
            x, y = [x[0], right, right, x[0]], [y[0], below, y[0], below]
        for p in range(self.agents):
            r.place_on(state, p, x[p], y[p])
        return state

    def bounds(self) -> Bounds:
        return bounds(self)

    def contradiction(self, state: State) -> str:
        return next(contradictions(self, state), "")

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
