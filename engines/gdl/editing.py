"""A position of a sheet changed by hand: what stands in the cells of its boards, and which other
facts hold. All that follows from the facts is worked out anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.editing import (
    CLEAR,
    ERROR,
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
    number_in,
)
from engines.game import PASS, State
from engines.gdl.lines import cut
from engines.gdl.reading import SheetError, terms_of
from engines.gdl.terms import Term, spoken, written
from engines.scene import Glyph, Text

if TYPE_CHECKING:
    from engines.gdl.game import SheetGame

NOTHING = -1  # the paint that empties a cell
MOST_PAINTS, MOST_FIELDS = 24, 60  # that a hand finds its way in; the text has all facts
SHORT = 7  # characters on a button
Flags = NDArray[np.uint8]  # [F] which facts hold
Spot = tuple[float, float]  # the upper left corner of a cell


class SheetEditing(Editing):
    """Cells are painted with what facts say of them. Of a relation of which one fact held in all
    sampled positions, such as a counter, that one is chosen; each other fact is on or off.
    """

    tools = (Tool("start", "Start position", "restart"),)
    text_title = "As text"
    text_note = "the facts that hold"

    def __init__(self, game: SheetGame) -> None:
        super().__init__(game)
        self._sheet, self._flags, self._restore = game.sheet, game.flags, game.restore
        self._set, self.drawing, self._first = game.set_facts, game.drawing, game.initial
        self._numbers = {fact: k for k, fact in enumerate(self._sheet.facts)}
        self._cells: dict[Spot, dict[int, int]] = defaultdict(dict)  # the facts by their paints
        self._empty: dict[Spot, list[int]] = defaultdict(list)  # those that say "empty"
        self._titles: dict[Spot, str] = {}
        self._painted: list[Term] = []  # a fact of each paint
        self._find_cells()

    def _find_cells(self) -> None:
        known: dict[Term, int] = {}
        spots = [self.drawing.spot(fact) for fact in self._sheet.facts]
        marks = {(f[0], s[3]) for f, s in zip(self._sheet.facts, spots, strict=True) if s}
        if len(marks) > MOST_PAINTS:
            return
        for number, (fact, spot) in enumerate(zip(self._sheet.facts, spots, strict=True)):
            if spot is None:
                continue
            place, x, y, mark = spot
            corner = place.corner(x, y)
            words = "Cell", place.name, place.board.xs[x], place.board.ys[y]
            self._titles[corner] = " ".join(filter(None, words))
            if not self.drawing.is_seen(fact):
                self._empty[corner].append(number)
                continue
            paint = known.setdefault((str(fact[0]), *mark), len(known))
            if paint == len(self._painted):
                self._painted.append(fact)
            self._cells[corner][paint] = number

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        flags = self._flags(state)
        cells = tuple(
            PaintCell(
                f"cell{k}", *corner, 1, 1, self._paint_in(flags, corner), self._titles[corner]
            )
            for k, corner in enumerate(self._cells)
        )
        paints = (*self._paints, Paint(NOTHING, CLEAR, key="Del")) if cells else ()
        groups = tuple(Group(name) for name in dict.fromkeys(each[0] for each in self._loose))
        return Parts(groups, (), cells, paints, tuple(self._fields(flags)))

    def _paint_in(self, flags: Flags, corner: Spot) -> int:
        return next((p for p, k in self._cells[corner].items() if flags[k]), NOTHING)

    @cached_property
    def _paints(self) -> tuple[Paint, ...]:
        return tuple(self._paint(k, fact) for k, fact in enumerate(self._painted))

    def _paint(self, value: int, fact: Term) -> Paint:
        """As it is on the board: a cross, a ring, a short text."""
        spot = self.drawing.spot(fact)
        title = (spoken(spot[3]) if spot else "") or spoken(fact[0])
        for drawn in self.drawing.drawn(fact):
            if isinstance(drawn, Glyph):
                return Paint(value, title, drawn.kind, drawn.role, words=title)
            if isinstance(drawn, Text) and len(title) > SHORT:
                return Paint(value, drawn.text, words=title)
        return Paint(value, title)

    @cached_property
    def _loose(self) -> list[tuple[str, list[int], bool]]:
        """The facts that are on no board, by relation, and whether always one of them held."""
        placed = {k for each in self._cells.values() for k in each.values()}
        placed |= {k for each in self._empty.values() for k in each}
        found: dict[str, list[int]] = defaultdict(list)
        for number, fact in enumerate(self._sheet.facts):
            if number not in placed:
                found[fact if isinstance(fact, str) else spoken(fact[0])].append(number)
        held = {name: self._sheet.samples[:, each].sum(axis=1) for name, each in found.items()}
        one = {name: len(found[name]) > 1 and bool((held[name] == 1).all()) for name in found}
        return [(name, each, one[name]) for name, each in found.items()]

    def _fields(self, flags: Flags) -> list[Quantity]:
        found = []
        for name, numbers, one in self._loose:
            held = [k for k in numbers if flags[k]]
            if one and len(held) == 1:
                choices = tuple((k, self._words(k)) for k in numbers)
                found.append(Quantity(f"one {name}", name, name, held[0], choices=choices))
            elif len(numbers) <= MOST_FIELDS:
                found += [
                    Quantity(f"fact{k}", self._words(k), name, int(flags[k]), switch=True)
                    for k in numbers
                ]
        return found

    def _words(self, number: int) -> str:
        fact = self._sheet.facts[number]
        return fact if isinstance(fact, str) else spoken(fact[1:]) or spoken(fact)

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number, flags = round(number_in(value)), self._flags(state)
        if part.startswith("cell"):
            self._put(flags, list(self._cells)[int(part[4:])], number)
        elif part.startswith("fact"):
            flags[int(part[4:])] = number
        else:
            flags[next(each for name, each, _ in self._loose if f"one {name}" == part)] = 0
            flags[number] = 1
        self._lay(state, flags)

    def _put(self, flags: Flags, corner: Spot, paint: int) -> None:
        """What else is said of the cell by the same relation no longer holds."""
        here, empty = self._cells[corner], self._empty[corner]
        if paint != NOTHING and paint not in here:
            said = self._paints[paint].spoken
            raise EditError(f"The sheet has no fact that puts {said} into {self._titles[corner]}.")
        name = None if paint == NOTHING else self._painted[paint][0]
        rivals = [*here.values(), *empty]
        names = {k: self._sheet.facts[k][0] for k in here.values()}
        flags[[k for k in rivals if name in (None, names.get(k, name))]] = 0
        flags[[here[paint]] if paint != NOTHING else empty] = 1

    def use(self, state: State, tool: str) -> None:
        first = self._first(0)
        for name in state.dtype.names or ():
            state[name] = first[name]

    def _lay(self, state: State, flags: Flags) -> None:
        """Sets the facts and all that follows; the roles choose anew."""
        if np.array_equal(flags, self._flags(state)):
            return
        self._set(state, flags)
        state.chosen[:], state.lost = PASS, 0
        self._restore(state)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        count = int(self._flags(state).sum())
        found = [Remark(OK, "1 fact holds" if count == 1 else f"{count} facts hold")]
        if state.over_:
            over = "The match is over here (terminal)"
            found.append(Remark(ERROR, over, "Nothing is left to play."))
        return found

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        return " ".join(written(self._sheet.facts[k]) for k in np.flatnonzero(self._flags(state)))

    def read(self, state: State, text: str) -> State:
        try:
            terms = terms_of(text)
        except (SheetError, ValueError, RecursionError) as error:
            raise EditError(
                "Facts are written as in the sheet: (step 1) (control white)."
            ) from error
        flags = np.zeros(len(self._sheet.facts), np.uint8)
        for term in terms:
            if term not in self._numbers:
                raise EditError(f"The sheet has no fact {cut(written(term), 60)}.")
            flags[self._numbers[term]] = 1
        after = state.copy()
        self._lay(after, flags)
        return after
