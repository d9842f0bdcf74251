"""Replays a match, search by search, and compares: the same iterations and changes must give the
same tree and the same turn.

A program is not restarted: its recorded answers are parsed again. A search that this version does
not know, at least not with these parameters, is not repeated: its choice is played as recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, first_difference
from engines.game import Game, Joint, State
from engines.knobs import KnobError
from lab.files.codec import encode_turn, is_known, why
from lab.files.replay import Replay, ReplayError
from lab.match.decide import Decision, Player
from lab.match.play import Turn, make_turn, resolved
from lab.match.program_player import made
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from search.measure import SeatValue

MOST_AT_ONCE = 100_000  # iterations


def verify(replay: Replay) -> Iterator[Difference | None]:
    """Yields None for every turn that matches the recording, else the first difference, and stops.
    ReplayError if the file asks for something no search here does.
    """
    specs, changes = list(replay.setup.seats), dict(replay.seats)
    players: dict[int, Player] = {}
    state, last = replay.initial, None
    values: tuple[SeatValue, ...] = ()
    for number, turn in enumerate(replay.turns):
        specs = list(changes.get(number, specs))
        try:
            again = _again(
                replay.game, players, specs, state, number, last, turn, values, replay.setup.seed
            )
            found = compare(replay.lines[number], encode_turn(again), number + 1)
        except (KnobError, LookupError) as error:
            raise ReplayError(f"Turn {number + 1} cannot be played again: {why(error)}.") from error
        yield found
        if found is not None:
            return
        state, last, values = again.state, np.array(again.joint, np.int64), again.values


def compare(expected: Mapping[str, Any], got: Mapping[str, Any], turn: int) -> Difference | None:
    """The first difference between two encoded turns in decisions, joint action or position."""
    return first_difference(turn, _repeating(expected, got))


def _repeating(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Pair]:
    for old, new in zip(expected["decisions"], got["decisions"], strict=True):
        where = f"seat {old['seat'] + 1}"
        for key in ("choice", "iterations"):
            yield f"{where}, {key}", old[key], new[key]
        for a, b in zip(old["search"]["agents"], new["search"]["agents"], strict=False):
            for key in ("actions", "visits", "mean", "best", "pv"):
                yield f"{where}, tree of agent {a['agent'] + 1}, {key}", a[key], b[key]
    for key in ("joint", "state"):
        yield key, expected[key], got[key]


def _again(
    game: Game,
    players: dict[int, Player],
    specs: Sequence[SeatSpec],
    state: State,
    number: int,
    last: Joint | None,
    turn: Turn,
    values: Sequence[SeatValue],
    seed: int,
) -> Turn:
    decisions: list[Decision | None] = [None] * game.seats
    actions = {
        seat: tuple(turn.joint[a] for a in game.agents_of(seat)) for seat in range(game.seats)
    }
    for recorded in turn.decisions:
        if recorded is None:
            continue
        seat = recorded.seat
        match specs[seat]:
            case ProgramSeat():
                again = made(game, state, seat, recorded.lines, recorded.overrun_ms)
                decisions[seat], actions[seat] = again, again.choice
            case SearchSeat() as spec if not is_known(spec):
                decisions[seat] = recorded
            case SearchSeat() as spec:
                if recorded.fresh or seat not in players:
                    players[seat] = Player(game, seat, spec, seed)
                decisions[seat] = again = repeat(players[seat], recorded, state, number, last)
                actions[seat] = resolved(game, players[seat].view, seat, again.choice)
            case Person():
                raise KnobError(f"Seat {seat + 1} is a person's, but has a recorded search.")
    return make_turn(game, state, number, decisions, actions, seed, values)


def repeat(
    player: Player, recorded: Decision, state: State, number: int, last: Joint | None
) -> Decision:
    """Makes a recorded decision again: the same calls, the same changes at the same iterations."""
    changes = list(recorded.changes)
    while changes and changes[0].iteration < 0:
        player.change(changes.pop(0).values)
    player.begin(state, number, last)
    for n, spent in recorded.calls or ((recorded.iterations, 0.0),):
        while changes and changes[0].iteration < player.iterations + n:
            first = changes[0].iteration - player.iterations
            if first > 0:
                _advance(player, first, spent)
                n -= first
            player.change(changes.pop(0).values)
        _advance(player, n, spent)
    for change in changes:
        player.change(change.values)
    return player.decide()


def _advance(player: Player, n: int, spent: float) -> None:
    """Runs the iterations in pieces, so that Ctrl-C can interrupt a file that asks for hours."""
    for done in range(0, max(n, 1), MOST_AT_ONCE):
        player.advance(min(n - done, MOST_AT_ONCE), spent)
