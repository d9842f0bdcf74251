"""An arena of nine bots whose games are drawn from known strengths, for tests and pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines import games
from engines.game import Game, State
from lab.ui.arena.form import ArenaForm, PoolBot
from lab.ui.arena.records import (
    BENCHMARK,
    CANDIDATE,
    ArenaView,
    BotRow,
    Encounter,
    GameLine,
    LiveGame,
    QuestionView,
)
from tests.matches import random_match

BOTS = {  # by their true rating
    "uct c 0.5, solver": 114,
    "mybot v7": 71,
    "uct c 0.7": 52,
    "mybot v6": 40,
    "paranoid": 20,
    "alphabeta": -5,
    "duct c 0.3": -32,
    "beam 350": -91,
    "scripted": -169,
}
DRAWS, BY_SEAT = 0.06, 0.1


@dataclass(frozen=True)
class Simulated:
    """The records of one moment, with the games that they are made of."""

    view: ArenaView
    games: tuple[GameLine, ...]
    form: ArenaForm


def game_pairs(count: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Who meets whom: the candidate and its benchmark most often."""
    bots = len(BOTS)
    meetings = [(a, b) for a in range(bots) for b in range(a + 1, bots)]
    weights = np.array(
        [14.0 if m == (1, 3) else 1.0 + 4 / (b - a) for a, b in meetings for m in [(a, b)]]
    )
    found = rng.choice(len(meetings), count, p=weights / weights.sum())
    return [meetings[k] for k in found]


@cache
def simulated(pairs: int = 2701, seed: int = 7) -> Simulated:
    """`pairs` pairs of games and what follows from them."""
    rng = np.random.default_rng(seed)
    names, strengths = list(BOTS), np.array(list(BOTS.values()), dtype=float)
    lines: list[GameLine] = []
    groups: list[tuple[int, int, float]] = []
    for k, (a, b) in enumerate(game_pairs(pairs, rng)):
        expected = 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        points = []
        seat_wins = rng.random() < BY_SEAT
        for seating in (0, 1):
            first = a if seating == 0 else b
            if rng.random() < DRAWS:
                own = 0.5
            elif seat_wins:
                own = float(seating == 0)
            else:
                own = float(rng.random() < expected)
            points.append(own)
            seats = (names[first], names[b if first == a else a])
            shares = (own, 1 - own) if seating == 0 else (1 - own, own)
            late = tuple(int(name == "mybot v7" and rng.random() < 0.002) for name in seats)
            turns, reason = int(rng.integers(34, 79)), "three boards in a row"
            lines.append(GameLine(len(lines), 600 + k, seating, seats, shares, reason, turns, late))
        groups.append((a, b, sum(points) / 2))
    return Simulated(_view(names, groups, lines), tuple(lines), _form(names))


def _form(names: list[str]) -> ArenaForm:
    roles = {"mybot v7": CANDIDATE}
    pool = tuple(PoolBot(name, roles.get(name, BENCHMARK)) for name in names)
    return ArenaForm(
        "uttt-contest",
        "uttt",
        2.0,
        "cpu",
        candidate="mybot v7",
        than="mybot v6",
        pool=pool,
        processes=4,
    )


def _view(
    names: list[str], groups: list[tuple[int, int, float]], lines: list[GameLine]
) -> ArenaView:
    ratings, errors, covariance = _ratings(len(names), groups)
    order = np.argsort(-ratings)
    rows = []
    for place, k in enumerate(order):
        following = order[place + 1] if place + 1 < len(order) else None
        chance = None
        if following is not None:
            spread = covariance[k, k] + covariance[following, following]
            spread -= 2 * covariance[k, following]
            chance = _normal((ratings[k] - ratings[following]) / np.sqrt(spread))
        late = sum(n for g in lines for s, n in zip(g.seats, g.late, strict=True) if s == names[k])
        count = sum(names[k] in g.seats for g in lines)
        role = CANDIDATE if names[k] == "mybot v7" else BENCHMARK
        rows.append(
            BotRow(names[k], role, float(ratings[k]), 1.96 * float(errors[k]), chance, count, late)
        )
    test = _test([share for a, b, share in groups if (a, b) == (1, 3)])
    return ArenaView(
        "uttt-contest",
        "Ultimate Tic-Tac-Toe",
        tuple(rows),
        _cells(order, groups),
        len(lines),
        11200,
        "Next: alphabeta against paranoid, where one more pair tells most about the order.",
        test=test,
        running=True,
        per_minute=41.0,
    )


