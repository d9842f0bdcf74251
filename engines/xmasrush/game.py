"""Xmas Rush, a CodinGame contest of 2018: two players slide the tiles of a maze and run for the
items of their quests.

Rules: on a board of 7 x 7 tiles, push turns and move turns alternate, and both players act at once.
A push slides a row or column by one with the tile in hand, players on it move along, and the tile
that falls out is the new tile in hand; rows slide before columns, and if both push the same line
nothing moves. On a move turn each walks up to 20 steps along the paths. A player on an item of one
of its open quests completes the quest; new quests are turned up after each turn. Both have the same
quests in the same hidden order. The player with more quests after 150 turns, or the first to
complete all, wins. A bad or late answer scores -1 and ends the match with the first frame of that
turn: the other's push or first step still counts, and a push can still carry the disqualified
player onto an item, back to 0.

Doubtful in the sources, and decided: ten turns in a row in which both push the same line end the
match (option `deadlock`; early in the contest there was no such rule); the hardest mazes are those
of league 6 and up (option `league`); an answer may have no blanks before or after it (option
`trim`).

An action is a push, 7 * direction + line, or a path (see `board`). A search moves along a shortest
path to one of at most 28 cells, the nearest ones and those of quests; any path may be played. The
contest's winner, seed, simulates one more push for each side after a move, the best of five random
ones. Here a scripted playout of one turn does that, and after a push the script walks to all quests
within reach, which seed counts as done.

Xmas Rush as the site records it: answers and scores; its views hold pictures only.

What a player of Xmas Rush may not see: the cards that nobody has turned up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.draws import draw_below
from engines.game import Game, Rules, State
from engines.jit import rule
from engines.knobs import Value
from engines.scene import Event, Point, Scene, Target
from engines.site import Recording, Site, seeded, written_scores
from engines.xmasrush import hearing, picture, text
from engines.xmasrush import rules as r
from engines.xmasrush.board import STAY, Number, count, nth, path_to
from engines.xmasrush.check import bounds, contradictions
from engines.xmasrush.conform import replay
from engines.xmasrush.deal import deal
from engines.xmasrush.editing import TilesEditing
from engines.xmasrush.evaluation import EvalParams, lasting, policy, value
from engines.xmasrush.rules import ITEMS
from engines.xmasrush.state import (
    ALL_QUESTS,
    CELLS,
    DEADLOCK,
    DISQUALIFIED,
    LONGEST,
    MAX_TURNS,
    NOTHING,
    PATIENCE,
    SIDE,
    STATE,
    Options,
    XmasRushLog,
    new_log,
)


@rule
def known(s: Any) -> Number:
    """How many cards of the common deck at least one player has seen."""
    return max(np.int64(s.seen[0]), np.int64(s.seen[1]))


@rule
def observe(s: Any, seat: int) -> None:
    """Blanks the cards that neither player has turned up; a card turned up by one is known to both.

    Tiles are renumbered by place, since equal tiles cannot be told apart.
    """
    s.deck |= np.int64(-1) << 4 * known(s)
    for place in range(CELLS + 2):
        tile = s.tile[place]
        if tile != place:  # they exchange their numbers
            s.kind[tile], s.kind[place] = s.kind[place], s.kind[tile]
            s.carried[tile], s.carried[place] = s.carried[place], s.carried[tile]
            s.tile[s.where[place]] = tile
            s.where[tile] = s.where[place]
            s.tile[place] = s.where[place] = place
    for place in range(CELLS + 2):
        item = np.int64(s.carried[place])
        if item != NOTHING:
            s.home[item // ITEMS, item % ITEMS] = place


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """Shuffles the names that are left into the blank cards of both decks."""
    left, k = np.int64(0), known(s)
    for name in range(ITEMS):
        if s.home[0, name] != NOTHING or s.home[1, name] != NOTHING:
            left |= np.int64(1) << name
    for card in range(k):
        left &= ~(np.int64(1) << (s.deck >> 4 * card & 15))
    while k < s.quests and left != 0:
        name = nth(left, draw_below(rng, count(left)))
        left ^= np.int64(1) << name
        s.deck = (s.deck & ~(np.int64(15) << 4 * k)) | np.int64(name) << 4 * k
        k += 1


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The deal of the seed in each league of the contest, the highest first."""
    return seeded(game, recording, *({"league": league} for league in ("6", "4", "3", "2", "1")))


SITE = Site(
    re.compile(r"PUSH [0-6] [A-Z]+|MOVE( (UP|DOWN|LEFT|RIGHT))+|PASS"),
    (2,),
    starts,
    scores=written_scores,
)


