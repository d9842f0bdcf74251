"""Bots that are not what they were when they joined: a program whose files have changed, or a
search whose sources have.

A player never changes, so the new version joins under a name of its own, in the same role, and the
old one is retired: it keeps its games, its place, and the question that was about it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping
from itertools import count

from lab.batch.entrants import missing_files
from lab.batch.games import Entrant
from lab.experiments.arena.pool import Arena, arena_named, entrant_of
from lab.experiments.arena.rules import renewed_rules
from lab.programs.spec import Program
from lab.store.kept import KeptBot
from lab.store.store import Store
from lab.words.numerals import enumerated

Tell = Callable[[str], object]
SETTLE_S, LOOKS = 0.5, 40  # while a program is compiled its file changes more than once
_VERSION = re.compile(r" \(\d+\)$")


def renewed(
    store: Store,
    arena: Arena,
    tell: Tell = lambda said: None,
    wait: Callable[[float], object] = time.sleep,
) -> Arena:
    """The arena under the rules of today, with a new version of each bot that has changed; `tell`
    gets a sentence about the rules, about each bot, and about a question that stops with it. A
    program is waited for until it stays as it is; one whose files are gone has no new version.
    """
    arena = renewed_rules(store, arena, tell)
    now = _settled(arena, wait)
    with store.together():
        names = {bot: _renew(store, arena_named(store, arena.name), bot, now[bot]) for bot in now}
    for kind in ("program", "search"):
        changed = {bot.name: new for bot, new in names.items() if bot.entrant.kind == kind}
        if changed:
            tell(_sentence(changed, kind))
    asked = arena.file.candidate, arena.file.than
    if all(asked) and any(bot.name in asked for bot in now):
        tell(
            f"The test whether {asked[0]} is better than {asked[1]} has stopped: it was about the "
            "version before."
        )
    return arena_named(store, arena.name) if now else arena


def _sentence(changed: Mapping[str, str], kind: str) -> str:
    """Which bots have changed, how, and the names of their new versions."""
    old, new = (enumerated(list(names)) for names in (changed.keys(), changed.values()))
    where = "on disk" if kind == "program" else "with this version of Smitsilab"
    have, play, keep = "has", "it plays", "keeps"
    if len(changed) > 1:
        have, play, keep = "have", "they play", "keep"
    return (
        f"{old} {have} changed {where}: from now on {play} as {new}; {old} {keep} the games before."
    )


def _settled(arena: Arena, wait: Callable[[float], object]) -> dict[KeptBot, Entrant]:
    """What the bots that have changed are now, once nothing changes any more."""
    found = _changed(arena)
    for _ in range(LOOKS if found else 0):
        wait(SETTLE_S)
        before, found = found, _changed(arena)
        if found == before and all(map(_is_there, found.values())):
            break
    return {bot: player for bot, player in found.items() if _is_there(player)}


def _changed(arena: Arena) -> dict[KeptBot, Entrant]:
    players = {
        bot: entrant_of(arena.game, bot.entrant.text, arena.file.budget) for bot in arena.playing
    }
    return {bot: now for bot, now in players.items() if now.digest != bot.entrant.digest}


def _is_there(player: Entrant) -> bool:
    if player.kind != "program":
        return True
    return bool(player.program_digest) and not missing_files(Program(player.program))


def _renew(store: Store, arena: Arena, bot: KeptBot, player: Entrant) -> str:
    """Puts the version of today in a bot's place; returns its name."""
    name = _known(arena, player)
    if name:
        store.set_role(arena.name, name, bot.role)
    else:
        name = free_name(bot.name, {each.name for each in arena.bots})
        store.add_bot(arena.name, name, player, bot.role)
    store.set_role(arena.name, bot.name, "retired")
    store.event(arena.experiment, "changed", f"{bot.name} to {name}")
    return name


def _known(arena: Arena, player: Entrant) -> str:
    """The bot that is this player already: its files are what they once were."""
    return next((bot.name for bot in arena.bots if bot.entrant.digest == player.digest), "")


def free_name(name: str, taken: Collection[str]) -> str:
    """A name for the next version of a bot: "mybot (2)"."""
    first = _VERSION.sub("", name)
    return next(new for k in count(2) if (new := f"{first} ({k})") not in taken)
