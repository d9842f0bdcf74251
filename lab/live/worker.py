"""One search in a thread of its own: chunks of 10-15 ms, live knobs, a Thought published by
swapping one reference.

Callers of a worker only post commands and read frozen results. The search, its clock and its random
numbers are used only in the worker's thread, from the start until the thread has stopped; then the
player may be passed to the next decision's worker.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from engines.game import Joint, State
from lab.check.blame import fails_in
from lab.live.limit import Lists, only_of
from lab.live.pace import Pace, go_on, make_room
from lab.match import prepare
from lab.match.budget import Budget
from lab.match.decide import Decision, Player, turn_to
from lab.match.records import STOPPED, Failure, Thought
from lab.match.seat import SearchSeat
from lab.match.thinking import Thinker
from search.base import Snapshot
from search.branches import Wish
from search.only import legal_now

PUBLISH_S = 1 / 15  # between two thoughts, and two samples of a trail; a window shows fewer
PUBLISH_SHARE = 0.05  # of the search's time, at most: predicted lines are played out
LATEST_S = 2.0  # between two thoughts, however dear the last one was


@dataclass(frozen=True)
class Task:
    """A position to search, after `turn` turns. `spread_s` > 0 spreads an iteration budget evenly
    over that time.
    """

    state: State
    turn: int
    budget: Budget | None  # None: without limit
    last_joint: Joint | None = None
    spread_s: float = 0.0
    foreseen: tuple[float, ...] = ()
    focus: int | None = None
    # the agents of the joint-action map, None for the search's own choice
    watched: tuple[int, int] | None = None
    wish: Wish | None = None  # the part of the trees that is looked into
    by_cpu: bool = False  # a budget of time is CPU time of the iterations
    only: Lists = ()  # the root actions that some agents are limited to


@dataclass(frozen=True)
class SearchResult:
    """The result of a search that has used its budget; `seconds` excludes pauses."""

    thought: Thought
    seconds: float
    overrun_ms: float


class Worker(threading.Thread):
    """Makes one decision, or thinks about one position. Its results are replaced as a whole:
    `thought`, `failure`, `note`.

    `turn` counts the turns before its position; `searches` says whether it ever has a thought.
    `report` is called from the worker's thread when it has finished, failed, or has a new note; it
    must only pass the news on. Commands may be given from any thread; those that do not apply to a
    worker do nothing.
    """

    searches: ClassVar[bool] = False

    def __init__(self, name: str, turn: int, report: Callable[[], None]) -> None:
        super().__init__(name=f"{name}, turn {turn}", daemon=True)
        self.turn = turn
        self.thought: Thought | None = None
        self.failure: Failure | None = None
        self.note = ""
        self._report = report

    @property
    def finished(self) -> bool:
        """Whether it has finished, for now."""
        raise NotImplementedError

    def decide(self) -> Decision:
        """Its decision, once it is finished and its thread has ended."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ends the thread soon."""

    def set_spec(self, spec: SearchSeat) -> None:
        """The newest parameters and weights."""

    def set_budget(self, budget: Budget | None, spread_s: float) -> None:
        """Another limit, None for none."""

    def iterate(self, n: int) -> None:
        """Stops running and does exactly `n` more iterations."""

    def run_on(self) -> None:
        """Goes on without limit after `iterate`."""

    def pause(self, on: bool) -> None:
        """Rests while `on`, else goes on."""

    def look(self, agent: int | None) -> None:
        """The agent whose root actions' branches are wanted."""

    def explore(self, wish: Wish | None) -> None:
        """The part of the trees that is looked into."""

    def watch(self, first: int, second: int) -> None:
        """The two agents whose root actions are counted against each other."""


