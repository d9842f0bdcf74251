"""One side of a comparison: a search or a program, and what it says of one position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.game import FORFEIT, PASS, Game, State
from lab.match.records import Failure, Ply, Thought
from lab.match.seat import ProgramSeat, SearchSeat

Contesting = ProgramSeat | SearchSeat


@dataclass(frozen=True, eq=False)
class Contender:
    """A side, for a seat in the position after `turn` turns: the newest thought of its search, or
    the answer of its program, an action for each agent that moves.
    """

    spec: Contesting
    seat: int
    turn: int
    thought: Thought | None = None
    answer: tuple[Ply, ...] = ()
    finished: bool = False
    failure: Failure | None = None


def answer_words(game: Game, state: State, seat: int, choice: Sequence[int]) -> tuple[Ply, ...]:
    """The actions that a program sent for its seat's agents, in words; none for an agent that only
    waits.
    """
    return tuple(
        Ply(agent, "no valid move" if action == FORFEIT else game.label(state, agent, action))
        for agent, action in zip(game.agents_of(seat), choice, strict=True)
        if action != PASS
    )
