"""What an expression of a rule is in C++: its kind, its code, and its value where that is known.

Kinds follow numba's typing: all signed integers and small unsigned ones are int64, of the others
only uint64, float64, float32 and bool are told apart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engines.knobs import KnobError


class Untranslated(KnobError):
    """What has no translation, as one sentence with its file and line."""


@dataclass(frozen=True)
class Number:
    """A number or truth value: its C++ type, and its place in numba's order."""

    cpp: str
    rank: int


BOOL, INT, UINT = Number("bool", 0), Number("int64_t", 2), Number("uint64_t", 3)
FLOAT, DOUBLE = Number("float", 4), Number("double", 5)
# as long as nothing is added to it: eight of them fit into a vector. It counts as INT elsewhere
SHORT = Number("int32_t", 1)


@dataclass(frozen=True)
class Record:
    """A reference to one record of a dtype."""

    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Array:
    """A pointer to the first of its elements; `shape` has None where the length is not known, which
    only a first one may be, and `strides` count bytes.
    """

    element: np.dtype[Any]
    shape: tuple[int | None, ...]
    strides: tuple[int, ...]
    fixed: bool = False  # nothing may be written

    @property
    def steps(self) -> tuple[int, ...]:
        """Strides in elements."""
        return tuple(each // self.element.itemsize for each in self.strides)


@dataclass(frozen=True)
class Bundle:
    """A tuple, whose parts are separate values; with names if it is a NamedTuple."""

    parts: tuple[Kind, ...]
    names: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Constant:
    """A value that is known when the code is written, and has none: None, a function."""

    value: Any


@dataclass(frozen=True)
class Nothing:
    """What a function without a result returns."""


@dataclass(frozen=True)
class Generator:
    """A random generator."""


Kind = Number | Record | Array | Bundle | Constant | Nothing | Generator
NOTHING, GENERATOR = Nothing(), Generator()
UNKNOWN: Any = object()  # the value of an expression that is not known


@dataclass(frozen=True)
class Expression:
    """The code of a value; `parts` are those of a bundle, `count` the code of an array's length
    where its kind does not say it, `value` its value where that is known. `natural`: a number that
    cannot be below 0.
    """

    code: str
    kind: Kind
    parts: tuple[Expression, ...] = ()
    count: str = ""
    value: Any = UNKNOWN
    natural: bool = False

    def part(self, name: str) -> Expression | None:
        """The part of a NamedTuple that has this name."""
        names = self.kind.names if isinstance(self.kind, Bundle) else None
        return self.parts[names.index(name)] if names and name in names else None


def kind_of(dtype: np.dtype[Any]) -> Number:
    """What is read from an array of this dtype."""
    if dtype.kind == "b":
        return BOOL
    if dtype.kind == "f":
        return FLOAT if dtype.itemsize == 4 else DOUBLE
    if dtype == np.int32:
        return SHORT
    return UINT if dtype == np.uint64 else INT


def stored(dtype: np.dtype[Any]) -> str:
    """The C++ type of what an array of this dtype holds."""
    if dtype.kind == "b":
        return "bool"
    if dtype.kind == "f":
        return "float" if dtype.itemsize == 4 else "double"
    return f"{'u' * (dtype.kind == 'u')}int{8 * dtype.itemsize}_t"


def plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields without numpy's class for their records, so that equal ones are equal."""
    return dtype if dtype.names is None else np.dtype((np.void, dtype))


def array_of(
    dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...] | None = None
) -> Array:
    """The kind of an array, contiguous if no strides are given."""
    dtype = plain(dtype)
    if strides is None:
        sizes = [dtype.itemsize]
        for each in reversed(shape[1:]):
            sizes.insert(0, sizes[0] * each)
        strides = tuple(sizes)
    return Array(dtype, shape, strides)


def joined(one: Kind | None, other: Kind) -> Kind:
    """The kind of a variable that is both; TypeError if there is none."""
    if one is None or one == other or isinstance(one, Nothing):
        return other
    if isinstance(one, Number) and isinstance(other, Number):
        if SHORT in (one, other) and not {one, other} <= {SHORT, BOOL, INT, DOUBLE}:
            one, other = (INT if each is SHORT else each for each in (one, other))
        if {one, other} == {FLOAT, INT} or {one, other} == {INT, UINT}:
            return DOUBLE
        return max(one, other, key=lambda each: each.rank)
    if isinstance(one, Array) and isinstance(other, Array):
        alike = one.element == other.element and one.strides == other.strides
        if alike and one.shape[1:] == other.shape[1:]:
            return replace(one, shape=(None, *one.shape[1:]), fixed=one.fixed or other.fixed)
    if isinstance(one, Bundle) and isinstance(other, Bundle):
        if len(one.parts) != len(other.parts):
            raise TypeError("it is tuples of different lengths")
        return Bundle(tuple(map(joined, one.parts, other.parts)), one.names)
    raise TypeError(f"it is {told(one)} and {told(other)}")


def told(kind: Kind) -> str:
    """A kind in words."""
    words: Mapping[type, str] = {
        Record: "a record",
        Array: "an array",
        Bundle: "a tuple",
        Nothing: "nothing",
        Generator: "a generator",
    }
    if isinstance(kind, Number):
        return {
            BOOL: "a truth value",
            INT: "a whole number",
            SHORT: "a whole number",
            UINT: "a uint64",
        }.get(kind, "a float")
    return words.get(type(kind), "an object")


def literal(value: Any, kind: Number) -> str:
    """A number as C++ writes it."""
    if kind in (FLOAT, DOUBLE):
        number = float(value)
        if math.isnan(number):
            return "NAN"
        if math.isinf(number):
            return "INFINITY" if number > 0 else "(-INFINITY)"
        text = repr(number) if kind is DOUBLE else f"{number:.9g}f"
        if kind is FLOAT and "." not in text and "e" not in text:
            text = text.replace("f", ".0f")
        return f"({text})" if number < 0 else text
    if kind is BOOL:
        return "true" if value else "false"
    whole = int(value)
    if kind is UINT:
        return f"{whole}ull"
    if whole == -(2**63):
        return "INT64_MIN"
    text = f"{whole}{'ll' * (abs(whole) >= 2**31)}"  # others become wide where they are used
    return f"({text})" if whole < 0 else text


def number(value: Any) -> Expression | None:
    """A number that is known; None for anything else."""
    if isinstance(value, bool | np.bool_):
        return Expression(literal(value, BOOL), BOOL, value=bool(value))
    if isinstance(value, np.int32):
        return Expression(literal(value, INT), SHORT, value=int(value), natural=bool(value >= 0))
    if isinstance(value, np.uint64):
        return Expression(literal(value, UINT), UINT, value=int(value))
    if isinstance(value, int | np.integer):
        kind = UINT if int(value) >= 2**63 else INT
        return Expression(literal(value, kind), kind, value=int(value), natural=bool(value >= 0))
    if isinstance(value, np.float32):
        return Expression(literal(value, FLOAT), FLOAT, value=float(value))
    if isinstance(value, float | np.floating):
        return Expression(literal(value, DOUBLE), DOUBLE, value=float(value))
    return None
