"""The thread behind a Session: it owns the match, and changes it by the commands that a window, or
a test, leaves.

All changes happen in this one thread, as commands from an inbox; searches report through the same
inbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engines.game import State
from engines.knobs import HasFields, KnobError
from lab.files.replay import Replay
from lab.live.crew import ASIDE, HINT, MATCH, OTHER
from lab.live.loop import Loop
from lab.live.table import Table
from lab.live.wishes import hinter, lends
from lab.match.budget import Budget
from lab.match.records import Setup
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.programs.spec import Program


class Conductor(Loop):
    """Plays matches by commands; see `lab.live.session.Session` for what each of them means."""

    def _on_news(self) -> None:
        """A search has reported; `_go_on` looks."""

    def _on_close(self) -> None:
        self._closing = True

    def _on_play(self) -> None:
        self._playing, self._held = True, None
        self._kernels.resume()

    def _on_pause(self) -> None:
        self._playing, self._steps = False, 0

    def _on_step(self) -> None:
        self._playing, self._held = False, None
        self._steps += 1
        self._kernels.resume()

    def _on_set_pace(self, seconds: float) -> None:
        self._pace_s = max(0.0, seconds)

    def _on_set_params(self, seat: int, params: HasFields) -> None:
        self._turn(seat, lambda spec: replace(spec, params=params))

    def _on_set_weights(self, seat: int, weights: HasFields) -> None:
        self._turn(seat, lambda spec: replace(spec, weights=weights))

    def _on_set_budget(self, seat: int, budget: Budget) -> None:
        self._turn(seat, lambda spec: replace(spec, budget=budget))

    def _turn(self, seat: int, turned: Callable[[SearchSeat], SearchSeat]) -> None:
        """Another setting for the seat's search; nothing if none plays it any more."""
        spec = self._table.setup.seats[seat]
        if isinstance(spec, SearchSeat):
            self._table.respec(seat, turned(spec))

    def _on_set_program(self, seat: int, program: Program) -> None:
        if isinstance(self._table.setup.seats[seat], ProgramSeat):
            self._table.respec(seat, ProgramSeat(program))

    def _on_set_seat(self, seat: int, spec: SeatSpec) -> None:
        self._trust((spec,))
        seats = list(self._table.setup.seats)
        seats[seat] = spec
        self._seated(seats, [seat])

    def _on_swap(self) -> None:
        specs = self._table.setup.seats
        self._seated([*specs[1:], specs[0]], range(len(specs)))

    def _seated(self, specs: list[SeatSpec], changed: Iterable[int]) -> None:
        """Other players from the next decision on."""
        for spec in specs:
            self._table.check(spec)
        for seat in changed:
            for kind in (MATCH, ASIDE, OTHER, HINT):
                self._crew.drop((seat, kind))
            self._crew.base[seat] = specs[seat]
            for agent in self._table.game.agents_of(seat):
                self._table.sent.pop(agent, None)
            if self._failure is not None and self._failure.seat == seat:
                self._failure = None
        self._table.setup = replace(self._table.setup, seats=tuple(specs))
        self._rival = None
        self._kernels.resume()
        self._table.recorder.seats(self._crew.base)

    def _on_trust(self, specs: Iterable[SeatSpec]) -> None:
        self._trust(specs)

    def _on_hold(self, on: bool, turn: int | None) -> None:
        if on and lends(self._table):
            hinter(self._table, 0)
        self._held = (
            min(self._table.head.turn if turn is None else turn, self._table.head.turn)
            if on
            else None
        )
        self._rival = self._rival if on else None
        self._steps = 0

    def _on_iterate(self, n: int) -> None:
        self._crew.iterate(n)

    def _on_run_on(self) -> None:
        self._crew.iterate(None)

    def _on_compare(self, params: HasFields | None, seat: int) -> None:
        if params is not None and not isinstance(self._table.setup.seats[seat], SearchSeat):
            who = "person" if self._table.is_person(seat) else "program"
            raise KnobError(f"A {who} has no search to compare with.")
        self._rival = None if params is None else (seat, params)

    def _on_set_focus(self, agent: int | None) -> None:
        self._focus = agent
        for worker in self._crew.workers().values():
            worker.look(agent)

    def _on_watch(self, first: int, second: int) -> None:
        self._crew.watch(first, second)

    def _on_set_think_in_persons_time(self, on: bool) -> None:
        self._think_along = on

    def _on_act(self, turn: int, agent: int, action: int) -> None:
        if turn == self._table.head.turn and agent in self._table.asked():
            self._table.sent[agent] = action
            self._held = None
            self._playing = self._playing or self._steps == 0

    def _on_ask_hint(self, seat: int) -> None:
        self._crew.drop((seat, HINT))
        hinter(self._table, seat)
        self._hint = seat if not self._table.over else None

    def _on_undo(self) -> None:
        self._playing = self._playing and self._table.has_person
        self._back_to(self._table.before())

    def _on_redo(self) -> None:
        self._leave()
        self._table.redo()
        self._playing = self._playing and self._table.has_person

    def _on_restart(self) -> None:
        self._back_to(0)

    def _on_play_from(self, turn: int) -> None:
        self._back_to(turn)
        self._playing = True

    def _back_to(self, turn: int) -> None:
        self._leave()
        self._table.back_to(turn)

    def _leave(self) -> None:
        """Stops all that thinks about this position."""
        self._crew.drop_all()
        self._failure = None
        self._fresh_position()

    def _on_new(self, setup: Setup, start: State | None = None) -> None:
        self._replace(Table(setup, self._folder, start=start))

    def _on_load(self, replay: Replay) -> None:
        self._playing = False
        self._replace(Table(replay.setup, self._folder, replay))

    def _replace(self, table: Table) -> None:
        for spec in table.setup.seats:
            table.check(spec)
        self._kernels.cancel()
        self._crew.drop_all()
        self._table.recorder.close()
        self._open(table)

    def _on_retry(self) -> None:
        failure = self._crew.failure()
        if failure is not None:
            self._trust((self._table.setup.seats[failure.seat],))
            self._crew.drop_failed()
        elif self._failure is not None:
            self._crew.drop_all()
        self._failure = None

    def _on_cancel_preparing(self) -> None:
        if not self._kernels.cancel():
            return
        for seat, spec in enumerate(self._table.setup.seats):
            if self._kernels.rules_ready and not self._kernels.has(spec.name):
                self._on_set_seat(seat, SearchSeat("random", budget=spec.budget))
        self._playing = self._playing and self._kernels.rules_ready
