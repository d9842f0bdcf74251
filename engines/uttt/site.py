"""Ultimate Tic-Tac-Toe as the site records it: only the answers, no position."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.game import Game, State
from engines.site import Recording, Site
from engines.uttt.conform import scores


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The seed has no effect: the seat asked first begins."""
    first = next(
        (each.seat for each in recording.rounds if each.lines and each.seat is not None), 0
    )
    configured = game.configure(first_player=first)
    yield configured, configured.initial(0)


SITE = Site(re.compile(r"\d \d\b.*"), (2,), starts, scores=scores)
