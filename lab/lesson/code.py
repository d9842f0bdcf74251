"""Each algorithm in a few lines of code; a step of a lesson names the line that it is in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CodeLine:
    """One line: the key that steps refer to, and its text."""

    key: str
    text: str


_LEAF = CodeLine("leaf", "    if node is a leaf: return its number")
_WINDOWED = (
    CodeLine("def", "def value(node, α, β):"),
    _LEAF,
    CodeLine("loop", "    for child in node:"),
    CodeLine("child", "        v = value(child, α, β)"),
    CodeLine("take", "        {own}: α = max(α, v)    {other}: β = min(β, v)"),
    CodeLine("cut", "        if α ≥ β: break            # cut"),
    CodeLine("return", "    return α if {own} else β"),
)
_MINIMAX = (
    CodeLine("def", "def value(node):"),
    _LEAF,
    CodeLine("loop", "    values = [value(child) for child in node]"),
    CodeLine("take", "    MAX: return max(values)    MIN: return min(values)"),
)
_EXPECTIMAX = (
    CodeLine("def", "def value(node):"),
    _LEAF,
    CodeLine("loop", "    values = [value(child) for child in node]"),
    CodeLine("take", "    if node is MAX: return max(values)"),
    CodeLine("sum", "    return sum(weight · value)     # replies, chance"),
)
_MAXN = (
    CodeLine("def", "def values(node):               # one for each player"),
    _LEAF,
    CodeLine("loop", "    children = [values(child) for child in node]"),
    CodeLine("take", "    return the best child for the mover"),
)
_CHANCE = CodeLine("sum", "    if node is CHANCE: return sum(share · value)")


def lines(algorithm: str, chance: bool) -> tuple[CodeLine, ...]:
    """The code of an algorithm."""
    found = {"minimax": _MINIMAX, "expectimax": _EXPECTIMAX, "maxn": _MAXN}.get(
        algorithm, _WINDOWED
    )
    own, other = ("own", "others") if algorithm == "paranoid" else ("MAX", "MIN")
    found = tuple(CodeLine(each.key, each.text.format(own=own, other=other)) for each in found)
    return (*found[:2], _CHANCE, *found[2:]) if chance and found[-1].key != "sum" else found
