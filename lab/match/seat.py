"""What plays a seat: a person, a program, or one of the lab's algorithms with its settings.

All three know their `name` (as on the command line), their `title` (as people call them), and their
`kind` and `budget`, which only an algorithm has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engines.game import Game
from engines.knobs import HasFields, NoParams, Value
from lab.match.budget import Budget
from lab.programs.spec import PROGRAM, Program
from lab.words.asked import values_of
from search import algorithm_named
from search.base import Search

HUMAN = "human"  # the name of a person's seat, in place of an algorithm's


@dataclass(frozen=True)
class Person:
    """A person playing in the window."""

    name: ClassVar[str] = HUMAN
    title: ClassVar[str] = ""
    kind: ClassVar[None] = None
    budget: ClassVar[None] = None
    searches: ClassVar[bool] = False


@dataclass(frozen=True)
class ProgramSeat:
    """A program that plays by the contest's protocol and time limits."""

    program: Program

    name: ClassVar[str] = PROGRAM
    kind: ClassVar[None] = None
    budget: ClassVar[None] = None
    searches: ClassVar[bool] = False

    @property
    def title(self) -> str:
        """The name of its file."""
        return self.program.name


@dataclass(frozen=True)
class SearchSeat:
    """An algorithm with its parameters and evaluation weights (None: the game's defaults) and its
    budget (None: the match's).
    """

    name: str  # of the algorithm; a replay may name one that does not exist here
    params: HasFields | None = None
    weights: HasFields | None = None
    budget: Budget | None = None

    @property
    def kind(self) -> type[Search] | None:
        """The algorithm, None if there is none of that name."""
        return algorithm_named(self.name)

    @property
    def title(self) -> str:
        """The algorithm's title."""
        return self.kind.title if self.kind is not None else self.name

    @property
    def searches(self) -> bool:
        """Whether it thinks before it moves, unlike random and scripted players."""
        return self.kind is not None and self.kind.searches

    def settings(self, game: Game) -> tuple[HasFields, HasFields]:
        """The parameters and the weights, with the game's defaults where none are given."""
        usual = self.kind.usual(game) if self.kind is not None else NoParams()
        return self.params or usual, self.weights or game.EvalParams()

    def values(self, game: Game) -> dict[str, Value]:
        """The same by their names, weights as "w.NAME"."""
        params, weights = map(values_of, self.settings(game))
        return params | {f"w.{name}": value for name, value in weights.items()}


SeatSpec = Person | ProgramSeat | SearchSeat
