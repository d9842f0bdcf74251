"""Each algorithm in a few lines of code; a step of a lesson names the line that it is in.

The listings are the searches, number for number: a test runs their text on random trees and
compares it with the steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from search.depth_first import frames

DEF, LEAF, CHANCE, LOOP, CHILD = "def", "leaf", "chance", "loop", "child"
AGAIN, LOTTERY, LOTTERY_RETURN = "again", "lottery", "lottery return"
HIGHEST, LOWEST, SUM, CUT, RETURN = "highest", "lowest", "sum", "cut", "return"


@dataclass(frozen=True)
class CodeLine:
    """One line: the key that steps refer to, and its text."""

    key: str
    text: str


_LEAF = CodeLine(LEAF, "    if node is a leaf: return its number")
_CHANCE = "    if node is CHANCE: return sum(share · {value})"
_OPENING = (CodeLine(DEF, "def value(node, α, β):"), _LEAF)
_SUMMED = CodeLine(CHANCE, _CHANCE.format(value="value(child, −∞, ∞)"))
_BEST = (
    CodeLine("best", "    best = −∞ if node is {own} else ∞"),
    CodeLine(LOOP, "    for child in node:"),
)
_TAKING = (
    CodeLine(HIGHEST, "        {own}: best = max(best, v); α = max(α, v)"),
    CodeLine(LOWEST, "        {other}: best = min(best, v); β = min(β, v)"),
    CodeLine(CUT, "        if α ≥ β: break            # cut"),
)
_CHILD = CodeLine(CHILD, "        v = value(child, α, β)")
_BEST_RETURNED = CodeLine(RETURN, "    return best")
_SOFT = (*_OPENING, _SUMMED, *_BEST, _CHILD, *_TAKING, _BEST_RETURNED)
_HARD = (
    *_OPENING,
    CodeLine("window", "    low, high = α, β"),
    CodeLine(LOTTERY, "    if node is CHANCE:"),
    CodeLine(CHANCE, "        best = sum(share · value(child, −∞, ∞))"),
    CodeLine(LOTTERY_RETURN, "        return min(max(best, low), high)"),
    *_BEST,
    _CHILD,
    *_TAKING,
    CodeLine(RETURN, "    return min(max(best, low), high)"),
)
_NULL = (
    *_OPENING,
    _SUMMED,
    *_BEST,
    CodeLine("first", "        if child is the first or β is α⁺:"),
    CodeLine(CHILD, "            v = value(child, α, β)"),
    CodeLine("others", "        else:      # null window: α⁺ is just above α"),
    CodeLine("above", "            {own}: v = value(child, α, α⁺)"),
    CodeLine("below", "            {other}: v = value(child, β⁻, β)"),
    CodeLine("inside", "            if α < v < β and child is no leaf:"),
    CodeLine(AGAIN, "                v = value(child, α, β)     # again"),
    *_TAKING,
    _BEST_RETURNED,
)
_MINIMAX = (
    CodeLine(DEF, "def value(node):"),
    _LEAF,
    CodeLine(CHANCE, _CHANCE.format(value="value(child)")),
    CodeLine(LOOP, "    values = [value(child) for child in node]"),
    CodeLine(HIGHEST, "    MAX: return max(values)"),
    CodeLine(LOWEST, "    MIN: return min(values)"),
)
_EXPECTIMAX = (
    CodeLine(DEF, "def value(node):"),
    _LEAF,
    CodeLine(LOOP, "    values = [value(child) for child in node]"),
    CodeLine(HIGHEST, "    {own}: return max(values)"),
    CodeLine(SUM, "    return sum(weight · values)     # replies, chance"),
)
_MAXN = (
    CodeLine(DEF, "def values(node):               # one for each player"),
    _LEAF,
    CodeLine(CHANCE, _CHANCE.format(value="values(child)")),
    CodeLine(LOOP, "    children = [values(child) for child in node]"),
    CodeLine(HIGHEST, "    return the best of children for the mover"),
)
_LISTINGS = {"minimax": _MINIMAX, "expectimax": _EXPECTIMAX, "maxn": _MAXN}
_WINDOWED = {frames.SOFT: _SOFT, frames.HARD: _HARD, frames.NULL: _NULL}


def lines(
    algorithm: str,
    chance: bool,
    own: str = "MAX",
    other: str = "MIN",
    windows: str = frames.SOFT,
) -> list[CodeLine]:
    """The code of an algorithm for a tree with or without CHANCE; `own` and `other` are the names
    of the two sides, `windows` how those of a search with cuts are used.
    """
    return [
        CodeLine(each.key, each.text.format(own=own, other=other))
        for each in _LISTINGS.get(algorithm, _WINDOWED[windows])
        if chance or each.key not in (CHANCE, LOTTERY, LOTTERY_RETURN)
    ]
