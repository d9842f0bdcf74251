"""The colour scale below the joint-action map, with the numbers at its ends."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals
from lab.words.joint_data import JointData
from search.measure import Kind

STEPS, WIDE = 12, 96  # colours, and pixels at 100 %
FEWEST, MOST = 2, 6  # decimals of a mean at an end


def mix(low: QColor, high: QColor, share: float) -> QColor:
    """A colour between two others."""
    pairs = ((low.redF(), high.redF()), (low.greenF(), high.greenF()), (low.blueF(), high.blueF()))
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in pairs))


def end_words(data: JointData) -> tuple[str, str]:
    """The means at both ends, with as many digits as tell them apart, and with a sign where cells
    lie beyond them: "≤ 0.588", "≥ 0.592".
    """
    low, high = data.ends
    share = data.kind is Kind.SHARE
    for digits in range(0 if share else FEWEST, MOST + 1):
        words = [
            numerals.percent(v, digits) if share else numerals.value(v, digits) for v in data.ends
        ]
        if words[0] != words[1]:
            break
    known = data.mean[(data.visits > 0) & np.isfinite(data.mean)]
    beyond = (known.size and known.min() < low, known.size and known.max() > high)
    signs = [f"{sign} " if there else "" for sign, there in zip("≤≥", beyond, strict=True)]
    return signs[0] + words[0], signs[1] + words[1]


def paint_scale(painter: QPainter, data: JointData, means: bool, y: float, width: float) -> None:
    """The colours of means, else of visits, with their meaning, below the pixel `y`."""
    look, line = theme.current(), text_line(theme.AXIS, 4)
    most = numerals.count(int(data.visits.max()))
    low, high = end_words(data) if means else ("1", most)
    x, wide = float(look.px(12)), look.px(WIDE)
    put(painter, QRectF(x, y, text_width(low, theme.AXIS) + 2, line), low, theme.AXIS, "ink2")
    x += text_width(low, theme.AXIS) + look.px(6)
    for i in range(STEPS):
        place = (i + 0.5) / STEPS * 2 - 1
        role, share = ("heat_high" if place >= 0 else "heat_low"), abs(place)
        if not means:
            role, share = "heat_high", (i + 0.5) / STEPS
        colour = mix(look.colour("heat_even"), look.colour(role), share)
        painter.fillRect(QRectF(x + i * wide / STEPS, y + 3, wide / STEPS, line - 6), colour)
    x += wide + look.px(6)
    about = f"mean for {data.rows.name}, {data.unit}; pale: few visits"
    said = f"{high}   {about}" if means else f"{high} visits"
    put(painter, QRectF(x, y, width - x - look.px(12), line), said, theme.AXIS, "ink2")
