"""The thread behind a Session: it obeys commands from an inbox, starts what the position needs, and
publishes frozen records. Searches report through the same inbox.

After each command `_go_on` looks at what the position needs: kernels, searches, programs, a person,
or, when everyone has chosen and the turn's time is over, the next turn.

Which matches of a window are a fair result of their players.

The recorded match that is on the board while the searches of the first one are compiled.

It is a replay like any other: played by a search, with the statistics of each decision, and
repeated exactly by `replay --verify`.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import resources
from engines.jit import plain
from engines.knobs import KnobError
from lab.check.blame import fails_in
from lab.files.replay import Replay, ReplayError, load
from lab.live.conductor import Conductor
from lab.live.crew import MATCH
from lab.live.table import MatchTable
from lab.live.trust import Trust
from lab.live.view import following, opening
from lab.live.wanted_searches import wanted
from lab.live.worker import Worker
from lab.match.budget import ITERATIONS, Budget
from lab.match.decide import Decision, said_of, think
from lab.match.play import MatchResult
from lab.match.records import STOPPED, Failure, Setup, Thought
from lab.match.seat import SearchSeat

FILE: Path = resources.path("first-match.jsonl.gz")
POLL_S = 0.05
LEAD_S = 0.25  # for a turn of the recorded match that leads in
SHUT_S = 0.7  # with the rest of closing, less than a second
TELL_MS = 5.0  # a smaller overrun is not worth a note


def lead_in_to(setup: Setup) -> Replay | None:
    """A record of exactly this match, if the lab has one."""
    try:
        found = load(FILE)
    except (OSError, ReplayError):
        return None
    return found if found.setup == setup else None


def lead_in(conductor: Conductor) -> bool:
    """Has the record on the board until the searches of this match are prepared, if there is
    one.
    """
    coming = conductor.table.setup
    found = lead_in_to(coming)
    if found is not None:
        conductor.table = MatchTable(found.setup, conductor.folder, found)
        conductor.coming = conductor.table.setup = coming
    return found is not None


def lead_on(conductor: Conductor) -> None:
    """Begins the match that was led in, with what has been set meanwhile."""
    if conductor.coming is not None:
        conductor.new(replace(conductor.coming, seats=conductor.table.setup.seats), None)


def result_of(table: MatchTable) -> MatchResult | None:
    """The match, if the same players have played it from its seed's position to its end: no other
    line was tried, and no knob turned on the way.
    """
    history, seats = table.history, table.setup.seats
    turns, outcome = history.turns, table.head.outcome
    started = table.loaded is None and table.start is None
    if not outcome or not started or table.by_hand or len(turns) < len(history.tree):
        return None
    turned = any(d.changes for turn in turns for d in turn.decisions if d is not None)
    if turned or table.players != seats:
        return None
    return MatchResult(table.setup, history.first.state, turns, outcome, table.head.reason)


class Loop(threading.Thread):
    """Plays one match after another, as commanded through `conductor`; `view` is the newest state
    of everything.
    """

    def __init__(self, setup: Setup, pace_s: float, folder: Path, trust: Trust) -> None:
        super().__init__(name="conductor", daemon=True)
        self._inbox: queue.SimpleQueue[tuple[int, Callable[[], None]]] = queue.SimpleQueue()
        self.conductor = Conductor(setup, pace_s, folder, trust, lambda: self.post(_nothing))
        self.view = opening(self.conductor)
        self._obeyed = 0  # the number of the last command
        self._closing = False
        self._seat = 0  # the seat whose decision is being made, for errors
        self.on_result: Callable[[MatchResult], None] = lambda result: None
        self._timeout_s: float | None = None  # it looks again after that, without a command too
        self._next_turn = 0.0  # when the match that leads in goes on

    def post(self, command: Callable[[], None], number: int = 0) -> None:
        """Posts a command; from any thread. `View.obeyed` shows when a numbered one was obeyed."""
        self._inbox.put((number, command))

    def close(self) -> None:
        """Posts the last command: it ends every search and process and closes the file."""
        self.post(self._close)

    def run(self) -> None:
        """The thread's main loop."""
        self._guarded(self._lead_in)
        while not self._closing:
            self._guarded(self._go_on)
            try:
                number, command = self._inbox.get(timeout=self._timeout_s)
            except queue.Empty:
                continue
            self._obeyed = max(self._obeyed, number)
            self._guarded(partial(self._obey, command))
        self._shut()

    def _obey(self, command: Callable[[], None]) -> None:
        table = self.conductor.table
        try:
            with self._rules():
                command()
        except KnobError as error:  # the request does not fit; the match is unchanged
            self.conductor.notes = (*self.conductor.notes, str(error))
        if self.conductor.table is not table:
            self.view = opening(self.conductor, self._obeyed)

    def _rules(self) -> contextlib.AbstractContextManager[None]:
        """Where rules are called before the other process has compiled them."""
        return contextlib.nullcontext() if self.conductor.coming is None else plain()

    def _lead_in(self) -> None:
        """A recorded match for whoever opens the lab for the first time, and would wait."""
        conductor = self.conductor
        if not conductor.kernels.ready(conductor.algorithms):
            with plain():
                if lead_in(conductor):
                    self.view = opening(conductor, self._obeyed)

    def _guarded(self, what: Callable[[], None]) -> None:
        try:
            what()
        except Exception as error:
            said = fails_in(error) or str(error) or type(error).__name__
            sentence = f"{STOPPED}: {said}"
            turn = self.conductor.table.head.turn
            self.conductor.failure = Failure(self._seat, turn, 0, sentence, traceback.format_exc())
            self._publish()

    def _publish(self) -> None:
        with self._rules():
            self.view = following(self.conductor, self.view, self._obeyed)

    def _close(self) -> None:
        self._closing = True

    def _shut(self) -> None:
        self.conductor.kernels.cancel()
        self.conductor.crew.drop_all()
        self.conductor.table.recorder.close()
        self.conductor.crew.wait(SHUT_S)

    # -- what the position needs -------------------------------------------------------------------

    def _go_on(self) -> None:
        self._timeout_s = None
        if self.conductor.failure is None:
            ready = self._prepared()
            if ready:
                self._bring_about()
            wants = self.conductor.failure is None and self.conductor.wants_turn
            if wants and (ready or self._by_people()) and self._decided() and self._due():
                self._commit()
                self.post(_nothing)
        self._publish()

    def _by_people(self) -> bool:
        """Whether persons alone choose this turn: it needs no more than the rules."""
        table = self.conductor.table
        return bool(table.deciders) and all(table.is_person(seat) for seat in table.deciders or ())

    def _prepared(self) -> bool:
        """Whether all kernels are ready; if not, starts preparing them."""
        conductor = self.conductor
        ready = conductor.kernels.ready(conductor.algorithms)
        if not ready:
            self._timeout_s = POLL_S if conductor.kernels.preparation is not None else None
            conductor.began = time.monotonic()
            if conductor.coming is not None:
                self._go_through()
            # a person can move, and a recorded match is shown, before the searches are there
            elif conductor.kernels.load_rules() and not conductor.table.look():
                self.post(_nothing)
            return False
        if conductor.coming is not None:
            lead_on(conductor)
            self.view = opening(conductor, self._obeyed)
        if not conductor.table.look():
            self.post(_nothing)
            return False
        return True

    def _go_through(self) -> None:
        """The next turn of the match that leads in, once it is due."""
        if self.conductor.playing and time.monotonic() >= self._next_turn:
            self._next_turn = time.monotonic() + LEAD_S
            with plain():
                self.conductor.table.look(0.0)

    def _bring_about(self) -> None:
        """Starts the searches and programs that are wanted; all rest once one has failed."""
        conductor, crew = self.conductor, self.conductor.crew
        conductor.failure = crew.failure()
        if conductor.failure is None:
            crew.bring_about(wanted(conductor.table, conductor.mode), conductor.focus)
        else:
            resting = {key: replace(r.told, paused=True) for key, r in crew.running.items()}
            crew.bring_about(resting, conductor.focus)

    def _decided(self) -> bool:
        table, running = self.conductor.table, self.conductor.crew.running
        deciders = table.deciders or ()
        busy = (*table.searchers(deciders), *table.programs(deciders))
        return not table.asked() and all(
            (s, MATCH) in running and running[s, MATCH].worker.finished for s in busy
        )

    def _due(self) -> bool:
        """Whether the turn's time is over; a person's move and a single step are always due."""
        conductor = self.conductor
        if conductor.steps or conductor.table.sent:
            return True
        left = conductor.began + conductor.pace_s - time.monotonic()
        self._timeout_s = max(left, 0.001)
        return left <= 0

    def _commit(self) -> None:
        """Plays the turn that everyone has chosen; a search whose knob was turned since looks
        again, and the turn waits for it.
        """
        conductor, table = self.conductor, self.conductor.table
        seats, crew = range(table.game.seats), conductor.crew
        released = {seat: crew.release(seat) for seat in table.searchers(table.deciders or ())}
        if not all(worker.finished for worker in released.values()):
            return
        decisions: list[Decision | None] = [None for _ in seats]
        thoughts: list[Thought | None] = [None for _ in seats]
        conductor.notes = ()
        for seat in table.deciders or ():
            self._seat = seat
            if not table.is_person(seat):
                decisions[seat], thoughts[seat] = self._decide(seat, released.get(seat))
        table.play(decisions, thoughts)
        if table.over:
            conductor.crew.rest_programs()
        result = result_of(table)
        if result is not None:
            self.on_result(result)
        conductor.steps = max(0, conductor.steps - 1)
        conductor.fresh_turn()

    def _decide(self, seat: int, worker: Worker | None) -> tuple[Decision, Thought | None]:
        table, crew = self.conductor.table, self.conductor.crew
        spec = table.setup.seats[seat]
        if isinstance(spec, SearchSeat) and not spec.searches:
            player = crew.player(seat, spec)
            player.begin(table.head.state, table.head.turn, table.last_joint)
            think(player, Budget(ITERATIONS, 1))
            return player.decide(), None
        worker = worker or crew.release(seat)
        decision = worker.decide()
        if decision.error or decision.warning:
            self.conductor.notes += said_of([decision])
        elif decision.overrun_ms >= TELL_MS:
            over = f"Seat {seat + 1} exceeded its budget by {decision.overrun_ms:.0f} ms."
            self.conductor.notes += (over,)
        return decision, worker.thought


def _nothing() -> None:
    """A command that only makes the loop look."""
