"""The games of a psyleague (`psyleague.games`, from version 0.3 on): one JSON object a line with
`players`, their `ranks` (0 for the best), `errors` and figures by player and for the whole game.

The file says neither which game was played nor how long a bot could think. Each game has a seed of
its own, so no two share their luck; the k-th game of some players in one seating is grouped with
their k-th games in the other seatings, which balances the seats as a group of one seed would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab.batch.entrants import condition
from lab.batch.errors import BatchError
from lab.batch.games import Entrant, GameRecord, LineUp, SeatRecord, canonical, places_of, points_of
from lab.experiments.importing.taking import ImportedFile, TakenPart, Tell, take
from lab.files.source import parsed
from lab.match.seats import parse_game
from lab.store.store import Store

KIND = "arena"
ENDING = ".games"
LONGEST = 1 << 20  # bytes of a line
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
    return take(store, path, KIND, canonical({"psyleague": game}), taken, tell)


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
