"""Takes a file into the store, whichever of the known kinds it is, and writes sweeps and tables of
the store as files of results, for other programs.

The games of a psyleague (`psyleague.games`, from version 0.3 on): one JSON object a line with
`players`, their `ranks` (0 for the best), `errors` and figures by player and for the whole game.

The file says neither which game was played nor how long a bot could think. Each game has a seed of
its own, so no two share their luck; the k-th game of some players in one seating is grouped with
their k-th games in the other seatings, which balances the seats as a group of one seed would.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.records import packed
from lab.batch.entrants import clock_of, condition
from lab.batch.errors import BatchError
from lab.batch.games import (
    Entrant,
    GameRecord,
    LineUp,
    SeatRecord,
    canonical,
    places_of,
    points_of,
    sides_of,
)
from lab.experiments.importing.taking import (
    CPU_MS,
    ITERATIONS,
    ImportedFile,
    OldGame,
    TakenPart,
    Tell,
    old_game,
    old_lineup,
    take,
)
from lab.experiments.ledger import Line
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.question import HEAD as TABLE
from lab.experiments.robin.question import known as known_table
from lab.experiments.robin.question import lines_of as table_lines
from lab.experiments.robin.question import read as read_table
from lab.experiments.robin.result import Met, RobinResult
from lab.experiments.sweep.plan import SweepGrid, SweepPlan
from lab.experiments.sweep.question import HEAD as SWEEP
from lab.experiments.sweep.question import known, read
from lab.experiments.sweep.question import lines_of as sweep_lines
from lab.experiments.sweep.result import Results
from lab.files.codec import OddLine
from lab.files.source import ordinary, parsed
from lab.match.budget import Budget
from lab.match.seats import parse_game, parse_seat
from lab.store.kept import KeptExperiment
from lab.store.store import Store

TABLE_KIND = "table"


def take_table(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each pair is a part, in the order of their names; `tell` as in
    `take`. BatchError or KnobError if it cannot be read.
    """
    result = read_table(path)
    pairs = sorted({pair for pair, _ in result.met.keys() | result.failed.keys()})
    about = canonical(result.plan.question | {"pairs": pairs})
    return take(store, path, TABLE_KIND, about, _pairs(result, pairs), tell)


def _pairs(result: RobinResult, pairs: list[Pair]) -> Iterator[TakenPart]:
    plan = result.plan
    budget, game = Budget.parse(plan.budget), plan.configured
    for part, pair in enumerate(pairs):
        seats = [parse_seat(text, game, budget) for text in pair]
        lineup = old_lineup(game, seats, clock_of(budget, by_cpu=True), plan.start)
        own = [each for each in sorted(result.met.items()) if each[0][0] == pair]
        met = [_met(plan, key, found) for key, found in own]
        failed = [
            GameRecord(plan.named(*key)[1], key[1] % plan.seatings, error=error)
            for key, error in sorted(result.failed.items())
            if key[0] == pair
        ]
        yield TakenPart(part, lineup, (*met, *failed))


def _met(plan: RobinPlan, key: Key, met: Met) -> GameRecord:
    seating = key[1] % plan.seatings
    return OldGame(
        met.seed,
        seating,
        sides_of(plan.configured.seats, plan.seatings, seating),
        met.points,
        met.turns,
        met.reason,
        {CPU_MS: met.cpu_ms, ITERATIONS: met.iterations},
    ).record


def table_results(store: Store, kept: KeptExperiment) -> RobinResult:
    """What the store has of a table that was imported."""
    about = json.loads(kept.file)
    pairs = [tuple(pair) for pair in about["pairs"]]
    plan = RobinPlan.answering(about, (player for pair in pairs for player in pair))
    found = {}
    for each in store.asked(kept.name):
        pair, old = pairs[each.part], old_game(each.record)
        match = (old.seed - plan.seed) * len(pair) + old.seating
        used = (old.figures[CPU_MS], old.figures[ITERATIONS])
        found[pair, match] = Met(old.seed, old.points, old.turns, old.reason, *used)
    return RobinResult(plan, found, {})


SWEEP_KIND = "sweep"


