"""Ranges that wheel and drag make of the whole range of an axis."""

from __future__ import annotations

Span = tuple[float, float]  # an axis, from its lower to its upper end
NOTCH = 0.8  # what one notch of the wheel leaves of the range
CLOSEST = 1e-3  # of the whole range


def nearer(now: Span, whole: Span, at: float, notches: float, least: float = 0.0) -> Span:
    """The range after `notches` of the wheel at the value `at`, which keeps its place; at least
    `least` long. Backwards it ends at the whole range.
    """
    size = (now[1] - now[0]) * NOTCH**notches
    closest = max(least, CLOSEST * (whole[1] - whole[0]))
    size = min(max(size, closest), whole[1] - whole[0])
    share = (at - now[0]) / (now[1] - now[0])
    return inside((at - share * size, at + (1 - share) * size), whole)


def inside(wanted: Span, whole: Span) -> Span:
    """The wanted range, moved and if need be shortened so that it is within the whole."""
    size = min(wanted[1] - wanted[0], whole[1] - whole[0])
    low = min(max(wanted[0], whole[0]), whole[1] - size)
    return (low, low + size) if size < whole[1] - whole[0] else whole
