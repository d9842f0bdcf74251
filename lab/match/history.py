"""The turns of a running match: frames, redo, and how often the seats predicted each other's moves
correctly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from engines.game import PASS, Game
from lab.match.decide import Decision
from lab.match.lines import follow
from lab.match.play import Turn, frame
from lab.match.records import Frame, Thought
from lab.match.thinking import slim
from search.base import Ints

MOST_LINES = 9  # earlier lines of a match that are kept
Predictions = Mapping[tuple[int, int], int]  # (seat that predicts, agent of another seat) -> action


@dataclass(frozen=True)
class Past:
    """One turn and what is known about it. `tally` [S, A, 2]: each seat's predictions about each
    agent so far, the correct ones and all.
    """

    frame: Frame
    turn: Turn
    tally: Ints
    expected: Predictions  # about the turn after this one (sequential games)


class MatchHistory:
    """Frames of a match; turns taken back can be redone."""

    def __init__(self, game: Game, first: Frame) -> None:
        self.game, self.first = game, first
        self._past: list[Past] = []
        self._ahead: list[Past] = []
        self._lines: list[tuple[Past, ...]] = []  # earlier lines, each whole, the newest last

    @property
    def head(self) -> Frame:
        """The latest frame."""
        return self._past[-1].frame if self._past else self.first

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames, 0 first."""
        return (self.first, *(p.frame for p in self._past))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns played."""
        return tuple(p.turn for p in self._past)

    @property
    def lines(self) -> int:
        """How many earlier lines are kept: turns that were taken back, and then others played."""
        return len(self._lines)

    @property
    def can_redo(self) -> bool:
        """Whether there are turns to redo."""
        return bool(self._ahead)

    @property
    def ahead(self) -> Frame | None:
        """The turn that `redo` would restore."""
        return self._ahead[-1].frame if self._ahead else None

    def frame(self, turn: int) -> Frame:
        """The frame after `turn` turns; the nearest one where there is none."""
        return (
            self._past[min(turn, len(self._past)) - 1].frame
            if turn > 0 and self._past
            else self.first
        )

    def add(self, turn: Turn, thoughts: Sequence[Thought | None]) -> Frame:
        """Adds a turn; unless it is the turn that was taken back here, nothing can be redone
        afterwards.
        """
        before, line = self.head, self._line()
        new = replace(frame(self.game, before.state, turn), thoughts=tuple(thoughts))
        expected, tally = self._tally(before, turn)
        if self._past:
            last = self._past[-1]
            self._past[-1] = replace(
                last,
                frame=replace(last.frame, thoughts=tuple(slim(t) for t in last.frame.thoughts)),
            )
        kept = tuple(
            replace(d, view=None, snapshot=replace(d.snapshot, trace=())) if d is not None else None
            for d in turn.decisions
        )
        self._past.append(Past(new, replace(turn, decisions=kept), tally, expected))
        same = bool(self._ahead) and self._ahead[-1].turn.joint == turn.joint
        if self._ahead and not same:
            self._lines = [*self._lines, line][-MOST_LINES:]
        self._ahead = self._ahead[:-1] if same else []
        return new

    def _line(self) -> tuple[Past, ...]:
        """The line on the board, with the turns that were taken back."""
        return (*self._past, *reversed(self._ahead))

    def cut(self, turn: int) -> None:
        """Takes back everything after `turn` turns."""
        while len(self._past) > turn:
            self._ahead.append(self._past.pop())

    def other_line(self) -> int:
        """Exchanges the line on the board for the newest earlier one; returns how many turns both
        share. Called again and again, it goes through all of them.
        """
        if not self._lines:
            return len(self._past)
        now, other = self._line(), self._lines[-1]
        self._lines = [now, *self._lines[:-1]]
        shared = sum(1 for _ in takewhile(_same_turn, zip(self._past, other, strict=False)))
        self._past, self._ahead = list(other), []
        return shared

    def redo(self) -> bool:
        """Restores one turn that was taken back; False if there is none."""
        if self._ahead:
            self._past.append(self._ahead.pop())
            return True
        return False

    def foreseen(self, seat: int) -> tuple[float, ...]:
        """Per agent of another seat: the share of turns in which the seat predicted its move
        correctly; () until all have one.
        """
        if not self._past:
            return ()
        others = [a for a, owner in enumerate(self.game.owner) if owner != seat]
        true, made = self._past[-1].tally[seat, others].T
        return tuple(float(x) for x in true / made) if others and made.all() else ()

    def _tally(self, before: Frame, turn: Turn) -> tuple[Predictions, Ints]:
        game = self.game
        now = self._past[-1].expected if self._past else {}
        following: dict[tuple[int, int], int] = {}
        for decision in turn.decisions:
            if decision is not None and decision.snapshot.agents:
                if game.simultaneous:
                    now = {**now, **self._simultaneous(decision)}
                else:
                    following |= self._reply(decision, turn)
        tally = (
            self._past[-1].tally.copy()
            if self._past
            else np.zeros((game.seats, game.agents, 2), np.int64)
        )
        for (seat, agent), action in now.items():
            if turn.joint[agent] != PASS:
                tally[seat, agent, 1] += 1
                tally[seat, agent, 0] += self._same(before, agent, action, turn.joint[agent])
        return following, tally

    def _simultaneous(self, decision: Decision) -> Predictions:
        """Predictions from the trees' models of the other seats' agents."""
        others = (
            s
            for s in decision.snapshot.agents
            if self.game.owner[s.agent] != decision.seat and s.actions.size
        )
        return {(decision.seat, s.agent): int(s.actions[s.best]) for s in others}

    def _reply(self, decision: Decision, turn: Turn) -> Predictions:
        """The predicted line's reply to the action played."""
        if decision.view is None:
            return {}
        line = follow(self.game, decision.view, decision.snapshot.agents)
        if len(line.joints) < 2 or line.joints[0] != turn.joint:
            return {}
        movers = [
            a
            for a, action in enumerate(line.joints[1])
            if action != PASS and self.game.owner[a] != decision.seat
        ]
        return {(decision.seat, a): line.joints[1][a] for a in movers}

    def _same(self, before: Frame, agent: int, predicted: int, played: int) -> bool:
        """Whether two actions are equivalent: as sent, or in words (a move from the search's table
        and a free command).
        """
        game, state = self.game, before.state
        if predicted == played or int(game.resolve(state, agent, predicted)) == played:
            return True
        return played >= 0 and game.label(state, agent, predicted) == game.label(
            state, agent, played
        )


def _same_turn(pair: tuple[Past, Past]) -> bool:
    return pair[0].turn is pair[1].turn
