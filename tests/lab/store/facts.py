"""Games for the store's tests: made up, with two players that are never alike."""

from __future__ import annotations

from collections.abc import Sequence

from lab.batch.games import (
    Clock,
    Condition,
    Entrant,
    GameRecord,
    LineUp,
    SeatRecord,
    places_of,
    points_of,
    sides_of,
)

RULES = Condition("tictactoe", "{}", "rules-1", "it")


def player(name: str, source: str = "search-1", params: str = "{}") -> Entrant:
    """A search of this name."""
    return Entrant("search", name, algorithm=name, params=params, budget="9it", source=source)


def lineup(*names: str, clock: Clock = "it", source: str = "rules-1") -> LineUp:
    """These players, by side."""
    condition = Condition("tictactoe", "{}", source, clock)
    return LineUp(condition, tuple(player(name) for name in names))


def game(
    seed: int, seating: int, outcome: Sequence[float] = (1.0, -1.0), sides: int = 2
) -> GameRecord:
    """A finished game with this outcome by seat; every figure of every seat is another."""
    played = sides_of(len(outcome), sides, seating)
    points, places = points_of(outcome, played), places_of(outcome)
    seats = tuple(
        SeatRecord(
            seat=seat,
            side=side,
            outcome=outcome[seat],
            points=points[seat],
            place=places[seat],
            cpu_s=0.5 + seat,
            worst_ms=7.0 + seat,
            decisions=10 + seat,
            iterations=1000 + seed + seat,
            nodes=500 + seat,
            late=seat,
            errors=2 * seat,
        )
        for seat, side in enumerate(played)
    )
    return GameRecord(
        seed,
        seating,
        seats,
        started=100.0 + seed,
        seconds=1.5,
        turns=9,
        reason="X has three in a row",
        tape="AAECAw==",
        host="here",
        metrics=((None, "length", 3.0), (1, "depth", 4.5)),
    )


def failed(seed: int, seating: int, error: str = "its process was killed") -> GameRecord:
    """A game that could not be finished."""
    return GameRecord(seed, seating, error=error, started=100.0 + seed)
