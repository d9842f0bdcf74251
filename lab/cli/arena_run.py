"""How the commands that play an arena play it."""

from __future__ import annotations

import sys

from lab.batch.errors import BatchError
from lab.cli.playing import Playing, play, warn_if_crowded
from lab.cli.show import say
from lab.experiments.arena import pool, versions
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.keeping import OnStep
from lab.experiments.pairing import Rule
from lab.experiments.running import PlaysGames
from lab.store.store import Store


def play_on(
    store: Store,
    arena: pool.Arena,
    hands: PlaysGames,
    rule: Rule | None = None,
    games: int = 0,
    on_step: OnStep | None = None,
) -> tuple[ArenaQuestion, Playing]:
    """Plays to the end, also where a bot changes on disk meanwhile: then with its new version.
    `on_step` is called in place of a progress bar.
    """
    while True:
        arena = versions.renewed(store, pool.arena_named(store, arena.name), warn)
        fit = pool.fit_to_play(arena, warn)
        warn_if_crowded(hands, [bot.entrant for bot in fit.playing])
        question = ArenaQuestion(fit, rule, games)
        try:
            playing = play(fit.experiment, question, store, hands, on_step)
        except BatchError:
            if not fit.any_changed:
                raise
        else:
            if playing.error is None or not fit.any_changed:
                return question, playing


def warn(sentence: str) -> None:
    """Tells a sentence that is no result."""
    say(sentence, file=sys.stderr, flush=True)
