"""An arena of nine bots whose games are drawn from known strengths, for tests and pictures: the
figures are those that the lab's own statistics make of these games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from engines import games
from engines.game import Game, State
from lab.batch.faults import Faults
from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import (
    ArenaProgress,
    CrossCell,
    GameRow,
    NextMeeting,
    Standing,
    StandingRow,
    TestBar,
)
from lab.experiments.ratings import Meeting, Ratings, rate
from lab.experiments.sequential import SequentialTest, counted
from lab.experiments.stats import Z
from lab.ui.arena.records import BENCHMARK, CANDIDATE, ArenaForm, ArenaView, LiveGame, PoolBot
from search.measure import SeatValue, ValueKind
from tests.matches import random_match

BOTS = {  # by their true rating
    "uct c 0.5, solver": 114,
    "mybot v7": 71,
    "uct c 0.7": 50,
    "mybot v6": 40,
    "paranoid": 20,
    "alphabeta": -5,
    "duct c 0.3": -32,
    "beam 350": -91,
    "scripted": -169,
}
OWN, OTHER = "mybot v7", "mybot v6"
DRAWS, BY_SEAT = 0.06, 0.1  # shares of the games, of the seeds
TESTED = 263  # pairs in the test
Group = tuple[str, str, float]  # two bots, and the mean points of the first one


@dataclass(frozen=True)
class Simulated:
    """The records of one moment, with the games that they are made of."""

    view: ArenaView
    games: tuple[GameRow, ...]
    form: ArenaForm


def _meetings(pairs: int, rng: np.random.Generator) -> list[tuple[str, str]]:
    """Who meets whom: neighbours in strength more often, and the two of the test."""
    names = list(BOTS)
    met = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    met.remove((names.index(OWN), names.index(OTHER)))
    weights = np.array([1.0 + 4.0 / (b - a) for a, b in met])
    drawn = rng.choice(len(met), max(0, pairs - TESTED), p=weights / weights.sum())
    found = [(names[met[k][0]], names[met[k][1]]) for k in drawn]
    found += [(OWN, OTHER)] * min(pairs, TESTED)
    return [found[k] for k in rng.permutation(len(found))]


def _group(first: str, second: str, rng: np.random.Generator) -> tuple[float, float]:
    """The points of `first` in both seatings of one seed."""
    expected = 1 / (1 + 10 ** ((BOTS[second] - BOTS[first]) / 400))
    if rng.random() < BY_SEAT:
        return (1.0, 0.0) if rng.random() < 0.5 else (0.0, 1.0)
    one, two = (0.5 if rng.random() < DRAWS else float(rng.random() < expected) for _ in range(2))
    return one, two


@cache
def simulated(pairs: int = 2701, seed: int = 28) -> Simulated:
    """`pairs` pairs of games and what follows from them."""
    rng, rows, groups = np.random.default_rng(seed), list[GameRow](), list[Group]()
    for k, (a, b) in enumerate(_meetings(pairs, rng)):
        points = _group(a, b, rng)
        for seating, own in enumerate(points):
            bots = (a, b) if seating == 0 else (b, a)
            outcome = (2 * own - 1, 1 - 2 * own) if seating == 0 else (1 - 2 * own, 2 * own - 1)
            late = tuple(int(name == OWN and rng.random() < 0.002) for name in bots)
            turns, why = int(rng.integers(34, 79)), "three boards in a row"
            number = len(rows) + 1
            row = GameRow(number, 600 + k, seating, bots, outcome, why, turns, 0.0, 1.0, "", late)
            rows.append(row)
        groups.append((a, b, sum(points) / 2))
    view = ArenaView(_standing(groups, rows), running=True)
    return Simulated(view, tuple(rows), _form())


def _form() -> ArenaForm:
    pool = tuple(PoolBot(name, CANDIDATE if name == OWN else BENCHMARK) for name in BOTS)
    return ArenaForm(
        "uttt-contest",
        "uttt",
        "2ms",
        workplace=Workplace(4),
        candidate=OWN,
        than=OTHER,
        pool=pool,
    )


def _standing(groups: Sequence[Group], rows: Sequence[GameRow]) -> Standing:
    met: dict[tuple[str, str], list[float]] = {}
    for a, b, share in groups:
        met.setdefault((a, b), []).append(share)
    cells = {}
    for (a, b), shares in met.items():
        for pair, own in (((a, b), shares), ((b, a), [1 - s for s in shares])):
            low, high = Meeting.of(*pair, own).interval
            mean = sum(own) / len(own)
            cells[pair] = CrossCell(mean, low, high, len(own), 2 * len(own))
    ratings = rate(Meeting.of(a, b, shares) for (a, b), shares in met.items())
    done, total = len(rows), 11_200
    return Standing(
        "uttt-contest",
        "uttt",
        "Ultimate Tic-Tac-Toe",
        "2 ms of CPU",
        tuple(_row(ratings, k, rows) for k in range(len(ratings.players))),
        cells,
        f"{len(ratings.players)} bots, {done:,} games; 0 is the mean of all",
        next=NextMeeting(
            ("alphabeta", "paranoid"),
            "Next: alphabeta against paranoid, where one more pair tells most about the order.",
        ),
        verdict=_test([share for a, b, share in groups if (a, b) == (OWN, OTHER)]),
        progress=ArenaProgress(done, total, 41.0, 60 * (total - done) / 41.0, played=done),
    )


def _row(ratings: Ratings, place: int, rows: Sequence[GameRow]) -> StandingRow:
    name = ratings.players[place]
    better = None
    if place + 1 < len(ratings.players):
        away, half = ratings.difference(name, ratings.players[place + 1])
        better = 0.5 * (1 + math.erf(away * Z / half / math.sqrt(2)))
    mine = [(row, row.bots.index(name)) for row in rows if name in row.bots]
    return StandingRow(
        place + 1,
        name,
        CANDIDATE if name == OWN else BENCHMARK,
        "uct",
        ratings.rating(name),
        ratings.half_width(name),
        ratings.bound(name),
        better,
        len(mine),
        Faults(len(mine), late=sum(row.late[seat] for row, seat in mine)),
    )


def _test(shares: Sequence[float]) -> TestBar:
    test = SequentialTest()
    found = test.of(counted(shares))
    score = found.score
    sentence, detail = found.sentence(OWN, OTHER)
    (low, high), bins = test.limits, tuple(sorted(Counter(shares).items()))
    return TestBar(
        OWN,
        OTHER,
        test.bounds,
        test.risks,
        low,
        high,
        tuple(float(x) for x in test.curve(shares)[1:]),
        found.word,
        sentence,
        detail,
        bins,
        (score.mean or 0.0, score.low, score.high),
        score.elo,
        len(shares),
        found.left,
        (2.03, 1.98),
        values=tuple(shares),
    )


@cache
def live_games(name: str = "tictactoe", moves: bool = False) -> tuple[LiveGame, ...]:
    """Four games being played: real positions with `moves`, else where they began, which needs no
    compiled rules.
    """
    game = games()[name].configure()
    seats = (
        ("uct solver", "uct c 0.7"),
        ("uct c 0.7", "alphabeta"),
        ("mybot v7", "mybot v6"),
        ("paranoid", "uct c 0.7"),
    )
    values, turns, seeds = (0.66, 0.3, 0.47, 0.84), (31, 44, 18, 36), (1341, 612, 1263, 877)
    return tuple(
        LiveGame(
            k,
            game.scene(played(game, seeds[k], turns[k]) if moves else game.initial(seeds[k])),
            tuple(game.owner),
            seats[k],
            turns[k],
            seeds[k],
            values_of(values[k]),
            marked=k == 2,
        )
        for k in range(len(seats))
    )


def values_of(chance: float) -> tuple[SeatValue, ...]:
    """What seat 1 and seat 2 may expect."""
    own = SeatValue(chance, ValueKind.SCORE, view=0)
    return own, own.mirrored()


def played(game: Game, seed: int, turns: int) -> State:
    """A position after random moves, or the last one before the end."""
    return list(random_match(game, seed, turns))[-1][0]
