"""The line of a match that is reviewed: its positions, who chose in them, and what was played.

The positions that the line after a better move leads through, as far as the rules allow it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product

import numpy as np

from engines.game import FORFEIT, PASS, Game, State
from lab.files.review_lines import ReviewedMove
from lab.match.decide import movers
from lab.match.play import deciding, impossible, step


class PlayedLine:
    """A line of turns from a start; `joints` are the joint actions as sent, `seed` the match's. In
    a turn whose joint action is () nobody moved: `set_up` has the position that was set up in it.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        initial: State,
        joints: Sequence[tuple[int, ...]],
        set_up: Mapping[int, State] | None = None,
    ) -> None:
        self.game, self.seed, self.initial = game, seed, initial
        self.joints, self.set_up = tuple(joints), dict(set_up or {})

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The position after each number of turns, the start first."""
        found = [self.initial]
        for turn, joint in enumerate(self.joints):
            found.append(self.after(found[-1], joint, turn) if joint else self.set_up[turn + 1])
        return tuple(found)

    def after(self, state: State, joint: Sequence[int], turn: int) -> State:
        """The position after a joint action in that after `turn` turns, with the match's dice."""
        sent = np.array(joint, np.int64)
        return step(self.game, state, sent, self.seed, turn, log_events=False)[0]

    def is_played(self, turn: int) -> bool:
        """Whether anybody moved in turn `turn`, which is counted from 1."""
        return turn <= len(self.joints) and bool(self.joints[turn - 1])

    def deciders(self, turn: int) -> tuple[int, ...]:
        """The seats that choose after `turn` turns; () where the match is over."""
        state = self.states[turn]
        return () if self.game.rules.is_over(state) else deciding(self.game, state)

    def played(self, turn: int, seat: int) -> tuple[int, ...]:
        """What the seat's agents sent in turn `turn`, which is counted from 1."""
        return tuple(self.joints[turn - 1][agent] for agent in self.game.agents_of(seat))

    def others(self, turn: int, seat: int) -> dict[int, int]:
        """What the agents of other seats played in turn `turn`, as far as it was a move."""
        joint, mine = self.joints[turn - 1], self.game.agents_of(seat)
        return {a: x for a, x in enumerate(joint) if a not in mine and x not in (PASS, FORFEIT)}

    def listed(self, turn: int, agent: int) -> list[int]:
        """The actions that a search lists for an agent after `turn` turns; none where it waits."""
        game, state = self.game, self.states[turn]
        if agent not in movers(game, state):
            return []
        out = np.zeros(game.max_actions, np.int64)
        return [int(action) for action in out[: game.rules.legal(state, agent, out)]]

    def has_choice(self, turn: int, seat: int) -> bool:
        """Whether the seat has more than one listed move after `turn` turns."""
        return any(len(self.listed(turn, agent)) > 1 for agent in self.game.agents_of(seat))

    def moves(self, turn: int, seat: int) -> list[tuple[int, ...]]:
        """The listed moves of the seat's agents after `turn` turns, PASS for one that waits."""
        lists = (self.listed(turn, agent) or [PASS] for agent in self.game.agents_of(seat))
        return list(product(*lists))


def follows_plainly(game: Game) -> bool:
    """Whether the position after a move says all about the move: agents move in turn, nothing is
    hidden or drawn, and what one of two seats gains the other loses.
    """
    alone = game.seats == 1 or (game.seats == 2 and game.zero_sum)
    return alone and not (game.simultaneous or game.hidden or game.chance)


def states_of(game: Game, state: State, move: ReviewedMove, seed: int, turn: int) -> list[State]:
    """The position before the move and those that its line leads to, `turn` turns having been
    played before; the line ends where an action is not legal.
    """
    states = [state]
    for joint in move.line:
        sent = np.array(joint, np.int64)
        if impossible(game, states[-1], sent):
            break
        states.append(step(game, states[-1], sent, seed, turn + len(states) - 1, False)[0])
    return states
