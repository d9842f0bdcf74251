"""A search over an arena whose knobs may ask for several threads, each with a tree of its own.

Then searches with one thread do the work, and what this one shows is their sum: their records added
up, and as much of their trees as anybody looks at. Whatever reads a tree works on the sum as on any
other tree.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from engines.game import Game, Joint, State
from engines.knobs import HasFields, Value
from engines.records import refill, wipe
from search.arena import ArenaSearch
from search.base import AgentStats, Ints
from search.only import Only, confine
from search.parallel.crew import ROOT, TREE, seed_of
from search.parallel.grove import Grove, add_up, take_last
from search.parallel.hands import ThreadTeam
from search.root import clear_root


class ThreadedSearch(ArenaSearch):
    """`params` has `threads` and `parallel` besides those of an arena."""

    _room: Any  # the scratch record
    scratch: SimpleNamespace  # its fields
    _hands: ThreadTeam | None = None
    # the record before any iteration, for a seat and its knobs
    _cleared: tuple[int, Any, bytes] = (-1, None, b"")
    # what its seat played last, where that was not its own choice
    played: Ints | None = None

    apart: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "one tree": {"threads": 2, "parallel": TREE}
    }

    @classmethod
    def apart_for(cls, params: HasFields | None) -> str:
        shares = getattr(params, "threads", 1) > 1 and getattr(params, "parallel", "") == TREE
        return "one tree" if shares else ""

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._divide()

    def renew(self) -> bool:
        return not self._form and super().renew()

    @abstractmethod
    def _unite(self) -> None:
        """Makes the sum of the grove's trees the one that is shown."""

    @abstractmethod
    def _rescale(self) -> None:
        """Sets what values are divided by from the values seen."""

    def _clear(self) -> None:
        """Forgets all iterations. The record is the same for each decision of a seat, and copied:
        to write it field by field takes longer than some searches.
        """
        seat, params, record = self._cleared
        if seat != self.seat or params is not self.params:
            s = self.scratch
            wipe(self._room)
            s.low[:], s.high[:], s.scale[:] = np.inf, -np.inf, 1.0
            clear_root(s)
            self._fill()
            record = self._room.tobytes()
            self._cleared = self.seat, self.params, record
        refill(self._room, record)
        if self.only:
            confine(self.scratch, self.only)

    @abstractmethod
    def _fill(self) -> None:
        """Writes what else is in the record before any iteration."""

    @property
    def _form(self) -> str:
        """How its threads work together, ROOT or TREE; "" where there is one."""
        return self.params.parallel if self.params.threads > 1 else ""

    def _divide(self) -> None:
        """Has the work divided as the knobs say, from the next decision on."""
        count, kind = self.params.threads, type(self)
        self._divided, self._grove, self._hands = (self._form, count), None, None
        if self._form == ROOT:
            self._grove = Grove([kind(self.game, self._single_params()) for _ in range(count)])
        elif self._form == TREE:
            self._hands = ThreadTeam(count, self._buffer, self.game.agents)
            self._hands.watch(self._met)

    def _single_params(self) -> Any:
        """The knobs of each of these searches; the memory is that of all together."""
        p = self.params
        return replace(p, threads=1, memory=p.memory // p.threads)

    @property
    def _singles(self) -> Sequence[Any]:
        return self._grove.searches if self._grove is not None else ()

    @property
    def helped_s(self) -> float:
        helpers = self._grove or self._hands
        return helpers.helped_s if helpers is not None else 0.0

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        super().start(state, seat, last_joint, only)
        self._lead(state, last_joint)

    def _lead(self, state: State, last: Joint | None, played: Ints | None = None) -> None:
        """Has the searches of the grove begin the same decision, after `played` in the last one."""
        for thread, each in enumerate(self._singles):
            each.weights, each.seed = self.weights, seed_of(self.seed, thread)
            each.played = played
            each.start(state, self.seat, last, self.only)

    def _threads_restart(self) -> None:
        """The tree begins again; part of every restart."""
        if self._grove is not None:
            self._grove.restarted()
        if self._hands is not None:
            self._hands.begin(self.seed, self._room)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        if self._grove is not None:
            return self._grove.advance(n)
        return super().advance(n, spent)

    def _run_threads(self, hands: ThreadTeam, n: int, work: Callable[[int], int]) -> int:
        """Has every thread do its `work`; what values are divided by then follows from what all of
        them have seen. Returns how many of the `n` iterations they did.
        """
        done = hands.run(self._room, n, work)
        self._rescale()
        return done

    def _pass_on(self) -> None:
        """Passes changed knobs on to the searches of the grove."""
        if self._divided != (self._form, self.params.threads):
            self._divide()
            if self.generation:
                self._lead(self._root[0].copy(), None)
            return
        for each in self._singles:
            each.update(self._single_params())

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        for each in self._singles:
            each.weigh(eval_params)

    def watch(self, first: int, second: int) -> None:
        super().watch(first, second)
        for each in self._singles:
            each.watch(first, second)
        if self._grove is not None:
            self._grove.stale = True

    def _forget_pair(self) -> None:
        super()._forget_pair()
        if self._hands is not None:
            self._hands.watch(self._met)

    # -- the sum -----------------------------------------------------------------------------------

    def _add_up(self) -> None:
        """Makes the sum of the grove what this search knows, unless it is already."""
        if self._hands is not None:
            self._met = sum(self._hands.met, np.zeros_like(self._met))
            self._gain = sum(self._hands.gain, np.zeros_like(self._gain))
        if self._grove is None or not self._grove.stale:
            return
        self._grove.stale = False
        self._clear()
        self.scratch.used[0] = 0
        add_up(self.scratch, [each.scratch for each in self._singles])
        take_last(self.scratch, self._singles[0].scratch)
        self._rescale()
        self._met = sum((each._met for each in self._singles), np.zeros_like(self._met))
        self._gain = sum((each._gain for each in self._singles), np.zeros_like(self._gain))
        self._unite()

    def _unsettled(self, stats: AgentStats) -> float:
        """Share of the last tenth of the iterations during which another root action was best; the
        mean of the trees, where there are several.
        """
        if self._grove is None:
            return stats.unsettled
        leader = int(np.argmax(stats.visits))
        return float(np.mean([each.away_from(stats, leader) for each in self._singles]))

    @abstractmethod
    def away_from(self, stats: AgentStats, leader: int) -> float:
        """The same of another root action than number `leader` of the sum's `stats`."""

    @property
    def _waiting(self) -> int:
        """How many of the nodes in use only wait for a thread that has taken them."""
        return self._hands.waiting() if self._hands is not None else 0

    @property
    def is_full(self) -> bool:
        """Whether no further node fits."""
        if self._grove is not None:
            return all(each.is_full for each in self._singles)
        return self.used + self._need() > self._limit
