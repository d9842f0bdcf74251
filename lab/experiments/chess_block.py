"""The result of a test of pairs as fastchess prints it, so that it can be pasted where chess
engines are compared: five lines of numbers and the log-likelihood ratio.

Lines, their order, their formulas and their digits are those of fastchess 1.5; "inf" is written
where it writes "-nan", and "-" for a ratio of nothing to nothing. Elo differences are logistic,
`nElo` is normalised: the distance of the mean score from one half in standard deviations of a game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from lab.experiments.stats import Z, elo

RULE = "-" * 50
NORMAL = 800.0 / math.log(10.0)  # normalised Elo points in one standard deviation


def chess_block(
    title: str,
    pairs: Sequence[int],
    wins: int,
    ratio: float,
    limits: tuple[float, float],
    bounds: tuple[float, float],
) -> str:
    """The block; `pairs` [5] counts pairs of games by their points, 0 to 2, `wins` are single
    games. ValueError where so many wins do not fit the pairs.
    """
    split = wins - 2 * pairs[4] - pairs[3]  # pairs with one win each
    if not 0 <= split <= pairs[2]:
        raise ValueError(f"{wins} won games do not fit these pairs.")
    lines = [
        f"Results of {title}:",
        *_strength(pairs),
        _games(pairs, wins, split),
        f"Ptnml(0-2): [{', '.join(str(n) for n in pairs)}], "
        f"WL/DD Ratio: {_quotient(split, pairs[2] - split)}",
        _test(ratio, limits, bounds),
    ]
    return "\n".join([RULE, *lines, RULE])


def _strength(pairs: Sequence[int]) -> list[str]:
    count = sum(pairs)
    mean = sum(n * k / 4 for k, n in enumerate(pairs)) / count if count else 0.5
    variance = sum(n * (k / 4 - mean) ** 2 for k, n in enumerate(pairs)) / count if count else 0.0
    error = math.sqrt(variance / count) if count else math.inf
    low, high = (_elo(mean + side * Z * error) for side in (-1, 1))
    likely = NormalDist().cdf((mean - 0.5) / error) if error else _step(mean)
    drawn = 100 * pairs[2] / count if count else 0.0
    return [
        f"Elo: {_elo(mean):.2f} +/- {_half(low, high):.2f}, "
        f"nElo: {_normal(mean, variance):.2f} +/- {_normal_half(count):.2f}",
        f"LOS: {100 * likely:.2f} %, DrawRatio: {drawn:.2f} %, "
        f"PairsRatio: {_quotient(pairs[3] + pairs[4], pairs[0] + pairs[1])}",
    ]


def _games(pairs: Sequence[int], wins: int, split: int) -> str:
    games, points = 2 * sum(pairs), sum(n * k for k, n in enumerate(pairs)) / 2
    losses = 2 * pairs[0] + pairs[1] + split
    share = 100 * points / games if games else 50.0
    return (
        f"Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {games - wins - losses}, "
        f"Points: {points:.1f} ({share:.2f} %)"
    )


def _test(ratio: float, limits: tuple[float, float], bounds: tuple[float, float]) -> str:
    way = ratio / (limits[1] if ratio >= 0 else -limits[0])
    low, high = (_elo(bound) for bound in bounds)
    return (
        f"LLR: {ratio:.2f} ({100 * way:.1f}%) ({limits[0]:.2f}, {limits[1]:.2f}) "
        f"[{low:.2f}, {high:.2f}]"
    )


def _elo(score: float) -> float:
    found = elo(score)
    return math.copysign(math.inf, score - 0.5) if found is None else found


def _half(low: float, high: float) -> float:
    """Half the width; infinite where an end is."""
    return (high - low) / 2 if math.isfinite(low) and math.isfinite(high) else math.inf


def _step(mean: float) -> float:
    return 0.5 if mean == 0.5 else float(mean > 0.5)


def _normal(mean: float, variance: float) -> float:
    """Of pairs, whose variance is half that of a game."""
    if variance:
        return (mean - 0.5) / math.sqrt(2 * variance) * NORMAL
    return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)


def _normal_half(count: int) -> float:
    return Z * NORMAL / math.sqrt(2 * count) if count else math.inf


def _quotient(part: int, rest: int) -> str:
    return f"{part / rest:.2f}" if rest else "inf" if part else "-"
