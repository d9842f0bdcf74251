"""The varied parameters of a sweep: `c=0.05:2:8:log` (eight values from 0.05 to 2), `depth=2:10:5`,
`final=visits|mean`, `w.lead=0:1:3`.

A program's command names what is varied in braces: `./mybot --depth {depth}` with `depth=2:6:3`.

Values between the ends are rounded to two digits of the distance to their neighbour, so that they
are easy to read and type: 0.143, not 0.14346. Integers are rounded to whole numbers; duplicates are
played once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engines.game import Game
from engines.knobs import Knob, KnobError, Value, did_you_mean, knobs, shown
from lab.programs.spec import program_of
from search.base import Search

MOST_VALUES, MOST_POINTS = 200, 10_000
FARTHEST = 1e9  # values of a program's argument are between minus this and this
ARGUMENT = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
FIGURES = 10  # of a typed value: those of the rounded grid, without floating-point noise
FORM = "write NAME=LOW:HIGH:COUNT, NAME=LOW:HIGH:COUNT:log or NAME=a|b|c"


@dataclass(frozen=True)
class GridAxis:
    """One varied parameter: its name ("c", or "w.lead" for an evaluation weight), and its values in
    order.
    """

    name: str
    title: str
    values: tuple[Value, ...]
    log: bool = False
    unit: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The values as they are typed and shown."""
        return tuple(word(v) for v in self.values)


def word(value: Value) -> str:
    """A value as it is typed: 0.143, yes, visits."""
    return shown(value, FIGURES)


def settings_text(values: Mapping[str, Value]) -> str:
    """Values as they are typed: "c=0.143,depth=6"."""
    return ",".join(f"{name}={word(value)}" for name, value in values.items())


def varied(seat: str, values: Mapping[str, Value]) -> str:
    """A seat's text with the values of what is varied: after its settings, or in the places that
    the command of a program has for them.
    """
    if not program_of(seat):
        return f"{seat}{',' if ':' in seat else ':'}{settings_text(values)}" if values else seat
    for name, value in values.items():
        seat = seat.replace(f"{{{name}}}", word(value))
    return seat


def parse_axis(text: str, algorithm: type[Search], game: Game) -> GridAxis:
    """The axis written `text`, its values checked against the parameter's range; KnobError says
    what is wrong.
    """
    name, rest = _parted(text)
    knob = find_knob(name, algorithm, game)
    values, log = _values(text, rest, knob)
    return GridAxis(name, knob.title, values, log, knob.unit)


def _parted(text: str) -> tuple[str, str]:
    name, equals, rest = (part.strip() for part in text.partition("="))
    if not (name and equals and rest):
        raise KnobError(f"--vary {text} is not understood: {FORM}.")
    return name, rest


def arguments(command: str) -> list[Knob]:
    """What can be varied in a program's command: the names in braces, each as a number."""
    names = dict.fromkeys(ARGUMENT.findall(command))
    words = "The number that takes the place of this name in the command."
    return [Knob(n, "number", 0.0, n, words, low=-FARTHEST, high=FARTHEST) for n in names]


def parse_argument(text: str, command: str) -> GridAxis:
    """The axis written `text` for a program's command; its values are numbers, or else words."""
    name, rest = _parted(text)
    knob = next((knob for knob in arguments(command) if knob.name == name), None)
    if knob is None:
        raise KnobError(
            f"The command {command} has no {{{name}}}, the place for the values of --vary {text}."
        )
    try:
        values, log = _values(text, rest, knob)
    except KnobError:
        if ":" in rest:
            raise
        values, log = _unique([item.strip() for item in rest.split("|")]), False
    return GridAxis(name, name, values, log)


def find_knob(name: str, algorithm: type[Search], game: Game) -> Knob:
    """The algorithm's parameter, or after "w." the game's evaluation weight, of this name."""
    known = {knob.name: knob for knob in algorithm.knobs(game)} | {
        f"w.{knob.name}": knob for knob in knobs(game.EvalParams)
    }
    if name not in known:
        raise KnobError(
            f"{algorithm.title} in {game.title} has no parameter {name}{did_you_mean(name, known)}"
        )
    return known[name]


def _values(text: str, rest: str, knob: Knob) -> tuple[tuple[Value, ...], bool]:
    found = re.fullmatch(r"([^:|]+):([^:|]+):([0-9]{1,20})(:log)?", rest)
    if found is None:
        if ":" in rest:
            raise KnobError(f"--vary {text} is not understood: {FORM}.")
        return _unique([knob.check(item.strip()) for item in rest.split("|")]), False
    if knob.kind in ("choice", "switch"):
        raise KnobError(
            f"{knob.name} has no range from low to high; name its values: "
            f"{knob.name}={'|'.join(_some(knob))}."
        )
    low, high = float(knob.check(found[1].strip())), float(knob.check(found[2].strip()))
    count, log = int(found[3]), found[4] is not None
    if not 1 <= count <= MOST_VALUES:
        raise KnobError(f"--vary {text}: the number of values should be 1 to {MOST_VALUES}.")
    if low > high or (low == high) != (count == 1):
        raise KnobError(
            f"--vary {text}: the first value should be below the second, and there should "
            "be at least two."
        )
    if log and low <= 0:
        raise KnobError(f"--vary {text}: a log scale begins above 0.")
    return _unique(
        [knob.check(v) for v in spread(low, high, count, log, knob.kind == "integer")]
    ), log


def _some(knob: Knob) -> Sequence[str]:
    return list(knob.choices) if knob.kind == "choice" else ["yes", "no"]


def _unique(values: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(values))


def spread(
    low: float, high: float, count: int, log: bool = False, whole: bool = False
) -> list[float]:
    """`count` values from `low` to `high`, evenly or by equal factors, the ends exact, the others
    rounded.
    """
    if count == 1:
        return [low]
    shares = [i / (count - 1) for i in range(count)]
    exact = [low * (high / low) ** t if log else low + (high - low) * t for t in shares]
    exact[0], exact[-1] = low, high
    if whole:
        return [float(round(v)) for v in exact]
    inner = [
        _short(v, min(v - before, after - v))
        for before, v, after in zip(exact, exact[1:-1], exact[2:], strict=False)
    ]
    return [low, *inner, high]


def _short(value: float, step: float) -> float:
    """The value to two digits of `step`."""
    return round(value, 1 - math.floor(math.log10(step))) if step > 0 else value


def points(axes: Sequence[GridAxis]) -> list[tuple[Value, ...]]:
    """Every combination of the axes' values; the last axis runs fastest."""
    if math.prod(len(axis.values) for axis in axes) > MOST_POINTS:
        raise KnobError(f"The grid has more than {MOST_POINTS:,} points; vary fewer values.")
    return list(product(*(axis.values for axis in axes)))