def take_sweep(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each point is a part; `tell` as in `take`. BatchError or
    KnobError if it cannot be read.
    """
    results = read(path)
    grid = results.plan.grid
    return take(store, path, SWEEP_KIND, canonical(results.plan.line), _points(grid, results), tell)


def _points(grid: SweepGrid, results: Results) -> Iterator[TakenPart]:
    """The games by point, and by the position that they began with."""
    records: dict[tuple[int, str], list[GameRecord]] = {}
    for (point, match), played in sorted(results.played.items()):
        old = OldGame(
            played.seed,
            match % grid.game.seats,
            played.sides,
            played.points,
            played.turns,
            played.reason,
            {},
        )
        records.setdefault((point, _start(grid, match)), []).append(old.record)
    for (point, match), error in sorted(results.failed.items()):
        seed, seating = grid.named(point, match)[1], match % grid.game.seats
        failed = GameRecord(seed, seating, error=error)
        records.setdefault((point, _start(grid, match)), []).append(failed)
    for (point, start), each in records.items():
        lineup = old_lineup(
            grid.game, (grid.seats[point], *grid.against), clock_of(grid.budget), start
        )
        yield TakenPart(point, lineup, tuple(each))


def _start(grid: SweepGrid, match: int) -> str:
    state = grid.start(match)
    return "" if state is None else packed(state).hex()


LONGEST = 1 << 20  # bytes of a line


def take_file(
    store: Store, path: Path, game: str | None = None, tell: Tell = lambda done, total: None
) -> ImportedFile:
    """Takes a ledger of a sweep or a table, or the games of a psyleague, which were of the game
    `game`; `tell` as in `take`. BatchError or KnobError if that is not possible; the file stays as
    it is.
    """
    try:
        ordinary(path)
    except OddLine as error:
        raise BatchError(f"{path} cannot be taken: {error}.") from None
    if path.name.endswith(ENDING):
        if game is None:
            raise BatchError(f"{path} does not say which game was played; name it with --game.")
        return take_psyleague(store, path, game, tell)
    takers = {SWEEP["format"]: take_sweep, TABLE["format"]: take_table}
    taker = takers.get(_format(path))
    if taker is None:
        raise BatchError(
            f"{path} holds no results of a sweep or a table, and its name does not end in {ENDING} "
            "as that of a psyleague's games."
        )
    return taker(store, path, tell)


def _format(path: Path) -> str:
    with open(path, "rb") as file:
        first = file.readline(LONGEST)
    try:
        return str(parsed(first)["format"])
    except (ValueError, KeyError, TypeError):
        return ""


def ledger_lines(store: Store, name: str) -> Iterator[Line]:
    """The lines of an experiment's file: its plan, then its finished games. BatchError where the
    store has no sweep and no table of this name.
    """
    for kept in store.experiments(name):
        if kept.kind == "sweep":
            plan = SweepPlan.read(json.loads(kept.file))
            return sweep_lines(Results(plan, known(store, kept.name, plan)))
        if kept.kind == "table":
            return table_lines(_table(store, kept))
    raise BatchError(f"The store has no sweep and no table of the name {name}.")


def _table(store: Store, kept: KeptExperiment) -> RobinResult:
    """A table, whether it was played here or is that of a file."""
    about = json.loads(kept.file)
    if "table" not in about:
        return table_results(store, kept)
    return known_table(store, RobinPlan.read(about))


ARENA = "arena"
ENDING = ".games"
NO_MOVE = "psyleague notes an error."


def take_psyleague(
    store: Store, path: Path, game: str, tell: Tell = lambda done, total: None
) -> ImportedFile:
    """Takes a file of games between programs; `game` is the one that was played, as --game takes
    it; `tell` as in `take`. BatchError if a line cannot be read.
    """
    rules = replace(condition(parse_game(game), "wall"), source="")
    seats = parse_game(game).seats
    lines = [_line(path, number, text, seats) for number, text in _texts(path)]
    parts: dict[LineUp, list[GameRecord]] = {}
    played = Counter[tuple[LineUp, int]]()
    for line in lines:
        names = [str(name) for name in line["players"]]
        first = min(range(seats), key=lambda k: (*names[k:], *names[:k]))
        lineup = LineUp(rules, tuple(map(_bot, (*names[first:], *names[:first]))))
        seating = -first % seats
        played[lineup, seating] += 1
        record = _record(line, played[lineup, seating], seating, seats)
        parts.setdefault(lineup, []).append(record)
    taken = (TakenPart(k, lineup, tuple(each)) for k, (lineup, each) in enumerate(parts.items()))
    return take(store, path, ARENA, canonical({"psyleague": game}), taken, tell)


def _texts(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        for number, text in enumerate(file, 1):
            if len(text) > LONGEST:
                raise BatchError(f"Line {number} of {path} is too long to be a game.")
            if text.strip():
                yield number, text


def _line(path: Path, number: int, text: bytes, seats: int) -> Mapping[str, Any]:
    try:
        line = parsed(text)
        lengths = {len(line[name]) for name in ("players", "ranks", "errors", "player_data")}
        if lengths != {seats}:
            raise ValueError("another number of players")
        [float(rank) for rank in line["ranks"]]
        return dict(line)
    except (ValueError, KeyError, TypeError) as error:
        raise BatchError(
            f"Line {number} of {path} is not a game of {seats} players as psyleague writes it "
            f"({error})."
        ) from None


def _bot(name: str) -> Entrant:
    return Entrant("program", f"cmd:{name}", program=name)


def _record(line: Mapping[str, Any], seed: int, seating: int, seats: int) -> GameRecord:
    sides = tuple((seat + seating) % seats for seat in range(seats))
    worse = [-float(rank) for rank in line["ranks"]]
    points, places = points_of(worse, sides), places_of(worse)
    figures = [(None, line.get("test_data") or {}), *enumerate(line["player_data"])]
    return GameRecord(
        seed,
        seating,
        tuple(
            SeatRecord(
                seat,
                sides[seat],
                2 * points[seat] - 1,
                points[seat],
                places[seat],
                errors=int(bool(line["errors"][seat])),
                fault=NO_MOVE if line["errors"][seat] else "",
            )
            for seat in range(seats)
        ),
        metrics=tuple(
            (seat, str(name), number)
            for seat, own in figures
            for name, value in own.items()
            if (number := _number(value)) is not None
        ),
    )


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None
