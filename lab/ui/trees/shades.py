"""Hues laid over the panel, so that words stay readable on them."""

from __future__ import annotations

import math

from PySide6.QtGui import QColor

STRONG = 0.56  # of the hue in the darkest cell
FAINT = 0.06


def shade(hue: QColor, ground: QColor, strength: float) -> QColor:
    """The hue over a ground: faint at a strength of 0, as strong as words allow at 1."""
    strength = strength if math.isfinite(strength) else 0.0
    share = FAINT + (STRONG - FAINT) * min(1.0, max(0.0, strength))
    grounds, hues = ((c.red(), c.green(), c.blue()) for c in (ground, hue))
    mixed = (round(a + (b - a) * share) for a, b in zip(grounds, hues, strict=True))
    return QColor(*mixed)
