"""Reads a replay's lines: each turn is checked and played by the rules, without searching, on the
line of the match that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engines import games
from engines.game import Game, Joint, State
from engines.knobs import did_you_mean
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_decision,
    decode_seat,
    decode_state,
    decode_value,
    is_known,
    why,
)
from lab.files.review_lines import Review, ReviewHead, decode_head, decode_move, joined
from lab.files.tree_lines import TreeLines, remarks
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn, deciding, impossible, outcome, step
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.turn_tree import TurnTree
from search.base import AgentStats

MOST_SEED = (1 << 64) - 1


class ReplayError(ValueError):
    """A file that cannot be read as a replay; the text is one sentence for a person."""


class NoReplay(ReplayError):
    """A file that is not a replay at all."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn line: the turn, the number of the line that it follows (0: the start), who played
    it, and the line as in the file.
    """

    turn: Turn
    before: int
    seats: tuple[SeatSpec, ...]
    line: Mapping[str, Any]


@dataclass(frozen=True)
class PlayedTree:
    """All turn lines of a file, numbered from 1 (a turn that was written twice the same way counts
    once), and the tree that they make.

    `newest` has the number of each turn's newest line, `ends` the outcome and the reason of turns
    that ended the match; `seats` play from here on, after the turn `tip`. `chosen` is whether the
    file says which line is the main one; `reviews` are what was found out about the moves.
    """

    played: tuple[PlayedTurn, ...]
    tree: TurnTree
    newest: tuple[int, ...]
    ends: Mapping[int, tuple[tuple[float, ...], str]]
    seats: tuple[SeatSpec, ...]
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
    numbers = tuple(tree.play(turn.joint) for turn in turns)
    pairs = enumerate(zip(turns, lines, strict=True))
    played = tuple(PlayedTurn(turn, k, seats, line) for k, (turn, line) in pairs)
    return PlayedTree(played, tree, numbers, {}, seats, tree.head)


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
        """Who plays now."""
        return self.whole.seats if self.whole is not None else self.setup.seats

    @property
    def repeatable(self) -> bool:
        """Whether every search that played is known here, with its parameters."""
        casts = {self.setup.seats, self.seats, *(p.seats for p in self.tree.played)}
        return all(is_known(seat) for seats in casts for seat in seats)

    def along(self, turn: int) -> Replay:
        """The match along the line to a turn of the tree, without a note."""
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


class ReplayReader:
    """Replays a file's turns without searching, and stops at the first that cannot be played."""

    def __init__(self, first: Mapping[str, Any], note: str) -> None:
        if not isinstance(first["game"], str):
            raise OddLine("its game is no name")
        known = games().get(first["game"])
        if known is None:
            raise OddLine(f"there is no game {first['game']}{did_you_mean(first['game'], games())}")
        self.game = known.configure(**first.get("options", {}))
        self.notes, self.damaged = [note] if note else [], bool(note)
        self.setup = Setup(
            self.game.name, self.game.options, self._seats(first["seats"]), int(first["seed"])
        )
        if not 0 <= self.setup.seed <= MOST_SEED:
            raise OddLine(f"the seed {self.setup.seed} should be 0 or more, and of 64 bits")
        self.initial = self._start(first)
        self.specs = self.setup.seats  # who plays the next turn
        self.file = TreeLines()
        self.played: list[PlayedTurn] = []
        self.newest: list[int] = []
        self.ends: dict[int, tuple[tuple[float, ...], str]] = {}
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
        self.notes += [note for _, note in pairs if note]
        return tuple(seat for seat, _ in pairs)

    def read(self, lines: Sequence[Mapping[str, Any]]) -> Replay:
        """The match as far as it can be read."""
        for line in lines:
            try:
                self._line(line)
            except UNREADABLE as error:
                self.damaged = True
                self.notes.append(
                    f"The line after turn {self.tree.depth(self.tree.head)} cannot be read "
                    f"({why(error)}); everything before it was."
                )
                break
        tip = self.file.goes_on()
        if tip not in self.ends and not self.notes:
            self.notes.append(f"The match was interrupted after turn {self.tree.depth(tip)}.")
        played, newest = tuple(self.played), tuple(self.newest)
        known = played, self.tree, newest, self.ends, self.specs, tip, self.file.chosen
        whole = PlayedTree(*known, self.reviews)
        start = Replay(self.setup, self.game, self.initial, (), (), "", whole=whole)
        note = " ".join(self.notes)
        return replace(start.along(tip), note=note, damaged=self.damaged)

    def _line(self, line: Mapping[str, Any]) -> None:
        if "turn" in line:
            self._turn(line)
        elif "seats" in line:
            self.specs = self._seats(line["seats"])
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

    def _turn(self, line: Mapping[str, Any]) -> None:
        head = self.tree.head
        before, number = self.newest[head - 1] if head else 0, self.tree.depth(head)
        if line["turn"] != number + 1:
            raise OddLine(f"turn {number + 1} is missing")
        if number >= self.game.longest:
            raise OddLine(f"a match has {self.game.longest} turns at most")
        joint = np.array(line["joint"], np.int64)
        sent = tuple(joint.tolist()) if joint.ndim == 1 else ()
        again = self.tree.same(sent)
        if again and self.played[self.newest[again - 1] - 1].line == line:
            self.file.turn(sent)
            return
        state = self.played[before - 1].turn.state if before else self.initial
        turn = self._played(line, state, joint, number)
        self.played.append(PlayedTurn(turn, before, self.specs, line))
        place = self.file.turn(turn.joint)
        self.newest[place - 1 : place] = [len(self.played)]

    def _played(self, line: Mapping[str, Any], state: State, joint: Joint, number: int) -> Turn:
        """The turn that a line says was played in `state`, after `number` turns."""
        refusal = impossible(self.game, state, joint)
        if refusal:
            raise OddLine(refusal)
        decisions = self._decisions(state, line["decisions"])
        after, events = step(self.game, state, joint, self.setup.seed, number)
        if checksum(after) != line["state"] and not any("differ" in note for note in self.notes):
            self.notes.append(
                f"From turn {number + 1} on positions differ from the recorded ones: the "
                "rules have changed since."
            )
        values = tuple(decode_value(v, self.game.seats) for v in line["values"])
        if len(values) != self.game.seats:
            raise OddLine(f"{len(values)} values for {self.game.seats} seats")
        sent, errors = tuple(joint.tolist()), tuple(str(e) for e in line.get("errors", ()))
        return Turn(number + 1, after, sent, decisions, values, events, errors)

    def _decisions(
        self, state: State, lines: Sequence[Mapping[str, Any]]
    ) -> tuple[Decision | None, ...]:
        """The decisions by seat; only a seat that has a choice can have made one."""
        decisions: list[Decision | None] = [None] * self.game.seats
        asked = deciding(self.game, state)
        for decision in map(decode_decision, lines):
            seat = decision.seat
            if seat not in asked or decisions[seat] is not None:
                raise OddLine(f"seat {seat + 1} has no choice to make")
            if len(decision.choice) != len(self.game.agents_of(seat)):
                raise OddLine(f"{len(decision.choice)} actions chosen by seat {seat + 1}")
            self._look(state, decision)
            decisions[seat] = decision
        return tuple(decisions)

    def _look(self, state: State, decision: Decision) -> None:
        """Checks that a search's statistics fit this game's agents and number of actions."""
        for stats in decision.snapshot.agents:
            noted = (stats.visits, stats.mean, stats.error)
            if not 0 <= stats.agent < self.game.agents or not 0 <= stats.best < stats.actions.size:
                raise OddLine("a search notes what is not in this game")
            if any(each.shape != stats.actions.shape for each in noted) or stats.pv.ndim != 1:
                raise OddLine("a search's notes are of different lengths")
            self._name(state, stats)

    def _name(self, state: State, stats: AgentStats) -> None:
        """Names each root action, as a view of the search will."""
        for action in stats.actions.tolist():
            try:
                self.game.label(state, stats.agent, action)
            except UNREADABLE:
                raise OddLine(f"a search notes the action {action}, which is no action") from None
