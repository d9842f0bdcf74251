"""What came of a finished match: the record of each seat, and what programs reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.game import FORFEIT, Game
from lab.batch.games import REPEATS, Clock, SeatRecord, places_of, points_of
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn
from lab.match.program_data import data_of
from lab.match.seat import ProgramSeat

# a search stops itself close to its limit, where a program's late answer would be no answer
SEARCH_LATE_MS = 1.0
Metrics = tuple[tuple[int | None, str, float], ...]


def seat_records(
    game: Game, result: MatchResult, sides: Sequence[int], clock: Clock
) -> tuple[SeatRecord, ...]:
    """The record of each seat; `sides[seat]` is the side in it."""
    points, places = points_of(result.outcome, sides), places_of(result.outcome)
    return tuple(
        _seat(game, result, seat, side, clock, points[seat], places[seat])
        for seat, side in enumerate(sides)
    )


def _seat(
    game: Game,
    result: MatchResult,
    seat: int,
    side: int,
    clock: Clock,
    points: float,
    place: int,
) -> SeatRecord:
    made = [(turn, d) for turn in result.turns for d in turn.decisions if d and d.seat == seat]
    program = isinstance(result.setup.seats[seat], ProgramSeat)
    late = [d.overrun_ms > (0 if program else SEARCH_LATE_MS) for _, d in made]
    bad = [_is_bad(game, turn, d) for turn, d in made]
    warned = [program and slow and not wrong for wrong, slow in zip(bad, late, strict=True)]
    lost = [turn for (turn, _), each in zip(made, bad, strict=True) if each]
    return SeatRecord(
        seat=seat,
        side=side,
        outcome=result.outcome[seat],
        points=points,
        place=place,
        cpu_s=round(sum(d.cpu_s for _, d in made), 6),
        worst_ms=round(1000 * max((_seconds(d, clock, program) for _, d in made), default=0.0), 3),
        decisions=len(made),
        iterations=sum(d.iterations for _, d in made),
        nodes=sum(d.snapshot.nodes for _, d in made),
        late=sum(late),
        errors=sum(wrong and not slow for wrong, slow in zip(bad, late, strict=True)),
        fault=_fault(lost[0], seat) if lost else "",
        warned=sum(warned),
    )


def _fault(turn: Turn, seat: int) -> str:
    """What went wrong in the turn, as a sentence."""
    decision = turn.decisions[seat]
    said = decision.error if decision is not None else ""
    return said or " ".join(turn.errors) or f"Seat {seat + 1}, turn {turn.turn}: no legal move."


def _seconds(decision: Decision, clock: Clock, program: bool) -> float:
    return decision.cpu_s if clock in REPEATS and not program else decision.seconds


def _is_bad(game: Game, turn: Turn, decision: Decision) -> bool:
    forfeits = any(turn.joint[agent] == FORFEIT for agent in game.agents_of(decision.seat))
    return forfeits or bool(decision.error)


def metrics_of(turns: Sequence[Turn]) -> Metrics:
    """The figures that programs reported, by seat (None for the match) and name: a series counts
    with its mean, a figure of the whole match as it is.
    """
    data = data_of(turns)
    found = {(s.seat, s.name): sum(s.values) / len(s.values) for s in data.series}
    found |= {(f.seat, f.name): number for f in data.figures for number in _number(f.text)}
    return tuple((seat, name, value) for (seat, name), value in found.items())


def _number(text: str) -> Iterator[float]:
    try:
        value = float(text)
    except ValueError:
        return
    if value - value == 0:  # neither infinite nor a gap
        yield value
