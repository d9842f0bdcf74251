"""The games of an arena, as its list shows them."""

from __future__ import annotations

from lab.batch.games import sides_of
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import GameRow
from lab.store.kept import Ended, KeptGame
from lab.store.listing import GameFilter
from lab.store.store import Store


def games(
    store: Store,
    arena: Arena,
    bot: str = "",
    ended: Ended | None = None,
    late: bool = False,
    seed: int | None = None,
    failed: bool | None = None,
    last: int | None = 50,
) -> list[GameRow]:
    """The games that the arena asked for, the latest first; of one bot, those that it won, drew or
    lost, with late answers, of one seed, finished or failed ones; all under its rules.
    """
    wanted = GameFilter(
        bot=arena.bot(bot).entrant if bot else None,
        ended=ended,
        late=late or None,
        seeds=None if seed is None else (seed,),
        failed=failed,
        condition=arena.kept.condition,
    )
    names = {each.entrant.digest: each.name for each in arena.bots}
    return [row_of(kept, names) for kept in store.listed(arena.experiment, wanted, last)]


def row_of(kept: KeptGame, names: dict[str, str]) -> GameRow:
    """A game as a row; `names` are those of bots by their player's digest."""
    record = kept.record
    sides = [names.get(side.digest, side.text) for side in kept.lineup.sides]
    by_seat = [seat.side for seat in record.seats]
    by_seat = by_seat or list(sides_of(len(sides), len(sides), record.seating))
    return GameRow(
        number=kept.number,
        seed=record.seed,
        seating=record.seating,
        bots=tuple(sides[side] for side in by_seat),
        outcome=tuple(seat.outcome for seat in record.seats),
        reason=record.reason,
        turns=record.turns,
        started=record.started,
        seconds=record.seconds,
        host=record.host,
        late=tuple(seat.late for seat in record.seats),
        error=record.error,
    )
