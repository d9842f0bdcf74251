"""What charts draw: lines that look alike are one item of pyqtgraph, with a gap after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def drawn_lines(
    items: Sequence[Any], wanted: Callable[[Any], bool] = lambda pen: True
) -> list[list[float]]:
    """The heights of each line of the items with a wanted pen, in the order they were given."""
    lines: list[list[float]] = []
    for item in items:
        if wanted(item.opts["pen"]):
            y = np.asarray(item.yData)
            ends = [*np.flatnonzero(np.isnan(y)).tolist(), len(y)]
            begins = [0, *(end + 1 for end in ends)]
            pairs = zip(begins, ends, strict=False)
            lines += [y[begin:end].tolist() for begin, end in pairs if end > begin]
    return lines
