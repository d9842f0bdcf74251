"""Figures that a program reports on its standard error, as series over the turns of a match.

A line reads `[PDATA][turn] name = value` (the seat's own) or `[TDATA][turn] name = value` (the
match's); without `[turn]` it is one figure for the whole match, where the last line counts, or with
`[PDATA+]` the sum of all lines. Bots for psyleague and CG Arena use this format.

A program counts its own turns from 0 or from 1: its first number shows which. Turn n is then the
turn of its n-th decision, even if the line arrived later. A number ahead of the decision it arrived
with must be a different count; that line belongs to the turn it arrived in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from lab.match.play import Turn

_LINE = re.compile(r"\s*\[([TP])DATA(\+?)\](?:\[(\d{1,9})\])?\s+(\w+)\s*=\s*(.*\S)", re.IGNORECASE)
_CACHED = 4096  # parsed texts kept, so that each text of a growing match is parsed once


class Datum(NamedTuple):
    """One line: its scope (True: the match, False: the seat), whether it is summed, the stated
    turn, its name and its value as written.
    """

    whole: bool
    adds: bool
    turn: int | None
    name: str
    text: str

    @property
    def number(self) -> float | None:
        """The value as a finite number, None if it is not one."""
        try:
            value = float(self.text)
        except ValueError:
            return None
        return value if math.isfinite(value) else None


@dataclass(frozen=True)
class DataSeries:
    """A figure over turns: `seat` is None for the match's own. Turns ascend, each at most once (the
    last line counts).
    """

    name: str
    seat: int | None
    turns: tuple[int, ...]  # 1 = the first turn of the match
    values: tuple[float, ...]


@dataclass(frozen=True)
class Figure:
    """A figure of the whole match; `seat` is None for the match's own."""

    name: str
    seat: int | None
    text: str


@dataclass(frozen=True)
class Data:
    """All that the programs of a match reported, in order of first appearance."""

    series: tuple[DataSeries, ...] = ()
    figures: tuple[Figure, ...] = ()


Key = tuple[int | None, str]  # the seat (None: the match) and the name


def data_of(turns: Sequence[Turn]) -> Data:
    """What the programs reported in these turns. A line whose value is not a number adds to no
    series.
    """
    series: dict[Key, dict[int, float]] = {}
    figures: dict[Key, str] = {}
    for seat, told in _by_seat(turns).items():
        base: int | None = None
        for index, (turn, data) in enumerate(told):
            for datum in data:
                key: Key = (None if datum.whole else seat, datum.name)
                if datum.turn is None:
                    figures[key] = _summed(figures.get(key), datum)
                    continue
                base = max(datum.turn - index, 0) if base is None else base
                at = datum.turn - base
                number = datum.number
                if number is not None:
                    series.setdefault(key, {})[told[at][0] if 0 <= at <= index else turn] = number
    return Data(
        tuple(DataSeries(name, seat, *_columns(points)) for (seat, name), points in series.items()),
        tuple(Figure(name, seat, text) for (seat, name), text in figures.items()),
    )


def read_data(text: str) -> tuple[Datum, ...]:
    """The data lines of a program's standard error."""
    return _read(text) if "]" in text else ()


@lru_cache(_CACHED)
def _read(text: str) -> tuple[Datum, ...]:
    return tuple(_data(text))


def _data(text: str) -> Iterator[Datum]:
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is not None:
            kind, plus, turn, name, value = found.groups()
            yield Datum(kind in "Tt", bool(plus), int(turn) if turn else None, name, value)


def _by_seat(turns: Sequence[Turn]) -> dict[int, list[tuple[int, tuple[Datum, ...]]]]:
    """Per seat its decisions: the turn of each and the data lines that arrived with it."""
    told: dict[int, list[tuple[int, tuple[Datum, ...]]]] = {}
    for turn in turns:
        for decision in turn.decisions:
            if decision is not None:
                told.setdefault(decision.seat, []).append((turn.turn, read_data(decision.stderr)))
    return told


def _summed(before: str | None, datum: Datum) -> str:
    """The figure after one more line."""
    if not datum.adds or before is None or datum.number is None:
        return datum.text
    try:
        return f"{float(before) + datum.number:.10g}"
    except ValueError:
        return datum.text


def _columns(points: dict[int, float]) -> tuple[tuple[int, ...], tuple[float, ...]]:
    turns = tuple(sorted(points))
    return turns, tuple(points[turn] for turn in turns)
