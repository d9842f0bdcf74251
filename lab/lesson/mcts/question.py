"""What a lesson of Monte Carlo tree search is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.game import Game
from engines.knobs import text
from lab.lesson.asked import PositionQuestion, explored, iterated, seeded
from lab.lesson.match_start import MatchStart, game_at, start_at
from lab.lesson.mcts.positions import EXAMPLES, game_of
from lab.match.seat import SearchSeat
from search.uct.params import Params


@dataclass(frozen=True)
class TreeQuestion(PositionQuestion):
    """A small position, one of any game, or one of a match, and how UCT searches it."""

    lesson = "mcts"
    short = ("c",)
    usual = SearchSeat("uct", Params(c=1.0))

    position: str = text(
        next(iter(EXAMPLES)),
        "Position",
        "Tic-tac-toe as in X.O/.O./.X., Connect Four as the columns played, a tree as text, or any "
        "game with a seed as in uttt@1.",
        examples=EXAMPLES,
    )
    iterations: int = iterated(50)
    seed: int = seeded(5)
    c: float = explored(
        "Weight of the bonus. Low: trusts the best mean so far. High: tries everything."
    )

    @property
    def game(self) -> Game:
        if self.start is not None:
            return self.start.game
        return game_at(self.position) if self.is_of_a_game else game_of(self.position)

    @property
    def is_of_a_game(self) -> bool:
        """Whether the text names a position of any game, like "csb@1"."""
        return "@" in self.position

    @property
    def begins(self) -> MatchStart | None:
        """The position of a match or of any game, None for a small one."""
        if self.start is not None:
            return self.start
        return start_at(self.position) if self.is_of_a_game else None

    @property
    def params(self) -> Params:
        """The settings of the search; it keeps nothing of an earlier one."""
        params = self.seat.params
        assert isinstance(params, Params)
        return replace(params, reuse=False)
