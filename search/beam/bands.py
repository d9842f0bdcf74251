"""The layers of a beam by the joint action that their sequences begin with, and the way from the
root to a node.

Shapes: [H] links, [D] finished layers, [F] first joint actions that survived the first layer,
[P] turns of a sequence, [O] agents of the seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.jit import keep, rule
from search.base import Floats, Ints
from search.beam.beam import Beam
from search.branches import BeamBand
from search.forms import SPREAD


class BandLine(NamedTuple):
    """A sequence and where its nodes are; [P] each."""

    actions: Ints  # [P, O]
    scores: Floats  # NaN where a node is in no layer
    places: Ints  # nodes of the same layer with a higher score, -1 where the score is NaN
    turns: Ints  # turns between the root and the action


class Bands:
    """Counts the layers of one beam. A finished layer is counted once, unless `again` is said:
    beam stack search makes layers anew.
    """

    def __init__(self) -> None:
        self.firsts: Ints = np.zeros(0, np.int64)  # [F] numbers of joint actions of the root
        self._layers: list[tuple[Ints, Floats, Ints, Floats]] = []

    def count(self, links: Any, sizes: Ints, again: bool) -> None:
        """Counts the layers that are new; `sizes` [D] are their nodes, which follow each other in
        `links` after the root.
        """
        if again:
            self._layers.clear()
        if not sizes.size:
            self._counted(links, 0, 0)  # so that the kernel is loaded before there is a layer
        ends = 1 + np.cumsum(sizes)
        if sizes.size and not self._layers:
            self.firsts = np.unique(links["first"][1 : ends[0]]).astype(np.int64)
        for layer in range(len(self._layers), sizes.size):
            self._layers.append(self._counted(links, int(ends[layer] - sizes[layer]), ends[layer]))

    def _counted(self, links: Any, start: int, stop: int) -> tuple[Ints, Floats, Ints, Floats]:
        """Nodes, best score and its link for each first action, and the quantiles of all scores."""
        rooms = 1 + int(self.firsts.max(initial=0))
        kept, at = np.zeros(rooms, np.int64), np.full(rooms, -1, np.int64)
        best = np.full(rooms, np.nan)
        count_bands(links["first"], links["score"], start, stop, kept, best, at)
        scores = links["score"][start:stop]
        spread = np.quantile(scores, SPREAD) if stop > start else np.full(len(SPREAD), np.nan)
        return kept[self.firsts], best[self.firsts], at[self.firsts], spread

    @property
    def kept(self) -> Ints:
        """[D, F]"""
        return self._stacked(0, np.int64)

    @property
    def best(self) -> Floats:
        """[D, F]"""
        return self._stacked(1, np.float64)

    @property
    def spread(self) -> Floats:
        """[D, 5]"""
        return np.array([layer[3] for layer in self._layers]).reshape(-1, len(SPREAD))

    def _stacked(self, column: int, dtype: type) -> Any:
        rows = [layer[column] for layer in self._layers]
        return np.array(rows, dtype).reshape(len(rows), self.firsts.size)

    def place(self, first: int) -> int:
        """The place of the root's joint action with that number among the firsts, -1 if it did not
        survive the first layer.
        """
        found = np.flatnonzero(self.firsts == first)
        return int(found[0]) if found.size else -1

    def place_of(self, beam: Beam, band: BeamBand | None) -> tuple[int, int] | None:
        """A band as (layer, place of its first action); None if it has died out or is not there."""
        if band is None or not 0 <= band.layer < len(self._layers):
            return None
        same = (k for k, x in enumerate(self.firsts) if beam.actions(x).tolist() == [*band.first])
        place = next(same, -1)
        alive = place >= 0 and self._layers[band.layer][2][place] >= 0
        return (band.layer, place) if alive else None

    def line(self, beam: Beam, band: tuple[int, int] | None) -> BandLine:
        """The best sequence that ends in the band; without one the best of all."""
        links, sizes = beam.layers
        if band is not None:
            return line_to(links, sizes, int(self._layers[band[0]][2][band[1]]))
        whole = beam.sequence()
        best, turns, end = whole[:, :-1], whole[:, -1], int(sizes.sum()) + 1
        if sizes.size and sizes[-1]:
            last = end - int(sizes[-1]) + int(np.argmax(links["score"][end - sizes[-1] : end]))
            line = line_to(links, sizes, last)
            if np.array_equal(line.actions, best):
                return line
        # the last action ends the match, so only the nodes before it are in layers
        line = line_to(links, sizes, max(0, beam.ended_behind))
        known = line.scores.size if np.array_equal(line.actions, best[: line.scores.size]) else 0
        scores, places = np.full(len(best), np.nan), np.full(len(best), -1)
        scores[:known], places[:known] = line.scores[:known], line.places[:known]
        return BandLine(best, scores, places, turns)


def line_to(links: Any, sizes: Ints, link: int) -> BandLine:
    """The sequence from the root to a link."""
    found = []
    while int(links["parent"][link]) >= 0:
        found.append(link)
        link = int(links["parent"][link])
    way = np.array(found[::-1], np.int64)
    scores = links["score"][way].astype(np.float64)
    ends = 1 + np.cumsum(sizes[: way.size])
    places = [
        int((links["score"][end - size : end] > score).sum())
        for end, size, score in zip(ends, sizes, scores, strict=False)
    ]
    turns = links["when"][links["parent"][way]].astype(np.int64)
    return BandLine(
        links["action"][way].astype(np.int64), scores, np.array(places, np.int64), turns
    )


@rule
def count_bands(
    first: Any, score: Any, start: int, stop: int, kept: Ints, best: Floats, at: Ints
) -> None:
    """Adds the links from `start` to `stop` to the bands that they belong to; of equal scores the
    earlier link counts as the better.
    """
    for link in range(start, stop):
        band = first[link]
        kept[band] += 1
        if at[band] < 0 or score[link] > best[band]:
            best[band] = score[link]
            at[band] = link


# called from Python, so it has a kernel file of its own on disk
keep(count_bands, "beam.count_bands", ("beam", "count_bands"), __name__)
