"""Tron Battle as the site records it.

What its views hold is not documented, so every row of cells in the first one is tried as the start;
a wrong one soon makes a player ride into a wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.game import Game, State
from engines.site import Recording, Site
from engines.tron.rules import HEIGHT, MOST, WIDTH, clear, place_on


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """A start for each row of different cells among the numbers of the first view."""
    count = len(recording.names)
    configured = game.configure(players=count)
    text = " ".join([*recording.params.values(), recording.opening.view])
    numbers = [int(number) for number in re.findall(r"(?<![\w.-])\d{1,2}(?![\w.])", text)]
    for k in range(len(numbers) - 2 * count + 1):
        row = numbers[k : k + 2 * count]
        cells = list(zip(row[::2], row[1::2], strict=True))
        if len(set(cells)) == count and all(x < WIDTH and y < HEIGHT for x, y in cells):
            state = configured.blank()
            clear(state, count)
            for player, (x, y) in enumerate(cells):
                place_on(state, player, x, y)
            yield configured, state


SITE = Site(
    re.compile(r"(UP|DOWN|LEFT|RIGHT)\b.*", re.IGNORECASE), tuple(range(2, MOST + 1)), starts
)
