"""The knobs of a tuning and their ranges: `c=0.05:2:log`, `depth=3:12`, `final=visits|mean`,
`w.lead=0:3`, or a name alone for the knob's whole range.

A program's command names what is tuned in braces: `./mybot --depth {depth}` with `depth=3:12`. Ends
without a decimal point mean whole numbers there.

Every knob has a share in [0, 1] that runs evenly over its range (over the logarithm of a log knob).
The model sees *features*: the share of a number, 0 or 1 for a switch, one column for each value of
a choice, scaled so that two values are at distance 1. Numbers are rounded to three digits of what
matters, so that they are easy to read and type.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engines.game import Game
from engines.knobs import Knob, KnobError, Value
from lab.experiments.sweep.grid import arguments, find_knob, settings_text, word
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm, parse_seat
from lab.programs.spec import program_of
from search.base import Search

Floats = NDArray[np.float64]
Setting = tuple[Value, ...]  # a value for each knob of a space, in its order
Kind = Literal["number", "integer", "values"]

FORM = "write NAME=LOW:HIGH, NAME=LOW:HIGH:log, NAME=a|b|c, or NAME alone for its whole range"
RANGE = re.compile(r"([^:|]+):([^:|]+)(:log)?")
WHOLE = re.compile(r"[+-]?[0-9]+")
FIGURES = 3  # of a log knob's values
STEPS = 1000  # into which the range of any other number is divided


@dataclass(frozen=True)
class TunedKnob:
    """One knob with the range that is searched; `usual` is where the search begins: the player's
    own value, moved into the range.
    """

    name: str  # "c", or "w.lead" for an evaluation weight
    title: str
    kind: Kind
    usual: Value
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    values: tuple[Value, ...] = ()  # of the kind "values"
    unit: str = ""

    @property
    def width(self) -> int:
        """The number of its features."""
        return len(self.values) if self.kind == "values" and len(self.values) > 2 else 1

    def at(self, share: float) -> Value:
        """The value at a share of the range."""
        if self.kind == "values":
            return self.values[min(int(share * len(self.values)), len(self.values) - 1)]
        if self.kind == "integer":
            return self._whole(share)
        if self.log:
            value = self.low * (self.high / self.low) ** share
            step = 10.0 ** (math.floor(math.log10(value)) + 1 - FIGURES)
        else:
            value = self.low + (self.high - self.low) * share
            step = 10.0 ** math.floor(math.log10((self.high - self.low) / STEPS) + 1e-9)
        return self._inside(round(round(value / step) * step, 12))

    def share(self, value: Value) -> float:
        """The share of the range at which a value is; the middle of its part for a choice."""
        if self.kind == "values":
            return (self.values.index(value) + 0.5) / len(self.values)
        number = self._inside(float(value))
        if self.log:
            return math.log(number / self.low) / math.log(self.high / self.low)
        return (number - self.low) / (self.high - self.low)

    def features(self, value: Value) -> list[float]:
        """What the model sees of a value [width]."""
        if self.kind != "values":
            return [self.share(value)]
        index = self.values.index(value)
        if len(self.values) == 2:
            return [float(index)]
        return [math.sqrt(0.5) * (i == index) for i in range(len(self.values))]

    def features_at(self, shares: Floats) -> Floats:
        """The features [M, width] of the values at these shares [M], before they are rounded to a
        few digits.
        """
        if self.kind == "number":
            return shares[:, None]
        if self.kind == "integer":
            return np.array([self.features(self.at(share)) for share in shares.tolist()])
        index = np.minimum((shares * len(self.values)).astype(int), len(self.values) - 1)
        out: Floats = np.array([self.features(value) for value in self.values])[index]
        return out

    def has(self, value: Value) -> bool:
        """Whether a value is in the range."""
        if self.kind == "values":
            return value in self.values
        number = not isinstance(value, str | bool)
        return number and self.low <= float(value) <= self.high

    @property
    def range_text(self) -> str:
        """The range as people read it: "0.05 to 2, log"."""
        if self.kind == "values":
            return " | ".join(word(value) for value in self.values)
        ends = f"{word(self.low)} to {word(self.high)}"
        return f"{ends}, log" if self.log else ends

    @property
    def text(self) -> str:
        """The knob as `--knob` takes it."""
        if self.kind == "values":
            return f"{self.name}={'|'.join(word(value) for value in self.values)}"
        whole = self.kind == "integer"
        low, high = (word(int(end) if whole else float(end)) for end in (self.low, self.high))
        return f"{self.name}={low}:{high}{':log' if self.log else ''}"

    def _whole(self, share: float) -> int:
        """Whole numbers of equal parts of the range, so that the ends are as likely as any."""
        if self.log:
            return int(self._inside(round(self.low * (self.high / self.low) ** share)))
        return int(self._inside(math.floor(self.low + share * (self.high - self.low + 1))))

    def _inside(self, value: float) -> float:
        return min(max(value, self.low), self.high)


@dataclass(frozen=True)
class Space:
    """All settings of some knobs."""

    knobs: tuple[TunedKnob, ...]

    def __post_init__(self) -> None:
        if not self.knobs:
            raise KnobError("Name at least one knob to tune, as in --knob c=0.05:2:log.")
        if len({knob.name for knob in self.knobs}) < len(self.knobs):
            raise KnobError("Each knob can be named only once.")

    @property
    def usual(self) -> Setting:
        """Where the search begins."""
        return tuple(knob.usual for knob in self.knobs)

    @property
    def size(self) -> float:
        """The number of settings; infinite with a real-valued knob."""
        counts = {"number": math.inf}
        return math.prod(
            counts.get(k.kind, len(k.values) or k.high - k.low + 1) for k in self.knobs
        )

    def at(self, shares: Sequence[float] | Floats) -> Setting:
        """The setting at a share of each range [K]."""
        return tuple(k.at(float(share)) for k, share in zip(self.knobs, shares, strict=True))

    def shares(self, setting: Setting) -> Floats:
        """The share of each range [K] at which a setting is."""
        return np.array([k.share(v) for k, v in zip(self.knobs, setting, strict=True)])

    def features(self, settings: Sequence[Setting]) -> Floats:
        """What the model sees [N, F]."""
        rows = list(map(self._row, settings))
        return np.array(rows).reshape(len(settings), sum(self.widths))

    def _row(self, setting: Setting) -> list[float]:
        """What the model sees of one setting; it asks for the same ones again and again."""
        if setting not in self._rows:
            values = zip(self.knobs, setting, strict=True)
            self._rows[setting] = [x for knob, value in values for x in knob.features(value)]
        return self._rows[setting]

    @cached_property
    def _rows(self) -> dict[Setting, list[float]]:
        return {}

    def features_at(self, shares: Floats) -> Floats:
        """What the model sees [M, F] of points at these shares [M, K]."""
        return np.hstack([k.features_at(shares[:, i]) for i, k in enumerate(self.knobs)])

    @property
    def widths(self) -> tuple[int, ...]:
        """The number of features of each knob."""
        return tuple(knob.width for knob in self.knobs)

    def has(self, setting: Setting) -> bool:
        """Whether every value is in its range."""
        return len(setting) == len(self.knobs) and all(
            knob.has(value) for knob, value in zip(self.knobs, setting, strict=True)
        )

    def text(self, setting: Setting) -> str:
        """A setting as it is typed: "c=0.143,depth=6"."""
        return settings_text(self.named(setting))

    def named(self, setting: Setting) -> dict[str, Value]:
        """Its values by the names of the knobs."""
        return dict(zip((knob.name for knob in self.knobs), setting, strict=True))

    def words(self, setting: Setting) -> str:
        """A setting in words: "Exploration 0.143, Depth 6"."""
        return ", ".join(f"{k.title} {word(v)}" for k, v in zip(self.knobs, setting, strict=True))

    def at_edge(self, setting: Setting) -> list[str]:
        """The titles of the numbers in a setting that are an end of their range."""
        pairs = zip(self.knobs, setting, strict=True)
        return [k.title for k, v in pairs if k.kind != "values" and v in (k.low, k.high)]

    def read(self, values: Mapping[str, Value]) -> Setting | None:
        """The setting with these values by name, the usual ones where a knob is new; None if it is
        outside the ranges.
        """
        found = tuple(values.get(knob.name, knob.usual) for knob in self.knobs)
        return found if self.has(found) and set(values) <= {k.name for k in self.knobs} else None


def knobs_of(game: Game, seat: str, texts: Sequence[str]) -> tuple[TunedKnob, ...]:
    """The knobs written `texts` of a seat, a name alone with its whole range; KnobError says what
    is wrong.
    """
    if command := program_of(seat):
        return tuple(parse_argument(text, command) for text in texts)
    player = parse_seat(seat, game) if texts else None
    if not isinstance(player, SearchSeat):
        return ()
    own, algorithm = player.values(game), parse_algorithm(player.name)
    return tuple(parse_knob(text, algorithm, game, own) for text in texts)


def parse_knob(
    text: str, algorithm: type[Search], game: Game, own: Mapping[str, Value]
) -> TunedKnob:
    """The knob written `text` of an algorithm's seat, whose own values are `own`; KnobError says
    what is wrong.
    """
    name, _, rest = (part.strip() for part in text.partition("="))
    return _tuned(text, rest, find_knob(name, algorithm, game), name, own.get(name))


def parse_argument(text: str, command: str) -> TunedKnob:
    """The knob written `text` of a program's command; its values are numbers, or else words."""
    name, _, rest = (part.strip() for part in text.partition("="))
    knob = next((knob for knob in arguments(command) if knob.name == name), None)
    if knob is None:
        raise KnobError(
            f"The command {command} has no {{{name}}}, the place for the values of --knob {text}."
        )
    found = RANGE.fullmatch(rest)
    if found is None and ":" not in rest and rest:
        values = tuple(dict.fromkeys(item.strip() for item in rest.split("|")))
        return _choice(text, name, name, values, values[0])
    if found is None:
        raise KnobError(f"--knob {text} is not understood: write NAME=LOW:HIGH or NAME=a|b|c.")
    whole = all(WHOLE.fullmatch(end.strip()) for end in (found[1], found[2]))
    knob = Knob(name, "integer" if whole else "number", 0, name, "", knob.low, knob.high)
    return _tuned(text, rest, knob, name, None)


