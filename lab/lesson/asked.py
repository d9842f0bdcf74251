"""What the questions of all lessons share: how each is written, and what it needs compiled."""

from __future__ import annotations

import shlex
from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engines.game import Game
from engines.knobs import integer, number
from lab.lesson.match_start import MatchStart
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, parse_algorithm
from lab.words.asked import Asked, flags_of

LARGEST_SEED = 2**31 - 1
MOST_ITERATIONS = 200


def seeded(default: int) -> Any:
    """The knob of the seed."""
    return integer(default, 0, LARGEST_SEED, "Seed", "Of all that is drawn by chance.")


def iterated(default: int) -> Any:
    """The knob of the iterations."""
    words = "Iterations", "How many the search runs."
    return integer(default, 1, MOST_ITERATIONS, *words)


def explored(help: str) -> Any:
    """The knob of the exploration constant."""
    return number(1.0, 1e-6, 10.0, "Exploration", help, log=True)


@dataclass(frozen=True)
class LessonQuestion(Asked):
    """What a lesson is about."""

    lesson: ClassVar[str]  # its name after `smitsilab lesson`

    @property
    def searched_by(self) -> str:
        """The name of the algorithm."""
        return self.lesson

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that is searched, without calling its rules; KnobError if there is none."""

    @property
    def subject(self) -> str:
        """What is searched, in words: "mazes"."""
        return self.game.title

    @property
    def title(self) -> str:
        """The title of the algorithm."""
        return parse_algorithm(self.searched_by).title

    @property
    def kernels(self) -> tuple[Hashable, ...]:
        """What names the kernels that it needs."""
        return (*self.game.kernel_key, self.searched_by)

    def arguments(self) -> list[str]:
        """The words after `smitsilab lesson` that give this lesson."""
        return [self.lesson, *flags_of(self)]

    def preparing(self) -> list[str]:
        """The words after `smitsilab lesson` that compile what this lesson needs."""
        return self.arguments()

    @cached_property
    def command(self) -> str:
        """The command line that gives this lesson; "" if none does."""
        return shlex.join(["smitsilab", "lesson", *self.arguments()])


@dataclass(frozen=True)
class PositionQuestion(LessonQuestion):
    """A lesson on a position: as a text, or one of a match with the settings of a search there."""

    short: ClassVar[tuple[str, ...]]  # settings of the search with a knob of their own here
    usual: ClassVar[SearchSeat]

    position: str
    iterations: int
    seed: int
    start: MatchStart | None = None  # in place of the position
    search: SearchSeat | None = None  # the rest of its settings

    @property
    def searched_by(self) -> str:
        return self.usual.name

    def by(self, search: SearchSeat) -> Self:
        """The same with all settings of a search."""
        params = search.params or self.usual.params
        own: dict[str, Any] = {name: getattr(params, name) for name in self.short}
        return replace(self, search=replace(search, params=params, budget=None), **own)

    @property
    def seat(self) -> SearchSeat:
        """The search with its settings."""
        return self._turned({name: getattr(self, name) for name in self.short})

    def _turned(self, values: dict[str, Any]) -> SearchSeat:
        search = self.search or self.usual
        params: Any = search.params
        return replace(search, params=replace(params, **values))

    def arguments(self) -> list[str]:
        where = self.start.way if self.start is not None else ("--position", self.position)
        plain: Any = parse_algorithm(self.searched_by).Params()
        rest = self._turned({name: getattr(plain, name) for name in self.short})
        others = format_seat(rest, self.game, with_budget=False)
        more = ["--search", others] if rest != replace(self.usual, params=plain) else []
        return [self.lesson, *where, *more, *flags_of(self, but=("position",))]

    def preparing(self) -> list[str]:
        """A position of a match may be in no file yet, so one of the same game does."""
        short = replace(self, iterations=1)
        if self.start is not None:
            short = replace(short, position=f"{self.game.spec}@1", start=None)
        return short.arguments()

    @cached_property
    def command(self) -> str:
        return super().command if self.start is None or self.start.way else ""
