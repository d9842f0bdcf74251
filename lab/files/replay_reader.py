"""Reads a replay's lines: turns are checked and played by the rules, without searching. Of a long
file only those with which it opens; other lines of turns when they are opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engines.game import Game, State
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_game,
    decode_seat,
    decode_state,
    is_known,
    knobs_turned,
    why,
)
from lab.files.review_lines import Review, ReviewHead, decode_head, decode_move, joined
from lab.files.tidy import TreeLines, key_of, remarks
from lab.files.turn_player import KnownTurns, PlayedTurn, ReplayError, TurnPlayer
from lab.match.decide import ended
from lab.match.play import MatchResult, Turn, outcome
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.turn_tree import TurnTree

MOST_SEED = (1 << 64) - 1
EDITED = "The game's file was edited during this match."
USUAL = 2000  # turn lines of a file that are all checked when it is opened


class NoReplay(ReplayError):
    """A file that is not a replay at all."""


@dataclass(frozen=True)
class PlayedTree:
    """All turn lines of a file, numbered from 1 (a turn that was written twice the same way counts
    once), and the tree that they make.

    `newest` has the number of each turn's newest line, `ends` the outcome and the reason of turns
    that ended the match; `seats` play from here on, after the turn `tip`, now with `settings`.
    `chosen` is whether the file says which line is the main one; `reviews` are what was found out
    about the moves.
    """

    played: tuple[PlayedTurn, ...]
    tree: TurnTree
    newest: tuple[int, ...]
    ends: Mapping[int, tuple[tuple[float, ...], str]]
    seats: tuple[SeatSpec, ...]
    settings: tuple[SeatSpec, ...]
    tip: int
    chosen: bool = False
    reviews: tuple[Review, ...] = ()

    def remarks(self, numbers: Mapping[int, int]) -> Iterator[dict[str, Any]]:
        """Lines for a file in which the turns have these numbers: all that is not a turn."""
        yield from remarks(self.tree, numbers)
        if self.chosen:
            yield {"main": numbers[self.tree.main]}

    def record(self, turn: int) -> PlayedTurn:
        """The newest line of a turn of the tree."""
        return self.played[self.newest[turn - 1] - 1]

    def path(self, turn: int) -> tuple[PlayedTurn, ...]:
        """The lines that lead to a turn of the tree."""
        return tuple(map(self.record, self.tree.path(turn)))


def chained(
    turns: Sequence[Turn], lines: Sequence[Mapping[str, Any]], seats: tuple[SeatSpec, ...]
) -> PlayedTree:
    """A match without branches and without a change of players."""
    tree = TurnTree()
    numbers = tuple(tree.play(turn.key) for turn in turns)
    known = KnownTurns(turns)
    pairs = enumerate(lines)
    played = tuple(PlayedTurn(k + 1, k, seats, seats, line, known) for k, line in pairs)
    return PlayedTree(played, tree, numbers, {}, seats, seats, tree.head)


@dataclass(frozen=True)
class Replay:
    """A match read from a file: its main line, or the line at which the file stopped, and `whole`,
    all its lines. `note` is a sentence if something is missing or different, "" if the file is
    whole.
    """

    setup: Setup
    game: Game
    initial: State
    turns: tuple[Turn, ...]
    outcome: tuple[float, ...]  # () if the match was not finished
    reason: str
    note: str = ""
    # whether the file is cut off, unreadable in part, or plays differently here
    damaged: bool = False
    lines: tuple[Mapping[str, Any], ...] = ()  # the turns as in the file
    whole: PlayedTree | None = None  # None: there are no other lines
    ends_with: int | None = None  # a turn of that tree; None: the one that the file opens with
    path: Path | None = None  # of the file, if it is one of this format

    @property
    def tree(self) -> PlayedTree:
        """All turns that were ever played, also those taken back."""
        return self.whole or chained(self.turns, self.lines, self.setup.seats)

    @property
    def end(self) -> int:
        """The last turn, as a turn of the tree."""
        return self.tree.tip if self.ends_with is None else self.ends_with

    @property
    def seats(self) -> tuple[SeatSpec, ...]:
        """Who plays now, as each of them began."""
        return self.whole.seats if self.whole is not None else self.setup.seats

    @property
    def now(self) -> Setup:
        """The match with the players and settings of now."""
        whole = self.whole
        return replace(self.setup, seats=whole.settings) if whole is not None else self.setup

    @property
    def starts_elsewhere(self) -> bool:
        """Whether it did not start in the position of its seed."""
        return checksum(self.initial) != checksum(self.game.initial(self.setup.seed))

    @property
    def repeatable(self) -> bool:
        """Whether every search that played is known here, with its parameters."""
        casts = {self.setup.seats, self.seats, *(p.seats for p in self.tree.played)}
        return all(is_known(seat) for seats in casts for seat in seats)

    def along(self, turn: int) -> Replay:
        """The match along the line to a turn of the tree, without a note. ReplayError if that line
        cannot be played.
        """
        whole = self.tree
        path, last = whole.path(turn), whole.record(turn).turn.state if turn else self.initial
        results, reason = whole.ends.get(turn, ((), ""))
        return replace(
            self,
            turns=tuple(each.turn for each in path),
            lines=tuple(each.line for each in path),
            outcome=results or outcome(self.game, last),
            reason=reason or self.game.reason(last),
            note="",
            whole=whole,
            ends_with=turn,
        )

    @property
    def result(self) -> MatchResult:
        """The match as `play` returns it."""
        return MatchResult(self.setup, self.initial, self.turns, self.outcome, self.reason)


OddPlace = tuple[int, str]  # where a line is that cannot be read, and why


class ReplayReader:
    """Reads a file up to the first line that means nothing, or that cannot have been played on the
    line of turns that the file opens with.
    """

    def __init__(self, first: Mapping[str, Any], note: str) -> None:
        self.game, changed = decode_game(first)
        self.notes, self.damaged = [*filter(None, [note, changed])], bool(note)
        self.setup = Setup(
            self.game.name, self.game.options, self._seats(first["seats"]), int(first["seed"])
        )
        if not 0 <= self.setup.seed <= MOST_SEED:
            raise OddLine(f"the seed {self.setup.seed} should be 0 or more, and of 64 bits")
        self.initial = self._start(first)
        self._empty()

    def _empty(self) -> None:
        """Nothing but the start is read."""
        self.specs = self.setup.seats  # who plays the next turn
        self.settings, self._tells = self.specs, False  # and how; whether the file says so
        self.file = TreeLines()
        self.turns = TurnPlayer(self.game, self.initial, self.setup.seed)
        self.newest: list[int] = []
        self.ends: dict[int, tuple[tuple[float, ...], str]] = {}
        self._places: list[int] = []  # where each turn line is in the file
        self.reviews: tuple[Review, ...] = ()
        self._head: ReviewHead | None = None  # of the review whose lines follow

    @property
    def tree(self) -> TurnTree:
        """The turns so far."""
        return self.file.tree

    def _start(self, first: Mapping[str, Any]) -> State:
        """The recorded position, or if it has no checksum, the one that the seed deals."""
        state = decode_state(self.game, first["initial"])
        if checksum(state) != (
            first["state"] if "state" in first else checksum(self.game.initial(self.setup.seed))
        ):
            raise OddLine("its start position is not the one that was recorded")
        return state

    def _seats(self, lines: Sequence[Mapping[str, Any]]) -> tuple[SeatSpec, ...]:
        pairs = [decode_seat(self.game, line) for line in lines]
        if len(pairs) != self.game.seats:
            raise OddLine(
                f"{self.game.title} has {self.game.seats} seats, the file names {len(pairs)}"
            )
        self.notes += [note for _, note in pairs if note and note not in self.notes]
        return tuple(seat for seat, _ in pairs)

    def read(self, lines: Sequence[Mapping[str, Any]]) -> Replay:
        """The match as far as it can be read."""
        noted = tuple(self.notes)
        odd = self._written(lines)
        if len(self._places) <= USUAL or not self._plays():
            wrong = self._impossible()
            if wrong is not None:
                odd = wrong
                self._empty()
                self.notes = [*noted]
                self._written(lines[: odd[0]])
        if odd is not None:
            self.damaged = True
            self.notes.append(
                f"The line after turn {self.tree.depth(self.tree.head)} cannot be read "
                f"({odd[1]}); everything before it was."
            )
        tip = self.file.goes_on()
        start = Replay(self.setup, self.game, self.initial, (), (), "", whole=self._whole(tip))
        shown = start.along(tip)
        if self.turns.note:
            self.notes.append(self.turns.note)
        if tip not in self.ends and not self.notes:
            self.notes.append(f"The match was interrupted after turn {self.tree.depth(tip)}.")
        return replace(shown, note=" ".join(self.notes), damaged=self.damaged)

    def _whole(self, tip: int) -> PlayedTree:
        played, newest = tuple(self.turns.lines), tuple(self.newest)
        who = self.specs, self.settings
        known = played, self.tree, newest, self.ends, *who, tip, self.file.chosen
        return PlayedTree(*known, self.reviews)

    def _written(self, lines: Sequence[Mapping[str, Any]]) -> OddPlace | None:
        """Takes lines up to the first that means nothing."""
        for place, line in enumerate(lines):
            try:
                self._line(place, line)
            except UNREADABLE as error:
                return place, why(error)
        return None

    def _plays(self) -> bool:
        """Whether the line of turns that the file opens with can be played."""
        try:
            for turn in self.tree.path(self.file.goes_on()):
                self.turns.turn(self.newest[turn - 1])
        except UNREADABLE:
            return False
        return True

    def _impossible(self) -> OddPlace | None:
        """The first turn line that cannot have been played."""
        for number, place in enumerate(self._places, 1):
            try:
                self.turns.turn(number)
            except UNREADABLE as error:
                return place, why(error)
        return None

    def _line(self, place: int, line: Mapping[str, Any]) -> None:
        if "turn" in line:
            self._turn(place, line)
        elif "seats" in line:
            self.specs = self.settings = self._seats(line["seats"])
        elif "settings" in line:
            self.settings, self._tells = self._seats(line["settings"]), True
        elif "edited" in line:
            if EDITED not in self.notes:
                self.notes.append(EDITED)
        elif "end" in line:
            self.ends[self.tree.head] = self._end(line)
        elif "review" in line or "reviewed" in line:
            self._review(line)
        else:
            self.file.other(line)

    def _review(self, line: Mapping[str, Any]) -> None:
        """Takes a line of a review; one that cannot be read is left out, and said once."""
        try:
            if "review" in line:
                self._head = None
                self._head = decode_head(self.game, line)
                self.reviews = joined(self.reviews, self._head)
            elif self._head is not None:
                move = decode_move(self.game, line, self.file.turn_of(line["reviewed"]))
                self.reviews = joined(self.reviews, self._head, move)
        except UNREADABLE as error:
            if not any("of a review" in note for note in self.notes):
                self.notes.append(f"A line of a review cannot be read ({why(error)}).")

    def _end(self, line: Mapping[str, Any]) -> tuple[tuple[float, ...], str]:
        results = tuple(float(x) for x in line.get("outcome", ()))
        if len(results) not in (0, self.game.seats):
            raise OddLine(f"{len(results)} results for {self.game.seats} seats")
        return results, str(line.get("reason") or "")

    def _turn(self, place: int, line: Mapping[str, Any]) -> None:
        head = self.tree.head
        before, number = self.newest[head - 1] if head else 0, self.tree.depth(head)
        if line["turn"] != number + 1:
            raise OddLine(f"turn {number + 1} is missing")
        if refusal := ended(self.game, number):
            raise OddLine(refusal)
        joint = np.array(line["joint"], np.int64)
        if joint.shape != (self.game.agents,) and "position" not in line:
            raise OddLine(f"{joint.size} actions for {self.game.agents} agents")
        sent, played = key_of(line), self.turns.lines
        if not self._tells:  # a file of before settings were told
            self.settings = knobs_turned(self.game, self.specs, self.settings, line)
        who = self.specs, self.settings
        again = played[self.newest[same - 1] - 1] if (same := self.tree.same(sent)) else None
        if again is not None and (again.line, again.seats, again.settings) == (line, *who):
            self.file.turn(sent)
            return
        played.append(PlayedTurn(len(played) + 1, before, *who, line, self.turns))
        self._places.append(place)
        where = self.file.turn(sent)
        self.newest[where - 1 : where] = [len(played)]
