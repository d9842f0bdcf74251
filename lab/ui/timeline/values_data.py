"""The numbers behind the timeline."""

from __future__ import annotations

from collections.abc import Sequence

from engines.scene import Event
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.timeline.cast import Cast
from lab.words.values import TITLES, ValueTrack


def values_data(
    title: str,
    cast: Cast,
    tracks: Sequence[ValueTrack],
    lanes: Sequence[Sequence[tuple[int, Event]]],
) -> ChartData:
    """A row for each turn: every seat's value in the unit that its column names, and the events of
    all lanes.
    """
    turns = tracks[0].numbers.size
    said: dict[int, list[str]] = {turn: [] for turn in range(turns)}
    for turn, event in (each for lane in lanes for each in lane):
        said.setdefault(turn, []).append(event.text)
    rows: list[tuple[DataCell, ...]] = [
        (float(t), *(float(track.numbers[t]) for track in tracks), "; ".join(said[t]))
        for t in range(turns)
    ]
    units = [TITLES[track.kind] for track in tracks]
    heads = [f"{name}: {unit}" for name, unit in zip(cast.seats, units, strict=True)]
    return ChartData(title, (cast.turn_word, *heads, "events"), tuple(rows))
