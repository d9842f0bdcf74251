"""Texas Hold'em odds: the class that the lab drives.

Deals of Texas Hold'em, compiled: at random, or all of them.

Shapes: [H] hands, [D] cards left in the deck.
"""

from __future__ import annotations

from math import comb
from typing import Any, ClassVar

import numpy as np

from engines import jit
from engines.draws import draw_below
from engines.jit import inlined
from engines.knobs import KnobError
from engines.scene import AnyItem, Rect, Scene, Text
from search.base import Floats, Ints
from search.estimators.base import Estimator, Input
from search.estimators.holdem.cards import cards, deck, rank_table, strength, words


@inlined
def share(
    hands: Ints, board: int, table: Any, strengths: Ints, sums: Floats, squares: Floats
) -> None:
    """Adds to `sums` and `squares` [H] what each hand wins of one pot: all of it, its share of a
    tie, or nothing.
    """
    best, equals = -1, 0
    for k in range(hands.size):
        strengths[k] = strength(hands[k] | board, table)
        if strengths[k] > best:
            best, equals = strengths[k], 1
        elif strengths[k] == best:
            equals += 1
    part = 1.0 / equals
    for k in range(hands.size):
        if strengths[k] == best:
            sums[k] += part
            squares[k] += part * part


def deal(
    hands: Ints,
    known: Ints,
    board: int,
    missing: int,
    deck: Ints,
    table: Any,
    strengths: Ints,
    sums: Floats,
    squares: Floats,
    rng: Any,
    n: int,
) -> int:
    """Deals the unknown cards `n` times: hands whose cards in `known` [H] are 0, and `missing`
    cards of the board; returns the last board.

    `hands` [H] becomes what was dealt last; `deck` [D] is shuffled in place, which leaves every
    order as likely as before.
    """
    whole = board
    for _ in range(n):
        drawn = 0
        for k in range(known.size):
            hands[k] = known[k]
            if known[k] == 0:
                for _ in range(2):
                    other = drawn + draw_below(rng, deck.size - drawn)
                    deck[drawn], deck[other] = deck[other], deck[drawn]
                    hands[k] |= deck[drawn]
                    drawn += 1
        whole = board
        for _ in range(missing):
            other = drawn + draw_below(rng, deck.size - drawn)
            deck[drawn], deck[other] = deck[other], deck[drawn]
            whole |= deck[drawn]
            drawn += 1
        share(hands, whole, table, strengths, sums, squares)
    return whole


def count(
    hands: Ints,
    unknown: int,
    board: int,
    missing: int,
    deck: Ints,
    left: Ints,
    places: Ints,
    table: Any,
    strengths: Ints,
    sums: Floats,
    squares: Floats,
) -> int:
    """Goes through all deals: of the hand numbered `unknown`, -1 if all are known, and of `missing`
    cards of the board; returns how many.

    `left` [D] and `places` [5] are scratch.
    """
    deals = 0
    size = deck.size
    for first in range(size if unknown >= 0 else 1):
        for second in range(first + 1, size if unknown >= 0 else first + 2):
            # 1. the unknown hand, and the deck without it
            n = 0
            for k in range(size):
                if unknown < 0 or k not in (first, second):
                    left[n] = deck[k]
                    n += 1
            if unknown >= 0:
                hands[unknown] = deck[first] | deck[second]
            # 2. all choices of places for the board's missing cards, in lexicographic order
            for k in range(missing):
                places[k] = k
            while True:
                whole = board
                for k in range(missing):
                    whole |= left[places[k]]
                share(hands, whole, table, strengths, sums, squares)
                deals += 1
                k = missing - 1
                while k >= 0 and places[k] == n - missing + k:
                    k -= 1
                if k < 0:
                    break
                places[k] += 1
                for j in range(k + 1, missing):
                    places[j] = places[j - 1] + 1
    return deals


def compiled_deal() -> Any:
    """`deal`, compiled and kept on disk."""
    return jit.kernel(lambda: deal, "estimator.holdem", ("holdem",), __name__)


def compiled_count() -> Any:
    """`count`, compiled and kept on disk."""
    return jit.kernel(lambda: count, "estimator.holdem.all", ("holdem all",), __name__)


def room(hands: int) -> tuple[Ints, Floats, Floats]:
    """Scratch and sums for `hands` hands: strengths, sums and sums of squares, [H] each."""
    return np.zeros(hands, np.int64), np.zeros(hands), np.zeros(hands)


MOST_HANDS = 9
COUNTED = 6_000_000  # most deals for which all are counted
BOARDS = (0, 3, 4, 5)
UNKNOWN = "??"
CARD_W, CARD_H, GAP = 1.0, 1.4, 0.15  # world units of the picture


