"""A position of a match that a lesson begins with, as the searching seat sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.files.codec import checksum
from lab.files.replay_position import position_of
from lab.match.decide import movers, seen


@dataclass(frozen=True)
class MatchStart:
    """Two of them are equal if they begin the same lesson; KnobError if nobody can move there."""

    spec: str  # the configured game
    key: str  # the checksum of the position
    seat: int  # whose search it is
    words: str  # "Coders Strike Back, turn 12"
    way: tuple[str, ...]  # the words of the command line that lead there; () if none do
    game: Game = field(compare=False, repr=False)
    state: State = field(compare=False, repr=False)

    @classmethod
    def taken(
        cls, game: Game, state: State, seat: int, seed: int, turn: int, way: tuple[str, ...]
    ) -> MatchStart:
        """The position after `turn` turns as the seat sees it; `seed` is the match's."""
        words = f"{game.title}, {game.turn_word} {turn}"
        if game.rules.is_over(state):
            raise KnobError("The match is over in this position: there is nothing to search.")
        view = seen(game, state, seat, seed, turn)
        return cls(game.spec, checksum(view), seat, words, way, game, view)


def read_start(path: Path, turn: int | None, branch: str, seat: int | None) -> MatchStart:
    """The position of a replay after `turn` turns (None: the last one), or that of a file with one
    position, for `seat` (None: the first to move). KnobError if there is none.
    """
    game, state, at, seed = position_of(path, turn, branch)
    if game.rules.is_over(state):
        raise KnobError("The match is over in this position: there is nothing to search.")
    deciders = sorted({game.owner[agent] for agent in movers(game, state)})
    chosen = deciders[0] if seat is None else seat
    if chosen not in range(game.seats):
        raise KnobError(f"{game.title} has no seat {chosen + 1}.")
    return MatchStart.taken(game, state, chosen, seed, at, way_to(path, at, branch, chosen))


def way_to(path: Path, turn: int, branch: str, seat: int) -> tuple[str, ...]:
    """The words of a command line for a position of a file."""
    named = ("--branch", branch) if branch else ()
    return ("--from", str(path), "--turn", str(turn), *named, "--seat", str(seat + 1))
