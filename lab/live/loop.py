"""What the thread behind a Session does between two commands: it brings about what the position
needs, and publishes frozen records.

After each command `_go_on` looks at what the position needs: kernels, searches, programs, a person,
or, when everybody has chosen and the time is due, the next turn.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from engines.knobs import HasFields, KnobError
from lab.live.crew import HINT, MATCH, Crew, Key, Wanted
from lab.live.table import Table
from lab.live.view import View
from lab.live.wishes import Mode, hinter, lends, wanted
from lab.match.budget import ITERATIONS, Budget
from lab.match.decide import Decision, think
from lab.match.prepare import Kernels
from lab.match.records import (
    FAILED,
    OVER,
    PERSON,
    PREPARING,
    SEARCHING,
    WAITING,
    Failure,
    Setup,
    Status,
    Thought,
)
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec

POLL_S = 0.05
SHUT_S = 0.7  # together with what else closing does less than a second
TELL_MS = 5.0  # a smaller overrun is not worth a note


class Loop(threading.Thread):
    """Plays one match after another as far as it was told to; `lab.live.conductor` tells it, by
    commands named `_on_...`.
    """

    def __init__(self, setup: Setup, pace_s: float, spread: bool, folder: Path) -> None:
        super().__init__(name="conductor", daemon=True)
        self._inbox: queue.SimpleQueue[tuple[str, tuple[object, ...]]] = queue.SimpleQueue()
        self._pace_s, self._spread, self._folder = pace_s, spread, folder
        self._closing = self._playing = False
        self._think_along = True
        self._focus: int | None = None
        self._failure: Failure | None = None
        self._seat = 0  # whose decision is being made, for errors
        self._notes: tuple[str, ...] = ()
        # commands of programs that a person has chosen on this computer
        self._trusted: set[str] = set()
        self._trust(setup.seats)
        self._open(Table(setup, folder))

    def _trust(self, specs: Iterable[SeatSpec]) -> None:
        self._trusted |= {spec.program.command for spec in specs if isinstance(spec, ProgramSeat)}

    def post(self, command: str, *args: object) -> None:
        """Leaves a command; from any thread."""
        self._inbox.put((command, args))

    def run(self) -> None:
        """The whole life of the thread."""
        while not self._closing:
            self._guarded(self._go_on)
            try:
                command, args = self._inbox.get(timeout=self._timeout_s)
            except queue.Empty:
                continue
            self._guarded(self._obey, command, *args)
        self._shut()

    def _obey(self, command: str, *args: object) -> None:
        try:
            getattr(self, f"_on_{command}")(*args)
        except KnobError as error:  # what was asked for does not fit; the match is as it was
            self._notes = (*self._notes, str(error))

    def _guarded(self, what: Callable[..., None], *args: object) -> None:
        try:
            what(*args)
        except Exception as error:
            sentence = f"The match stopped: {str(error) or type(error).__name__}"
            self._failure = Failure(
                self._seat, self._table.head.turn, 0, sentence, traceback.format_exc()
            )
            self._publish()

    # -- one match ---------------------------------------------------------------------------------

    def _open(self, table: Table) -> None:
        self._table, setup = table, table.setup
        self._crew = Crew(
            table.game, list(setup.seats), setup.seed, self._trusted, lambda: self.post("news")
        )
        self._kernels = Kernels(table.game)
        self._failure = None
        self._notes = ()
        self._view = View(table.game, table.history.frames, Status(WAITING, self._playing), setup)
        self._fresh_position()

    def _fresh_position(self) -> None:
        """Forgets all that belonged to another position."""
        self._steps = 0
        self._held: int | None = None
        self._rival: tuple[int, HasFields] | None = None
        self._new_turn()

    def _new_turn(self) -> None:
        self._hint: int | None = None
        self._crew.notes.clear()
        self._began = time.monotonic()
        self._timeout_s: float | None = None

    @property
    def view(self) -> View:
        """The newest state of everything."""
        return self._view

    @property
    def _wants_turn(self) -> bool:
        return (self._playing or self._steps > 0) and self._held is None and not self._table.over

    # -- what the position needs -------------------------------------------------------------------

    def _go_on(self) -> None:
        self._timeout_s = None
        if self._failure is None and self._prepared():
            self._failure = self._crew.failure()
            self._crew.bring_about(
                wanted(self._table, self._mode()) if self._failure is None else self._resting(),
                self._focus,
            )
            if self._failure is None and self._wants_turn and self._decided() and self._due():
                self._commit()
                self.post("news")
        self._publish()

    def _prepared(self) -> bool:
        """Whether all kernels are there; if not, sees to it."""
        ready = self._kernels.ready(self._algorithms())
        if not ready:
            self._timeout_s = POLL_S if self._kernels.preparation is not None else None
            self._began = time.monotonic()
        elif not self._table.look():
            self.post("news")
            return False
        return ready

    def _algorithms(self) -> list[str]:
        names = [s.name for s in self._table.setup.seats if isinstance(s, SearchSeat)]
        lent = self._held is not None and lends(self._table)
        return names + (
            [hinter(self._table, self._hint or 0).name] if self._hint is not None or lent else []
        )

    def _resting(self) -> dict[Key, Wanted]:
        return {key: replace(r.told, paused=True) for key, r in self._crew.running.items()}

    def _mode(self) -> Mode:
        spread_s = self._pace_s if self._spread else 0.0
        return Mode(
            self._wants_turn, self._held, self._rival, self._hint, spread_s, self._think_along
        )

    def _decided(self) -> bool:
        running = self._crew.running
        deciders = self._table.deciders or ()
        busy = (*self._table.searchers(deciders), *self._table.programs(deciders))
        return not self._table.asked() and all(
            (s, MATCH) in running and running[s, MATCH].worker.finished for s in busy
        )

    def _due(self) -> bool:
        """Whether the turn's time is over; a person's move and a single step wait for nothing."""
        if self._steps or self._table.sent:
            return True
        left = self._began + self._pace_s - time.monotonic()
        self._timeout_s = max(left, 0.001)
        return left <= 0

    def _commit(self) -> None:
        """Plays the turn that everybody has chosen."""
        table, seats = self._table, range(self._table.game.seats)
        decisions: list[Decision | None] = [None for _ in seats]
        thoughts: list[Thought | None] = [None for _ in seats]
        values: list[float | None] = [None for _ in seats]
        self._notes = ()
        for seat in table.deciders or ():
            self._seat = seat
            if not table.is_person(seat):
                decisions[seat], thoughts[seat], values[seat] = self._decide(seat)
        table.play(decisions, thoughts, values)
        if table.over:
            self._crew.rest_programs()
        self._steps = max(0, self._steps - 1)
        self._new_turn()

    def _decide(self, seat: int) -> tuple[Decision, Thought | None, float | None]:
        table = self._table
        spec = table.setup.seats[seat]
        if isinstance(spec, SearchSeat) and not spec.searches:
            player = self._crew.player(seat, spec)
            player.begin(table.head.state, table.head.turn, table.last_joint)
            think(player, Budget(ITERATIONS, 1))
            return player.decide(), None, None
        worker = self._crew.release(seat)
        decision = worker.decide()
        if decision.error:
            self._notes += (decision.error,)
        elif decision.overrun_ms >= TELL_MS:
            self._notes += (
                f"Seat {seat + 1} exceeded its budget by {decision.overrun_ms:.0f} ms.",
            )
        return decision, worker.thought, worker.value

    # -- publishing --------------------------------------------------------------------------------

    def _publish(self) -> None:
        asked = (
            self._table.asked()
            if self._failure is None and self._table.deciders is not None
            else ()
        )
        old, frames = self._view.frames, self._table.history.frames
        same = len(old) == len(frames) and all(a is b for a, b in zip(old, frames, strict=True))
        self._view = View(
            self._table.game,
            old if same else frames,
            self._status(asked),
            self._table.setup,
            asked,
            self._crew.workers(),
            self._table.history.can_redo,
            self._table.recorder.path,
            self._view.turns if same else self._table.history.turns,
        )

    def _status(self, asked: tuple[int, ...]) -> Status:
        preparing = self._kernels.shown
        return Status(
            activity=self._activity(asked),
            playing=self._playing,
            holding=self._held is not None,
            to_move=asked,
            searching=tuple(sorted({seat for (seat, _), r in self._crew.running.items() if r.busy}))
            if self._failure is None
            else (),
            progress=preparing.progress if preparing else 0.0,
            seconds=preparing.seconds if preparing else 0.0,
            preparing=preparing.title if preparing else "",
            failure=self._failure,
            notes=self._all_notes(),
            program_notes=self._crew.program_notes(),
        )

    def _activity(self, asked: tuple[int, ...]) -> str:
        if self._failure is not None:
            return FAILED
        if self._kernels.shown is not None:
            return PREPARING
        if self._held is None and self._table.over:
            return OVER
        if self._held is None and asked:
            return PERSON
        match_runs = any(r.busy for (_, kind), r in self._crew.running.items() if kind != HINT)
        return SEARCHING if match_runs else WAITING

    def _all_notes(self) -> tuple[str, ...]:
        told = [r.worker.note for r in self._crew.running.values()]
        return tuple(
            n
            for n in (
                *self._notes,
                *told,
                *self._crew.notes,
                self._kernels.note,
                self._table.recorder.problem,
            )
            if n
        )

    def _shut(self) -> None:
        self._kernels.cancel()
        self._crew.drop_all()
        self._table.recorder.close()
        self._crew.wait(SHUT_S)