def _cells(
    order: NDArray[np.int64], groups: list[tuple[int, int, float]]
) -> dict[tuple[int, int], Encounter]:
    place = {int(k): p for p, k in enumerate(order)}
    found: dict[tuple[int, int], list[float]] = {}
    for a, b, share in groups:
        found.setdefault((place[a], place[b]), []).append(share)
        found.setdefault((place[b], place[a]), []).append(1 - share)
    return {
        cell: Encounter(
            float(np.mean(s)),
            min(0.5, 1.96 * float(np.std(s) + 0.3 / len(s)) / len(s) ** 0.5),
            len(s),
            2 * len(s),
        )
        for cell, s in found.items()
    }


def _test(shares: list[float]) -> QuestionView:
    x = np.array(shares)
    variance = max(0.02, float(x.var()))
    curve = np.cumsum((x - 0.525) * 0.05 / variance)
    mean, half = float(x.mean()), 1.96 * float(x.std()) / len(x) ** 0.5
    score = (mean, mean - half, mean + half)
    elo = tuple(float(-400 * np.log10(1 / s - 1)) for s in score)
    points = tuple((v, int((x == v).sum())) for v in (0.0, 0.25, 0.5, 0.75, 1.0))
    return QuestionView(
        "mybot v7",
        "mybot v6",
        (0.5, 0.55),
        (0.05, 0.1),
        float(curve[-1]),
        (-2.25, 2.89),
        curve,
        points,
        score,
        (elo[0], elo[1], elo[2]),
        left=40,
        cpu_ms=(2.03, 1.98),
    )


def _normal(z: float) -> float:
    return 0.5 * (1 + math.erf(z / 2**0.5))


Floats = NDArray[np.float64]


def _ratings(count: int, groups: list[tuple[int, int, float]]) -> tuple[Floats, Floats, Floats]:
    scale, r = np.log(10) / 400, np.zeros(count)
    for _ in range(30):
        gradient, hessian = -r * 1e-6, np.eye(count) * 1e-6
        for a, b, share in groups:
            p = 1 / (1 + np.exp(scale * (r[b] - r[a])))
            gradient[a] += 2 * scale * (share - p)
            gradient[b] -= 2 * scale * (share - p)
            h = 2 * scale**2 * p * (1 - p)
            hessian[[a, b], [a, b]] += h
            hessian[a, b] -= h
            hessian[b, a] -= h
        r = r + np.linalg.solve(hessian, gradient)
        r -= r.mean()
        if np.abs(gradient).max() < 1e-9:
            break
    covariance = np.linalg.pinv(hessian - np.eye(count) * 1e-6, 1e-8, hermitian=True)
    return r, np.sqrt(np.diag(covariance)), covariance


@cache
def live_games(name: str = "tictactoe") -> tuple[LiveGame, ...]:
    """Four games being played: real positions."""
    game = games()[name].configure()
    seats = (
        ("uct solver", "uct c 0.7"),
        ("uct c 0.7", "alphabeta"),
        ("mybot v7", "mybot v6"),
        ("paranoid", "uct c 0.7"),
    )
    values, turns, seeds = (0.33, -0.4, -0.07, 0.69), (31, 44, 18, 36), (1341, 612, 1263, 877)
    found = []
    for k in range(len(seats)):
        state = played(game, seeds[k], turns[k])
        found.append(
            LiveGame(
                k,
                game.scene(state),
                tuple(game.owner),
                seats[k],
                turns[k],
                seeds[k],
                (values[k], -values[k]),
                marked=k == 2,
            )
        )
    return tuple(found)


def played(game: Game, seed: int, turns: int) -> State:
    """A position after random moves, or the last one before the end."""
    return list(random_match(game, seed, turns))[-1][0]
