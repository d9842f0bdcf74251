"""What Xmas Rush looks like: tiles with their paths, items, players, the tiles in hand and the
quests next to the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import Any

import numpy as np

from engines.game import State
from engines.scene import AnyItem, Event, EventKind, Mark, Point, Rect, Scene, Target, Text
from engines.xmasrush import rules as r
from engines.xmasrush.board import DELTA, PUSHES, end_of, length, steps_of
from engines.xmasrush.state import CELLS, DOWN, LEFT, NAMES, NOTHING, RIGHT, SIDE, TILES, UP
from engines.xmasrush.text import quests_left, quests_of

EVENT_KINDS = (
    EventKind("quest", "number", "quest done"),
    EventKind("clash", "cross", "same line pushed"),
)
GAP = 0.04  # between tiles
WIDE = 0.3  # width of a path
EDGE = 0.7  # width of the strip of arrows and numbers around the board
NUMBERED = -0.17  # where the numbers of rows and columns are
ASIDE = 2.15  # distance of the players' columns
# the upper left corner of each hand
HANDS: tuple[Point, ...] = ((-EDGE - 1.6, 0.55), (SIDE + EDGE + 0.6, 0.55))
ARROWS = "↑→↓←"
TO = ("up", "right", "down", "left")


def middle(cell: int) -> Point:
    """The middle of a cell."""
    return cell % SIDE + 0.5, cell // SIDE + 0.5


def corner(place: int) -> Point:
    """The upper left corner of a cell or hand."""
    return HANDS[place - CELLS] if place >= CELLS else (place % SIDE, place // SIDE)


def scene(s: State) -> Scene:
    """The position."""
    items: list[AnyItem] = []
    for tile in range(TILES):
        items += tile_items(s, tile)
    for tile in range(TILES):
        if s.carried[tile] != NOTHING:
            items += item_chip(s, tile)
    items += [item for p in (0, 1) for item in beside(s, p)]
    together = s.pos[0] == s.pos[1]
    for p in (0, 1):
        x, y = middle(int(s.pos[p]))
        items.append(
            Mark(x + (p - 0.5) * 0.4 * together, y - 0.22, p, 0.2, id=f"player{p}", group="names")
        )
    return Scene(
        -EDGE - ASIDE,
        -EDGE,
        SIDE + 2 * (EDGE + ASIDE),
        SIDE + 2 * EDGE,
        still=tuple(still(s)),
        items=tuple(items),
    )


def still(s: State) -> Iterator[AnyItem]:
    """The background of the board, the numbers of its rows and columns, and an arrow for each push
    in a push turn.
    """
    yield Rect(
        -0.06, -0.06, SIDE + 0.12, SIDE + 0.12, fill="line2", stroke="edge", width=1.0, rounding=4
    )
    for line in range(SIDE):
        for x, y in ((line + 0.5, NUMBERED), (NUMBERED, line + 0.5)):
            yield Text(x, y, str(line), "ink3", 0.18, world=True)
    for push in range(PUSHES if r.is_push_turn(s) and not r.is_over(s) else 0):
        x, y = arrow_at(push)
        yield Text(x, y, ARROWS[push // SIDE], "ink2", 0.34, True, world=True)


def arrow_at(push: int) -> Point:
    """Where the arrow of a push is: on the side where the tile enters."""
    way, line = push // SIDE, push % SIDE
    before, after = -EDGE / 2 - 0.1, SIDE + EDGE / 2 + 0.03
    return (
        (line + 0.5, after if way == UP else before)
        if way in (UP, DOWN)
        else (after if way == LEFT else before, line + 0.5)
    )


def push_at(x: float, y: float) -> int | None:
    """The push of the arrow at a point next to the board."""
    if 0 <= x < SIDE and (-EDGE <= y < 0 or SIDE <= y < SIDE + EDGE):
        return SIDE * (DOWN if y < 0 else UP) + int(x)
    if 0 <= y < SIDE and (-EDGE <= x < 0 or SIDE <= x < SIDE + EDGE):
        return SIDE * (RIGHT if x < 0 else LEFT) + int(y)
    return None


def tile_items(s: State, tile: int) -> Iterator[AnyItem]:
    """A tile and its paths: at most one horizontal and one vertical bar."""
    x, y = corner(int(s.where[tile]))
    ways = int(s.kind[tile])
    yield Rect(
        x + GAP / 2, y + GAP / 2, 1 - GAP, 1 - GAP, fill="track", rounding=3, id=f"tile{tile}"
    )
    low, high = 0.5 - WIDE / 2, 0.5 + WIDE / 2
    left, right = 0.02 if ways >> LEFT & 1 else low, 0.98 if ways >> RIGHT & 1 else high
    top, foot = 0.02 if ways >> UP & 1 else low, 0.98 if ways >> DOWN & 1 else high
    yield Rect(x + left, y + low, right - left, WIDE, fill="wall", id=f"across{tile}")
    yield Rect(x + low, y + top, WIDE, foot - top, fill="wall", id=f"along{tile}")


def item_chip(s: State, tile: int) -> Iterator[AnyItem]:
    """An item in its owner's colour: solid if an open quest wants it, faint otherwise."""
    x, y = corner(int(s.where[tile]))
    owner, name = divmod(int(s.carried[tile]), len(NAMES))
    asked = bool(int(s.open[owner]) >> name & 1)
    role, word = f"seat{owner}", NAMES[name].capitalize()
    wide = 0.13 * len(word) + 0.14 if asked else 0.12 * len(word) + 0.1
    high = 0.3 if asked else 0.24
    yield Rect(
        *(x + 0.5 - wide / 2, y + 0.68 - high / 2, wide, high),
        fill="mark" if asked else "field",
        stroke=role,
        width=2.4 if asked else 1.0,
        rounding=5,
        id=f"chip{tile}",
        alpha=1.0 if asked else 0.85,
    )
    yield Text(
        x + 0.5,
        y + 0.68,
        word,
        "ink" if asked else "ink2",
        0.205 if asked else 0.175,
        asked,
        world=True,
        id=f"word{tile}",
    )


