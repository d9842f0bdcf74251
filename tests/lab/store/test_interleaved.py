"""Any order of writers and readers, in any number of stores open at once, gives the same store as
plain lists would hold.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from lab.batch.games import GameRecord, LineUp, points_of, sides_of
from lab.store.checking import tally_counted, tally_kept
from lab.store.schema import PARTS
from lab.store.store import Store
from tests.lab.store.facts import failed, game, lineup

# rotations of one another, another order of the same, games by the clock, two sides of four seats
LINEUPS = (
    (lineup("a", "b"), 2),
    (lineup("b", "a"), 2),
    (lineup("a", "b", "c"), 3),
    (lineup("c", "a", "b"), 3),
    (lineup("b", "a", "c"), 3),
    (lineup("a", "b", clock="cpu"), 4),
    (lineup("b", "a", clock="cpu"), 4),
    (lineup("a", "a"), 2),
    (lineup("a"), 1),
)
EXPERIMENTS = ("one", "two")


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, int, int, int, GameRecord]:
    """Who adds what: an experiment, a store, a part, a line-up and a game."""
    which = draw(st.integers(0, len(LINEUPS) - 1))
    seats = LINEUPS[which][1]
    seed, seating = draw(st.integers(1, 2)), draw(st.integers(0, LINEUPS[which][0].seatings - 1))
    outcome = tuple(draw(st.sampled_from((-1.0, 0.0, 1.0))) for _ in range(seats))
    record = game(seed, seating, outcome, LINEUPS[which][0].seatings)
    if draw(st.integers(0, 5)) == 0:
        record = failed(seed, seating)
    experiment = draw(st.sampled_from(EXPERIMENTS))
    return experiment, draw(st.integers(0, 1)), draw(st.integers(0, 1)), which, record


def meeting(experiment: str, which: int, record: GameRecord) -> object:
    """What makes a game the same: who sits where, on which seed, whose it is."""
    asked, seats = LINEUPS[which]
    sides = sides_of(seats, len(asked.sides), record.seating)
    names = tuple(asked.sides[side].text for side in sides)
    owner = experiment if asked.condition.clock == "cpu" else ""
    # with equal players the seatings differ though the names do not
    twins = record.seating if len(set(names)) == 1 else 0
    return names, record.seed, owner, twins


@settings(max_examples=12)
@given(st.lists(steps(), max_size=40), st.lists(st.integers(0, 20), max_size=3))
def test_any_interleaving(
    added: list[tuple[str, int, int, int, GameRecord]], waits: list[int]
) -> None:
    model: dict[object, tuple[int, GameRecord]] = {}
    asked: set[tuple[str, object, int]] = set()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder) / "games.db"
        stores = [stack.enter_context(Store(path)) for _ in range(2)]
        for name in EXPERIMENTS:
            stores[0].experiment(name, "test")
        pending: list[Future[None]] = []
        for number, (experiment, which_store, part, which, record) in enumerate(added):
            if pending and which_store != added[number - 1][1]:
                pending[-1].result()  # the order between two stores is not ours otherwise
            future = stores[which_store].add_later(experiment, part, LINEUPS[which][0], [record])
            pending.append(future)
            key = meeting(experiment, which, record)
            if not record.error:
                model.setdefault(key, (which, record))
                asked.add((experiment, key, part))
            if number in waits:
                future.result()
                _compare(stores[number % 2], model)
        for future in pending:
            future.result()
        _compare(stores[1], model)
        for experiment in EXPERIMENTS:
            kept = stores[1].asked(experiment)
            wanted = [(key, part) for name, key, part in asked if name == experiment]
            assert len(kept) == len(wanted)
        with stores[0]._reader.moment() as db:
            assert tally_kept(db) == tally_counted(db)


def _compare(store: Store, model: dict[object, tuple[int, GameRecord]]) -> None:
    """Every line-up, seen from every one of its sides, against the lists."""
    for which, (each, seats) in enumerate(LINEUPS):
        for experiment in EXPERIMENTS:
            wanted = _wanted(model, experiment, which)
            assert store.games(each, experiment=experiment) == wanted
            for side in range(len(each.sides)):
                counted = _tally(wanted, each, side, seats)
                assert store.tally(each, side, experiment) == counted


def _wanted(
    model: dict[object, tuple[int, GameRecord]], experiment: str, which: int
) -> list[GameRecord]:
    """The games of a line-up from the lists, with sides and seatings in its own order."""
    asked, seats = LINEUPS[which]
    found = []
    for seed in (1, 2):
        for seating in range(asked.seatings):
            key = meeting(experiment, which, game(seed, seating, (0.0,) * seats, asked.seatings))
            if key in model:
                record = model[key][1]
                sides = sides_of(seats, asked.seatings, seating)
                own = tuple(replace(seat, side=sides[seat.seat]) for seat in record.seats)
                found.append(replace(record, seating=seating, seats=own))
    return found


def _tally(records: list[GameRecord], asked: LineUp, side: int, seats: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for seed in (1, 2):
        group = [record for record in records if record.seed == seed]
        if len(group) == asked.seatings:
            parts = sum(_points(record, asked, side, seats) for record in group) * PARTS
            key = round(parts / len(group))
            found[key] = found.get(key, 0) + 1
    return found


def _points(record: GameRecord, asked: LineUp, side: int, seats: int) -> Fraction:
    """The mean points of a side in a game, from the outcomes alone."""
    sides = sides_of(seats, len(asked.sides), record.seating)
    points = points_of([seat.outcome for seat in record.seats], sides)
    own = [
        Fraction(points[seat]).limit_denominator(100)
        for seat in range(seats)
        if sides[seat] == side
    ]
    return sum(own, Fraction(0)) / len(own)
