"""What searches over one growing arena of nodes share around their kernels."""

from __future__ import annotations

import os
from abc import abstractmethod
from functools import partial
from typing import Any, Unpack

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, Game, Joint, State
from engines.knobs import HasFields, Removal, choice, integer, number
from engines.records import records
from search.base import Floats, Ints, JointMap, Search, generator
from search.measure import Axis
from search.nash import known_gains
from search.only import Only
from search.tree import NODE_BYTES, best_mean, grown, most_visited, new_tree

FIRST_SIZE = 1 << 14  # nodes in a new arena
MOST_CELLS = 1 << 20  # of a joint-action table; larger ones are not kept
NOT_EQUAL = "Decoupled UCB statistics do not converge to an equilibrium."


class ArenaSearch(Search):
    """A search whose kernel stops early when the arena should grow; `params` has `memory` (most
    nodes) and `final` (visits or mean).

    Chunking leaves no trace: the arena grows at the same iteration however `advance` is called.
    """

    everyone = True
    divides = False

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._limit = int(self.params.memory)
        self.tree: Any = self._new_arena(min(FIRST_SIZE, self._limit))
        self._root, self._buffer = records(1, game.dtype), records(1, game.dtype)
        self._given: State | None = None  # the position that the root was prepared from
        self._over = False
        self._watched = (game.agents_of(0)[0], game.agents_of(1)[0]) if game.seats > 1 else (0, 0)
        self._rows, self._columns = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._forget_pair()

    def renew(self) -> bool:
        if self.tree.size > FIRST_SIZE:  # memory that the next match may not need
            return False
        self.seat, self.generation, self.only = 0, 0, {}
        return True

    def _empty_arena(self) -> None:
        """Allocates an empty arena within the limit in `params`; the old one is discarded."""
        self._limit = int(self.params.memory)
        if self.tree.size > self._limit:
            self.tree = self._new_arena(min(FIRST_SIZE, self._limit))

    def _new_arena(self, size: int) -> Any:
        """An empty arena for `size` nodes; searches with their own kind of node override this and
        `_grow`.
        """
        return new_tree(size)

    @property
    @abstractmethod
    def used(self) -> int:
        """Nodes in the arena."""

    @abstractmethod
    def _need(self) -> int:
        """Nodes that one iteration may add."""

    @abstractmethod
    def _run(self, n: int, may_grow: bool) -> int:
        """Runs the kernel; returns the iterations done, fewer than `n` when the arena should
        grow.
        """

    @abstractmethod
    def _restart(self) -> None:
        """Begins again at the root position."""

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat = seat
        self._take(state)
        self._restart()

    def _take(self, state: State) -> None:
        """Makes `state` the root position."""
        self._given, self._root[0] = state.copy(), state
        self._over = bool(self.game.rules.is_over(state))
        if self.game.rules.prepare is not None:
            self.game.rules.prepare(self._root[0], self.weights)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        left = n
        while left > 0 and not self._finished:
            size = self.tree.size
            left -= self._run(left, size < self._limit)
            if left > 0 and not self._finished:
                # at once as large as it may become: memory pages are only claimed when first
                # written, and copying node after node took three quarters of a deep search's time
                self._grow(self._limit)
        return self._finished

    def _grow(self, size: int) -> None:
        """The same nodes in a larger arena."""
        self.tree = grown(self.tree, self.used, size)

    @property
    def _finished(self) -> bool:
        """Whether more iterations would change nothing."""
        return self._over

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        if self._given is not None:
            self._take(self._given)
        self._restart()

    # -- root actions of two agents against each other ---------------------------------------------

    def watch(self, first: int, second: int) -> None:
        self._watched = (first, second)
        self._forget_pair()

    def _forget_pair(self) -> None:
        """Makes an empty table [R, C] for the watched agents; a single empty cell where they do not
        move simultaneously.
        """
        together = self.joint and self.game.simultaneous
        if self.generation and together:
            self._rows, self._columns = (self.root_actions(a) for a in self._watched)
        pair = (
            together
            and self._watched[0] != self._watched[1]
            and 0 < self._rows.size * self._columns.size <= MOST_CELLS
        )
        self._pair = self._watched if pair else (-1, -1)
        cells = (self._rows.size, self._columns.size) if self._pair[0] >= 0 else (1, 1)
        self._met: Ints = np.zeros(cells, np.int64)
        self._gain: Floats = np.zeros(cells)

    def root_actions(self, agent: int) -> Ints:
        """The agent's root actions, none where it waits; [K]"""
        return self._choices(self._root[0], agent)

    def _joint_map(self, axis: Axis, equilibrium: str, unmeasured: str = "") -> JointMap | None:
        """The table of the watched agents, the first one's means on its own axis."""
        if self._pair[0] < 0:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = (
                self._gain / np.where(self._met > 0, self._met, np.nan) - axis.zero
            ) / axis.scale
        return JointMap(
            self._pair,
            self._rows,
            self._columns,
            self._met.copy(),
            mean,
            axis.kind,
            *axis.ends,
            equilibrium=equilibrium,
            unmeasured=unmeasured,
            zero_sum=self.game.zero_sum,
            gains=known_gains(self.game, self._root[0], self._pair, self._rows, self._columns),
        )

    def _best_child(self, node: int, root: bool) -> int:
        """The child that would be played: by the final-choice rule at a root, the most visited
        below; -1 if none was visited.
        """
        chosen = best_mean if root and self.params.final == "mean" else most_visited
        return int(chosen(self.tree, node))

    def _any_action(self, agent: int) -> int:
        """Any legal action of an agent that moves now, PASS for the others: the answer of a search
        that got no time.
        """
        actions = self.root_actions(agent)
        return (
            int(actions[draw_below(generator(self.seed, agent), actions.size)])
            if actions.size
            else PASS
        )


def exploration(default: float, **removal: Unpack[Removal]) -> Any:
    """The knob for UCB's exploration constant."""
    words = (
        "How often the search tries actions that look worse. Low: trusts the best so far. High: "
        "tries everything."
    )
    return number(default, 0.01, 10.0, "Exploration", words, log=True, main=True, **removal)


def final_choice() -> Any:
    """The knob for the rule that picks the root action."""
    rules = {"visits": "most visits", "mean": "best mean"}
    return choice(
        "visits", rules, "Final choice", "Which root action is played when the budget is used."
    )


def memory(effect: str, most: int = 1 << 23, node_bytes: int = NODE_BYTES) -> Any:
    """The knob for the size of the arena, of which each node takes so many bytes."""
    words = "Most nodes that the search may hold. Full, it goes on without new nodes."
    return integer(
        1 << 20,
        1 << 12,
        most,
        "Memory",
        words,
        log=True,
        unit="nodes",
        effect=effect,
        refuses=partial(too_large, node_bytes=node_bytes),
    )


def too_large(nodes: float, node_bytes: int = NODE_BYTES) -> str:
    """Why this computer cannot hold so many nodes, in a sentence; "" if it can."""
    needed, there = nodes * node_bytes, physical_bytes()
    if not 0 < there < needed:
        return ""
    return (
        f"{int(nodes):,} nodes take {needed / 2**30:.1f} GB at least, and this computer has "
        f"{there / 2**30:.1f} GB of memory."
    )


def physical_bytes() -> int:
    """The computer's memory; 0 where that is not known."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0
