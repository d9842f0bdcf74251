"""What a lesson of Smitsimax is about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import Game
from engines.knobs import text
from lab.lesson.asked import PositionQuestion, iterated, seeded
from lab.lesson.smitsimax.positions import EXAMPLES, game_of
from lab.match.seat import SearchSeat
from lab.words.asked import knob_of
from search.smitsimax.params import Params

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
