"""What Witch's Brew looks like: the orders and the tome between the two witches, each with an
inventory and spells.

The four tiers are a circle, a square, a triangle and a diamond; cards keep their ids, so that they
slide and fly to the witch that takes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.brew.actions import BREW, REST, affords
from engines.brew.cards import BASIC, DELTA, NEED, PRICE, REPEATABLE, ROOM, SPELLS, TIERS
from engines.brew.places import (
    GAP,
    HIGH,
    ORDER_WIDE,
    SIDE,
    TABLE,
    TOME_LEFT,
    WIDE,
    Box,
    casts,
    order_box,
    pause,
    rest_box,
    spell_box,
    tome_box,
)
from engines.brew.rules import bonus, final_score
from engines.brew.state import EMPTY, SEATS, SHOWN_ORDERS, WHOLE, spells_of
from engines.brew.words import done, parts, signed
from engines.game import State
from engines.scene import AnyItem, Circle, Line, Mark, Rect, Scene, Text

SIDE_HIGH = 8.4
SLOT, SLOTS_LEFT = 1.12, 20.5  # of an inventory's slots
FILLS = ("field", "line2", "ink3", "mark")  # by tier
EDGES = ("ink2", "ink2", "ink2", "mark_edge")
TRIANGLE = ((0, -1.15), (1.1, 0.85), (-1.1, 0.85))
DIAMOND = ((0, -1.2), (1.1, 0), (0, 1.2), (-1.1, 0))
FAINT = 0.45
SHARE_HIGH = 0.95  # at the lower edge of a card, where its share of a search is written


def scene(s: State) -> Scene:
    """The position; cards taken in the last turn are invisible at the witch that took them."""
    items = [item for p in range(SEATS) for item in _side(s, p)]
    for k, number in enumerate(s.orders.tolist()):
        if number != EMPTY:
            items += _order(s, number, k, order_box(k))
    for k, spell in enumerate(s.tome.tolist()):
        if spell != EMPTY:
            items += _tome_spell(s, spell, k, tome_box(k))
    return Scene(
        -0.3, -0.3, WIDE + 0.6, HIGH + 0.6, still=tuple(_table(s)), items=(*_brewed(s), *items)
    )


def _table(s: State) -> Iterator[AnyItem]:
    for p in range(SEATS):
        yield Rect(0, SIDE[p], WIDE, SIDE_HIGH, fill="field", stroke="line", rounding=6)
        yield Rect(0, SIDE[p] + 0.35, 0.2, SIDE_HIGH - 0.7, fill=f"seat{p}")
        for k in range(ROOM):
            yield Rect(
                SLOTS_LEFT + k * SLOT, SIDE[p] + 0.6, SLOT - 0.12, SLOT, stroke="line2", rounding=3
            )
        x, y, w, h = rest_box(p)
        yield Rect(x, y, w, h, fill="panel", stroke="line2", rounding=5)
    yield Text(order_box(2)[0], TABLE + 0.45, "Orders", "ink2", 0.72, world=True, anchor="left")
    if s.league == WHOLE:
        yield Text(TOME_LEFT, TABLE + 0.45, "Tome", "ink2", 0.72, world=True, anchor="left")


# -- a witch's side --------------------------------------------------------------------------------


def _side(s: State, p: int) -> Iterator[AnyItem]:
    """Score, what was done last, inventory and spells; after the match the final score."""
    y, points = SIDE[p] + 1.15, final_score(s, p) if s.over else s.score[p]
    yield Mark(1.0, y, p, size=15, widest=1.2)
    yield Text(
        1.9, y, str(int(points)), "ink", 1.5, True, world=True, anchor="left", id=f"score{p}"
    )
    yield Text(
        4.7,
        y - 0.42,
        f"{int(s.brewed[p])} of {int(s.goal)} brewed",
        "ink2",
        0.72,
        world=True,
        anchor="left",
        id=f"brewed{p}",
    )
    if done(s, p):
        yield Text(4.7, y + 0.45, done(s, p), "ink", 0.72, world=True, anchor="left", id=f"done{p}")
    held = [tier for tier in range(TIERS) for _ in range(int(s.inv[p, tier]))]
    for tier in range(TIERS):
        x = 12.6 + 1.95 * tier
        yield _token(x, y, tier, 0.42, f"kind{p}.{tier}")
        yield Text(
            x + 0.65,
            y,
            str(int(s.inv[p, tier])),
            "ink",
            0.95,
            True,
            world=True,
            anchor="left",
            id=f"count{p}.{tier}",
        )
    for k, tier in enumerate(held):
        nth = k - held.index(tier)
        yield _token(SLOTS_LEFT + (k + 0.5) * SLOT - 0.06, y, tier, 0.4, f"held{p}.{tier}.{nth}")
    x, y, w, h = rest_box(p)
    yield Text(
        x + w / 2,
        y + h / 2,
        "Rest" if pause(s, p) == REST else "Wait",
        "ink",
        0.8,
        True,
        world=True,
        id=f"pause{p}",
    )
    own = spells_of(s, p)
    for k, spell in enumerate(own):
        yield from _own_spell(s, p, spell, spell_box(s, p, k, len(own)))


def _own_spell(s: State, p: int, spell: int, box: Box) -> Iterator[AnyItem]:
    """A spell with the possible numbers of casts below it; an exhausted one is faint and labelled
    so.
    """
    x, y, w, h = box
    ready, most = bool(int(s.ready[p]) >> spell & 1), casts(s, p, spell)
    twin = spell >= SPELLS - len(BASIC) or (p == 1 and bool(int(s.owned[0]) >> spell & 1))
    name, alpha = f"spell{spell}.{p}" if twin else f"spell{spell}", 1.0 if ready else FAINT
    yield Rect(
        x,
        y,
        w,
        h,
        fill="panel" if ready else "none",
        stroke="edge" if most else "line2",
        rounding=5,
        id=name,
        alpha=alpha,
    )
    changes = [tier for tier in range(TIERS) if DELTA[spell, tier]]
    room = w / len(changes)
    for k, tier in enumerate(changes):
        at, big = x + room * (k + 0.5), min(0.8, 0.66 * room)
        yield Text(
            at,
            y + 0.42,
            _signed(spell, tier),
            "ink",
            big,
            True,
            world=True,
            id=f"{name}.{tier}.n",
            alpha=alpha,
        )
        yield _token(at, y + 1.08, tier, min(0.34, 0.38 * room), f"{name}.{tier}.t", alpha)
    for n in range(most):
        said = f"×{n + 1}" if most < 5 else str(n + 1)
        yield Text(
            *(x + w * (n + 0.5) / most, y + h - SHARE_HIGH - 0.22),
            said,
            "ink2",
            0.55,
            world=True,
            id=f"{name}.x{n}",
        )
    if not ready:
        yield Text(
            x + w / 2,
            y + h - 0.5,
            "exhausted" if w > 3 else "–",
            "ink2",
            0.6,
            world=True,
            id=f"{name}.said",
        )


# -- the table -------------------------------------------------------------------------------------


def _order(s: State, number: int, place: int, box: Box, alpha: float = 1.0) -> Iterator[AnyItem]:
    """Price with the bonus of its place, what it needs, and the marks of the seats that can brew
    it.
    """
    x, y, w, h = box
    name, extra = f"order{number}", int(bonus(s, place)) if alpha else 0
    able = [p for p in range(SEATS) if alpha and affords(s, p, number)]
    edge = "edge" if able else "line2"
    yield Rect(x, y, w, h, fill="panel", stroke=edge, rounding=5, id=name, alpha=alpha)
    yield Text(
        x + w / 2,
        y + 0.85,
        str(int(PRICE[number]) + extra),
        "ink",
        1.25,
        True,
        world=True,
        id=f"{name}.price",
        alpha=alpha,
    )
    needs = [tier for tier in range(TIERS) if NEED[int(s.easy), number, tier]]
    apart = 0.98 if len(needs) < TIERS else 0.75  # four leave room for the number below them
    for k, tier in enumerate(needs):
        yield from _row(
            x + w / 2,
            y + 2.0 + apart * k,
            tier,
            str(int(NEED[int(s.easy), number, tier])),
            f"{name}.{tier}",
            alpha,
        )
    yield Text(
        x + w - 0.25,
        y + h - SHARE_HIGH - 0.25,
        f"#{number}",
        "ink3",
        0.5,
        world=True,
        anchor="right",
        id=f"{name}.id",
        alpha=alpha,
    )
    if not alpha:
        return
    for p in able:
        at = (x + 0.45 + 0.6 * p, y + h - SHARE_HIGH - 0.3)
        yield Mark(*at, p, size=8, id=f"{name}.can{p}", widest=0.55)
    if extra:
        yield Rect(
            x,
            TABLE + 0.08,
            w,
            0.8,
            fill="mark",
            stroke="mark_edge",
            rounding=4,
            id=f"urgent{place}",
        )
        yield Text(
            x + w / 2,
            TABLE + 0.48,
            f"+{extra}, {int(s.urgent[place])} left",
            "ink",
            0.58,
            world=True,
            id=f"urgent{place}.n",
        )


def _tome_spell(s: State, spell: int, place: int, box: Box) -> Iterator[AnyItem]:
    """What it costs, what is on it, what it changes."""
    x, y, w, h = box
    name, tax = f"spell{spell}", int(s.tax[place])
    yield Rect(x, y, w, h, fill="panel", stroke="line2", rounding=5, id=name)
    yield Text(
        x + 0.25,
        y + 0.55,
        f"pay {place}" if place else "free",
        "ink2",
        0.62,
        world=True,
        anchor="left",
        id=f"{name}.cost",
    )
    changes = [tier for tier in range(TIERS) if DELTA[spell, tier]]
    apart = 1.0 if len(changes) < TIERS else 0.75  # four leave room for the tax below them
    for k, tier in enumerate(changes):
        yield from _row(
            x + w / 2, y + 1.6 + apart * k, tier, _signed(spell, tier), f"{name}.{tier}"
        )
    yield Text(
        x + 0.25,
        y + h - SHARE_HIGH - 0.25,
        f"#{spell}",
        "ink3",
        0.5,
        world=True,
        anchor="left",
        id=f"{name}.id",
    )
    if tax:
        yield Text(
            x + 0.25,
            y + h - SHARE_HIGH - 0.85,
            f"+{tax}",
            "ink",
            0.75,
            True,
            world=True,
            anchor="left",
            id=f"{name}.tax",
        )
        yield _token(x + 1.6, y + h - SHARE_HIGH - 0.85, 0, 0.3, f"{name}.pile")
    if REPEATABLE[spell]:
        yield Text(
            x + w - 0.25,
            y + h - SHARE_HIGH - 0.25,
            "×n",
            "ink3",
            0.6,
            world=True,
            anchor="right",
            id=f"{name}.many",
        )


def _signed(spell: int, tier: int) -> str:
    return signed(int(DELTA[spell, tier]))


def _row(
    x: float, y: float, tier: int, said: str, name: str, alpha: float = 1.0
) -> Iterator[AnyItem]:
    """A number next to the shape of a tier."""
    yield Text(
        x - 0.02,
        y,
        said,
        "ink",
        0.82,
        True,
        world=True,
        anchor="right",
        id=f"{name}.n",
        alpha=alpha,
    )
    yield _token(x + 0.58, y, tier, 0.36, f"{name}.t", alpha)


def _brewed(s: State) -> Iterator[AnyItem]:
    """Orders brewed in the last turn: they fly to the score and vanish."""
    taken: set[int] = set()
    for p in range(SEATS):
        kind, number, _ = parts(s.last[p])
        if kind == BREW and number not in taken and number not in s.orders:
            taken.add(number)
            yield from _order(
                s, number, SHOWN_ORDERS, (1.5, SIDE[p] + 0.2, ORDER_WIDE - GAP, 2.0), 0.0
            )


def _token(x: float, y: float, tier: int, radius: float, name: str, alpha: float = 1.0) -> AnyItem:
    """The shape of a tier."""
    fill, edge, r = FILLS[tier], EDGES[tier], radius
    if tier == 0:
        return Circle(x, y, r, fill=fill, stroke=edge, width=1.5, id=name, alpha=alpha)
    if tier == 1:
        return Rect(
            x - 0.9 * r,
            y - 0.9 * r,
            1.8 * r,
            1.8 * r,
            fill=fill,
            stroke=edge,
            width=1.5,
            id=name,
            alpha=alpha,
        )
    corners = TRIANGLE if tier == 2 else DIAMOND
    points = tuple((x + dx * r, y + dy * r) for dx, dy in corners)
    return Line(points, edge, 1.5, closed=True, fill=fill, id=name, alpha=alpha)
