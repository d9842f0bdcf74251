"""Each algorithm in a few lines of code; a step of a lesson names the line that it is in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One line: the key that steps refer to, and its text."""

    key: str
    text: str


_LEAF = Line("leaf", "    if node is a leaf: return its number")
_WINDOWED = (
    Line("def", "def value(node, α, β):"),
    _LEAF,
    Line("loop", "    for child in node:"),
    Line("child", "        v = value(child, α, β)"),
    Line("take", "        {own}: α = max(α, v)    {other}: β = min(β, v)"),
    Line("cut", "        if α ≥ β: break            # cut"),
    Line("return", "    return α if {own} else β"),
)
_MINIMAX = (
    Line("def", "def value(node):"),
    _LEAF,
    Line("loop", "    values = [value(child) for child in node]"),
    Line("take", "    MAX: return max(values)    MIN: return min(values)"),
)
_EXPECTIMAX = (
    Line("def", "def value(node):"),
    _LEAF,
    Line("loop", "    values = [value(child) for child in node]"),
    Line("take", "    if node is MAX: return max(values)"),
    Line("sum", "    return sum(weight · value)     # replies, chance"),
)
_MAXN = (
    Line("def", "def values(node):               # one for each player"),
    _LEAF,
    Line("loop", "    children = [values(child) for child in node]"),
    Line("take", "    return the best child for the mover"),
)
_CHANCE = Line("sum", "    if node is CHANCE: return sum(share · value)")


def lines(algorithm: str, chance: bool) -> tuple[Line, ...]:
    """The code of an algorithm."""
    found = {"minimax": _MINIMAX, "expectimax": _EXPECTIMAX, "maxn": _MAXN}.get(
        algorithm, _WINDOWED
    )
    own, other = ("own", "others") if algorithm == "paranoid" else ("MAX", "MIN")
    found = tuple(Line(each.key, each.text.format(own=own, other=other)) for each in found)
    return (*found[:2], _CHANCE, *found[2:]) if chance and found[-1].key != "sum" else found
