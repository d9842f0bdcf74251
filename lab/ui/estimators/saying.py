"""Estimates in words. No Qt."""

from __future__ import annotations

import math

from lab.words import numerals
from search.estimators.base import EstimatedNumber, EstimateSnapshot

MOST_DIGITS = 9


def digits(half: float) -> int:
    """How many digits after the point are significant for this half width: two of the half
    width's own.
    """
    if not math.isfinite(half) or half <= 0:
        return MOST_DIGITS
    return max(0, min(MOST_DIGITS, 1 - math.floor(math.log10(half))))


def half_width(quantity: EstimatedNumber) -> float:
    """Half of the 95 % interval."""
    return (quantity.high - quantity.low) / 2


def estimate(quantity: EstimatedNumber) -> str:
    """As in "π 3.1415 ± 0.0021"; a dash before the first sample."""
    if not math.isfinite(quantity.value):
        return f"{quantity.name} {numerals.NOTHING}"
    kept = digits(half_width(quantity))
    if half_width(quantity) == 0:
        return f"{quantity.name} {numerals.real(quantity.value, 6)} exactly"
    return (
        f"{quantity.name} {numerals.real(quantity.value, kept)} {numerals.PLUS_MINUS} "
        f"{numerals.real(half_width(quantity), kept)}"
    )


def interval(quantity: EstimatedNumber) -> str:
    """As in "95 % interval 3.1394 to 3.1436; the true value 3.1416 is inside"."""
    kept = digits(half_width(quantity))
    text = (
        f"95 % interval {numerals.real(quantity.low, kept)} to {numerals.real(quantity.high, kept)}"
    )
    if quantity.exact is None:
        return text
    inside = quantity.low <= quantity.exact <= quantity.high
    outside = "is outside, as in 1 of 20 runs at a sample number fixed beforehand"
    where = "is inside" if inside else outside
    exact = numerals.real(quantity.exact, min(MOST_DIGITS, kept + 1))
    return f"{text}; the true value {exact} {where}"


def progress(snapshot: EstimateSnapshot, per_s: float, running: bool) -> str:
    """As in "1,000 of 1.00 M samples, 992 a second"."""
    if running and not snapshot.n:
        return "Preparing its kernel, the first time only"
    text = f"{numerals.count(snapshot.n)} of {numerals.count(snapshot.goal)} samples"
    if snapshot.exhausted:
        return f"{text}; every case has been counted"
    if snapshot.n >= snapshot.goal:
        return f"{text}; done"
    return (
        f"{text}, {numerals.count(per_s)} a second"
        if running and per_s > 0
        else f"{text}, paused"
        if not running
        else text
    )


def lesson(snapshot: EstimateSnapshot) -> str:
    """What it takes to halve the interval from here."""
    if not snapshot.n or snapshot.exhausted:
        return ""
    return f"Half as wide takes four times as many: {numerals.count(4 * snapshot.n)} samples."
