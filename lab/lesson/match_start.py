"""A position that a lesson begins with: of a match, or one of a game's own, written

csb@1                    the start of a game with seed 1
csb@bench                the busy position with which its speed is measured
matrix:matrix=rps@0      a game with its options

The window takes it from the board without calling a rule; `view` is for the thread of the lessons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError, digits
from lab.files.codec import checksum
from lab.files.replay_position import position_of
from lab.match.decide import movers, seen
from lab.match.seats import parse_game

BENCH = "bench"
HELP = "Write a game and a seed as in csb@1, or csb@bench for its busy position."
OVER = "The match is over in this position: there is nothing to search."


@dataclass(frozen=True)
class MatchStart:
    """Two of them are equal if they begin the same lesson."""

    spec: str  # the configured game
    key: str  # the checksum of the position
    seat: int  # whose search it is
    seed: int  # of the match, for what the seat draws in place of hidden things
    turn: int  # turns played before it
    way: tuple[str, ...]  # the words of the command line that lead there; () if none do
    game: Game = field(compare=False, repr=False)
    state: State = field(compare=False, repr=False)

    @classmethod
    def taken(
        cls, game: Game, state: State, seat: int, seed: int, turn: int, way: tuple[str, ...]
    ) -> MatchStart:
        """The position after `turn` turns of a match with this seed, for a seat's search."""
        return cls(game.spec, checksum(state), seat, seed, turn, way, game, state)

    @property
    def words(self) -> str:
        """Where it is, as in "Coders Strike Back, turn 12"."""
        return f"{self.game.title}, {self.game.turn_word} {self.turn}"

    def view(self) -> State:
        """What the seat sees of it; KnobError if the match is over."""
        if self.game.rules.is_over(self.state):
            raise KnobError(OVER)
        return seen(self.game, self.state, self.seat, self.seed, self.turn)


def read_start(path: Path, turn: int | None, branch: str, seat: int | None) -> MatchStart:
    """The position of a replay after `turn` turns (None: the last one), or that of a file with one
    position, for `seat` (None: the first to move). KnobError if there is none.
    """
    game, state, at, seed = position_of(path, turn, branch)
    if game.rules.is_over(state):
        raise KnobError(OVER)
    deciders = sorted({game.owner[agent] for agent in movers(game, state)})
    chosen = deciders[0] if seat is None else seat
    if chosen not in range(game.seats):
        raise KnobError(f"{game.title} has no seat {chosen + 1}.")
    return MatchStart.taken(game, state, chosen, seed, at, way_to(path, at, branch, chosen))


def game_at(text: str) -> Game:
    """The game of a text like "csb@1"; KnobError if there is none."""
    name, _, _ = text.strip().rpartition("@")
    if not text.strip():
        raise KnobError(f"There is no position. {HELP}")
    return parse_game(name or text.strip())


def start_at(text: str) -> MatchStart:
    """The position of a text like "csb@1", as seat 1 sees it; KnobError says what is wrong."""
    game, (_, at, which) = game_at(text), text.strip().rpartition("@")
    if at and which != BENCH and digits(which) is None:
        raise KnobError(f"{which or 'Nothing'} is no seed. {HELP}")
    seed = int(which) if at and which != BENCH else 1
    state = game.bench_position() if at and which == BENCH else game.initial(seed)
    return MatchStart.taken(game, state, 0, seed, 0, ("--position", text.strip()))


def way_to(path: Path, turn: int, branch: str, seat: int) -> tuple[str, ...]:
    """The words of a command line for a position of a file."""
    named = ("--branch", branch) if branch else ()
    return ("--from", str(path), "--turn", str(turn), *named, "--seat", str(seat + 1))
