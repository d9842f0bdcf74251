"""What a lesson of Smitsimax is about: the start of a game, its busy position or one of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.game import Game, State
from engines.knobs import KnobError, text
from lab.lesson.asked import PositionQuestion, iterated, seeded
from lab.lesson.match_start import MatchStart, game_at, start_at
from lab.match.seat import SearchSeat
from lab.words.asked import knob_of
from search.smitsimax import Smitsimax
from search.smitsimax.params import Params

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


USUAL = Params(depth=4)


@dataclass(frozen=True)
class SharedQuestion(PositionQuestion):
    """A position of any game or of a match, and how Smitsimax searches it."""

    lesson = "smitsimax"
    short = ("c", "depth", "random_visits")
    usual = SearchSeat("smitsimax", USUAL)

    position: str = text(
        next(iter(EXAMPLES)),
        "Position",
        "A game and a seed as in csb@1, or csb@bench for its busy position.",
        examples=EXAMPLES,
    )
    iterations: int = iterated(40)
    seed: int = seeded(5)
    c: float = knob_of(USUAL, "c")
    depth: int = knob_of(USUAL, "depth")
    random_visits: int = knob_of(USUAL, "random_visits")

    @property
    def params(self) -> Params:
        """The settings of the search."""
        params = self.seat.params
        assert isinstance(params, Params)
        return params

    @property
    def game(self) -> Game:
        return self.start.game if self.start is not None else game_of(self.position)
