"""Positions of Xmas Rush changed by hand: tiles by palette, items and players dragged, quests done
or open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Handle,
    Paint,
    PaintCell,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
    number_in,
    place_in,
)
from engines.game import State, same
from engines.reading import Reader
from engines.scene import Point
from engines.xmasrush import changes, hearing, text
from engines.xmasrush.changes import ITEMS, KINDS, SHAPES
from engines.xmasrush.picture import corner, middle
from engines.xmasrush.state import (
    ALL_QUESTS,
    BLANK,
    CELLS,
    LONGEST,
    NAMES,
    NOTHING,
    SIDE,
    TILES,
)

MATCH = "Match"
KEYS = "1234567890Q"  # of the shapes
WAYS = ("up", "right", "down", "left")
TURNS = ((0, "push"), (1, "move"))
HANDS = ("hand of player 1", "hand of player 2")


def _open(kind: int) -> str:
    """A tile in words: "open up, right"."""
    return f"open {', '.join(word for way, word in enumerate(WAYS) if kind >> way & 1)}"


PAINTS = tuple(
    Paint(kind, SHAPES[kind], key=key, words=_open(kind))
    for kind, key in zip(KINDS, KEYS, strict=True)
)


class TilesEditing(Editing):
    """49 tiles and two in hand, 12 items at most for each player, and the quests."""

    tools = (
        Tool("swap", "Swap seats", "swap"),
        Tool("turn", "Turn the board around"),
        Tool("deal", "Deal hidden cards again", "restart"),
    )
    text_title = "What a bot would read"
    text_note = "player 1; edit here too"
    shakes = ("Player", "Item")
    reach = 1.5
    help = (
        "A click puts the chosen tile; a second one, or a right click, turns it. Drag players and "
        "items. Tab chooses what the arrows move, else they move the cursor."
    )

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        names = [self.game.agent_name(p) for p in (0, 1)]
        items = [item for item in range(2 * ITEMS) if changes.place_of(state, item) != NOTHING]
        words = {item: changes.word(item) for item in items}
        groups = [*(Group(name, p) for p, name in enumerate(names)), Group(MATCH)]
        groups += [Group(words[item], apart=True) for item in items]
        handles = [_player(state, p, names[p]) for p in (0, 1)]
        handles += [_item(state, item, words[item]) for item in items]
        fields = [each for p in (0, 1) for each in _player_fields(state, p, names[p])]
        fields += [
            *_match_fields(state),
            *(_item_field(state, item, words[item]) for item in items),
        ]
        return Parts(tuple(groups), tuple(handles), tuple(_cells(state)), PAINTS, tuple(fields))

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        before = state.copy()
        what, _, rest = part.partition(".")
        if what.startswith("cell"):
            changes.set_tile(state, int(what[4:]), round(number_in(value)))
        elif what.startswith("player"):
            _move_player(state, int(what[6:]), rest, value)
        elif what.startswith("item"):
            place = round(number_in(value)) if rest else _place_at(*place_in(value))
            changes.set_item(state, int(what[4:]), place)
        elif what.startswith("quest"):
            changes.set_done(state, int(what[5:]), int(rest), bool(number_in(value)))
        elif what == "kind":
            state.turn = int(state.turn) & ~1 | round(number_in(value))
        else:
            state[what] = round(number_in(value))
        if not same(state, before):
            changes.follow(state)

    def use(self, state: State, tool: str) -> None:
        {"swap": changes.swap, "turn": changes.half_turn, "deal": changes.deal_again}[tool](state)
        changes.follow(state)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        names = [self.game.agent_name(p) for p in (0, 1)]
        kind = "move" if state.turn & 1 else "push"
        return (
            Remark(OK, f"{CELLS} tiles on the board, one in each hand"),
            Remark(OK, f"Turn {int(state.turn)} of {LONGEST} is a {kind} turn"),
            *(_quests(state, p, names[p]) for p in (0, 1)),
            *_met(state, names),
            *_hidden(state),
        )

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        return "\n".join(text.view(self.game, state, 0))

    def read(self, state: State, text: str) -> State:
        lines = lines_of(text)
        if lines == lines_of(self.text(state)):
            return state.copy()
        read = Reader(lines)
        try:
            heard = hearing.heard(self.game, [], read)
        except (ValueError, EOFError) as error:
            raise EditError(str(error)) from None
        if read.at < len(lines):
            raise EditError(f"Nothing follows the quests, but there is {lines[read.at]!r}.")
        if heard.game.options.league != self.game.options.league:
            words = f"of league {heard.game.options.league}, this match is of"
            raise EditError(f"The text is {words} {self.game.options.league}.")
        after = heard.state
        if heard.seat:
            changes.swap(after)
        changes.completed(after, state)
        after.turn = int(state.turn) & ~1 | int(after.turn)
        after.clashes = state.clashes
        changes.follow(after)
        return after


# -- what there is ---------------------------------------------------------------------------------


def _cells(s: State) -> Iterator[PaintCell]:
    for place in range(TILES):
        kind = int(s.kind[s.tile[place]])
        title = f"Tile at {_spot(place)}"
        yield PaintCell(f"cell{place}", *corner(place), 1, 1, kind, title, changes.turned(kind))


def _spot(place: int) -> str:
    """A place in words."""
    return HANDS[place - CELLS] if place >= CELLS else f"{place % SIDE} {place // SIDE}"


def _middle(place: int) -> Point:
    x, y = corner(place)
    return x + 0.5, y + 0.5


def _player(s: State, p: int, name: str) -> Handle:
    x, y = middle(int(s.pos[p]))
    words = f"at {_spot(int(s.pos[p]))}"
    together = 0.4 * (p - 0.5) * bool(s.pos[0] == s.pos[1])
    return Handle(
        f"player{p}", "Player", name, x + together, y - 0.22, words, radius=0.24,
        field=f"player{p}.x",
    )  # fmt: skip


def _item(s: State, item: int, name: str) -> Handle:
    place = changes.place_of(s, item)
    x, y = _middle(place)
    words = f"at {_spot(place)}"
    return Handle(
        f"item{item}", "Item", name, x, y + 0.18, words, radius=0.3, field=f"item{item}.at"
    )


def _player_fields(s: State, p: int, name: str) -> Iterator[Quantity]:
    y, x = divmod(int(s.pos[p]), SIDE)
    yield Quantity(f"player{p}.x", "x", name, x, 0, SIDE - 1, f"0 to {SIDE - 1}")
    yield Quantity(f"player{p}.y", "y", name, y, 0, SIDE - 1, f"0 to {SIDE - 1}")
    for card in changes.cards(s)[: int(s.seen[p])]:
        is_done = not int(s.open[p]) >> card & 1
        title = f"{NAMES[card].capitalize()} done"
        yield Quantity(f"quest{p}.{card}", title, name, is_done, switch=True)


def _item_field(s: State, item: int, name: str) -> Quantity:
    places = tuple((place, _spot(place)) for place in range(TILES))
    return Quantity(f"item{item}.at", "Place", name, changes.place_of(s, item), choices=places)


def _match_fields(s: State) -> Iterator[Quantity]:
    yield Quantity("kind", "Turn", MATCH, int(s.turn) & 1, choices=TURNS)
    yield Quantity("turn", "Turns played", MATCH, int(s.turn), 0, LONGEST - 1, f"of {LONGEST}")
    if s.patience:
        most = int(s.patience) - 1
        title = "Same line in a row"
        yield Quantity("clashes", title, MATCH, int(s.clashes), 0, most, f"of {int(s.patience)}")


# -- changes ---------------------------------------------------------------------------------------


def _move_player(s: State, p: int, axis: str, value: PartValue) -> None:
    if not axis:
        x, y = place_in(value)
        s.pos[p] = changes.cell_at(x, y + 0.22)
        return
    y, x = divmod(int(s.pos[p]), SIDE)
    number = round(number_in(value))
    s.pos[p] = SIDE * y + number if axis == "x" else SIDE * number + x


def _place_at(x: float, y: float) -> int:
    """The place of an item that is dropped: a hand, else the nearest cell."""
    for place in range(CELLS, TILES):
        left, top = corner(place)
        if left <= x < left + 1 and top <= y < top + 1:
            return place
    return changes.cell_at(x, y - 0.18)


# -- remarks ---------------------------------------------------------------------------------------


def _quests(s: State, p: int, name: str) -> Remark:
    finished, table = len(changes.done(s, p)), changes.open_names(s, p)
    if finished == s.quests or s.over == ALL_QUESTS:
        words = f"The match is over: {name} has done all quests"
        return Remark(ERROR, words, "Nothing is left to play.")
    wanted = ", ".join(NAMES[card].lower() for card in table)
    return Remark(OK, f"{name} has done {finished} of {int(s.quests)} quests; open: {wanted}")


def _met(s: State, names: Sequence[str]) -> Iterator[Remark]:
    for p, name in enumerate(names):
        item = int(s.carried[s.tile[s.pos[p]]])
        if item // ITEMS == p and int(s.open[p]) >> item % ITEMS & 1:
            words = f"{name} is on its {NAMES[item % ITEMS].lower()}"
            yield Remark(NOTE, words, "It is collected as the next turn begins.")


def _hidden(s: State) -> Iterator[Remark]:
    names = changes.cards(s)
    known = int(s.seen.max())
    if BLANK not in names and known < len(names):
        yield Remark(
            NOTE,
            f"{len(names) - known} cards are hidden, in the order of this match",
            "No search sees them; “Deal hidden cards again” draws another order.",
        )
