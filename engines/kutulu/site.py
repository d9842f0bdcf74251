"""Code of Kutulu as the site records it: answers and scores; its views hold pictures only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.game import Game, State
from engines.kutulu.maps import SPELLINGS
from engines.kutulu.state import PLAYERS
from engines.site import Recording, Site, seeded, written_scores


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """A map may be forced, and the engine's versions count turns from 0 or from 1."""
    forced = next(
        (option for option, title in SPELLINGS.items() if title in recording.params.values()),
        "seed",
    )
    choices = (
        {"map": forced, "league": league, "first_turn": first}
        for league in ("4", "3", "2", "1")
        for first in ("1", "0")
    )
    return seeded(game, recording, *choices)


SITE = Site(
    re.compile(r"(MOVE \d+ \d+|WAIT|PLAN|LIGHT|YELL)\b.*"),
    (PLAYERS,),
    starts,
    scores=written_scores,
)