class Holdem(Estimator):
    """Deals the missing cards again and again and sees who wins: what share of the pot each hand
    can expect at the showdown.

    Hands may be unknown, part of the board dealt. Where all deals can be counted, the exact
    share is next to the estimate.
    """

    name = "holdem"
    title = "Texas Hold'em odds"
    inputs: ClassVar[tuple[Input, ...]] = (
        Input(
            "hand",
            "Hands",
            (
                "A hand such as AsAh, ?? for an unknown one; one hand alone plays against an "
                "unknown one."
            ),
            "AsAh KdKc",
            True,
            "AsAh KdKc",
        ),
        Input(
            "board",
            "Board",
            "The cards on the board, none, 3, 4 or 5, such as 2c7dTh.",
            example="2c7dTh",
        ),
    )

    def _read(self) -> None:
        """The hands [H] as bits, 0 where unknown, the board, and the deck without them."""
        hands = _hands(self.texts["hand"])
        board = cards(self.texts["board"])
        if len(board) not in BOARDS:
            raise KnobError(f"The board has none, 3, 4 or 5 cards, not {len(board)}.")
        seen = [card for hand in hands for card in hand] + board
        twice = [card for card in seen if seen.count(card) > 1]
        if twice:
            raise KnobError(f"{words(twice[0])} is there twice.")
        self._known = np.array([sum(hand) for hand in hands], np.int64)
        self._board, self._missing = sum(board), 5 - len(board)
        self._fresh = np.array([card for card in deck() if card not in seen], np.int64)
        self.quantities = tuple(
            " ".join(map(words, hand)) or f"any hand {k + 1}" for k, hand in enumerate(hands)
        )
        self._counted: list[float] | None = None

    def restart(self) -> None:
        super().restart()
        self._deck, self._hands, self._whole = self._fresh.copy(), self._known.copy(), self._board
        self._strengths = np.zeros(self._known.size, np.int64)

    def _run(self, n: int) -> None:
        scratch = (self._deck, rank_table(), self._strengths, self._sums, self._squares)
        self._whole = compiled_deal()(
            self._hands, self._known, self._board, self._missing, *scratch, self.rng, n
        )

    @property
    def deals(self) -> int:
        """How many different deals there are, unknown hands told apart."""
        left, ways = self._fresh.size, 1
        for _ in range(int((self._known == 0).sum())):
            ways *= comb(left, 2)
            left -= 2
        return ways * comb(left, self._missing)

    def _exact(self, q: int) -> float | None:
        unknown = np.flatnonzero(self._known == 0)
        if unknown.size > 1 or self.deals > COUNTED:
            return None
        if self._counted is None:
            strengths, sums, squares = room(self._known.size)
            hand = int(unknown[0]) if unknown.size else -1
            scratch = (
                np.zeros(self._fresh.size, np.int64),
                np.zeros(5, np.int64),
                rank_table(),
                strengths,
                sums,
                squares,
            )
            counted = compiled_count()(
                self._known.copy(), hand, self._board, self._missing, self._fresh, *scratch
            )
            self._counted = [float(x) / counted for x in sums]
        return self._counted[q]

    # -- the picture -------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        """The last deal: the board on top, below it the hands, the winners' marked."""
        items: list[AnyItem] = []
        known = _cards_in(self._whole)
        for k in range(5):
            items += _card(
                k * (CARD_W + GAP), 0.0, words(known[k]) if k < len(known) else "", False
            )
        best = int(self._strengths.max())
        for k, hand in enumerate(self._hands):
            x, y = k % 3 * (2 * CARD_W + 4 * GAP), (1 + k // 3) * (CARD_H + 4 * GAP)
            for j, card in enumerate(_cards_in(int(hand)) or (0, 0)):
                items += _card(
                    x + j * (CARD_W + GAP),
                    y,
                    words(card) if card else "?",
                    bool(self.n) and int(self._strengths[k]) == best,
                )
        rows = 1 + -(-self._hands.size // 3)
        width = max(5 * (CARD_W + GAP), min(3, self._hands.size) * (2 * CARD_W + 4 * GAP))
        return Scene(-GAP, -GAP, width + GAP, rows * (CARD_H + 4 * GAP), items=tuple(items))


def _hands(text: str) -> list[list[int]]:
    """Two cards each, none where unknown; a single hand is joined by an unknown one."""
    plain = text.replace(" ", "").replace(",", "").replace("10", "T")
    hands: list[list[int]] = []
    while plain:
        length = 2 if plain.startswith(UNKNOWN) else 4
        hand = [] if length == 2 else cards(plain[:4])
        if length == 4 and len(hand) != 2:
            raise KnobError(
                f"A hand has two cards, such as AsAh, or is {UNKNOWN} where unknown; "
                f"{plain} has one."
            )
        hands.append(hand)
        plain = plain[length:]
    if not 1 <= len(hands) <= MOST_HANDS:
        raise KnobError(f"There can be 1 to {MOST_HANDS} hands, not {len(hands)}.")
    return hands if len(hands) > 1 else [*hands, []]


def _cards_in(held: int) -> list[int]:
    """The single cards of a set, the highest rank first."""
    return sorted(
        (1 << k for k in range(63, -1, -1) if held >> k & 1),
        key=lambda card: (card.bit_length() - 1) % 16,
        reverse=True,
    )


def _card(x: float, y: float, text: str, wins: bool) -> list[AnyItem]:
    face = Rect(
        x,
        y,
        CARD_W,
        CARD_H,
        fill="mark" if wins else "field",
        stroke="mark_edge" if wins else "edge",
        rounding=4,
    )
    role = "hue2" if text[-1:] in ("♥", "♦") else "ink"
    return (
        [face, Text(x + CARD_W / 2, y + CARD_H / 2, text, role, 0.5, bold=wins, world=True)]
        if text
        else [face]
    )
