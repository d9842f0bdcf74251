"""How a position is changed by hand: the parts that can be changed, a change of one of them, and
what there is to say about the result. No Qt here; one editor in lab/ui serves every game.

A game that can be edited has an `Editing` in a file of its own, which it returns from
`Game.editing`. It is plain Python and calls no rule: a position that is being edited may be
impossible, and compiled rules check nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from engines.records import kept_names
from engines.scene import Point

if TYPE_CHECKING:
    from engines.game import Game, State

OK, NOTE, ERROR = "ok", "note", "error"
CLEAR = "clear"  # the title of the paint that empties a cell
SHAKES = 200  # draws before `shaken` gives up

PartValue = float | Point  # a field's number, a cell's paint, or a handle's place


class EditError(ValueError):
    """A change that cannot be made; the text is one sentence for a person."""


@dataclass(frozen=True)
class Remark:
    """One check of a position. An ERROR keeps it from being played, a NOTE does not; `more` is a
    second sentence.
    """

    level: str
    text: str
    more: str = ""


@dataclass(frozen=True)
class Handle:
    """A point on the board that can be dragged. Handles of one `kind` mean the same of different
    groups.
    """

    part: str
    kind: str
    group: str
    x: float
    y: float
    words: str  # what it means where it is: "speed 439 units/turn"
    origin: Point | None = None  # a line leads from here to the handle
    step: float = 1.0  # world units of one arrow key
    turn: str = ""  # the field, in degrees, that Alt and an arrow key change
    round: bool = False  # only its direction matters, so plain arrow keys turn it
    radius: float = 0.0  # world units round it that belong to it
    field: str = ""  # the quantity that says in a number where it is
    grid: float = 0.0  # multiples to which dragging can be rounded, world units; 0: none


@dataclass(frozen=True)
class PaintCell:
    """A rectangle of the board that takes one of the paints."""

    part: str
    x: float
    y: float
    w: float
    h: float
    paint: int  # the value of the paint in it
    title: str
    aside: int | None = (
        None  # what a right click puts there; None: the other mark, or the last paint
    )


@dataclass(frozen=True)
class Paint:
    """What can be put into a cell: a board mark ("cross", "ring"), what its title says, or nothing.
    `key` chooses it; `words` are spoken in place of a title that is a drawing.
    """

    value: int
    title: str
    mark: str = ""
    role: str = "ink"
    key: str = ""
    words: str = ""

    @property
    def spoken(self) -> str:
        """The paint in a sentence."""
        return self.words or self.title


@dataclass(frozen=True)
class Quantity:
    """A number of the position, from `low` to `high`; one of `choices`, if there are any; on or
    off, if it is a `switch`; shown with its decimals, if it can be a `fraction`.
    """

    part: str
    title: str
    group: str
    value: float
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    choices: tuple[tuple[int, str], ...] = ()
    switch: bool = False
    fraction: bool = False

    @property
    def words(self) -> str:
        """The value as people read it."""
        known = dict(self.choices)
        if self.choices:
            return known.get(round(self.value), "")
        if self.fraction:
            return f"{self.value:.12g}"
        return f"{self.value:,.0f}{'°' if self.unit == '°' else ''}"


@dataclass(frozen=True)
class Group:
    """Parts that belong together: an agent's, or the whole position's (agent -1). One that is
    `apart` is shown only while one of its handles is chosen.
    """

    name: str
    agent: int = -1
    apart: bool = False


@dataclass(frozen=True)
class Tool:
    """A change of the whole position, such as swapping the seats."""

    name: str
    title: str
    glyph: str = ""


@dataclass(frozen=True)
class Parts:
    """All that can be changed in a position."""

    groups: tuple[Group, ...]
    handles: tuple[Handle, ...] = ()
    cells: tuple[PaintCell, ...] = ()
    paints: tuple[Paint, ...] = ()
    fields: tuple[Quantity, ...] = ()

    def handle(self, part: str) -> Handle | None:
        """The handle of that name."""
        return next((each for each in self.handles if each.part == part), None)

    def field(self, part: str) -> Quantity | None:
        """The field of that name."""
        return next((each for each in self.fields if each.part == part), None)

    def cell(self, part: str) -> PaintCell | None:
        """The cell of that name."""
        return next((each for each in self.cells if each.part == part), None)

    def cell_at(self, x: float, y: float) -> PaintCell | None:
        """The cell at a world point."""
        return next(
            (c for c in self.cells if c.x <= x < c.x + c.w and c.y <= y < c.y + c.h),
            None,
        )


class Editing:
    """The editor's side of one configured game. Subclasses fill in `parts`, `change`, `remarks`
    and, where the game has a text, `text` and `read`.
    """

    tools: tuple[Tool, ...] = ()
    text_title: ClassVar[str] = ""  # what `text` is; "": the game has none
    text_note: ClassVar[str] = ""
    shakes: ClassVar[tuple[str, ...]] = ()  # the kinds of handles that `shaken` moves
    alike: tuple[str, ...] = ()  # tools that leave the game what it is: turns, mirrors
    reach: ClassVar[float] = 300.0  # world units by which `shaken` moves them at most
    help: ClassVar[str] = ""  # what mouse and keys do; "": what they do in every game

    def __init__(self, game: Game) -> None:
        self.game = game

    def parts(self, state: State) -> Parts:
        """What can be changed in the position."""
        raise NotImplementedError

    def change(self, state: State, part: str, value: PartValue) -> None:
        """Changes one part in place and brings up to date what follows from it. The value fits the
        part; EditError if it makes no sense all the same.
        """
        raise NotImplementedError

    def use(self, state: State, tool: str) -> None:
        """Changes the whole position in place by one of `tools`."""
        raise NotImplementedError

    def remarks(self, state: State) -> Sequence[Remark]:
        """All checks of the position, passed ones too."""
        return ()

    def ahead(self, state: State) -> Sequence[tuple[int, tuple[Point, ...]]]:
        """Where agents go if nobody does anything: the agent, and its places from now on."""
        return ()

    def text(self, state: State) -> str:
        """The position as text."""
        return ""

    def read(self, state: State, text: str) -> State:
        """The position that a text means; what it cannot say is as in `state`. EditError if it is
        no such text.
        """
        raise EditError("This game has no text.")


def number_in(value: PartValue) -> float:
    """The number of a field."""
    return value[0] if isinstance(value, tuple) else value


def place_in(value: PartValue) -> Point:
    """The point of a handle."""
    if not isinstance(value, tuple):
        raise EditError("A handle has a place on the board.")
    return value


def lines_of(text: str) -> list[str]:
    """The lines of a text that are not empty."""
    return [line for line in text.splitlines() if line.strip()]


def changed(editing: Editing, state: State, part: str, value: PartValue) -> State:
    """A copy of the position with one part changed, and what follows from it; EditError if the
    part does not exist or cannot have this value.
    """
    parts = editing.parts(state)
    field, cell = parts.field(part), parts.cell(part)
    if field is not None:
        value = _fitting(field, value)
    elif cell is not None:
        if value not in [paint.value for paint in parts.paints]:
            raise EditError(f"{cell.title} cannot hold {value}.")
    elif parts.handle(part) is None:
        raise EditError(f"There is no part {part} in this position.")
    elif not isinstance(value, tuple) or not all(map(math.isfinite, value)):
        raise EditError(f"{part} is a place on the board.")
    after = state.copy()
    editing.change(after, part, value)
    return after


def _fitting(field: Quantity, value: PartValue) -> float:
    """A field's value within its range."""
    if isinstance(value, tuple) or not math.isfinite(value):
        raise EditError(f"{field.title} is a number.")
    if field.choices:
        if value not in [each for each, _ in field.choices]:
            raise EditError(f"{field.title} is one of {', '.join(w for _, w in field.choices)}.")
    elif not field.low <= value <= field.high:
        raise EditError(
            f"{field.title} goes from {field.low:,.0f} to {field.high:,.0f}, not {value:,.4g}."
        )
    return value


