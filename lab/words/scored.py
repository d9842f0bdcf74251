"""What a result scores: who is better is compared, and by how much does not count. So games with
graded results are won, drawn and lost like all others.
"""

from __future__ import annotations

from collections.abc import Sequence


def compared(own: float, other: float) -> float:
    """What a result scores against another one: 1 if it is better, 1/2 if they are the same."""
    return 1.0 if own > other else 0.5 if own == other else 0.0


def score_words(outcome: Sequence[float]) -> tuple[str, ...]:
    """What each seat of a finished match scored against the others: "1", "0.5"; one seat alone has
    its outcome.
    """
    if len(outcome) == 1:
        return (f"{outcome[0]:g}",)
    others = len(outcome) - 1
    scores = ((sum(compared(own, x) for x in outcome) - 0.5) / others for own in outcome)
    return tuple(f"{score:g}" for score in scores)
