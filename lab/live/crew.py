"""The running searches and programs: which are wanted, and starting and stopping them to match.

A match search thinks about the next decision and keeps its player through the match. All others
(for a held position, a comparison, a hint) have their own players, so that watching does not affect
the match. A program is started for its first question and runs through the match; it is
ended in a separate thread, because one that resists takes time to end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.game import Game
from lab.live.again import RecordedDecision, RepeatedSearch
from lab.live.running_program import ProgramWorker, RunningProgram
from lab.live.trust import Trust
from lab.live.worker import SearchWorker, Task, Worker
from lab.match.decide import Player, turn_to
from lab.match.records import Failure, Frame
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.programs.spec import Program
from search.branches import Wish

# for the next move; a held position; A and B of `compare`; `ask_hint`
MATCH, ASIDE, FIRST, SECOND, HINT = "match", "aside", "first", "second", "hint"
AGAIN = "again"  # a past decision, repeated
AHEAD = "ahead"  # a position that a search has looked at
COMPARED = (FIRST, SECOND)
JOIN_S = 5.0  # a stopped search ends with its chunk; only loading kernels takes longer

Key = tuple[int, str]  # seat, and which of its searches


@dataclass(frozen=True, kw_only=True)
class Wanted(Task):
    """A search that should exist, with its player and how it should run. `start` False: only if it
    exists already.
    """

    spec: ProgramSeat | SearchSeat
    paused: bool = False
    start: bool = True
    past: Sequence[Frame] = ()  # the match up to this position, for a program
    again: RecordedDecision | None = None  # a recorded decision that is repeated


class Running:
    """A worker and the last settings sent to it, so that nothing is sent twice."""

    def __init__(self, worker: Worker, wanted: Wanted) -> None:
        self.worker, self.told = worker, wanted
        self._single = False  # runs the iterations of `iterate`, then rests

    def iterate(self, n: int | None) -> None:
        """Exactly `n` more iterations; None: continues without limit."""
        self._single = n is not None
        if n is None:
            self.worker.run_on()
        else:
            self.worker.iterate(n)

    def tell(self, wanted: Wanted) -> None:
        """Sends the settings that have changed since the last call."""
        if isinstance(wanted.spec, SearchSeat) and wanted.spec != self.told.spec:
            self.worker.set_spec(wanted.spec)
        if (wanted.budget, wanted.spread_s) != (self.told.budget, self.told.spread_s):
            self.worker.set_budget(wanted.budget, wanted.spread_s)
            self._single = False
        if wanted.paused != self.told.paused:
            self.worker.pause(wanted.paused)
        self.told = wanted

    def is_not(self, wanted: Wanted | None) -> bool:
        """Whether it is not the search that is wanted, whatever its settings."""
        told = self.told
        return wanted is None or (wanted.turn, wanted.only) != (told.turn, told.only)

    @property
    def busy(self) -> bool:
        """Whether it is running now."""
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
        # the part of the trees that is looked into, in the match and in a comparison
        self.wish: Wish | None = None
        self.compared_wish: Wish | None = None
        self.notes: list[str] = []
        self._report = report
        self._players: dict[int, Player] = {}
        self._programs: dict[Key, RunningProgram] = {}
        self._leaving: list[threading.Thread] = []

    def bring_about(self, wanted: Mapping[Key, Wanted], focus: int | None) -> None:
        """Starts, updates and stops searches so that exactly the wanted ones run."""
        for key in [k for k, r in self.running.items() if r.is_not(wanted.get(k))]:
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
                worker = self._asking(key, program, want.past)
            case SearchSeat() as spec:
                worker = self._searching(key, spec, want, focus)
        self.running[key] = Running(worker, want)
        if want.paused:
            worker.pause(True)
        worker.start()

    def _asking(self, key: Key, program: Program, past: Sequence[Frame]) -> ProgramWorker:
        running = self._programs.setdefault(
            key, RunningProgram(self.game, key[0], program, self.trust)
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
        wish = self.compared_wish if kind in COMPARED else self.wish
        task = replace(want, focus=focus, watched=self.watched, wish=wish)
        if want.again is not None:
            return RepeatedSearch(player, task, want.again, self._report)
        return SearchWorker(player, task, self._report)

    def player(self, seat: int, spec: SearchSeat) -> Player:
        """The seat's player in the match, its knobs as in `spec`."""
        if seat not in self._players:
            base = self.base[seat]
            assert isinstance(base, SearchSeat)  # a new player is noted there, too
            self._players[seat] = Player(self.game, seat, base, self.seed)
        _, refusal = turn_to(self._players[seat], spec)
        if refusal:
            self.notes.append(refusal)
        return self._players[seat]

    def drop(self, key: Key) -> None:
        """Stops a search; stopping a match search also drops its player."""
        running = self.running.pop(key, None)
        if running is not None:
            running.worker.stop()
            self._leaving = [w for w in self._leaving if w.is_alive()]
            self._leaving.append(running.worker)
        if key[1] == MATCH:
            self._players.pop(key[0], None)
        self._end_program(key)

    def _end_program(self, key: Key) -> None:
        program = self._programs.pop(key, None)
        if program is not None:
            self._close(program)

    def rest_programs(self) -> None:
        """Ends the programs at the end of the match; their notes stay."""
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
        for key in list(self._programs):
            self._end_program(key)
        self._players.clear()

    def program_notes(self) -> tuple[str, ...]:
        """Per seat, the notes about its program."""
        notes = {seat: p.note for (seat, kind), p in self._programs.items() if kind == MATCH}
        return tuple(notes.get(seat, "") for seat in range(self.game.seats)) if notes else ()

    def release(self, seat: int) -> Worker:
        """Removes a seat's finished work for the next move, and returns its worker, from which the
        decision can be taken.
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
        """The error of the first search or program of the match that failed; a comparison shows
        its own.
        """
        failures = (r.worker.failure for (_, k), r in self.running.items() if k not in COMPARED)
        return next((failure for failure in failures if failure is not None), None)

    def drop_kind(self, kind: str) -> None:
        """Stops every search of this kind; those that are wanted start again."""
        for key in [key for key in self.running if key[1] == kind]:
            self.drop(key)

    def drop_failed(self, kinds: Sequence[str] = (MATCH, ASIDE, HINT)) -> None:
        """Drops every search of these kinds that failed, so that they restart together."""
        for key in [key for key, r in self.running.items() if r.worker.failure is not None]:
            if key[1] in kinds:
                self.drop(key)

    def iterate(self, n: int | None) -> None:
        """Exactly `n` more iterations of all searches that think on; None: without limit."""
        for running in self.running.values():
            if running.told.budget is None:
                running.iterate(n)

    def watch(self, first: int, second: int) -> None:
        """Sets the two agents whose joint actions every search counts from now on."""
        self.watched = (first, second)
        for running in self.running.values():
            running.worker.watch(first, second)

    def explore(self, wish: Wish | None) -> None:
        """Sets the part of the trees that every search of the match shows from now on."""
        self.wish = wish
        for (_, kind), running in self.running.items():
            if kind not in COMPARED:
                running.worker.explore(wish)

    def explore_compared(self, wish: Wish | None) -> None:
        """Sets the part of their trees that A and B show from now on."""
        self.compared_wish = wish
        for (_, kind), running in self.running.items():
            if kind in COMPARED:
                running.worker.explore(wish)

    def wait(self, seconds: float) -> None:
        """Waits until stopped searches and programs have ended, together no longer than
        `seconds`.
        """
        for worker in self._leaving:
            worker.join(seconds / max(1, len(self._leaving)))
