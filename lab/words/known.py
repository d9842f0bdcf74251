"""What a depth-first search knows of the nodes of its tree, in words. No Qt.

Values are for the seat that `Ledger.seat` names; a row's number is one of `Branches`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from lab.words import numerals
from search.branches import CHANCE, Branches, Known, OpenNode

SIGNS = {Known.EXACT: "= ", Known.AT_MOST: "≤ ", Known.AT_LEAST: "≥ "}
EVALUATED, TABLED = 1, 2  # in `Ledger.source`
Name = Callable[[int], str]  # of a row's action


def counted(part: Branches, count: int = 2) -> str:
    """What the visits of a tree are: of a depth-first search nodes."""
    return numerals.plural(count, "node" if part.ledger is not None else "visit")


def signed_value(part: Branches, row: int, digits: int) -> str:
    """A row's mean; of a depth-first search its value with the sign of its bound, or what else is
    known of it.
    """
    mean, ledger = float(part.mean[row]), part.ledger
    if ledger is None:
        return numerals.value(mean, digits)
    known = Known(int(ledger.known[row]))
    if known is Known.CUT:
        return "cut"
    if known is Known.NOT_YET:
        return "not yet"
    if not math.isfinite(mean):
        return "open" if known is Known.OPEN else ""
    return SIGNS.get(known, "") + numerals.value(mean, digits)


def refuted(part: Branches, row: int) -> bool:
    """Whether a row's action was shown to be worse than what its chooser already has."""
    return part.ledger is not None and int(part.ledger.known[row]) == Known.AT_MOST


def value_words(part: Branches, row: int) -> str:
    """What the value of a row of a depth-first search is, in a few words."""
    assert part.ledger is not None
    known = Known(int(part.ledger.known[row]))
    mean = float(part.mean[row])
    if known is Known.CUT:
        return "never looked at"
    if known is Known.NOT_YET:
        return "not reached yet"
    if not math.isfinite(mean):
        return "being searched"
    number = numerals.value(mean, 3)
    word = {Known.EXACT: "exactly ", Known.AT_MOST: "at most ", Known.AT_LEAST: "at least "}
    so_far = " so far" if known is Known.OPEN else ""
    return f"{word.get(known, '')}{number}{so_far} for seat {int(part.ledger.seat[row]) + 1}"


def why_words(part: Branches, row: int, name: Name, turn_word: str) -> str:
    """Why a row of a depth-first search has no exact value; "" where it needs no reason."""
    assert part.ledger is not None
    ledger, known = part.ledger, Known(int(part.ledger.known[row]))
    if known is Known.CUT:
        reason = _cut(part, int(part.parent[row]), name, turn_word)
        return f"The node above was cut before its turn came. {reason}".strip()
    if ledger.skipped[row]:
        return _cut(part, row, name, turn_word)
    if ledger.source[row] == TABLED:
        return "Answered by the transposition table, so nothing below it was searched again."
    if ledger.source[row] == EVALUATED and part.visits[row]:
        return "A leaf: the game's evaluation at the depth limit, or the end of the match."
    if known is Known.AT_LEAST:
        return "Every reply was searched, and none reached what the other side already had."
    return ""


def _cut(part: Branches, row: int, name: Name, turn_word: str) -> str:
    """Why the node of a row was cut, and by whose bound."""
    assert part.ledger is not None
    ledger, skipped = part.ledger, int(part.ledger.skipped[row])
    if not skipped:
        return ""
    found = f"Cut after {_best(part, row, name)}: {skipped} "
    found += "reply was never looked at." if skipped == 1 else "replies were never looked at."
    bound = numerals.value(float(ledger.bound[row]), 3)
    seat = f"Seat {int(ledger.seat[row]) + 1}"
    if ledger.cause[row] < 0:
        return f"{found} The search had only asked on which side of {bound} the value is."
    where = numerals.ahead(int(ledger.cause[row]), turn_word)
    return f"{found} {seat} was already sure of {bound} by another choice at {where}."


def _best(part: Branches, row: int, name: Name) -> str:
    """The reply that cut a row's node."""
    assert part.ledger is not None
    below = part.children(row)
    found = below[part.action[below] == part.ledger.best[row]]
    return name(int(found[0])) if found.size else "one reply"


def best_words(part: Branches, row: int, name: Name) -> str:
    """The best action below a row, with its value; "" where none is known."""
    assert part.ledger is not None
    below = part.children(row)
    found = below[part.action[below] == part.ledger.best[row]]
    if not found.size or not part.visits[found[0]]:
        return ""
    return f"{name(int(found[0]))}, {signed_value(part, int(found[0]), 3)}"


def depth_words(part: Branches) -> str:
    """Which depth is on show, and how far it is: "Depth 13 so far"."""
    assert part.ledger is not None
    return f"Depth {part.ledger.depth}" + " so far" * (not part.ledger.finished)


def place_words(node: OpenNode) -> str:
    """Which child of an open node is being searched: "2 of 7"."""
    if not node.place:
        return f"none of {node.children} yet"
    return f"{'outcome ' if node.chooser == CHANCE else ''}{node.place} of {node.children}"


def window_words(node: OpenNode) -> tuple[str, str]:
    """Alpha and beta of an open node."""
    return end_words(node.alpha), end_words(node.beta)


def end_words(number: float) -> str:
    """An end of a window, which may be infinite."""
    if math.isinf(number):
        return f"{numerals.MINUS if number < 0 else '+'}∞"
    return numerals.value(number, 3)
