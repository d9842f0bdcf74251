"""Xmas Rush as the site records it: answers and scores; its views hold pictures only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.game import Game, State
from engines.site import Recording, Site, seeded, written_scores


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The deal of the seed in each league of the contest, the highest first."""
    return seeded(game, recording, *({"league": league} for league in ("6", "4", "3", "2", "1")))


SITE = Site(
    re.compile(r"PUSH [0-6] [A-Z]+|MOVE( (UP|DOWN|LEFT|RIGHT))+|PASS"),
    (2,),
    starts,
    scores=written_scores,
)
