"""The compiled kernels of searches: each is made for a game as it is configured."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engines import jit
from engines.game import Game, cached_per_game


@cached_per_game
def kernel_for(
    game: Game, name: str, build: Callable[..., Callable[..., Any]], *settings: object
) -> Callable[..., Any]:
    """What `build(game, *settings)` makes, compiled; kept on disk for this configured game under
    `name`, which no other kernel has, and the sources of the game and of `build`.
    """
    return jit.kernel(
        partial(build, game, *settings),
        f"{name}.{game.kernel_key[0]}",
        (*game.kernel_key, name, *settings),
        type(game).__module__,
        build.__module__,
    )
