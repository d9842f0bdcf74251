"""How the choices of a whole match formed: every turn's position is searched again from the
beginning, and asked on the way what it would play.

Shapes: [M] marks, numbers of iterations, as in `lab.maps.question`.

Decisions over a match, in words: what a smaller budget would have changed, what is enough.
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
from lab.words import numerals

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


PART_WORDS = {2: "half", 4: "a quarter"}  # of PARTS


def value_of_time(found: MatchDecisions, word: str, iteration: str) -> str:
    """In how many turns a half and a quarter of the budget would have played something else, what
    that would have lost, and until when a quarter was enough.
    """
    last, said = found.marks[-1], []
    for part in PARTS:
        lost = found.lost(part)
        if not lost:
            continue
        changed = len(found.changed(found.marks.index(last // part)))
        mean = numerals.value(sum(points for _, points in lost) / len(lost))
        said.append(
            f"{PART_WORDS[part]} of {numerals.count(last)} {iteration}s plays something else in "
            f"{changed} of {len(found.answered)} {word}s and loses {mean} {found.unit} a {word}"
        )
    if not said:
        return ""
    told = "; ".join(said)
    return f"{told[0].upper()}{told[1:]}, judged like a review. {_until(found, word, iteration)}"


def _until(found: MatchDecisions, word: str, iteration: str) -> str:
    """Until which turn a quarter of the budget loses nothing."""
    lost = found.lost(PARTS[-1])
    costly = [turn for turn, points in lost if points > 0]
    least = f"{numerals.count(found.marks[-1] // PARTS[-1])} {iteration}s"
    if not costly:
        return f"{least} are enough in all {word}s."
    free = [turn for turn, _ in lost if turn < costly[0]]
    return f"{least} are enough until {word} {free[-1]}." if free else ""


def enough(found: MatchDecisions, word: str, iteration: str) -> str:
    """The smallest number of iterations that plays the same in most turns."""
    if not found.answered:
        return ""
    mark = next(m for m in range(len(found.marks)) if found.same(m) >= SAME)
    least, share = found.marks[mark], numerals.percent(found.same(mark))
    if least == found.marks[-1]:
        most = numerals.percent(SAME)
        return f"No smaller number of {iteration}s plays the same in {most} of the {word}s."
    return f"{numerals.count(least)} {iteration}s play the same in {share} of the {word}s."


def late(found: MatchDecisions, word: str) -> str:
    """The turns whose favourite changed last, where more time pays."""
    last = found.changed(len(found.marks) - 2) if len(found.marks) > 1 else []
    if not last:
        return ""
    named = ", ".join(map(str, last[:6])) + (" and others" if len(last) > 6 else "")
    return f"Still changing between the last two marks: {word} {named}."


def together(found: MatchDecisions, word: str) -> str:
    """The mean share of iterations on the joint line."""
    shares = [share for _, share in found.on_line(len(found.marks) - 1)]
    if not shares:
        return ""
    lowest = min(found.on_line(len(found.marks) - 1), key=lambda each: each[1])
    mean = numerals.percent(sum(shares) / len(shares))
    return f"On average {mean}; least {numerals.percent(lowest[1])}, in {word} {lowest[0]}."
