"""Plays the turn lines of a file by the rules, each when it is first asked for: a file may hold
thousands of branches that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from engines.game import Game, State
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_decision,
    decode_state,
    decode_value,
    why,
)
from lab.match.decide import Decision
from lab.match.play import Turn, deciding, impossible, set_up, step
from lab.match.seat import SeatSpec
from search.base import AgentStats

DIFFERENT = "From turn {} on positions differ from the recorded ones: the rules have changed since."


class ReplayError(ValueError):
    """A file that cannot be read as a replay; the text is one sentence for a person."""


class TurnSource(Protocol):
    """Where the turns of turn lines come from."""

    def turn(self, number: int) -> Turn:
        """The turn of line `number`, from 1; one of UNREADABLE if it cannot have been played."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn line: its number, the number of the line that it follows (0: the start), who played
    it, and the line as in the file. `settings` are the same players with the knobs and budgets that
    they had by then; what is repeated begins with `seats` and makes the recorded changes.
    """

    number: int
    before: int
    seats: tuple[SeatSpec, ...]
    settings: tuple[SeatSpec, ...]
    line: Mapping[str, Any]
    source: TurnSource = field(repr=False, compare=False)

    @property
    def turn(self) -> Turn:
        """The turn, played by the rules; ReplayError if that is impossible."""
        try:
            return self.source.turn(self.number)
        except UNREADABLE as error:
            turn = self.line["turn"]
            raise ReplayError(
                f"Turn {turn} of this line cannot be read ({why(error)}); the turns before it can."
            ) from error


class KnownTurns:
    """Turns that were played already, without branches."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns

    def turn(self, number: int) -> Turn:
        """The turn of line `number`, from 1."""
        return self._turns[number - 1]


class TurnPlayer:
    """Checks and plays lines that are appended to `lines`. `note` says that a position is not the
    recorded one, "" while all are.
    """

    def __init__(self, game: Game, initial: State, seed: int) -> None:
        self._game, self._initial, self._seed = game, initial, seed
        self._turns: dict[int, Turn] = {}
        self.lines: list[PlayedTurn] = []
        self.note = ""

    def turn(self, number: int) -> Turn:
        """The turn of line `number`, from 1, after all before it; one of UNREADABLE if it cannot
        have been played.
        """
        ahead, at = [], number
        while at and at not in self._turns:
            ahead.append(at)
            at = self.lines[at - 1].before
        for each in reversed(ahead):
            line = self.lines[each - 1]
            self._turns[each] = replace(self._played(line), seats=line.settings)
        return self._turns[number]

    def _played(self, played: PlayedTurn) -> Turn:
        game, line = self._game, played.line
        before = self._turns[played.before] if played.before else None
        number = before.turn if before is not None else 0
        state = before.state if before is not None else self._initial
        if "position" in line:
            return self._set_up(line, number)
        joint = np.array(line["joint"], np.int64)
        refusal = impossible(game, state, joint)
        if refusal:
            raise OddLine(refusal)
        decisions = self._decisions(state, line["decisions"])
        after, events = step(game, state, joint, self._seed, number)
        if checksum(after) != line["state"] and not self.note:
            self.note = DIFFERENT.format(number + 1)
        values = tuple(decode_value(v, game.seats, game.graded) for v in line["values"])
        if len(values) != game.seats:
            raise OddLine(f"{len(values)} values for {game.seats} seats")
        sent, errors = tuple(joint.tolist()), tuple(str(e) for e in line.get("errors", ()))
        return Turn(number + 1, after, sent, decisions, values, events, errors)

    def _set_up(self, line: Mapping[str, Any], number: int) -> Turn:
        """A position that was set up by hand; it must be the one that was recorded."""
        state = decode_state(self._game, line["position"])
        if line["joint"] or checksum(state) != line["state"]:
            raise OddLine("the position set up in it is not the one that was recorded")
        return set_up(self._game, state, number)

    def _decisions(
        self, state: State, lines: Sequence[Mapping[str, Any]]
    ) -> tuple[Decision | None, ...]:
        """The decisions by seat; only a seat that has a choice can have made one."""
        decisions: list[Decision | None] = [None] * self._game.seats
        asked = deciding(self._game, state)
        for decision in (decode_decision(line, self._game.graded) for line in lines):
            seat = decision.seat
            if seat not in asked or decisions[seat] is not None:
                raise OddLine(f"seat {seat + 1} has no choice to make")
            if len(decision.choice) != len(self._game.agents_of(seat)):
                raise OddLine(f"{len(decision.choice)} actions chosen by seat {seat + 1}")
            self._look(state, decision)
            decisions[seat] = decision
        return tuple(decisions)

    def _look(self, state: State, decision: Decision) -> None:
        """Checks that a search's statistics fit this game's agents and number of actions."""
        for stats in decision.snapshot.agents:
            noted = (stats.visits, stats.mean, stats.error)
            agents = self._game.agents
            if not 0 <= stats.agent < agents or not 0 <= stats.best < stats.actions.size:
                raise OddLine("a search notes what is not in this game")
            if any(each.shape != stats.actions.shape for each in noted) or stats.pv.ndim != 1:
                raise OddLine("a search's notes are of different lengths")
            self._name(state, stats)

    def _name(self, state: State, stats: AgentStats) -> None:
        """Names each root action, as a view of the search will."""
        for action in stats.actions.tolist():
            try:
                self._game.label(state, stats.agent, action)
            except UNREADABLE:
                raise OddLine(f"a search notes the action {action}, which is no action") from None