class SearchWorker(Worker):
    """Runs one search; `finding` is its result, None until it finishes."""

    searches = True

    def __init__(self, player: Player, task: Task, report: Callable[[], None]) -> None:
        super().__init__(f"search of seat {player.seat + 1}", task.turn, report)
        self.player, self.task = player, task
        self.finding: SearchResult | None = None
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._wanted = self._taken = player.spec
        self._pace = Pace(task.budget, task.spread_s)
        self._thinker: Thinker | None = None
        self._stopping = self._told = self._dirty = False
        self._focus = task.focus
        self._sampled_at = self._publish_at = -math.inf  # the latest sample, the next thought

    @property
    def finished(self) -> bool:
        return self.finding is not None

    def decide(self) -> Decision:
        finding = self.finding
        if finding is None:
            raise RuntimeError(
                f"The search of seat {self.player.seat + 1} was changed while it was asked "
                "for its move."
            )
        decision = self.player.decide(finding.thought.snapshot)
        return replace(decision, seconds=finding.seconds, overrun_ms=finding.overrun_ms)

    # -- commands, from any thread -----------------------------------------------------------------

    def set_spec(self, spec: SearchSeat) -> None:
        """The newest parameters and weights; applied before the next chunk, intermediate ones are
        skipped.
        """
        self._wanted = spec
        self._inbox.put(_nothing)

    def set_budget(self, budget: Budget | None, spread_s: float) -> None:
        """Another limit, None for none. A finished search continues if the new limit allows it."""
        self._inbox.put(lambda: self._limit(budget, spread_s))

    def iterate(self, n: int) -> None:
        """Stops running and does exactly `n` more iterations."""
        self._inbox.put(lambda: self._pace.iterate(n))

    def run_on(self) -> None:
        """Goes on without limit after `iterate`."""
        self._inbox.put(lambda: self._limit(None, 0.0))

    def pause(self, on: bool) -> None:
        """Rests between two chunks, or goes on."""
        self._inbox.put(lambda: self._pace.clock.run(not on))

    def look(self, agent: int | None) -> None:
        """The agent whose root actions' branches are wanted."""
        self._inbox.put(lambda: self._look(agent))

    def explore(self, wish: Wish | None) -> None:
        """The part of the trees that is looked into."""
        self._inbox.put(lambda: self._explore(wish))

    def watch(self, first: int, second: int) -> None:
        """The two agents whose root actions are counted against each other."""
        self._inbox.put(lambda: self._watch(first, second))

    def stop(self) -> None:
        """Ends the thread after the current chunk."""
        self._inbox.put(self._leave)

    # -- the worker's thread -----------------------------------------------------------------------

    def run(self) -> None:
        """The whole life of the thread."""
        give_way()
        try:
            self._begin()
            while not self._stopping:
                go_on.wait()
                self._turn_knobs()
                n = self._pace.room() if self._pace.clock.running else 0
                if n > 0:
                    self._chunk(n)
                else:
                    self._rest()
                self._obey()
        except Exception as error:
            self._fail(error)

    def _begin(self) -> None:
        player, task = self.player, self.task
        self.load()
        player.begin(task.state, task.turn, task.last_joint, only_of(task.only))
        if task.watched is not None:
            player.search.watch(*task.watched)
        self.think()

    def load(self) -> None:
        """Loads the kernels, in this thread."""
        kind = type(self.player.search)
        prepare.load(self.player.game, kind, kind.apart_for(self.player.spec.params))

    def think(self) -> None:
        """Makes what turns snapshots into thoughts, once the search has been started."""
        player, task = self.player, self.task
        self._pace.begin(player.search.generation)
        words = task.budget.words if task.budget is not None else ""
        search = player.search
        self._thinker = Thinker(
            player.game,
            player.view,
            player.seat,
            task.turn,
            search.title,
            words,
            self._pace.stride,
            search.line,
            search.iteration_word,
            search,
            search.form,
        )
        self._thinker.foreseen, self._thinker.wish = task.foreseen, task.wish
        self._thinker.limits = tuple(
            (agent, len(actions), legal_now(player.game, player.view, agent).size)
            for agent, actions in task.only
        )

    def _chunk(self, n: int) -> None:
        began, cpu_s = time.perf_counter(), self.player.cpu_s
        exhausted = self.player.advance(n, self._pace.spent)
        now, cpu_s = time.perf_counter(), self.player.cpu_s - cpu_s
        seconds = cpu_s if self.task.by_cpu else now - began
        self._pace.took(n, seconds, exhausted, self.player.shared_s)
        self._dirty = True
        due = now >= self._publish_at
        sampling = now - self._sampled_at >= PUBLISH_S or self._pace.sample_due()
        if due or sampling or self._pace.by_nodes:
            snapshot = self._sample()
            if due:
                self._publish(snapshot)
        self._pace.spend(cpu_s if self.task.by_cpu else time.perf_counter() - began)
        make_room(now - began)

    def _sample(self) -> Snapshot:
        snapshot = self.player.search.snapshot()
        self._sampled_at = time.perf_counter()
        self._pace.look(snapshot)
        self._thoughts.sample(snapshot)
        return snapshot

    @property
    def _thoughts(self) -> Thinker:
        assert self._thinker is not None  # made when the search begins
        return self._thinker

    def _publish(self, snapshot: Snapshot, live: bool = True) -> Thought:
        began = time.perf_counter()
        thought = self._thoughts.thought(
            snapshot, self.player.cpu_s, live, self._pace.overrun_ms, self._focus
        )
        spent = time.perf_counter() - began
        self._publish_at = began + max(PUBLISH_S, min(LATEST_S, spent / PUBLISH_SHARE))
        self.thought, self._dirty = self.shown(thought), False
        return self.thought

    def shown(self, thought: Thought) -> Thought:
        """What is published of a thought."""
        return thought

    def _rest(self) -> None:
        """Nothing to do now: publishes the latest thought, then waits for a command or for the next
        share of a spread budget.
        """
        wait_s = self._pace.wait_s()
        if self._pace.finished and not self._told:
            self._finish()
        elif self._dirty and wait_s is None:
            self._publish(self._sample())
        try:
            self._inbox.get(timeout=wait_s)()
        except queue.Empty:
            return

    def _finish(self) -> None:
        snapshot = self._sample()
        thought = self._publish(snapshot, live=False)
        self._told = True
        self.finding = SearchResult(thought, self._pace.seconds, self._pace.overrun_ms)
        self._report()

    def _obey(self) -> None:
        while True:
            try:
                self._inbox.get_nowait()()
            except queue.Empty:
                return

    def _turn_knobs(self) -> None:
        wanted = self._wanted
        if wanted is self._taken:
            return
        self._taken = wanted
        what, refusal = turn_to(self.player, wanted)
        if what:
            self._thoughts.mark(self._pace.since, what)
            self._pace.changed(self.player.search.generation)
            self._told, self.finding, self._dirty = False, None, True
            self._publish_at = -math.inf  # a turned knob should show at once
        if refusal:
            self.note = refusal
            self._report()

    def _limit(self, budget: Budget | None, spread_s: float) -> None:
        self._pace.limit(budget, spread_s)
        words = self._thoughts.budget = budget.words if budget is not None else ""
        if self.thought is not None:
            self.thought = replace(self.thought, budget=words)
        if self._told and not self._pace.finished:
            self._told, self.finding = False, None

    def _look(self, agent: int | None) -> None:
        if agent != self._focus:
            self._focus = agent
            self._publish_again()

    def _explore(self, wish: Wish | None) -> None:
        if wish != self._thoughts.wish:
            self._thoughts.wish = wish
            self._publish_again()

    def _watch(self, first: int, second: int) -> None:
        self.player.search.watch(first, second)
        self._publish_again()

    def _publish_again(self) -> None:
        """The newest statistics at once, after a change of what is to be seen of them."""
        if self.thought is not None:
            self._publish(self.player.search.snapshot(), self.thought.live)

    def _leave(self) -> None:
        self._stopping = True

    def _fail(self, error: Exception) -> None:
        own = fails_in(error)
        who = STOPPED if own else f"{self.player.search.title} stopped"
        sentence = f"{who}: {own or str(error) or type(error).__name__}"
        self.failure = Failure(
            self.player.seat, self.task.turn, self._pace.done, sentence, traceback.format_exc()
        )
        self._report()


def give_way() -> None:
    """Has this thread not take the processor from the window's when it wakes up, where single
    threads have policies. Its share stays the same: a thread of lower priority that holds Python's
    lock on a busy machine would make the window wait for seconds.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # some sandboxes forbid it
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_BATCH, os.sched_param(0))


def _nothing() -> None:
    """A command that only wakes the worker."""
