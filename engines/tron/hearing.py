"""What a rider of Tron knows from the contest's text: the ribbons, reconstructed from the heads
seen each turn.

The text gives only starts and heads, all -1 for a player who is out; the first line says how many
play. Who has moved or left since, and in which order, follows from the order of moves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.game import FORFEIT, PASS, Game, Heard, Joint, Read, State
from engines.reading import NOTHING_DRAWN, numbers, with_options
from engines.tron.rules import DX, DY, HEIGHT, MOST, NOWHERE, WIDTH, clear, place_on

OUT = [NOWHERE] * 4
Ends = Sequence[int]  # start x, y and head x, y of one rider


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn: the number of players and the reader's own, then a line for each player."""
    players, seat = numbers(read, 2, "how many ride, and which of them one is", 0, MOST)
    if players < 2 or seat >= players:
        raise ValueError(
            f"There are 2 to {MOST} riders, the first is 0: {seat} of {players} cannot be."
        )
    lines = [ends_of(read, p) for p in range(players)]
    if lines[seat] == OUT:
        raise ValueError("Who is out is not asked any more.")
    if before is None:
        return _first(with_options(game, players=players), seat, lines)
    if (players, seat) != (before.game.seats, before.seat):
        raise ValueError(
            f"It was rider {before.seat} of {before.game.seats} who was asked before, now "
            f"it is {seat} of {players}."
        )
    return _next(before, lines)


def ends_of(read: Read, p: int) -> list[int]:
    """The line of a rider: start x and y, head x and y; OUT once it is out."""
    what = f"rider {p}'s start and head `x y x y`"
    found = numbers(read, 4, what, NOWHERE, max(WIDTH, HEIGHT) - 1)
    if found != OUT and not all(
        0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in (found[:2], found[2:])
    ):
        raise ValueError(
            f"A line of {what} leaves the grid of {WIDTH} x {HEIGHT}: {' '.join(map(str, found))}."
        )
    return found


def _first(game: Game, seat: int, lines: Sequence[Ends]) -> Heard:
    """The position of the first text: the riders before this one have moved once. In mid-match only
    starts and heads are known.
    """
    ends = [{(line[0], line[1]), (line[2], line[3])} for line in lines if list(line) != OUT]
    if len(ends) < 2:
        raise ValueError("Nobody is asked any more when only one rider is left.")
    if len(set().union(*ends)) < sum(map(len, ends)):
        raise ValueError("No two riders start from or stand on the same cell.")
    state, joint = game.blank(), None
    clear(state, game.seats)
    for p, (start_x, start_y, *_) in enumerate(lines):
        if start_x != NOWHERE:
            place_on(state, p, start_x, start_y)
    for p, line in enumerate(lines):
        if list(line) == OUT or (p < seat and _way(state, p, line) is not None):
            joint = _ride(game, state, p, line)
        elif list(line[:2]) != list(line[2:]):
            place_on(state, p, *line[2:])
            state.start_x[p], state.start_y[p] = line[:2]
    state.mover, state.turn = seat, seat
    return Heard(game, seat, seat, state, joint)


def _next(before: Heard, lines: Sequence[Ends]) -> Heard:
    """The position after everybody who rode has moved once, in turn, the seat itself first."""
    game, seat, state, joint = before.game, before.seat, before.state.copy(), None
    for p in (*range(seat, game.seats), *range(seat)):
        if not before.state.place[p]:
            was = [int(state.start_x[p]), int(state.start_y[p])]
            if list(lines[p]) != OUT and list(lines[p][:2]) != was:
                raise ValueError(
                    f"Rider {p} started from {was[0]} {was[1]}, not from {lines[p][0]} "
                    f"{lines[p][1]}."
                )
            joint = _ride(game, state, p, lines[p])
        elif list(lines[p]) != OUT:
            raise ValueError(f"Rider {p} was out, and rides again at {lines[p][2]} {lines[p][3]}.")
    state.mover = seat
    return Heard(game, seat, int(state.turn), state, joint)


def _way(state: State, p: int, line: Ends) -> int | None:
    """The direction that leads from a head to where the line says it is; None if none does."""
    return next(
        (
            way
            for way in range(4)
            if (state.x[p] + DX[way], state.y[p] + DY[way]) == tuple(line[2:])
        ),
        None,
    )


def _ride(game: Game, state: State, p: int, line: Ends) -> Joint | None:
    """Moves a head to where the line says it is, or puts the rider out; the joint action, None if
    it left, since the text does not say how.
    """
    out = list(line) == OUT
    way = FORFEIT if out else _way(state, p, line)
    joint = np.full(game.agents, PASS, np.int64)
    if way is not None:
        state.mover, joint[p] = p, way
        game.rules.step(state, joint, NOTHING_DRAWN, None)
    if (int(state.x[p]), int(state.y[p])) != tuple(line[2:]) or way is None:
        raise ValueError(f"Rider {p} cannot have come to {line[2]} {line[3]}.")
    return None if out else joint
