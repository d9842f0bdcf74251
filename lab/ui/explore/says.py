"""What the Explore page says in words: the best so far, the progress, and one point."""

from __future__ import annotations

from lab.experiments.sweep import SweepResult
from lab.experiments.verdicts import BETTER
from lab.ui.explore import heat
from lab.words import numerals


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
    return f"{groups:,} {unit}{'' if groups == 1 else 's'}"


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
        [f"{len(result.failed):,} match{'' if len(result.failed) == 1 else 'es'} failed"]
        if result.failed
        else []
    )
    texts += [] if running else ["finished" if result.finished else "paused"]
    return "; ".join(texts)


def point(result: SweepResult, number: int) -> str:
    """One point in a line: "c 0.2, depth 7: 61 % (58 to 64 %) over 400 matches"."""
    name, first, *rest = heat.scores(result, number)
    over = f" over {rest[0].partition(':')[0]}" if rest else ""
    return f"{name}: {first.partition(', 95')[0]}{over}"
