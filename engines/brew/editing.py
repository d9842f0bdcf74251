"""Positions of Witch's Brew changed by hand: inventories, spells, the cards on the table and what
has been brewed. Cards that nobody has seen keep their order as far as they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.brew import changes, hearing, text
from engines.brew.cards import ROOM, TIERS
from engines.brew.places import spell_box
from engines.brew.state import (
    EMPTY,
    GOALS,
    LONGEST,
    SEATS,
    SHOWN_ORDERS,
    SHOWN_SPELLS,
    URGENT,
    WHOLE,
    learnings,
    spells_of,
)
from engines.brew.words import SHAPES, formula
from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Paint,
    PaintCell,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
    number_in,
)
from engines.game import State, same
from engines.reading import Reader

TIRED, READY = 0, 1
TABLE, MATCH = "Table", "Match"
NONE = (EMPTY, "none")


class BrewEditing(Editing):
    """Two witches, five orders and the tome's six spells."""

    tools = (
        Tool("swap", "Swap seats", "swap"),
        Tool("rest", "All spells ready"),
        Tool("deal", "Deal hidden cards again", "restart"),
    )
    text_title = "What a bot would read"
    text_note = "witch 1; edit here too"
    help = (
        "A click on a spell makes it ready or exhausted. Ingredients, cards and spells learnt are "
        "at the right."
    )

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        names = [self.game.agent_name(p) for p in range(SEATS)]
        groups = (*(Group(name, p) for p, name in enumerate(names)), Group(TABLE), Group(MATCH))
        fields = [each for p in range(SEATS) for each in _witch_fields(state, p, names[p])]
        fields += [*_table_fields(state), *_match_fields(state)]
        paints = (Paint(READY, "ready", key="F"), Paint(TIRED, "tired", key="Del"))
        return Parts(groups, (), tuple(_spells(state, names)), paints, tuple(fields))

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number = round(number_in(value))
        what, _, place = part.partition(".")
        where = [int(word) for word in place.split(".") if word]
        before = state.copy()
        match what:
            case "spell":
                changes.set_ready(state, where[0], where[1], bool(number))
            case "inv":
                state.inv[where[0], where[1]] = number
            case "learnt":
                changes.set_learnt(state, where[0], where[1], number)
            case "brewed":
                changes.set_brewed(state, where[0], number)
            case "order":
                changes.set_order(state, where[0], number)
            case "tome":
                changes.set_tome(state, where[0], number)
            case "moved":
                changes.set_moved(state, bool(number))
            case "score" | "tax" | "urgent":
                state[what][where[0]] = number
            case _:
                state[what] = number
        if not same(state, before):
            changes.follow(state)

    def use(self, state: State, tool: str) -> None:
        if tool == "swap":
            changes.swap(state)
        elif tool == "rest":
            state.ready[:] = state.owned
        else:
            changes.deal_again(state)
        changes.follow(state)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        names = [self.game.agent_name(p) for p in range(SEATS)]
        return (
            *(_bag(state, p, names[p]) for p in range(SEATS)),
            *(_earned(state, p, names[p]) for p in range(SEATS)),
            _turns(state, names),
            *_end(state, names),
            *_unseen(state),
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
            raise EditError(f"Nothing follows both inventories, but there is {lines[read.at]!r}.")
        if heard.game.options.league != self.game.options.league:
            words = f"of league {heard.game.options.league}, this match is of"
            raise EditError(f"The text is {words} {self.game.options.league}.")
        if heard.seat:
            changes.swap(heard.state)
        return changes.remembered(state, heard.state)


# -- what there is ---------------------------------------------------------------------------------


def _spells(s: State, names: Sequence[str]) -> Iterator[PaintCell]:
    for p in range(SEATS):
        own = spells_of(s, p)
        for k, spell in enumerate(own):
            ready = int(s.ready[p]) >> spell & 1
            title = f"{names[p]}'s spell {formula(spell)}"
            yield PaintCell(
                f"spell.{p}.{spell}", *spell_box(s, p, k, len(own)), ready, title, 1 - ready
            )


def _witch_fields(s: State, p: int, name: str) -> Iterator[Quantity]:
    for tier in range(TIERS):
        title, held = f"{SHAPES[tier].capitalize()}s", int(s.inv[p, tier])
        yield Quantity(f"inv.{p}.{tier}", title, name, held, 0, ROOM, f"0 to {ROOM}")
    score, most = int(s.score[p]), GOALS[int(s.league)] - 1
    yield Quantity(f"score.{p}", "Rupees", name, score, 0, changes.dearest(most))
    brewed = int(s.brewed[p])
    yield Quantity(f"brewed.{p}", "Orders brewed", name, brewed, 0, most, f"0 to {most}")
    if s.league == WHOLE:
        own = [spell for who, spell in learnings(s) if who == p]
        for k, spell in enumerate([*own, EMPTY]):
            choices = (NONE, *((c, formula(c)) for c in changes.learnable(s, p, spell)))
            title = f"Learnt spell {k + 1}" if k < len(own) else "Learn a spell"
            yield Quantity(f"learnt.{p}.{k}", title, name, spell, choices=choices)


def _table_fields(s: State) -> Iterator[Quantity]:
    for k in range(SHOWN_ORDERS):
        order = int(s.orders[k])
        if order != EMPTY:
            choices = tuple((c, changes.order_words(s, c)) for c in changes.orders_for(s, order))
            yield Quantity(f"order.{k}", f"Order {k + 1}", TABLE, order, choices=choices)
    for k in range(SHOWN_SPELLS if s.league == WHOLE else 0):
        spell = int(s.tome[k])
        if spell != EMPTY:
            choices = tuple((c, formula(c)) for c in changes.spells_for(s, spell))
            yield Quantity(f"tome.{k}", f"Tome {k + 1}", TABLE, spell, choices=choices)
            most = int(s.learnings)
            yield Quantity(f"tax.{k}", f"On tome {k + 1}", TABLE, int(s.tax[k]), 0, most, "circles")


def _match_fields(s: State) -> Iterator[Quantity]:
    yield Quantity(
        "turn", "Turns played", MATCH, int(s.turn), 0, LONGEST - 1, f"0 to {LONGEST - 1}"
    )
    if s.league == WHOLE:
        first, second = "+1" if s.moved else "+3", "0" if s.moved else "+1"
        left = f"0 to {URGENT}"
        yield Quantity(
            "urgent.0", f"First order's {first}", MATCH, int(s.urgent[0]), 0, URGENT, left
        )
        if not s.moved:
            title = f"Second order's {second}"
            yield Quantity("urgent.1", title, MATCH, int(s.urgent[1]), 0, URGENT, left)
        yield Quantity("moved", "The bonus of 3 is used up", MATCH, int(s.moved), switch=True)


# -- remarks ---------------------------------------------------------------------------------------


def _bag(s: State, p: int, name: str) -> Remark:
    held = int(s.inv[p].sum())
    if held > ROOM:
        return Remark(ERROR, f"{name} holds {held} ingredients; there is room for {ROOM}")
    return Remark(OK, f"{name} holds {held} of {ROOM} ingredients")


def _earned(s: State, p: int, name: str) -> Remark:
    low, high = changes.least(int(s.brewed[p])), changes.dearest(int(s.brewed[p]))
    words = f"{name} has {int(s.score[p])} rupees for {int(s.brewed[p])} orders"
    if not low <= s.score[p] <= high:
        return Remark(ERROR, words, f"{int(s.brewed[p])} orders pay {low} to {high} rupees.")
    return Remark(OK, words)


def _turns(s: State, names: Sequence[str]) -> Remark:
    needed = [changes.turns_needed(s, p) for p in range(SEATS)]
    if max(needed) > s.turn:
        who = names[needed.index(max(needed))]
        words = f"{who} has done {max(needed)} things in {int(s.turn)} turns"
        return Remark(ERROR, words, "Each spell learnt, exhausted or order brewed took a turn.")
    return Remark(OK, f"{int(s.turn)} turns suffice for what both have done")


def _end(s: State, names: Sequence[str]) -> Iterator[Remark]:
    for p, name in enumerate(names):
        if s.brewed[p] >= s.goal:
            words = f"The match is over: {name} has brewed {int(s.goal)} orders"
            yield Remark(ERROR, words, "Nothing is left to play.")
    if s.turn >= LONGEST:
        yield Remark(ERROR, f"The match is over after {LONGEST} turns", "Nothing is left to play.")


def _unseen(s: State) -> Iterator[Remark]:
    spells, orders = changes.hidden_cards(s)
    if spells or orders:
        yield Remark(
            NOTE,
            f"{spells} spells and {orders} orders are hidden, in the order of this match",
            "No search sees them; “Deal hidden cards again” draws another order.",
        )
