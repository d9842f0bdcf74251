"""Validates positions of Goofspiel: everything except the winning bids follows from the hands, the
prizes to come and who took which.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.checking import WORD, Bounds, members, only
from engines.game import State
from engines.goofspiel.rules import ASCENDING, RANDOM, hash_of


def bounds(start: State, n: int) -> Bounds:
    """The bounds of each field in a match that began at `start`, with n cards per hand."""
    deck, total = (2 << n) - 2, int(start.total)
    return only(start, "total", "order", "split", "by_lead") | {
        "hash": WORD,
        "hand": (0, deck),
        "left": (0, deck),
        "points": (0, total),
        "won": (0, deck),
        "prize": (0, n),
        "last": (0, n),
        "lost": (0, 3),
    }


def contradictions(s: State, n: int) -> Iterator[str]:
    """What is wrong with a position whose fields are within `bounds`; each check relies on the ones
    before it.
    """
    masks = (*s.hand.tolist(), int(s.left), *s.won.tolist())
    if any(mask & 1 for mask in masks):
        yield "there is no card 0"
    first, second, left, *won = (members(mask) for mask in masks)
    if len(first) != len(second):
        yield f"seat 1 holds {len(first)} cards and seat 2 holds {len(second)}"
    yield from _prizes(s, n, left, n - len(first))
    yield from _points(s, n, left, won)
    yield from _bids(s, n, (first, second))
    if s.lost and not s.prize:
        yield "a seat forfeited after the last round"
    if s.hash != hash_of(s):
        yield "the key is not that of the cards and prizes"


def _prizes(s: State, n: int, left: list[int], played: int) -> Iterator[str]:
    """Checks the current prize and those to come after `played` rounds."""
    prize = int(s.prize)
    if (prize == 0) != (played == n):
        yield f"after {played} of {n} rounds the prize is {prize}"
    if prize in left:
        yield f"prize {prize} is bid for and still to come"
    if len(left) != max(0, n - played - 1):
        yield f"{len(left)} prizes are to come, but {n - played} cards are in each hand"
    due = range(played + 1, n + 1) if s.order == ASCENDING else range(n - played, 0, -1)
    if s.order != RANDOM and prize and (prize != due[0] or left != sorted(due[1:])):
        yield f"prize {prize} and those to come are not in their order"


def _points(s: State, n: int, left: list[int], won: list[list[int]]) -> Iterator[str]:
    """Checks the prizes taken, and their worth in half points."""
    gone = {*range(1, n + 1)} - {*left, int(s.prize)}
    both = {*won[0]} & {*won[1]}
    if both:
        yield f"both seats have won prize {min(both)}"
    early = {*won[0], *won[1]} - gone
    if early:
        yield f"prize {min(early)} is won before it was bid for"
    shared = sum(gone - {*won[0], *won[1]}) if s.split else 0
    for seat, own in enumerate(won):
        if s.points[seat] != 2 * sum(own) + shared:
            yield (
                f"seat {seat + 1} has {s.points[seat] / 2:g} points, but its prizes are worth "
                f"{sum(own) + shared / 2:g}"
            )


def _bids(s: State, n: int, hands: tuple[list[int], ...]) -> Iterator[str]:
    """Checks the last bids: cards that both hands held and no longer hold."""
    for seat, hand in enumerate(hands):
        card = int(s.last[seat])
        if (card == 0) != (len(hand) == n):
            yield f"seat {seat + 1} has played {n - len(hand)} cards, the last one a {card}"
        if card in hand:
            yield f"seat {seat + 1} still holds card {card}, its last bid"
