"""A finished game as a replay: played again where games repeat, else from its tape."""

from __future__ import annotations

import gzip
from pathlib import Path

from lab.batch.entrants import condition
from lab.batch.errors import BatchError
from lab.batch.games import LineUp
from lab.batch.tape import TapeError, replayed, unpacked
from lab.batch.work import GroupOrder
from lab.experiments.jobs import game_text, job_of
from lab.files.replay import ReplayWriter, save
from lab.match.play import play_setup
from lab.match.seats import parse_game
from lab.store.kept import KeptGame

LOST = (
    "was played under an earlier version of the rules, and its actions were not kept: it cannot be "
    "brought back."
)


def other_rules(lineup: LineUp) -> bool:
    """Whether the rules of today are not those of a line-up's games, where these are known."""
    then = lineup.condition.source
    now = condition(parse_game(game_text(lineup)), lineup.condition.clock).source
    return bool(then) and now != then


def write_replay(kept: KeptGame, path: Path, replays: Path | None = None) -> None:
    """Writes the replay of a finished game: the one in the folder `replays`, if it was kept there.
    BatchError where it cannot be brought back: it failed, it has no tape, or the sources have
    changed so that it ends in another way.
    """
    record = kept.record
    if record.error:
        raise BatchError(f"Game {kept.number} was not finished: {record.error}")
    if replays is not None and record.replay and (replays / record.replay).is_file():
        whole = gzip.decompress((replays / record.replay).read_bytes())
        path.write_bytes(gzip.compress(whole) if path.suffix == ".gz" else whole)
        return
    if other_rules(kept.lineup) and not record.tape:
        raise BatchError(f"Game {kept.number} {LOST}")
    order = GroupOrder.read(job_of(kept.lineup, record.seed, (record.seating,)))
    if record.tape and (not kept.lineup.repeats or other_rules(kept.lineup)):
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