def used(editing: Editing, state: State, tool: str) -> State:
    """A copy of the position, changed by a tool."""
    if tool not in [each.name for each in editing.tools]:
        raise EditError(f"There is no tool {tool} in this game.")
    after = state.copy()
    editing.use(after, tool)
    return after


def images(editing: Editing, state: State) -> list[State]:
    """The position and all that are the same but for the game's symmetry, each once."""
    found = [state]
    for image in found:
        for tool in editing.alike:
            other = used(editing, image, tool)
            if not any(_same(other, known) for known in found):
                found.append(other)
    return found


def _same(state: State, other: State) -> bool:
    return all(np.array_equal(state[name], other[name]) for name in kept_names(state.dtype))


def judged(editing: Editing, state: State) -> tuple[Remark, ...]:
    """What there is to say about a position. It can be played if there is no ERROR, which then is
    also what `Game.check` says.
    """
    remarks = tuple(editing.remarks(state))
    refusal = editing.game.check(state)
    if refusal and not any(remark.level == ERROR for remark in remarks):
        return (*remarks, Remark(ERROR, f"{refusal[:1].upper()}{refusal[1:]}"))
    return remarks


def playable(remarks: Sequence[Remark]) -> bool:
    """Whether a position with these remarks can be played."""
    return not any(remark.level == ERROR for remark in remarks)


def shaken(
    editing: Editing, state: State, seed: int, reach: float, degrees: float = 10.0
) -> State | None:
    """A position near this one that passes all checks: handles moved by up to `reach` world units
    each way, headings turned by up to `degrees`; None if none was found.
    """
    rng = np.random.Generator(np.random.SFC64(seed))
    for _ in range(SHAKES):
        found = _shaken(
            editing, state, lambda most: float(rng.uniform(-most, most)), reach, degrees
        )
        if found is not None and playable(judged(editing, found)):
            return found
    return None


def nearby(editing: Editing, state: State, count: int) -> tuple[State, ...]:
    """`count` positions near this one, the same each time; EditError if there are none."""
    if not editing.shakes:
        raise EditError(f"Positions of {editing.game.title} cannot be shaken.")
    found = [shaken(editing, state, seed, editing.reach) for seed in range(1, count + 1)]
    passed = tuple(each for each in found if each is not None)
    if len(passed) < count:
        raise EditError("No position near this one passes the checks.")
    return passed


def _shaken(
    editing: Editing,
    state: State,
    drawn: Callable[[float], float],
    reach: float,
    degrees: float,
) -> State | None:
    """One draw; None if a change in it cannot be made."""
    after = state
    try:
        for handle in editing.parts(state).handles:
            if handle.kind not in editing.shakes:
                continue
            place = (handle.x + drawn(reach), handle.y + drawn(reach))
            after = changed(editing, after, handle.part, place)
            turned = editing.parts(after).field(handle.turn)
            if turned is not None:
                angle = (turned.value + drawn(degrees)) % 360
                after = changed(editing, after, handle.turn, angle)
    except EditError:
        return None
    return after
