"""Arenas of which a part is missing, as a store that was written by other hands may have them."""

from __future__ import annotations

from lab.batch.errors import BatchError
from lab.batch.games import LineUp
from lab.experiments.arena.pool import ArenaFile, arena_named
from lab.experiments.jobs import game_text
from lab.store.arenas import experiment_of
from lab.store.kept import KeptArena
from lab.store.store import Store


def not_whole(store: Store) -> list[str]:
    """A sentence about each arena that cannot be used as it is."""
    return [
        f"The arena {kept.name} is not whole; `smitsilab store check --repair` "
        f"{'makes its game anew from its bots' if _budget(kept) else 'takes it away'}."
        for kept in _broken(store)
    ]


def mend(store: Store) -> None:
    """Gives each of them its game and budget again, as its bots tell them, without a question; one
    without bots goes.
    """
    for kept in _broken(store):
        budget = _budget(kept)
        if budget:
            file = ArenaFile(game_text(LineUp(kept.condition, ())), budget)
            store.experiment(experiment_of(kept.name), "arena", file.text)
        else:
            store.remove_arena(kept.name)


def _broken(store: Store) -> list[KeptArena]:
    found = []
    for kept in store.arenas():
        try:
            arena_named(store, kept.name)
        except BatchError:
            found.append(kept)
    return found


def _budget(kept: KeptArena) -> str:
    """What the first bot that has a budget plays with."""
    return next((bot.entrant.budget for bot in kept.bots if bot.entrant.budget), "")
