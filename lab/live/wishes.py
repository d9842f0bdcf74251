"""Which searches a position wants: those of the next move, of a held position, of a second setting,
of a hint.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.knobs import HasFields, KnobError
from lab.live.crew import ASIDE, HINT, MATCH, OTHER, Key, Wanted
from lab.live.table import Table
from lab.match.play import deciding
from lab.match.records import Frame, SeatSpec
from lab.match.seats import DEFAULT_BUDGET, TIME, Budget, suiting

PONDER = Budget(TIME, 30_000)  # longest thinking in a person's time
HINT_BUDGET = Budget(TIME, 1_000)


@dataclass(frozen=True)
class Mode:
    """What the person at the window has asked for."""

    turning: bool  # the next turn is to be played
    held: int | None = None  # the turn whose position is held
    rival: tuple[int, HasFields] | None = None  # the seat and the parameters of `compare`
    hint: int | None = None  # the seat that asks for a hint
    spread_s: float = 0.0
    think_along: bool = True  # in a person's time


def wanted(table: Table, mode: Mode) -> dict[Key, Wanted]:
    """All searches that should exist now."""
    found: dict[Key, Wanted] = {}
    asked = table.asked()
    here = mode.held == table.head.turn and not table.over
    for seat in table.searchers(table.deciders or ()):
        found[seat, MATCH] = _next_move(table, mode, seat, here)
    for seat in table.programs(table.deciders or ()):
        found[seat, MATCH] = _question(table, seat, mode.turning)
    if asked and (here or mode.think_along):
        run = here or mode.turning
        for seat in table.searchers():
            if (seat, MATCH) not in found:
                found[seat, ASIDE] = replace(
                    _aside(table, table.head, seat, None if here else PONDER),
                    paused=not run,
                    start=run,
                )
    frame = table.history.frame(mode.held) if mode.held is not None else table.head
    if mode.held is not None and not frame.outcome:
        deciders = deciding(table.game, frame.state)
        if not here:
            for seat in table.searchers(deciders):
                found[seat, ASIDE] = _aside(table, frame, seat, None)
        if lends(table):
            for seat in deciders:
                found[seat, ASIDE] = replace(
                    _aside(table, frame, seat, None), spec=hinter(table, seat)
                )
        if mode.rival is not None:
            want = _aside(table, frame, mode.rival[0], None)
            found[mode.rival[0], OTHER] = replace(
                want, spec=replace(want.spec, params=mode.rival[1])
            )
    if mode.hint is not None:
        found[mode.hint, HINT] = replace(
            _aside(table, table.head, mode.hint, HINT_BUDGET), spec=hinter(table, mode.hint)
        )
    return found


def lends(table: Table) -> bool:
    """Whether no search plays, so that one has to be lent for thinking on: a match of persons and
    programs, a recorded one.
    """
    return not table.searchers()


def hinter(table: Table, seat: int) -> SeatSpec:
    """Who gives hints: the search that plays another seat, else the one that suits the game."""
    others = [s for s in table.searchers() if s != seat]
    if others:
        return table.setup.seats[others[0]]
    name = suiting(table.game)
    if not name:
        raise KnobError(f"No search here can think about {table.game.title}.")
    return SeatSpec(name)


def _next_move(table: Table, mode: Mode, seat: int, holding: bool) -> Wanted:
    spec, head = table.setup.seats[seat], table.head
    run = holding or mode.turning
    return Wanted(
        turn=head.turn,
        state=head.state,
        spec=spec,
        budget=None if holding else spec.budget or DEFAULT_BUDGET,
        spread_s=0.0 if holding else mode.spread_s,
        last_joint=table.last_joint,
        foreseen=table.history.foreseen(seat),
        paused=not run,
        start=run,
    )


def _question(table: Table, seat: int, turning: bool) -> Wanted:
    """A program is asked when the turn is to be played; then its time runs, whoever pauses."""
    head = table.head
    past = table.history.frames if turning else ()
    return Wanted(head.turn, head.state, table.setup.seats[seat], None, start=turning, past=past)


def _aside(table: Table, frame: Frame, seat: int, budget: Budget | None) -> Wanted:
    return Wanted(
        frame.turn,
        frame.state,
        table.setup.seats[seat],
        budget,
        foreseen=table.history.foreseen(seat),
    )
