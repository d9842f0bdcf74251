"""What deleting on the Arena page asks of the store, as functions for the store's desk; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lab.experiments.arena.pool import RemovedBot, arena_named, remove_bot, restore_bot
from lab.store.arenas import experiment_of
from lab.store.kept import KeptArena
from lab.store.store import Store
from lab.ui.arena.form import ArenaForm
from lab.ui.control.arena_work import Opened, opened


@dataclass(frozen=True)
class ArenaLoss:
    """What would be lost with a bot, or with a whole arena of so many `bots` where `bot` is "":
    its own games; those that others asked for too stay.
    """

    arena: str
    bot: str
    bots: int
    games: int  # finished ones
    stay: int
    failed: int = 0


def losing(name: str, bot: str = "") -> Callable[[Store], ArenaLoss]:
    """Counts what would be lost."""

    def work(store: Store) -> ArenaLoss:
        arena = arena_named(store, name)
        asked = arena.experiment, arena.bot(bot).entrant if bot else None
        games, stay = store.own_games(*asked), store.shared_games(*asked)
        failed = store.own_failures(*asked)
        return ArenaLoss(name, bot, len(arena.bots), games - failed, stay, failed)

    return work


@dataclass(frozen=True)
class Removed:
    """A bot or an arena that is on the page no more, and what is on it instead."""

    what: RemovedBot | KeptArena
    opened: Opened

    @property
    def name(self) -> str:
        """What it was called."""
        return self.what.name if isinstance(self.what, KeptArena) else self.what.bot.name


def removed(form: ArenaForm, name: str, bot: str) -> Callable[[Store], Removed]:
    """Takes a bot out of its arena, or the arena out of the list; the games stay."""

    def work(store: Store) -> Removed:
        if bot:
            found = remove_bot(store, arena_named(store, name), bot)
            return Removed(found, opened(store, name, form))
        kept = store.remove_arena(name)
        rest = replace(form, name="", candidate="", than="", pool=())
        return Removed(kept, opened(store, "", rest))

    return work


def restored(form: ArenaForm, gone: Removed) -> Callable[[Store], Opened]:
    """Brings it back."""

    def work(store: Store) -> Opened:
        if isinstance(gone.what, KeptArena):
            store.restore_arena(gone.what)
            return opened(store, gone.what.name, form)
        restore_bot(store, gone.what)
        return opened(store, gone.what.arena, form)

    return work


def forgotten(gone: Removed) -> Callable[[Store], int]:
    """Removes its games; those of an arena whose name is in use again stay."""

    def work(store: Store) -> int:
        if not isinstance(gone.what, KeptArena):
            return store.forget_player(gone.what.arena, gone.what.bot.entrant)
        return 0 if store.arenas(gone.what.name) else store.forget(experiment_of(gone.what.name))

    return work
