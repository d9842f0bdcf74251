"""Depth-first searches: the class that the lab drives, around the walks of `bounds` and `sums`.

Shapes: [K] root actions, [P] plies of a line, [E] events.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import PASS, Game, Joint, State
from engines.knobs import HasFields, Value
from engines.records import columns, fields, records, wipe
from search.base import Floats, Ints, Snapshot, generator
from search.branches import Branches, Wish
from search.depth_first import bounds, sums
from search.depth_first.frames import (
    EVENT,
    GAME,
    HARD,
    HISTORY,
    LEARNED,
    LISTED,
    NULL,
    new_frames,
    room_dtype,
)
from search.depth_first.ledgers import Ledgers
from search.depth_first.params import TO_THE_END
from search.depth_first.report import counted, report
from search.depth_first.shown import part_of
from search.depth_first.tables import Table
from search.forms import Form
from search.networked import NetworkSearch
from search.only import Only, confine

ORDERS = {"listed": LISTED, "game": GAME, "learned": LEARNED}
MOST_EVENTS, LARGEST = 1 << 16, 2 << 20  # LARGEST: bytes of a position, two are on a stack
FIRST_PLIES = 64  # of a new stack


@dataclass(frozen=True)
class Finished:
    """The result of a finished depth."""

    depth: int  # the limit, in turns
    value: float  # for the searching seat
    nodes: int  # visited so far, over all depths
    line: Ints  # [P] the principal variation
    crew: Ints  # [P] the agent of each action
    values: Floats  # [K] of the root actions
    marks: Ints  # [K] UNSEEN, EXACT or AT_MOST
    exact: NDArray[np.bool_]  # [K] whether the depth limit was not reached below
    whole: bool  # whether it was reached nowhere


class DepthFirst(NetworkSearch):
    """A depth-first search. An iteration is one visited node, so `advance(n)` visits n of them and
    the search can pause between any two.

    To watch it: `record(True)` before `start`, then `events` and `open_nodes()` after each
    `advance(1)`.
    """

    iteration_word = "node"
    usual_iterations = 200_000
    everyone = True
    divides = False
    form = Form.TREE
    cuts: ClassVar[bool] = False
    proves: ClassVar[bool] = True  # whether a search to the end of the match is a proof
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType(
        {"write-up": {"depth": 2, "unit": "rounds", "deepening": False}}
    )

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._room = records(1, room_dtype(game))
        self.scratch = fields(self._room)
        self._make_frames(FIRST_PLIES)
        self._given, self._root = (records(1, game.dtype) for _ in range(2))
        self._history = np.zeros((game.agents, HISTORY))
        self._table = Table(1)
        self._events = records(1, EVENT)
        self._ledgers = Ledgers(game)
        self._begun, self._done = False, True
        self._windows: str | None = None
        self.finished: list[Finished] = []

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if game.chance and game.rules.chance is None:
            return "Chance has too many outcomes here for each to be weighed."
        large = f"It keeps positions on a stack, and one has {game.dtype.itemsize >> 20} MB here."
        return large if game.dtype.itemsize > LARGEST else None

    @property
    def limit(self) -> int:
        """The depth limit in turns: a ply in a sequential game, a joint action in a simultaneous
        one.
        """
        agents, p = self.game.agents, self.params
        if p.depth >= TO_THE_END:
            return self.game.most_turns
        plies = p.depth * agents if p.unit == "rounds" else p.depth
        return -(-plies // agents) if self.game.simultaneous else plies

    @abstractmethod
    def _walk(self) -> Callable[..., int]:
        """The compiled walk that fits the parameters."""

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat, self._begun = seat, True
        self._given[0] = state
        self._restart()

    def _restart(self) -> None:
        """Begins again at the root position."""
        self.generation += 1
        self._root[0], prepare = self._given[0], self.game.rules.prepare
        if prepare is not None:
            prepare(self._root[0], self.weights)
        self._kernel, self.rng = self._walk(), generator(self.seed)
        self.finished = []
        self._history[:] = 0.0
        self._f.killers[:] = PASS
        wipe(self._room)
        self._set_room()
        self._done = bool(self.game.rules.is_over(self._root[0]))
        if not self._done:
            self._begin(1 if self.params.deepening else self.limit)

    def _set_room(self) -> None:
        """Copies the parameters that the walk reads."""
        s, p = self.scratch, self.params
        own = self.game.agents_of(self.seat)
        others = [a for a in range(self.game.agents) if a not in own]
        s.order[:] = [*own, *others] if p.second == "others" else [*others, *own]
        s.joint[:], s.seat[0], s.cut[0] = PASS, self.seat, self.cuts
        s.ordering[0], s.first[0] = ORDERS[p.ordering], PASS
        confine(s, self.only)
        s.extension[0] = getattr(p, "quiescence", 0)
        entries = getattr(p, "table", 0) if self.game.rules.key is not None else 0
        size = 1 << (entries.bit_length() - 1) if entries else 0
        if self._table.entries.size != max(1, size):
            self._table = Table(max(1, size))
        self._table.age += 1
        s.age[0], s.mask[0] = self._table.age, size - 1
        usual = size > 0 and getattr(p, "scout", False)
        s.scout[0] = self.cuts and (usual if self._windows is None else self._windows == NULL)
        s.hard[0] = self._windows == HARD

    def _begin(self, depth: int) -> None:
        """Sets the stack up for a search to `depth` turns."""
        movers = self.game.agents if self.game.simultaneous else 1
        a_turn = movers + (self.game.rules.chance is not None)
        plies = 3 + a_turn * (depth + int(self.scratch.extension[0]))
        if plies > self._frames.size:
            killers = self._f.killers
            self._make_frames(max(plies, 2 * self._frames.size))
            self._f.killers[: len(killers)] = killers
        self._states[0] = self._root[0]
        s, above = self.scratch, self._f
        s.top[0], s.depth[0], s.started[0] = 0, depth, s.horizon[0]
        self._ledgers.begin(s, first=not self.finished, last=depth >= self.limit)
        above.alpha[0], above.beta[0], above.best[0], above.sign[0] = -np.inf, np.inf, -np.inf, 1.0
        above.next[0], above.count[0], above.left[0] = 0, 1, depth
        above.length[0], above.choice[0] = 0, PASS

    def _make_frames(self, plies: int) -> None:
        """An empty stack for `plies` plies."""
        self._frames, self._states = new_frames(self.game, plies)
        self._f = columns(self._frames)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        while not self._done:
            n -= self._kernel(
                *(self._room, self._states, self._frames, self._table.entries, self._history),
                *(self.weights, self.rng, self._events, self._ledgers.current, n),
            )
            if self.scratch.blank[0]:
                self._done = True
            elif self.scratch.top[0] >= 0:
                break
            else:
                self._finish()
        return self._done

    def _value(self) -> float:
        """The searching seat's value once a depth is finished."""
        return float(self._f.best[0])

    @property
    def missing(self) -> str:
        """Why the search stopped before a leaf, in a sentence; "" unless its value is unknown."""
        s = self._room[0]
        return self.game.unvalued(self._states[int(s.top) + 1]) if s.blank else ""

    def _finish(self) -> None:
        """Keeps the result of the finished depth and begins the next one, if any."""
        s, above = self.scratch, self._f
        count, whole = int(s.root_count[0]), bool(s.horizon[0] == s.started[0])
        length = int(above.length[1]) if count else 0
        self.finished.append(
            Finished(
                depth=int(s.depth[0]),
                value=self._value() + 0.0,
                nodes=int(s.nodes[0]),
                line=above.line[1, :length].copy(),
                crew=above.crew[1, :length].astype(np.int64),
                values=s.root_value[:count].copy(),
                marks=s.root_mark[:count].copy(),
                exact=s.root_open[:count] == 0,
                whole=whole,
            )
        )
        s.first[0] = above.line[1, 0] if length else PASS
        self._done = whole or bool(s.depth[0] >= self.limit)
        if not self._done:
            self._begin(int(s.depth[0]) + 1)

    def update(self, params: HasFields) -> str | None:
        if refusal := self._take_network(params):
            return refusal
        self.params = params
        if self._begun:
            self._restart()
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        if self._begun:
            self._restart()

    # -- what it found -----------------------------------------------------------------------------

    @property
    def unfinished(self) -> bool:
        """Whether the current depth already has a better answer than the last finished one: it has
        searched that depth's move.
        """
        s = self.scratch
        if self._done or s.top[0] < 1 or not s.root_count[0] or not self._f.length[1]:
            return False
        if not self.finished or s.first[0] == PASS:
            return True
        k = s.root_action[: s.root_count[0]].tolist().index(s.first[0])
        return bool(s.root_depth[k] == s.depth[0])

    def variation(self) -> list[tuple[int, int]]:
        """(agent, action) along the best line known."""
        if self.unfinished:
            length = self._f.length[1]
            crew, line = self._f.crew[1, :length], self._f.line[1, :length]
        elif self.finished:
            crew, line = self.finished[-1].crew, self.finished[-1].line
        else:
            return []
        return list(zip(crew.tolist(), line.tolist(), strict=True))

    def choice(self) -> Ints:
        """The first turn of the best line known; any action where there is none yet."""
        first: dict[int, int] = {}
        for agent, action in self.variation():
            if agent in first or (first and not self.game.simultaneous):
                break
            first[agent] = action
        return np.array(
            [
                first[a] if a in first else self._any_action(a)
                for a in self.game.agents_of(self.seat)
            ],
            np.int64,
        )

    def choices(self, agent: int) -> Ints:
        """The agent's root actions; [K]"""
        return self._choices(self._root[0], agent)

    def _any_action(self, agent: int) -> int:
        actions = self.choices(agent)
        drawn = draw_below(generator(self.seed, agent), actions.size)
        return int(actions[drawn]) if actions.size else PASS

    def counts(self) -> Snapshot:
        return counted(self, self.scratch)

    def snapshot(self) -> Snapshot:
        return report(self, self._room[0], self._root[0])

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        """The part of the ledger of the depth whose values the snapshot has."""
        s = self._room[0]
        if not s.root_count:
            return ()
        last = self.finished[-1].depth if self.finished and not self.unfinished else 0
        looked = self._ledgers.looked(s, self._frames, last)
        searching = 0 if self._done else int(s.depth)
        return (part_of(self, s, self._frames, looked, searching, wish),)

    # -- step by step ------------------------------------------------------------------------------

    def record(self, on: bool, windows: str | None = None) -> None:
        """Turns event recording on or off from the next `start`; recording slows the search. A
        recorded search can use its windows in another way: SOFT, HARD or NULL.
        """
        self._windows = windows if on else None
        self._events = records(MOST_EVENTS if on else 1, EVENT)

    @property
    def recording(self) -> bool:
        """Whether events are recorded."""
        return bool(self._events.size > 1)

    @property
    def events(self) -> NDArray[Any]:
        """What happened since the start, [E], one row for each step, at most `MOST_EVENTS`; fields
        as in `frames.EVENT`.

        OPEN: an inner node is entered; its window. SEE: a leaf is evaluated (or answered by the
        table); `value`, and the parent's window after it took the value. CUT: the node skips its
        other children; its window, its value so far, in `left` how many are skipped, in `action`
        the first of them. CLOSE: a node is done; `value`, and the parent's window after it took the
        value. Alpha, beta and value are from the searching seat's view: alpha what it is sure of,
        beta what the others can hold it to.
        """
        return np.array(self._events[: int(self._room[0].events) if self.recording else 0])

    def open_nodes(self) -> list[tuple[int, int, float, float, float]]:
        """The stack, root first, as (ply, action that led there, alpha, beta, value so far), all
        from the searching seat's view.
        """
        found = []
        for p in range(1, int(self._room[0].top) + 1):
            f, above = self._frames[p], self._frames[p - 1]
            window = (f.alpha, f.beta) if f.sign > 0 else (-f.beta, -f.alpha)
            action = int(above.actions[above.next - 1]) if p > 1 else PASS
            found.append(
                (p - 1, action, float(window[0]), float(window[1]), float(f.best * f.sign))
            )
        return found


