"""What all imports share: players and games of unknown versions, and the experiment that a file
becomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engines.game import Game
from lab.batch.entrants import condition, entrant
from lab.batch.games import Clock, GameRecord, LineUp, SeatRecord, decided, places_of
from lab.match.seat import SeatSpec
from lab.store.store import Store

AT_ONCE = 1000  # games that are kept together
Tell = Callable[[int, int], object]
CPU_MS, ITERATIONS = "cpu_ms", "iterations"  # means per decision; ledgers have no sums


@dataclass(frozen=True)
class ImportedFile:
    """What became of a file: the experiment, how many games it has, how many of them are new in
    the store, and how many could not be finished.
    """

    path: Path
    experiment: str
    games: int
    new: int
    failed: int


@dataclass(frozen=True)
class TakenPart:
    """One part of the experiment that a file becomes: its line-up and its games."""

    part: int
    lineup: LineUp
    records: tuple[GameRecord, ...]


def take(
    store: Store,
    path: Path,
    kind: str,
    file: str,
    parts: Iterable[TakenPart],
    tell: Tell = lambda done, total: None,
) -> ImportedFile:
    """Keeps the games of a file; `file` says what was played. A file that was taken before adds
    only what is new in it. `tell` gets how many games are taken, and of how many; what is taken
    stays so if it raises.
    """
    name = _name(store, path.name.partition(".")[0], file)
    before = store.experiment(name, kind, file).games
    found = list(parts)
    every = [record for part in found for record in part.records]
    done = 0
    for part in found:
        known = set(store.failures(part.lineup, name))
        for first in range(0, len(part.records), AT_ONCE):
            records = part.records[first : first + AT_ONCE]
            store.add(name, part.part, part.lineup, [r for r in records if r not in known])
            done += len(records)
            tell(done, len(every))
    failed = sum(bool(each.error) for each in every)
    new = store.experiments(name)[0].games - before
    return ImportedFile(path, name, len(every) - failed, new, failed)


def _name(store: Store, stem: str, file: str) -> str:
    """The name of the file's experiment: its own, with a number where that is another one's."""
    taken = {each.name: each.file for each in store.experiments()}
    return next(name for name in _names(stem or "games") if taken.get(name, file) == file)


def _names(stem: str) -> Iterator[str]:
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def old_lineup(game: Game, seats: Sequence[SeatSpec], clock: Clock, start: str = "") -> LineUp:
    """Players by side, under rules, both of versions that nobody knows."""
    sides = tuple(replace(entrant(game, seat), source="", program_digest="") for seat in seats)
    return LineUp(replace(condition(game, clock, start), source=""), sides)


@dataclass(frozen=True)
class OldGame:
    """A finished game as a ledger has it: the side in each seat, and by side the points in [0, 1]
    and figures per decision.
    """

    seed: int
    seating: int
    sides: tuple[int, ...]
    points: tuple[float, ...]
    turns: int
    reason: str
    figures: Mapping[str, tuple[float, ...]]

    @property
    def record(self) -> GameRecord:
        """As the store keeps it. Points are the ledger's, the outcome is derived from them."""
        outcome = tuple(2 * self.points[side] - 1 for side in self.sides)
        places = places_of(outcome)
        seats = tuple(
            SeatRecord(seat, side, outcome[seat], self.points[side], places[seat])
            for seat, side in enumerate(self.sides)
        )
        metrics = tuple(
            (seat, name, values[side])
            for seat, side in enumerate(self.sides)
            for name, values in sorted(self.figures.items())
        )
        return GameRecord(
            self.seed,
            self.seating,
            seats,
            turns=self.turns,
            reason=self.reason,
            metrics=metrics,
        )


def old_game(record: GameRecord) -> OldGame:
    """The other way round; figures of games that were not imported are their own means."""
    first = {seat.side: seat for seat in reversed(record.seats)}
    figures: dict[str, dict[int, float]] = {CPU_MS: {}, ITERATIONS: {}}
    for seat in record.seats:
        figures[CPU_MS][seat.side] = 1000 * seat.cpu_s / max(1, seat.decisions)
        figures[ITERATIONS][seat.side] = seat.iterations / max(1, seat.decisions)
    sides = tuple(seat.side for seat in record.seats)
    points = tuple(first[side].points for side in sorted(first))
    for number, name, value in record.metrics:
        if number is not None and name in figures:
            figures[name][sides[number]] = value
    return OldGame(
        record.seed,
        record.seating,
        sides,
        decided(points) if len(points) == len(sides) else points,
        record.turns,
        record.reason,
        {name: tuple(values[side] for side in sorted(values)) for name, values in figures.items()},
    )
