"""Fills the kernel cache: lists the pairs of game and algorithm and compiles them one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines import games
from engines.game import Game
from lab.match.prepare import load
from lab.match.seats import parse_algorithm, parse_game
from search import algorithms
from search.base import Search


def warm(game: Game, algorithm: type[Search], apart: str = "") -> None:
    """Compiles every kernel that a match of this pair calls, or loads it from the cache; those of
    `apart` too, if the algorithm has such settings.
    """
    load(game, algorithm, *(n for n in algorithm.apart if n == apart))


def pairs(names: Sequence[str] = (), only: Sequence[str] = ()) -> list[tuple[Game, type[Search]]]:
    """The compatible pairs of these games ("uttt:tie_break=draw") and algorithms; all of them if
    none are named.
    """
    chosen = [parse_game(name) for name in names or games()]
    wanted = [parse_algorithm(name) for name in only or algorithms()]
    return [
        (game, algorithm)
        for game in chosen
        for algorithm in wanted
        if algorithm.supports(game) is None
    ]


def warm_all(
    todo: Sequence[tuple[Game, type[Search]]], apart: str = ""
) -> Iterator[tuple[int, str]]:
    """Warms each pair; yields (number done, next pair) before each one and (total, "") at the
    end.
    """
    for done, (game, algorithm) in enumerate(todo):
        yield done, f"{algorithm.title} for {game.title}"
        warm(game, algorithm, apart)
    yield len(todo), ""