def _tuned(text: str, rest: str, knob: Knob, name: str, own: Value | None) -> TunedKnob:
    if knob.kind == "text":
        raise KnobError(f"{name} is a text and cannot be tuned.")
    if not rest:
        rest = _whole_range(knob)
    found = RANGE.fullmatch(rest)
    if found is None:
        if ":" in rest:
            raise KnobError(f"--knob {text} is not understood: {FORM}.")
        values = tuple(dict.fromkeys(knob.check(item.strip()) for item in rest.split("|")))
        return _choice(text, name, knob.title, values, own)
    if knob.kind in ("choice", "switch"):
        raise KnobError(f"{name} has no range from low to high: write {name}={_whole_range(knob)}.")
    return _number(text, knob, name, (found[1], found[2]), found[3] is not None, own)


def _whole_range(knob: Knob) -> str:
    if knob.kind == "choice":
        return "|".join(knob.choices)
    if knob.kind == "switch":
        return "no|yes"
    return f"{knob.low:.12g}:{knob.high:.12g}{':log' if knob.log and knob.low > 0 else ''}"


def _choice(
    text: str, name: str, title: str, values: tuple[Value, ...], own: Value | None
) -> TunedKnob:
    if len(values) < 2:
        raise KnobError(f"--knob {text} has one value only; name at least two.")
    usual = own if own is not None and own in values else values[0]
    return TunedKnob(name, title, "values", usual, values=values)


def _number(
    text: str, knob: Knob, name: str, ends: tuple[str, str], log: bool, own: Value | None
) -> TunedKnob:
    low, high = (float(knob.check(end.strip())) for end in ends)
    if low >= high:
        raise KnobError(f"--knob {text}: the first value should be below the second.")
    if log and low <= 0:
        raise KnobError(f"--knob {text}: a log scale begins above 0.")
    kind: Kind = "integer" if knob.kind == "integer" else "number"
    free = TunedKnob(name, knob.title, kind, low, low, high, log, unit=knob.unit)
    middle = free.at(0.5) if own is None else min(max(float(own), low), high)
    usual: Value = int(middle) if kind == "integer" else float(middle)
    return TunedKnob(name, knob.title, kind, usual, low, high, log, unit=knob.unit)
