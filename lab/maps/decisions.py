"""How the choices of a whole match formed: every turn's position is searched again from the
beginning, and asked on the way what it would play.

Shapes: [M] marks, numbers of iterations, as in `lab.maps.question`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engines.game import Game
from lab.maps.question import MapAnswer, MapQuestion, marks_up_to
from lab.maps.run import Key
from lab.maps.settings import coarse_to_fine
from lab.match.play import deciding
from lab.match.records import Frame
from lab.match.seat import SearchSeat

SAME = 0.9  # of the turns: so many, and a smaller number of iterations is said to be enough
PARTS = (2, 4)  # what the budget is divided by


@dataclass(frozen=True)
class MatchDecisions:
    """What one seat's search says in each of the turns, as far as it has answered; the keys are
    (place in `turns`, 0).
    """

    seat: int
    agents: tuple[int, ...]  # of the seat
    turns: tuple[int, ...]
    marks: tuple[int, ...]  # [M]
    known: Mapping[Key, MapAnswer]

    def favourites(self, place: int, agent: int) -> tuple[str, ...] | None:
        """What the agent would play at each mark, in words [M]; None before the answer."""
        answer = self.known.get((place, 0))
        found = answer.of(agent) if answer is not None else None
        return found.words if found is not None else None

    def shares(self, place: int, agent: int) -> tuple[float, ...]:
        """The share of the favourite at each mark [M]; () before the answer."""
        answer = self.known.get((place, 0))
        found = answer.of(agent) if answer is not None else None
        return found.shares if found is not None else ()

    def settled(self, place: int, agent: int) -> int | None:
        """The first mark from which on the agent's favourite is the last one."""
        words = self.favourites(place, agent)
        if words is None:
            return None
        other = (mark for mark in reversed(range(len(words))) if words[mark] != words[-1])
        return next(other, -1) + 1

    @property
    def answered(self) -> list[int]:
        """The places in `turns` whose search has answered for an agent of the seat."""
        return [
            place
            for place in range(len(self.turns))
            if any(self.favourites(place, agent) is not None for agent in self.agents)
        ]

    def changed(self, mark: int) -> list[int]:
        """The turns in which any agent of the seat would play something else at that mark than in
        the end.
        """
        return [
            self.turns[place]
            for place in self.answered
            if any(self._differs(place, agent, mark) for agent in self.agents)
        ]

    def _differs(self, place: int, agent: int, mark: int) -> bool:
        words = self.favourites(place, agent)
        return words is not None and words[mark] != words[-1]

    def lost(self, part: int) -> list[tuple[int, float]]:
        """For each turn what the seat would lose with a part of the budget, as a review judges it;
        without the turns whose search has no value.
        """
        parts = parts_of(self.marks)
        if part not in parts:
            return []
        number = parts.index(part)
        found = ((self.turns[place], self.known[place, 0].lost) for place in self.answered)
        return [(t, lost[number]) for t, lost in found if lost and math.isfinite(lost[number])]

    @property
    def unit(self) -> str:
        """What losses are counted in."""
        return next((answer.unit for answer in self.known.values() if answer.unit), "")

    def same(self, mark: int) -> float:
        """The share of the turns whose actions at that mark are the last ones; NaN before any."""
        count = len(self.answered)
        return 1 - len(self.changed(mark)) / count if count else float("nan")

    def on_line(self, mark: int) -> list[tuple[int, float]]:
        """For each turn the share of iterations on the joint line up to that mark; [] for searches
        that do not count it.
        """
        found = ((self.turns[place], self.known[place, 0].on_line) for place in self.answered)
        return [(turn, shares[mark]) for turn, shares in found if shares]


def decision_marks(most: int) -> tuple[int, ...]:
    """The marks of a budget, its parts among them."""
    return marks_up_to(most, *(most // part for part in PARTS))


def parts_of(marks: tuple[int, ...]) -> list[int]:
    """The parts of the budget that have marks."""
    return [part for part in PARTS if marks[-1] // part in marks[:-1]]


def turns_of(game: Game, frames: tuple[Frame, ...], seat: int) -> tuple[int, ...]:
    """The turns in which a seat decides."""
    return tuple(f.turn for f in frames if not f.outcome and seat in deciding(game, f.state))


def decision_questions(
    frames: tuple[Frame, ...],
    turns: tuple[int, ...],
    seat: int,
    spec: SearchSeat,
    marks: tuple[int, ...],
) -> list[tuple[Key, MapQuestion]]:
    """The searches of all turns, from coarse to fine over the match."""
    found, judged = [], tuple(marks.index(marks[-1] // part) for part in parts_of(marks))
    for place, _ in coarse_to_fine(len(turns), 1, (0, 0)) if turns else ():
        frame = frames[turns[place]]
        last = np.array(frame.joint, np.int64) if frame.joint else None
        question = MapQuestion(frame.state, frame.turn, last, seat, spec, marks, judged)
        found.append(((place, 0), question))
    return found
