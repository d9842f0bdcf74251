"""Which game a recording of CodinGame's site is of; each game describes itself in its `Site`."""

from __future__ import annotations

from engines import games
from engines.game import Game
from engines.site import Recording, Site


def contest_of(recording: Recording) -> tuple[type[Game], Site] | None:
    """The game that fits most of the recorded answers; None if it is none of the lab's."""
    answers = [each.lines[0] for each in recording.rounds if each.lines]
    counted = [
        (sum(game.site.answer.fullmatch(line) is not None for line in answers), game, game.site)
        for game in games().values()
        if game.site is not None and len(recording.names) in game.site.players
    ]
    count, game, site = max(counted, key=lambda each: each[0], default=(0, Game, None))
    return (game, site) if site is not None and 2 * count > len(answers) else None
