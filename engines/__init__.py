"""Games: rules, protocol text, scenes. numpy and numba only; each game is a file or a folder here
and is discovered automatically.

>>> from engines import games
>>> sorted(games())[:2]
['csb', 'matrix']
>>> games()["tictactoe"]().seats
2
"""

from __future__ import annotations

from engines.discover import discover, find
from engines.game import Game


def games() -> dict[str, type[Game]]:
    """All games by their command-line name: this package's, those of the entry point group
    `smitsilab.games` and those of the files that were given.
    """
    return discover("engines", Game, "smitsilab.games")


def game_named(name: str) -> type[Game] | None:
    """One of `games`, if it can be without loading the others."""
    return find("engines", Game, "smitsilab.games", name) or games().get(name)
