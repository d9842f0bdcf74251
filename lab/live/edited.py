"""A match whose game is another version of its file by now: the position is kept where it can be.

Belongs to the conductor's thread, and calls the rules of the new version, which are compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engines.calling import called_by
from engines.game import Game, State, same
from engines.knobs import HasFields, KnobError, changed, knobs, make
from engines.own_files import version_of
from lab.check.blame import fails_in
from lab.live.table import MatchTable
from lab.match.decide import ended
from lab.match.play import impossible, step
from lab.match.records import Setup
from lab.match.seat import SearchSeat, SeatSpec


def shares_kernels(game: Game, kind: type[Game]) -> bool:
    """Whether another version differs in words, pictures and texts, or in numbers of its
    evaluation, alone.
    """
    old, new = version_of(type(game)), version_of(kind)
    return old is not None and new is not None and old.kernels == new.kernels


def shares_rules(game: Game, kind: type[Game]) -> bool:
    """Whether another version differs in its evaluation at most, which one of them calls by its
    address (`engines.calling`).
    """
    old, new = version_of(type(game)), version_of(kind)
    calls = called_by(type(game)) is not None or called_by(kind) is not None
    return calls and old is not None and new is not None and "" != old.rest == new.rest


def shares_words(before: type[Game], kind: type[Game]) -> bool:
    """Whether another version differs in its evaluation alone: pictures and words are the same
    code.
    """
    old, new = version_of(before), version_of(kind)
    return old is not None and new is not None and "" != old.around == new.around


def renewed(setup: Setup, kind: type[Game]) -> Setup:
    """The same players, with the options and weights that the other version has too."""
    options = _taken_over(setup.options, kind.Options)
    return replace(setup, options=options, seats=tuple(_seat(each, kind) for each in setup.seats))


def _seat(spec: SeatSpec, kind: type[Game]) -> SeatSpec:
    if not isinstance(spec, SearchSeat) or spec.weights is None:
        return spec
    return replace(spec, weights=_taken_over(spec.weights, kind.EvalParams))


def _taken_over(values: HasFields | None, kind: type[HasFields]) -> HasFields:
    """What was set, as far as it can be set there."""
    found: Mapping[str, Any] = changed(values) if values is not None else {}
    names = {knob.name for knob in knobs(kind)}
    try:
        return make(kind, {name: value for name, value in found.items() if name in names})
    except KnobError:
        return kind()


def show_as(table: MatchTable, kind: type[Game]) -> bool:
    """Gives the match on the board the words, pictures and texts of another version with the same
    kernels, or with the same rules but for its evaluation; returns whether that is another one, or
    has other numbers. KnobError names what fails; nothing is then changed.
    """
    before, alike = table.game, shares_kernels(table.game, kind)
    first = type(before)
    old = version_of(first), before.weights()
    if alike:
        game = before
        game.__class__ = kind
    else:  # kernels are found by the game
        game = kind(_taken_over(table.setup.options, kind.Options))
    table.game = table.history.game = game
    try:
        if not shares_words(first, kind):
            table.history.show_again()
    except Exception as error:
        table.game = table.history.game = before
        before.__class__ = first
        raise KnobError(fails_in(error) or f"{type(error).__name__}: {error}.") from error
    table.setup = renewed(table.setup, kind)
    now = version_of(kind), game.weights()
    if old[0] is None or now[0] is None or old[0].digest != now[0].digest:
        table.edited()
    return not alike or not np.array_equal(old[1], now[1])


def carried(table: MatchTable, kind: type[Game], folder: Path) -> tuple[MatchTable, str]:
    """The match by the rules of another version, and a sentence about what could not be kept, or
    "". Its turns are played again; where they lead elsewhere and the state has the same fields,
    the position on the board stays, as the start of what follows.
    """
    setup = renewed(table.setup, kind)
    game = kind(setup.options)
    now, alike = table.head.state, game.dtype == table.game.dtype
    start = table.start if alike else None
    first = game.initial(setup.seed) if start is None else start
    joints, state, said = _again(table, game, first)
    if alike and not same(state, now) and not game.check(now):
        after = MatchTable(setup, folder, start=game.load(now.tobytes()))
        after.edited()
        return after, "The new rules lead elsewhere: the match goes on from this position."
    after = MatchTable(setup, folder, start=start)
    after.edited()
    after.look()
    after.add_branch(0, joints)
    return after, said


def _again(table: MatchTable, game: Game, state: State) -> tuple[list[tuple[int, ...]], State, str]:
    """The joint actions that can be played again, where they lead, and why there are no more."""
    joints: list[tuple[int, ...]] = []
    state = game.load(state.tobytes())
    for number, turn in enumerate(table.history.turns):
        chosen = np.array(turn.joint, np.int64)
        if not turn.joint:
            return joints, state, f"The position of turn {number + 1} was set up by hand."
        if refusal := impossible(game, state, chosen) or ended(game, number):
            said = (
                f"Turn {number + 1} is not allowed any more ({refusal}): the match goes on there."
            )
            return joints, state, said
        state, _ = step(game, state, chosen, table.setup.seed, number, log_events=False)
        joints.append(turn.joint)
    return joints, state, ""
