"""Which searches a position needs: for the next move, a held position, a comparison, a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engines.game import State
from engines.knobs import KnobError
from lab.live.again import recorded_in
from lab.live.crew import AGAIN, AHEAD, ASIDE, COMPARED, HINT, MATCH, Key, Wanted
from lab.live.limit import Limit
from lab.live.rivals import Rivals
from lab.live.table import MatchTable
from lab.match.budget import DEFAULT_BUDGET, TIME, Budget
from lab.match.play import deciding, impossible, step
from lab.match.records import Frame
from lab.match.seat import ProgramSeat, SearchSeat
from lab.match.seats import suiting

PONDER = Budget(TIME, 30_000)  # longest thinking thinking in a person's time
HINT_BUDGET = Budget(TIME, 1_000)


@dataclass(frozen=True, eq=False)
class AheadOf:
    """The position `state` that actions would lead to after `turn` turns of the line on the board,
    `turns` turns in all having been played by then.
    """

    turn: int
    turns: int
    state: State


def ahead_of(table: MatchTable, turn: int, joints: Sequence[Sequence[int]]) -> AheadOf:
    """The position after joint actions that are only thought of. KnobError if the rules do not
    allow one of them, or the match is over there.
    """
    state = table.history.frame(turn).state
    for number, joint in enumerate(joints, turn):
        sent = np.array(joint, np.int64)
        if impossible(table.game, state, sent):
            raise KnobError("The rules do not allow the way to this node.")
        state = step(table.game, state, sent, table.setup.seed, number, log_events=False)[0]
    if table.game.rules.is_over(state):
        raise KnobError("The match is over in this position: there is nothing to search.")
    return AheadOf(turn, turn + len(joints), state)


@dataclass(frozen=True)
class Mode:
    """What the person at the window has asked for."""

    turning: bool  # the next turn is to be played
    held: int | None = None  # the turn whose position is held
    rivals: Rivals | None = None  # A and B of `compare`
    hint: int | None = None  # the seat that asks for a hint
    spread_s: float = 0.0
    think_along: bool = True  # in a person's time
    limit: Limit | None = None  # root actions that one search of the held position keeps to
    again: int | None = None  # the turn whose decisions are repeated
    ahead: AheadOf | None = None  # a position that is searched beside the match


def wanted(table: MatchTable, mode: Mode) -> dict[Key, Wanted]:
    """All searches that should exist now."""
    found: dict[Key, Wanted] = {}
    asked = table.asked()
    here = mode.held == table.head.turn and not table.over
    for seat, search in table.searchers(table.deciders or ()).items():
        found[seat, MATCH] = _next_move(table, mode, seat, search, here)
    for seat, program in table.programs(table.deciders or ()).items():
        found[seat, MATCH] = _question(table, program, mode.turning)
    if asked and (here or mode.think_along):
        run = here or mode.turning
        for seat, search in table.searchers().items():
            if (seat, MATCH) not in found:
                found[seat, ASIDE] = replace(
                    _aside(table, table.head, seat, search, None if here else PONDER),
                    paused=not run,
                    start=run,
                )
    frame = table.history.frame(mode.held) if mode.held is not None else table.head
    if mode.held is not None and not frame.outcome:
        deciders = deciding(table.game, frame.state)
        if not here:
            for seat, search in table.searchers(deciders).items():
                found[seat, ASIDE] = _aside(table, frame, seat, search)
        if lends(table):
            for seat in deciders:
                found[seat, ASIDE] = _aside(table, frame, seat, hinter(table, seat))
        if mode.limit is not None:
            found.update(_limited(table, frame, mode.limit, found))
    if mode.again is not None:
        found.update(_repeated(table, mode.again))
    if mode.ahead is not None:
        found.update(_beside(table, mode.ahead))
    if mode.rivals is not None:
        found.update(_compared(table, mode.rivals))
    if mode.hint is not None:
        lent = hinter(table, mode.hint)
        found[mode.hint, HINT] = _aside(table, table.head, mode.hint, lent, HINT_BUDGET)
    return found


def _limited(
    table: MatchTable, frame: Frame, limit: Limit, found: Mapping[Key, Wanted]
) -> dict[Key, Wanted]:
    """A search of its own that keeps to the lists; the one for the next move rests meanwhile."""
    seat = limit.seat
    spec = table.searchers().get(seat) or hinter(table, seat)
    aside = {(seat, ASIDE): replace(_aside(table, frame, seat, spec), only=limit.lists)}
    match = found.get((seat, MATCH))
    return aside if match is None else {(seat, MATCH): replace(match, paused=True), **aside}


def _repeated(table: MatchTable, turn: int) -> dict[Key, Wanted]:
    """The recorded decisions after `turn` turns, searched again exactly."""
    searchers, state = table.searchers(), table.history.frame(turn).state
    return {
        (seat, AGAIN): Wanted(state, turn, None, spec=searchers[seat], again=recorded)
        for seat, recorded in recorded_in(table, turn).items()
        if seat in searchers
    }


def _beside(table: MatchTable, ahead: AheadOf) -> dict[Key, Wanted]:
    """The searches of a position that is only thought of, without limit."""
    deciders, lends_one = deciding(table.game, ahead.state), lends(table)
    searchers = {s: hinter(table, s) for s in deciders} if lends_one else table.searchers(deciders)
    return {
        (seat, AHEAD): Wanted(ahead.state, ahead.turns, None, spec=search)
        for seat, search in searchers.items()
    }


def lends(table: MatchTable) -> bool:
    """Whether no search plays, so that thinking on needs one from outside: in a match of persons
    and programs, or a recorded one.
    """
    return not table.searchers()


def hinter(table: MatchTable, seat: int) -> SearchSeat:
    """Who gives hints: the search that plays another seat, else the one that suits the game."""
    others = [search for s, search in table.searchers().items() if s != seat]
    if others:
        return others[0]
    name = suiting(table.game)
    if not name:
        raise KnobError(f"No search here can think about {table.game.title}.")
    return SearchSeat(name)


def _next_move(table: MatchTable, mode: Mode, seat: int, spec: SearchSeat, holding: bool) -> Wanted:
    head = table.head
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


def _question(table: MatchTable, spec: ProgramSeat, turning: bool) -> Wanted:
    """A program is asked when the turn is due; from then its time runs, even while the match is
    paused.
    """
    head = table.head
    past = table.history.frames if turning else ()
    return Wanted(head.state, head.turn, None, spec=spec, start=turning, past=past)


def _compared(table: MatchTable, rivals: Rivals) -> dict[Key, Wanted]:
    """A and B, each within its budget."""
    frame = table.history.frame(rivals.turn)
    past = table.history.frames[: rivals.turn + 1]
    return {
        (rivals.seat, kind): Wanted(
            frame.state,
            frame.turn,
            spec.budget or DEFAULT_BUDGET,
            spec=spec,
            past=past,
            by_cpu=True,
        )
        for kind, spec in zip(COMPARED, rivals.specs, strict=True)
    }


def _aside(
    table: MatchTable, frame: Frame, seat: int, spec: SearchSeat, budget: Budget | None = None
) -> Wanted:
    foreseen = table.history.foreseen(seat)
    return Wanted(frame.state, frame.turn, budget, spec=spec, foreseen=foreseen)
