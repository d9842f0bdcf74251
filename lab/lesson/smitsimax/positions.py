"""The positions of the lesson: the start of a game, its busy one, or one of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.game import Game, State
from engines.knobs import KnobError
from lab.lesson.match_start import MatchStart, game_at, start_at
from search.smitsimax import Smitsimax

EXAMPLES: Mapping[str, str] = {
    "csb@bench": "Coders Strike Back, four pods in traffic",
    "csb@1": "Coders Strike Back, the start",
    "kutulu@bench": "Code of Kutulu, four explorers",
    "matrix:matrix=biased_rps@0": "Biased rock, paper, scissors",
}


@dataclass(frozen=True, eq=False)
class SharedPosition:
    """A configured game in which all agents have trees of their own, and one of its positions."""

    words: str
    game: Game
    state: State  # as the searching seat sees it
    seat: int = 0


def game_of(text: str) -> Game:
    """The game that a text is about; KnobError if Smitsimax does not play it."""
    return _suiting(game_at(text))


def position(text: str) -> SharedPosition:
    """The position that a text describes; KnobError says what is wrong with it."""
    game_of(text)
    return position_from(start_at(text))


def position_from(start: MatchStart) -> SharedPosition:
    """A position that a lesson begins with; KnobError if Smitsimax does not play its game."""
    return SharedPosition(start.words, _suiting(start.game), start.view(), start.seat)


def _suiting(game: Game) -> Game:
    refusal = Smitsimax.supports(game)
    if refusal:
        raise KnobError(f"Smitsimax does not fit {game.title}: {refusal}")
    return game
