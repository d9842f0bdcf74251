"""Games: rules, protocol text, scenes. numpy and numba only; each game is a file or a folder here
and is discovered automatically.

>>> from engines import games
>>> sorted(games())[:2]
['csb', 'matrix']
>>> games()["tictactoe"]().seats
2
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from engines.discover import discover, find
from engines.game import Game
from engines.own_files import modules


def games() -> dict[str, type[Game]]:
    """All games by their command-line name: this package's, those of the entry point group
    `smitsilab.games` and those of the files that were given.
    """
    return _games(*modules())


@cache
def _games(*own: ModuleType) -> dict[str, type[Game]]:
    return discover("engines", Game, "smitsilab.games", *own)


def game_named(name: str) -> type[Game] | None:
    """One of `games`, if it can be without loading the others."""
    alone = None if _games.cache_info().currsize else find("engines", Game, "smitsilab.games", name)
    return alone or games().get(name)
