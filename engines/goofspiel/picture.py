"""The table of Goofspiel: both hands, the last bids, the current prize and those to come.

World units: a card is WIDE and HIGH; n is how many cards each hand has.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import State
from engines.goofspiel.rules import DESCENDING
from engines.scene import AnyItem, Mark, Rect, Scene, Text

WIDE, HIGH = 0.84, 1.26  # of a card
ROWS = (4.2, 0.1)  # where each seat's hand is

Box = tuple[float, float, float, float]  # x, y, width, height


def scene(s: State, n: int) -> Scene:
    """The position; prizes already won are invisible at their winner."""
    wide = _width(n)
    still: list[AnyItem] = [
        Rect(-1.5, 1.75, wide + 1.7, 2.1, fill="field", stroke="line", rounding=6),
        Text(-1.2, 2.05, "last bids", "ink2", 11, anchor="left"),
        Text(wide - 0.1, 2.05, "to come", "ink2", 11, anchor="right"),
    ]
    items: list[AnyItem] = []
    for seat in (0, 1):
        still.append(Mark(-1.1, ROWS[seat] + HIGH / 2, seat, size=16))
        items += _hand(s, seat, n)
    items += _prizes(s, n)
    return Scene(
        -1.7, -0.2, wide + 2.1, ROWS[0] + HIGH + 0.4, still=tuple(still), items=tuple(items)
    )


def place(n: int, seat: int, card: int) -> Box:
    """The box of a card in a hand."""
    return (_width(n) - n) / 2 + card - 1 + (1 - WIDE) / 2, ROWS[seat], WIDE, HIGH


def card_at(n: int, seat: int, x: float, y: float) -> int | None:
    """The card of the seat's hand at a point, held or not."""
    left = place(n, seat, 1)[0]
    card = int(x - left) + 1 if x >= left else 0
    return card if 1 <= card <= n and ROWS[seat] <= y <= ROWS[seat] + HIGH else None


def _width(n: int) -> float:
    return max(7.0, float(n))


def _hand(s: State, seat: int, n: int) -> Iterator[AnyItem]:
    """A seat's points and cards: those bid before are faint in their places, the last bid is on the
    table.
    """
    points, middle = f"{s.points[seat] / 2:g}", ROWS[seat] + HIGH / 2
    yield Text(-0.5, middle, points, "ink", 0.42, True, world=True, id=f"points{seat}")
    for card in range(1, n + 1):
        held, last = bool(s.hand[seat] >> card & 1), card == s.last[seat]
        box = (seat - 1.05, 2.35, WIDE, HIGH) if last else place(n, seat, card)
        alpha = 1.0 if held or last else 0.18
        yield from _card(box, card, "field", f"seat{seat}", f"card{seat}.{card}", alpha)


def _prizes(s: State, n: int) -> Iterator[AnyItem]:
    """The prizes to come in order, those won, and the current one."""
    wide, middle = _width(n), _width(n) / 2
    small = [c for c in range(1, n + 1) if s.left >> c & 1]
    if s.order == DESCENDING:
        small.reverse()
    for at, prize in enumerate(small):
        x = wide - 0.1 - (len(small) - at) * min(0.5, (middle - 1.0) / max(1, len(small)))
        yield from _prize((x, 2.5, 0.42, 0.64), prize)
    for seat in (0, 1):
        # it flies to its winner and vanishes
        for prize in (c for c in range(1, n + 1) if s.won[seat] >> c & 1):
            yield from _prize((-0.8, ROWS[seat] + 0.3, 0.42, 0.64), prize, 0.0)
    if s.prize:
        yield from _prize((middle - 0.6, 1.9, 1.2, 1.8), int(s.prize))


def _prize(box: Box, prize: int, alpha: float = 1.0) -> Iterator[AnyItem]:
    return _card(box, prize, "mark", "mark_edge", f"prize{prize}", alpha)


def _card(
    box: Box, number: int, fill: str, stroke: str, name: str, alpha: float
) -> Iterator[AnyItem]:
    """A card with its number."""
    x, y, w, h = box
    yield Rect(x, y, w, h, fill=fill, stroke=stroke, width=1.8, rounding=5, id=name, alpha=alpha)
    yield Text(
        x + w / 2,
        y + h / 2,
        str(number),
        "ink",
        0.5 * w,
        True,
        world=True,
        id=f"{name}.text",
        alpha=alpha,
    )
