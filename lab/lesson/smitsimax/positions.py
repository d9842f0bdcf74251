"""The positions of the lesson: the start of a game, its busy one, or one of a match.

csb@1                    Coders Strike Back, the start with seed 1
csb@bench                the position with which speed is measured
matrix:matrix=rps@0      a game with its options
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.game import Game, State
from engines.knobs import KnobError
from lab.lesson.match_start import MatchStart
from lab.match.decide import seen
from lab.match.seats import parse_game
from search.smitsimax import Smitsimax

BENCH = "bench"
EXAMPLES: Mapping[str, str] = {
    "csb@bench": "Coders Strike Back, four pods in traffic",
    "csb@1": "Coders Strike Back, the start",
    "kutulu@bench": "Code of Kutulu, four explorers",
    "matrix:matrix=biased_rps@0": "Biased rock, paper, scissors",
}
HELP = "Write a game and a seed as in csb@1, or csb@bench for its busy position."


@dataclass(frozen=True, eq=False)
class SharedPosition:
    """A configured game in which all agents have trees of their own, and one of its positions."""

    words: str
    game: Game
    state: State  # as the searching seat sees it
    seat: int = 0


def game_of(text: str) -> Game:
    """The game that a text is about; KnobError if Smitsimax does not play it."""
    game = parse_game(text.strip().rpartition("@")[0] or text.strip())
    refusal = Smitsimax.supports(game)
    if refusal:
        raise KnobError(f"Smitsimax does not fit {game.title}: {refusal}")
    return game


def position(text: str) -> SharedPosition:
    """The position that a text describes; KnobError says what is wrong with it."""
    flat = text.strip()
    if not flat:
        raise KnobError(f"There is no position. {HELP}")
    game, (_, at, which) = game_of(flat), flat.rpartition("@")
    if at and which != BENCH and not (which.isascii() and which.isdigit() and len(which) < 10):
        raise KnobError(f"{which or 'Nothing'} is no seed. {HELP}")
    seed = int(which) if at and which != BENCH else 1
    state = game.bench_position() if at and which == BENCH else game.initial(seed)
    words = EXAMPLES.get(flat, f"{game.title}, {'seed ' if which != BENCH else ''}{which or seed}")
    return SharedPosition(words, game, seen(game, state, 0, seed, 0))


def position_from(start: MatchStart) -> SharedPosition:
    """The position of a match; KnobError if Smitsimax does not play its game."""
    refusal = Smitsimax.supports(start.game)
    if refusal:
        raise KnobError(f"Smitsimax does not fit {start.game.title}: {refusal}")
    return SharedPosition(start.words, start.game, start.state, start.seat)
