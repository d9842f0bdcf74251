"""Colours of a score, centred on one half and paler the wider its interval; and what the
page of sweeps says in words: the best so far, the progress, and one point.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtGui import QColor

from lab.experiments.stats import Score
from lab.experiments.sweep import SweepResult
from lab.experiments.verdicts import BETTER, EVEN
from lab.ui.parts import theme
from lab.ui.trees.heat_paint import mix
from lab.words import numerals
from lab.words.numerals import plural

SURE, UNSURE = 0.03, 0.09  # half widths of the intervals that the legend names
MOST = 0.8  # share of points within the scale
REACHES = (0.1, 0.2, 0.3, 0.4, 0.5)


def reach(result: SweepResult) -> float:
    """The half-width of the colour scale: a round number that contains most scores, lest a few
    hopeless points make the rest pale.
    """
    apart = sorted(abs(p.score.mean - EVEN) for p in result.points if p.score.mean is not None)
    usual = apart[round(MOST * (len(apart) - 1))] if apart else 0.0
    return next((r for r in REACHES if usual <= r + 0.02), 0.5)


def ends(result: SweepResult) -> tuple[str, str]:
    """The scores at the two ends of the colour scale: "40 %", or "≤ 40 %" where scores lie
    beyond.
    """
    far, means = reach(result), [p.score.mean for p in result.points if p.score.mean is not None]
    low, high = f"{100 * (EVEN - far):.0f} %", f"{100 * (EVEN + far):.0f} %"
    return (f"≤ {low}" if min(means, default=EVEN) < EVEN - far else low), (
        f"≥ {high}" if max(means, default=EVEN) > EVEN + far else high
    )


def strength(half: float) -> float:
    """How strong the colour of an interval of this half width is, 0..1."""
    return min(1.0, math.sqrt(SURE / max(half, 1e-9)))


def colour(mean: float, half: float, far: float) -> QColor:
    """The colour of a score."""
    look = theme.current()
    place = max(-1.0, min(1.0, (mean - EVEN) / far))
    return mix(
        look.colour("heat_even"),
        look.colour("heat_high" if place >= 0 else "heat_low"),
        abs(place) * strength(half),
    )


def number(mean: float | None) -> str:
    """A score as the map writes it: "61"."""
    return "–" if mean is None else f"{100 * mean:.0f}"


def plus_minus(half: float) -> str:
    """Half an interval: "± 3"."""
    return f"± {100 * half:.0f}"


def spread(score: Score) -> str:
    """The interval of a score, after its number."""
    return numerals.uncertain(score.mean or 0.0, score.low, score.high)


def half(score: Score) -> float:
    """Half the width of the interval."""
    return (score.high - score.low) / 2


def scores(result: SweepResult, point: int) -> list[str]:
    """Everything about a point, a line each."""
    found, grid = result.points[point], result.grid
    if found.itself:
        return [grid.words(point), "The benchmark itself: not played, 50 % by definition."]
    score = found.score
    if score.mean is None:
        return [grid.words(point), "No match is finished yet."]
    return [
        grid.words(point),
        f"{score.text}, 95 % interval",
        f"{score.matches:,} matches{score.counted}",
    ]


def widest(result: SweepResult, points: Iterable[int]) -> float:
    """The widest half interval among points with matches."""
    return max(
        (result.points[k].half for k in points if result.points[k].score.mean is not None),
        default=UNSURE,
    )


def verdict(result: SweepResult) -> tuple[str, str]:
    """What can be said so far; the first part is in bold."""
    best, grid = result.best, result.grid
    if best is None or result.answer != BETTER:
        return result.verdict
    over = f"{best.score.text} over {_count(best.score.count, grid.game.seats)}."
    warning = (
        f" The best of {len(grid.played)} looks better than it is: test it."
        if len(grid.played) > 1
        else ""
    )
    return (
        f"{'Best' if result.finished else 'Best so far'}: {grid.words(best.point)}.",
        over + warning,
    )


def _count(groups: int, seats: int) -> str:
    unit = "pair" if seats == 2 else "round"
    return f"{groups:,} {plural(groups, unit)}"


def progress(result: SweepResult, running: bool, per_minute: float) -> str:
    """How far the experiment is; `per_minute` is the recent rate of matches."""
    total, seats = result.grid.total, result.grid.game.seats
    each = 2 if seats == 2 else 1
    played = result.matches // each
    one, many = ("pair", "pairs") if seats == 2 else ("match", "matches")
    unit = one if played == 1 else many
    texts = [f"{played:,} {unit} played of at most {total // each:,}"]
    if running and per_minute > 0:
        texts.append(
            f"{per_minute / each:,.0f} a minute, "
            f"{numerals.duration(60 * (total - result.matches) / per_minute)} left"
        )
    texts += (
        [f"{len(result.failed):,} {plural(len(result.failed), 'match')} failed"]
        if result.failed
        else []
    )
    texts += [] if running else ["finished" if result.finished else "paused"]
    return "; ".join(texts)


def point(result: SweepResult, number: int) -> str:
    """One point in a line: "c 0.2, depth 7: 61 % (58 to 64 %) over 400 matches"."""
    name, first, *rest = scores(result, number)
    over = f" over {rest[0].partition(':')[0]}" if rest else ""
    return f"{name}: {first.partition(', 95')[0]}{over}"
