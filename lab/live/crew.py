"""The searches and programs that run at one time: which are wanted, and bringing those that run in
line with that.

A match search thinks about the next decision and keeps its player through the match. All others (of
a held position, of a second setting, of a hint) have players of their own, so that watching changes
nothing in the match. A program is started with the first question to it and keeps running through
the match; it is ended in a thread of its own, since one that does not want to end takes its time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engines.game import Game, Joint, State
from lab.live.program_worker import ProgramWorker
from lab.live.running_program import RunningProgram
from lab.live.trust import Trust
from lab.live.worker import SearchWorker, Task, Worker, turn_to
from lab.match.budget import Budget
from lab.match.decide import Player
from lab.match.records import Failure, Frame
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.programs.spec import Program

# for the next move; of a held position; of `compare`; of `ask_hint`
MATCH, ASIDE, OTHER, HINT = "match", "aside", "other", "hint"
JOIN_S = 5.0  # a stopped search ends with its chunk; only loading kernels takes longer

Key = tuple[int, str]  # seat, and which of its searches


@dataclass(frozen=True)
class Wanted:
    """A search that should exist: position, player, and how it should run. `start` False: only if
    it exists already.
    """

    turn: int
    state: State
    spec: ProgramSeat | SearchSeat
    budget: Budget | None
    spread_s: float = 0.0
    last_joint: Joint | None = None
    foreseen: tuple[float, ...] = ()
    paused: bool = False
    start: bool = True
    past: Sequence[Frame] = ()  # the match up to this position, for a program


class Running:
    """A worker and what it was told last, so that nothing is told twice."""

    def __init__(self, worker: Worker, wanted: Wanted) -> None:
        self.worker, self.told = worker, wanted
        self._single = False  # does what `iterate` asks and then rests

    def iterate(self, n: int | None) -> None:
        """Exactly `n` more iterations; None: on without limit."""
        self._single = n is not None
        if n is None:
            self.worker.run_on()
        else:
            self.worker.iterate(n)

    def tell(self, wanted: Wanted) -> None:
        """Passes on what differs from the last time."""
        if isinstance(wanted.spec, SearchSeat) and wanted.spec != self.told.spec:
            self.worker.set_spec(wanted.spec)
        if (wanted.budget, wanted.spread_s) != (self.told.budget, self.told.spread_s):
            self.worker.set_budget(wanted.budget, wanted.spread_s)
            self._single = False
        if wanted.paused != self.told.paused:
            self.worker.pause(wanted.paused)
        self.told = wanted

    @property
    def busy(self) -> bool:
        """Whether it is searching by itself now."""
        return (
            not self._single
            and not self.told.paused
            and not self.worker.finished
            and self.worker.failure is None
        )


class Crew:
    """The players of a match and all searches that run.

    `base` are the specs that a replay of the match begins with;
    `trust` the commands that may be started.
    """

    def __init__(
        self,
        game: Game,
        base: list[SeatSpec],
        seed: int,
        trust: Trust,
        report: Callable[[], None],
    ) -> None:
        self.game, self.base, self.seed, self.trust = game, base, seed, trust
        self.running: dict[Key, Running] = {}
        self.watched: tuple[int, int] | None = None  # the agents of the joint-action map
        self.notes: list[str] = []
        self._report = report
        self._players: dict[int, Player] = {}
        self._programs: dict[int, RunningProgram] = {}
        self._leaving: list[threading.Thread] = []

    def bring_about(self, wanted: Mapping[Key, Wanted], focus: int | None) -> None:
        """Starts, tells and stops searches until those that run are those that are wanted."""
        for key in [
            k for k, r in self.running.items() if k not in wanted or wanted[k].turn != r.told.turn
        ]:
            self.drop(key)
        for key, want in wanted.items():
            if key in self.running:
                self.running[key].tell(want)
            elif want.start:
                self._start(key, want, focus)

    def _start(self, key: Key, want: Wanted, focus: int | None) -> None:
        worker: Worker
        match want.spec:
            case ProgramSeat(program):
                worker = self._asking(key[0], program, want.past)
            case SearchSeat() as spec:
                worker = self._searching(key, spec, want, focus)
        self.running[key] = Running(worker, want)
        if want.paused:
            worker.pause(True)
        worker.start()

    def _asking(self, seat: int, program: Program, past: Sequence[Frame]) -> ProgramWorker:
        running = self._programs.setdefault(
            seat, RunningProgram(self.game, seat, program, self.trust)
        )
        running.program = program
        return ProgramWorker(running, past, self._report)

    def _searching(
        self, key: Key, spec: SearchSeat, want: Wanted, focus: int | None
    ) -> SearchWorker:
        seat, kind = key
        player = (
            self.player(seat, spec) if kind == MATCH else Player(self.game, seat, spec, self.seed)
        )
        task = Task(
            want.state,
            want.turn,
            want.budget,
            want.last_joint,
            want.spread_s,
            want.foreseen,
            focus,
            self.watched,
        )
        return SearchWorker(player, task, self._report)

    def player(self, seat: int, spec: SearchSeat) -> Player:
        """The seat's player in the match, its knobs as in `spec`."""
        if seat not in self._players:
            base = self.base[seat]
            assert isinstance(base, SearchSeat)  # who sits down is noted there, too
            self._players[seat] = Player(self.game, seat, base, self.seed)
        _, refusal = turn_to(self._players[seat], spec)
        if refusal:
            self.notes.append(refusal)
        return self._players[seat]

    def drop(self, key: Key) -> None:
        """Stops a search; a match search that is stopped takes its player along."""
        running = self.running.pop(key, None)
        if running is not None:
            running.worker.stop()
            self._leaving = [w for w in self._leaving if w.is_alive()]
            self._leaving.append(running.worker)
        if key[1] == MATCH:
            self._players.pop(key[0], None)
            self._end_program(key[0])

    def _end_program(self, seat: int) -> None:
        program = self._programs.pop(seat, None)
        if program is not None:
            self._close(program)

    def rest_programs(self) -> None:
        """Ends the programs at the end of the match; what is to be known about them stays."""
        for program in self._programs.values():
            self._close(program)

    def _close(self, program: RunningProgram) -> None:
        thread = threading.Thread(
            target=program.close, name=f"end of the program of seat {program.seat + 1}", daemon=True
        )
        self._leaving.append(thread)
        thread.start()

    def drop_all(self) -> None:
        """Stops every search, ends every program, and forgets the players."""
        for key in list(self.running):
            self.drop(key)
        for seat in list(self._programs):
            self._end_program(seat)
        self._players.clear()

    def program_notes(self) -> tuple[str, ...]:
        """Per seat, what is to be known about its program."""
        return (
            tuple(
                self._programs[s].note if s in self._programs else ""
                for s in range(self.game.seats)
            )
            if self._programs
            else ()
        )

    def release(self, seat: int) -> Worker:
        """Ends the work for the next move of a seat that has come to its end, and gives its worker,
        free for the decision.
        """
        worker = self.running.pop((seat, MATCH)).worker
        worker.stop()
        worker.join(JOIN_S)
        if worker.is_alive():
            raise RuntimeError(f"The player of seat {seat + 1} does not come to an end.")
        return worker

    def workers(self) -> dict[Key, Worker]:
        """All workers, as a copy."""
        return {key: r.worker for key, r in self.running.items()}

    def failure(self) -> Failure | None:
        """Of the first search or program that stopped with an error."""
        return next(
            (r.worker.failure for r in self.running.values() if r.worker.failure is not None), None
        )

    def drop_failed(self) -> None:
        """Lets go of every search that stopped with an error, so that they start again together."""
        for key in [key for key, r in self.running.items() if r.worker.failure is not None]:
            self.drop(key)

    def iterate(self, n: int | None) -> None:
        """Exactly `n` more iterations of all searches that think on; None: on without limit."""
        for running in self.running.values():
            if running.told.budget is None:
                running.iterate(n)

    def watch(self, first: int, second: int) -> None:
        """Which two agents' root actions every search counts against each other, from now on."""
        self.watched = (first, second)
        for running in self.running.values():
            running.worker.watch(first, second)

    def wait(self, seconds: float) -> None:
        """Waits until stopped searches and programs have ended, together no longer than
        `seconds`.
        """
        for worker in self._leaving:
            worker.join(seconds / max(1, len(self._leaving)))