def beside(s: State, p: int) -> Iterator[AnyItem]:
    """A player's column: its owner, the framed tile in hand, the score, the open quests, and the
    number still hidden.
    """
    x, y = HANDS[p][0] + 0.5, HANDS[p][1]
    yield Mark(x, y - 0.42, p, size=15, widest=0.5)
    yield Rect(x - 0.57, y - 0.07, 1.14, 1.14, stroke=f"seat{p}", width=2.0, rounding=5)
    yield Text(
        x,
        y + 1.5,
        f"{int(s.score[p])} of {int(s.quests)}",
        "ink",
        0.34,
        True,
        world=True,
        id=f"score{p}",
    )
    yield Text(x, y + 1.86, "quests done", "ink2", 0.2, world=True)
    for k, name in enumerate(quests_of(s, p)):
        at = y + 2.45 + 0.46 * k
        yield Rect(
            x - 0.62,
            at - 0.19,
            1.24,
            0.38,
            fill="mark",
            stroke=f"seat{p}",
            width=1.8,
            rounding=5,
            id=f"quest{p}.{name}",
        )
        yield Text(
            x, at, NAMES[name].capitalize(), "ink", 0.22, True, world=True, id=f"wish{p}.{name}"
        )
    hidden = quests_left(s, p) - len(quests_of(s, p))
    if hidden:
        yield Text(x, y + 4.0, f"{hidden} hidden", "ink2", 0.2, world=True)


def targets(s: State, agent: int) -> list[Target]:
    """The arrows of a push turn, the cells of a move turn."""
    out = np.zeros(r.MOST, np.int64)
    actions = out[: r.legal(s, agent, out)].tolist()
    if r.is_push_turn(s):
        spots = [arrow_at(action) for action in actions]
        return [
            Target(action, x - 0.28, y - 0.28, 0.56, 0.56)
            for action, (x, y) in zip(actions, spots, strict=True)
        ]
    found = []
    for action in actions:
        cells = walked(s, agent, action)
        found.append(
            Target(
                action,
                cells[-1] % SIDE,
                cells[-1] // SIDE,
                1,
                1,
                taken=True,
                way=tuple(middle(cell) for cell in cells),
            )
        )
    return found


def walked(s: State, agent: int, path: int) -> list[int]:
    """The cells of an open path, starting with the player's own."""
    return list(accumulate((int(DELTA[way]) for way in steps_of(path)), initial=int(s.pos[agent])))


def destination(s: State, agent: int, path: int) -> int:
    """The cell to which a path leads."""
    return int(end_of(r.joints_across(s), r.joints_below(s), int(s.pos[agent]), path))


def words(s: State, agent: int, action: int) -> str:
    """An action in words: "row 3 right", "to 2 4: right, down 2"."""
    if action < PUSHES:
        way, line = divmod(int(action), SIDE)
        return f"{'column' if way in (UP, DOWN) else 'row'} {line} {TO[way]}"
    if not length(action):
        return "stay"
    y, x = divmod(destination(s, agent, action), SIDE)
    legs = [(TO[way], len(list(same))) for way, same in groupby(steps_of(action))]
    return f"to {x} {y}: {', '.join(way if n == 1 else f'{way} {n}' for way, n in legs)}"


def events(before: State, after: State, log: Any, names: Sequence[str]) -> Iterator[Event]:
    """The quests completed in a turn, and a line that both pushed."""
    if log is not None and r.is_push_turn(before) and not after.lost and log.clash[0]:
        yield Event("clash", -1, f"both pushed the same line, {int(after.clashes)} in a row")
    for p, who in enumerate(names):
        for name in (
            k for k in range(len(NAMES)) if before.home[p, k] != NOTHING == after.home[p, k]
        ):
            yield Event(
                "quest", p, f"{who} found the {NAMES[name].lower()}", str(int(after.score[p]))
            )
