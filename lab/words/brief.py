"""An action's label in the little room of a stone."""

from __future__ import annotations

from engines.knobs import digits

MOST = 3  # characters


def brief(label: str) -> str:
    """The label without spaces ("4 4" is "44"), else its only number ("column 3" is "3"); "" where
    neither is short enough.
    """
    short = "".join(label.split())
    if len(short) <= MOST:
        return short
    numbers = [word for word in label.split() if digits(word) is not None]
    return numbers[0] if len(numbers) == 1 and len(numbers[0]) <= MOST else ""
