"""What a choice hangs on: two parameters varied around a player's own, each combination a whole
search of one position.

Shapes: [C] columns, [R] rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from string import ascii_uppercase

from engines.game import Game, Joint, State
from engines.knobs import Knob, Value
from lab.experiments.sweep.grid import GridAxis, spread
from lab.maps.question import MapAnswer, MapQuestion
from lab.maps.run import Key
from lab.match.decide import turned
from lab.match.seat import SearchSeat
from lab.words.brief import brief
from lab.words.numerals import plural, several

COLUMNS, ROWS = 13, 11
FACTOR = 10.0  # how far a parameter on a log scale is varied up and down
WIDEST_STEP = 4  # of the coarsest lattice, in cells
LEADING = ("c", "depth")  # what is varied where a search has it
REST = "·"  # the sign of actions beyond the alphabet
FIRM, HALF = 0.75, 0.5  # shares of the settings
VARIED = ("number", "integer", "choice", "switch")


@dataclass(frozen=True)
class SettingsGrid:
    """Two axes through a player's own setting."""

    spec: SearchSeat
    columns: GridAxis
    rows: GridAxis
    own: Key

    def values(self, key: Key) -> dict[str, Value]:
        """The parameters of a cell."""
        found = {self.columns.name: self.columns.values[key[0]]}
        return found | {self.rows.name: self.rows.values[key[1]]}

    def spec_of(self, game: Game, key: Key) -> SearchSeat:
        """The player of a cell."""
        return turned(game, self.spec, self.values(key))

    @property
    def shape(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.columns.values), len(self.rows.values)

    @property
    def keys(self) -> list[Key]:
        """All cells, the own setting first, then coarse to fine."""
        return list(coarse_to_fine(*self.shape, self.own))


def varied(spec: SearchSeat, game: Game) -> tuple[Knob, ...]:
    """The parameters of a player that can be varied: those of LEADING first, then the main ones."""
    known = [k for k in (spec.kind.knobs(game) if spec.kind else ()) if k.kind in VARIED]

    def rank(knob: Knob) -> tuple[int, bool]:
        leads = LEADING.index(knob.name) if knob.name in LEADING else len(LEADING)
        return leads, not knob.main

    return tuple(sorted((k for k in known if len(_values(k, k.default, ROWS)) > 1), key=rank))


def settings_grid(spec: SearchSeat, game: Game, across: Knob, up: Knob) -> SettingsGrid:
    """The grid of two different parameters."""
    params, _ = spec.settings(game)
    own = [getattr(params, knob.name) for knob in (across, up)]
    axes = [
        GridAxis(knob.name, knob.title, _values(knob, value, count), knob.log, knob.unit)
        for knob, value, count in zip((across, up), own, (COLUMNS, ROWS), strict=True)
    ]
    place = axes[0].values.index(own[0]), axes[1].values.index(own[1])
    return SettingsGrid(spec, axes[0], axes[1], place)