UNREACHED = 1 << 47  # plus a cell: the action of a click on an unreachable cell; never legal


class XmasRush(Game):
    """Slide the maze, then run: the first to complete all quests wins."""

    name = "xmasrush"
    title = "Xmas Rush"
    contest = "CodinGame"
    first_turn_ms = 1000
    turn_ms = 50
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    simultaneous = True
    hidden = True
    max_actions = r.MOST
    value_range = (-2.0, 2.0)
    longest = LONGEST
    best = "duct"
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "duct": {"c": 0.05, "playout_depth": 1, "playout": "scripted", "scaling": "own"},
        "uct": {"playout_depth": 1, "playout": "scripted"},
        "flat_mc": {"playout_depth": 3, "playout": "scripted"},
    }
    event_kinds = picture.EVENT_KINDS
    rules = Rules(
        r.to_move,
        r.legal,
        r.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        value,
        random_action=r.random_action,
        policy=policy,
        observe=observe,
        sample=sample,
        key=r.key,
        lasting=lasting,
        rest=r.rest,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """The options are in the state."""
        return (self.name,)

    def initial(self, seed: int) -> State:
        state = self.blank()
        deal(state, seed, self.options)
        return state

    def bounds(self) -> Bounds:
        return bounds(self.options)

    def contradiction(self, state: State) -> str:
        return next(contradictions(state), "")

    def bench_position(self) -> State:
        """A push turn after ten turns of the script."""
        state = self.initial(1)
        rng = np.random.Generator(np.random.SFC64(1))
        joint = np.zeros(2, np.int64)
        for _ in range(10):
            joint[:] = [policy(state, p, rng) for p in (0, 1)]
            r.step(state, joint, rng, None)
        return state

    def new_log(self) -> XmasRushLog:
        return new_log()

    def editing(self) -> TilesEditing:
        return TilesEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def position_note(self, seed: int) -> str:
        return f"league {self.options.league}, seed {seed}"

    def label(self, state: State, agent: int, action: int) -> str:
        return picture.words(state, agent, action)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if r.is_push_turn(state):
            return "This is a push turn: click an arrow next to the board."
        if action & ~63 == UNREACHED:
            y, x = divmod(action & 63, SIDE)
            return f"No path of at most 20 steps leads to {x} {y}."
        return "This is a move turn: click a cell that a path leads to."

    def prompt(self, state: State, seat: int) -> str:
        if r.is_push_turn(state):
            return "push a row or column: click an arrow next to the board"
        others = int(count(r.kept(state, seat, r.joints_across(state), r.joints_below(state)))) - 1
        if not others:
            return "stay: no path leads away"
        return (
            f"walk to {'the one cell' if others == 1 else f'one of {others} cells'} within "
            "reach, or stay"
        )

    def standing(self, state: State, seat: int) -> str:
        if int(state.lost) >> seat & 1:
            return "disqualified"
        return (
            f"{int(state.score[seat])} of {int(state.quests)} "
            f"{'quest' if state.quests == 1 else 'quests'}"
        )

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, state.score))

    def reason(self, state: State) -> str:
        first, second = (int(x) for x in state.score)
        leader = self.agent_name(0 if first > second else 1)
        result = f"{max(first, second)} to {min(first, second)}"
        ahead = f"both have {first}" if first == second else f"{leader} is ahead, {result}"
        out = [self.agent_name(p) for p in (0, 1) if int(state.lost) >> p & 1]
        done = (
            "both have done all their quests"
            if first == second
            else f"{leader} has done all quests, {result}"
        )
        return {
            MAX_TURNS: f"{LONGEST} turns are over; {ahead}",
            DEADLOCK: f"both pushed the same line {PATIENCE} times in a row; {ahead}",
            ALL_QUESTS: done,
            DISQUALIFIED: f"{' and '.join(out)} sent a bad answer or none",
        }.get(int(state.over), "")

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        return tuple(picture.events(before, after, log, [self.agent_name(p) for p in (0, 1)]))

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state)

    def position(self, state: State, agent: int) -> Point | None:
        return picture.middle(int(state.pos[agent]))

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        return picture.targets(state, agent)

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        if r.is_push_turn(state):
            on_board = 0 <= x < SIDE and 0 <= y < SIDE
            return STAY if on_board else picture.push_at(x, y)
        if not (0 <= x < SIDE and 0 <= y < SIDE):
            return None
        end = SIDE * int(y) + int(x)
        path = int(
            path_to(r.joints_across(state), r.joints_below(state), int(state.pos[agent]), end)
        )
        return path if path >= 0 else UNREACHED | end

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    view = text.view
    parse = text.parse
    send = text.send
    heard = hearing.heard
    conform = replay
