"""Line-ups that are rotations of one another are one meeting: seating k of (A, B, C) is seating
k - 1 of (B, C, A).

The store keeps a line-up in the rotation that sorts first, and turns sides and seatings on the way
in and out. `turned` is the place of the asker's side 0 in the kept order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lab.batch.games import GameRecord, LineUp


def turned(players: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The rotation of the players' ids that sorts first, and where the first of `players` is in
    it.
    """
    count = len(players)
    rotations = [tuple(players[(i + r) % count] for i in range(count)) for r in range(count)]
    first = min(range(count), key=rotations.__getitem__)
    return rotations[first], -first % count


def inward(record: GameRecord, turn: int, count: int) -> GameRecord:
    """The record with sides and seating as the store counts them."""
    if turn == 0:
        return record
    seats = tuple(replace(seat, side=(seat.side + turn) % count) for seat in record.seats)
    return replace(record, seating=(record.seating + turn) % count, seats=seats)


def shared(lineup: LineUp) -> bool:
    """Whether anybody may use these games: they repeat to the bit, and it is known what was
    compiled. Other games belong to the experiment that asked for them.
    """
    known = bool(lineup.condition.source) and all(side.source for side in lineup.sides)
    return lineup.repeats and known
