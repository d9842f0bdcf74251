"""Line-ups as workers take them and as people read them."""

from __future__ import annotations

import json

from engines import games
from engines.game import spec_of
from engines.knobs import make
from lab.batch.games import REPEATS, GroupJob, LineUp


def game_text(lineup: LineUp) -> str:
    """The game of a line-up as --game takes it."""
    condition = lineup.condition
    options = make(games()[condition.game].Options, json.loads(condition.options))
    return spec_of(condition.game, options)


def job_of(lineup: LineUp, seed: int, seatings: tuple[int, ...]) -> GroupJob:
    """The job that plays these seatings of a line-up on one seed. Actions are kept where searching
    again would not repeat the game.
    """
    programs = any(side.kind == "program" for side in lineup.sides)
    return GroupJob(
        game_text(lineup),
        tuple(side.text for side in lineup.sides),
        lineup.condition.clock,
        seed,
        seatings,
        start=lineup.condition.start,
        tape=programs or lineup.condition.clock not in REPEATS,
    )


def words_of(lineup: LineUp) -> str:
    """Who plays: "uct:c=0.3 against scripted"."""
    return " against ".join(side.text for side in lineup.sides)
