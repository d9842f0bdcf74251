"""A finished game as a replay: played again where games repeat, else from its tape."""

from __future__ import annotations

from pathlib import Path

from lab.batch.errors import BatchError
from lab.batch.tape import TapeError, replayed, unpacked
from lab.batch.work import GroupOrder
from lab.experiments.jobs import job_of
from lab.files.replay import ReplayWriter, save
from lab.match.play import play_setup
from lab.store.kept import KeptGame


def write_replay(kept: KeptGame, path: Path) -> None:
    """Writes the replay of a finished game. BatchError where it cannot be brought back: it failed,
    it has no tape, or the sources have changed so that it ends in another way.
    """
    record = kept.record
    if record.error:
        raise BatchError(f"Game {kept.number} was not finished: {record.error}")
    order = GroupOrder.read(job_of(kept.lineup, record.seed, (record.seating,)))
    if record.tape:
        _from_tape(kept, order, path)
    else:
        _again(kept, order, path)


def _from_tape(kept: KeptGame, order: GroupOrder, path: Path) -> None:
    record = kept.record
    setup, _ = order.setup(record.seating)
    initial = order.game.initial(setup.seed) if order.start is None else order.start
    try:
        with ReplayWriter(path, setup, initial) as writer:
            for turn in replayed(order.game, setup.seed, unpacked(record.tape), order.start):
                writer.turn(turn)
            writer.end([seat.outcome for seat in record.seats], record.reason)
    except TapeError as error:
        raise BatchError(str(error)) from None


def _again(kept: KeptGame, order: GroupOrder, path: Path) -> None:
    record = kept.record
    setup, _ = order.setup(record.seating)
    result = play_setup(setup, game=order.game, start=order.start)
    if tuple(result.outcome) != tuple(seat.outcome for seat in record.seats):
        raise BatchError(
            f"Game {kept.number} does not repeat: the players or the rules have changed since."
        )
    save(path, result)