class UncutSearch(DepthFirst):
    """A depth-first search without cuts, since it needs all the values of a node."""

    proves = False

    @abstractmethod
    def _model(self) -> tuple[int, float, float]:
        """How replies are weighed: the model's number (-1 for max^n), the share of the best reply,
        the temperature.
        """

    def _set_room(self) -> None:
        super()._set_room()
        self.scratch.model[0], self.scratch.share[0], self.scratch.temperature[0] = self._model()

    def _walk(self) -> Callable[..., int]:
        return sums.compiled(self.game, self.recording)

    def _value(self) -> float:
        return float(self._f.vector[0, self.seat if self.scratch.model[0] < 0 else 0])

    def open_nodes(self) -> list[tuple[int, int, float, float, float]]:
        top, above = int(self._room[0].top), self._frames
        views = self.seat if self._room[0].model < 0 else 0
        came = [PASS, *(int(above[p].actions[above[p].next - 1]) for p in range(1, top))]
        return [
            (p, came[p], -np.inf, np.inf, float(self._frames[p + 1].vector[views]))
            for p in range(top)
        ]


class BoundedSearch(DepthFirst):
    """A depth-first search with one value, the searching seat's."""

    def _walk(self) -> Callable[..., int]:
        learned = self.params.ordering == "learned" or (
            getattr(self.params, "table", 0) > 0 and self.game.rules.key is not None
        )
        return bounds.compiled(self.game, learned, self.recording)