def _values(knob: Knob, own: Value, count: int) -> tuple[Value, ...]:
    """About `count` values around the own one, which is among them."""
    if knob.kind == "switch":
        return (False, True)
    if knob.kind == "choice":
        return tuple(knob.choices)
    here, (low, high), log = float(own), (knob.low, knob.high), knob.log
    if knob.log and here > 0:
        least, most = float(f"{here / FACTOR:.3g}"), float(f"{here * FACTOR:.3g}")
        low, high = max(low, least), min(high, most)
    elif knob.kind == "integer" and here < 2 * count:
        low = max(low, min(here - count // 2, high - count + 1))
        high = min(high, low + count - 1)
    elif knob.kind == "integer" and high > 2 * count:  # "to the end" is far beyond the others
        low, log = max(low, 1.0), True
    whole = knob.kind == "integer"
    values = {knob.check(v) for v in spread(low, high, count, log and low > 0, whole)}
    if own not in values and len(values) >= count:
        values.discard(min(values, key=lambda v: abs(float(v) - here)))
    return tuple(sorted({*values, own}, key=float))


def coarse_to_fine(columns: int, rows: int, own: Key) -> Iterator[Key]:
    """Every cell once: the own one, then finer and finer lattices through it."""
    seen: set[Key] = {own}
    yield own
    step = WIDEST_STEP
    while step:
        for column in range(own[0] % step, columns, step):
            for row in range(own[1] % step, rows, step):
                if (column, row) not in seen:
                    seen.add((column, row))
                    yield column, row
        step //= 2


def questions(
    grid: SettingsGrid,
    game: Game,
    seat: int,
    place: tuple[State, int, Joint | None],
    marks: tuple[int, ...],
) -> list[tuple[Key, MapQuestion]]:
    """The searches of all cells, in their order; `place` is the position, the turns played, and
    the last joint action.
    """
    return [(key, MapQuestion(*place, seat, grid.spec_of(game, key), marks)) for key in grid.keys]


@dataclass(frozen=True)
class SettingsCount:
    """How often one agent's actions are played over the cells that are known."""

    words: tuple[str, ...]  # actions, the most frequent first
    counts: tuple[int, ...]
    total: int
    signs: Mapping[str, str] = field(default_factory=dict)  # the game's own for small cells

    @property
    def letters(self) -> dict[str, str]:
        """A sign for each action: the game's, or the brief label, where all have one of their own,
        else A for the most frequent action, B for the next.
        """
        short = [self.signs.get(word) or brief(word) for word in self.words]
        if all(short) and len(set(short)) == len(short):
            return dict(zip(self.words, short, strict=True))
        signs = (*ascii_uppercase, *repeat(REST, len(self.words)))
        return dict(zip(self.words, signs, strict=False))

    @property
    def share(self) -> float:
        """Of the most frequent action."""
        return self.counts[0] / self.total if self.total else 0.0

    @property
    def sentence(self) -> str:
        """How firm the choice is, in words."""
        if not self.total:
            return "No search has answered yet."
        most, count = self.words[0], self.counts[0]
        where = f"{count} of {several(self.total, 'setting')}"
        if self.total == count:
            return f"Plays {most} in {where}: nothing here changes it"
        if self.share >= FIRM:
            return f"Plays {most} in {where}: firm"
        if self.share >= HALF:
            return f"Plays {most} in {where}: it leans that way"
        others = len(self.words) - 1
        also = f"{others} other {plural(others, 'action')} elsewhere"
        return f"Plays {most} in only {where}, {also}: the setting decides"


@dataclass(frozen=True)
class SettingsAnswers:
    """What the searches of a grid's cells have answered so far, at the same marks."""

    grid: SettingsGrid
    marks: tuple[int, ...]
    known: Mapping[Key, MapAnswer]

    @property
    def agents(self) -> tuple[int, ...]:
        """The agents that the searches say something of."""
        return tuple(
            dict.fromkeys(a.agent for answer in self.known.values() for a in answer.agents)
        )

    def count(self, agent: int, mark: int) -> SettingsCount:
        """What the cells' searches would play at a mark; of equals the first in the alphabet."""
        known = [each for answer in self.known.values() if (each := answer.of(agent)) is not None]
        found = Counter(each.words[mark] for each in known)
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        words, counts = (
            (tuple(column) for column in zip(*ranked, strict=True)) if ranked else ((), ())
        )
        signs = {each.words[mark]: each.signs[mark] for each in known if each.signs}
        return SettingsCount(words, counts, len(known), signs)


def stand_in(key: Key, known: Mapping[Key, MapAnswer], own: Key) -> Key | None:
    """The known cell that stands in for one that is not: the corner of the smallest square of the
    lattices that has an answer.
    """
    step = 2
    while step <= WIDEST_STEP:
        corner = tuple(o + (k - o) // step * step for k, o in zip(key, own, strict=True))
        if (found := (corner[0], corner[1])) in known:
            return found
        step *= 2
    return None
