"""Tells apart the outcomes of one joint action by a number for each state, for trees with a node
for every outcome.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import Game
from engines.jit import inlined
from search.base import Ints
from search.duct.nodes import CODE

FACTOR = 0x100000001B3  # Fowler, Noll, Vo: FNV-1a, 64 bits


@cache
def covered(dtype: np.dtype[Any]) -> Ints:
    """The bytes of a record that belong to its fields; a copy leaves the gaps between them
    undefined. Shared and never changed.
    """
    inside = np.zeros(dtype.itemsize, np.bool_)
    _mark(dtype, inside)
    return np.flatnonzero(inside)


def _mark(dtype: np.dtype[Any], inside: NDArray[np.bool_]) -> None:
    base, count = (
        (dtype.subdtype[0], int(np.prod(dtype.subdtype[1]))) if dtype.subdtype else (dtype, 1)
    )
    for k in range(count):
        part = inside[k * base.itemsize : (k + 1) * base.itemsize]
        if base.fields is None:
            part[:] = True
        else:
            for field, offset, *_ in base.fields.values():
                _mark(field, part[offset:])


def build_digest(game: Game) -> Any:
    """The jitted (state, bytes of the state, which of them count) -> number: the game's own key,
    else a hash of the fields.
    """
    has_key, key = game.rules.key is not None, game.rules.filled().key

    @inlined
    def by_key(state: Any, content: Any, counted: Any) -> int:
        return int(np.uint64(key(state)) >> np.uint64(2))

    @inlined
    def by_content(state: Any, content: Any, counted: Any) -> int:
        number = 0x4BF29CE484222325
        for k in counted:
            number = ((number ^ int(content[k])) * FACTOR) & CODE
        return number

    return by_key if has_key else by_content
