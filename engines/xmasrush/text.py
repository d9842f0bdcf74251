"""The contest's text: what a player reads and answers.

Each turn: 0 for a push or 1 for a move; seven lines of seven tiles, each its ways up, right, down,
left as digits; for the reader and for the opponent the quests left, the cell x y and the tile in
hand; the number of items and a line `name x y owner` for each, -1 -1 on the reader's tile in hand
and -2 -2 on the opponent's; the number of open quests and a line `name owner` for each. Owner 0 is
the reader.

Answer: `PUSH line DIRECTION`, `MOVE` with 1 to 20 directions, or `PASS` instead of a move; spelled
exactly, at most 124 characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.game import FORFEIT, Game, Parsed, State
from engines.xmasrush.board import path_of, steps_of
from engines.xmasrush.deal import digits_of
from engines.xmasrush.state import CELLS, MOST_STEPS, NAMES, NOTHING, SIDE, WAYS

LONGEST_LINE = 124
_WAY = "|".join(WAYS)
PUSH = re.compile(rf"PUSH ([0-6]) ({_WAY})")
MOVE = re.compile(rf"MOVE((?: (?:{_WAY})){{1,{MOST_STEPS}}})")


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads each turn."""
    sides, items = (seat, 1 - seat), list(item_lines(s, seat))
    quests = [
        f"{NAMES[name]} {viewer}" for viewer, p in enumerate(sides) for name in quests_of(s, p)
    ]
    return [
        str(int(s.turn) & 1),
        *board_lines(s),
        *(player_line(s, p) for p in sides),
        *(str(len(items)), *items),
        *(str(len(quests)), *quests),
    ]


def board_lines(s: State) -> list[str]:
    """The seven rows of tiles."""
    tiles = [digits_of(kind) for kind in s.kind[s.tile].tolist()]
    return [" ".join(tiles[SIDE * y : SIDE * y + SIDE]) for y in range(SIDE)]


def player_line(s: State, p: int) -> str:
    y, x = divmod(int(s.pos[p]), SIDE)
    return f"{quests_left(s, p)} {x} {y} {digits_of(s.kind[s.tile[CELLS + p]])}"


def quests_left(s: State, p: int) -> int:
    """Open and hidden quests."""
    return int(s.open[p]).bit_count() + int(s.quests) - int(s.seen[p])


def items(s: State) -> Iterator[tuple[int, int, int]]:
    """The items still on a tile as (name, owner, place), in the order of the protocol."""
    homes, where = s.home.ravel().tolist(), s.where.tolist()
    for item in s.sent.tolist():
        if item != NOTHING and homes[item] != NOTHING:
            yield item % len(NAMES), item // len(NAMES), where[homes[item]]


def spot(place: int, seat: int) -> tuple[int, int]:
    """A place as a seat sees it: x and y, -1 twice for its own hand and -2 for the other's."""
    if place >= CELLS:
        hand = -1 if place - CELLS == seat else -2
        return hand, hand
    return place % SIDE, place // SIDE


def item_lines(s: State, seat: int) -> Iterator[str]:
    for name, owner, place in items(s):
        x, y = spot(place, seat)
        yield f"{NAMES[name]} {x} {y} {owner ^ seat}"


def quests_of(s: State, p: int) -> list[int]:
    """A player's open quests in the order of their cards."""
    cards = [int(s.deck) >> 4 * k & 15 for k in range(int(s.seen[p]))]
    return [name for name in cards if int(s.open[p]) >> name & 1]


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as an action, FORFEIT with a reason where it is bad."""
    if not lines:
        return Parsed((FORFEIT,), "no answer")
    line = lines[0].strip() if game.options.trim else lines[0]
    if len(line) > LONGEST_LINE:
        return Parsed(
            (FORFEIT,), f"an answer has at most {LONGEST_LINE} characters, this one {len(line)}"
        )
    pushing, push, move = s.turn & 1 == 0, PUSH.fullmatch(line), MOVE.fullmatch(line)
    if pushing and push:
        return Parsed((SIDE * WAYS.index(push[2]) + int(push[1]),))
    if not pushing and (move or line == "PASS"):
        return Parsed((path_of([WAYS.index(word) for word in move[1].split()] if move else []),))
    wanted = "PUSH line DIRECTION" if pushing else f"PASS or MOVE with 1 to {MOST_STEPS} directions"
    return Parsed((FORFEIT,), f"expected {wanted}, got {line!r}")


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line a player would write for an action."""
    action = int(actions[0])
    if s.turn & 1 == 0:
        return [f"PUSH {action % SIDE} {WAYS[action // SIDE]}"]
    ways = steps_of(action)
    return [" ".join(["MOVE", *(WAYS[way] for way in ways)]) if ways else "PASS"]
