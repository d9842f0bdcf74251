"""The versions of a game's rules under which an arena has played. Only games of one version are
compared, so each has a standing of its own: an arena goes on under the rules of today, and what was
played before can still be shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engines.knobs import KnobError
from lab.batch.games import Condition
from lab.experiments.arena.pool import Arena, arena_named, condition_of
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.words import numerals

LETTERS = 7  # of a digest that are shown


@dataclass(frozen=True)
class RulesVersion:
    """A version of the rules: `number` counts from 1, `name` is the beginning of the digest of its
    sources, `until` the time when the arena went on under the next one (seconds since 1970; None
    for the one under which it plays).
    """

    number: int
    condition: Condition
    until: float | None

    @property
    def name(self) -> str:
        """As people see it."""
        return self.condition.source[:LETTERS]

    @property
    def day(self) -> str:
        """The day when it was replaced; "" for the one of now."""
        return "" if self.until is None else time.strftime("%Y-%m-%d", time.localtime(self.until))

    @property
    def words(self) -> str:
        """In a sentence: "version 1 of the rules (95f7103, until 2026-11-12)"."""
        until = f", until {self.day}" if self.until is not None else ""
        return f"version {self.number} of the rules ({self.name}{until})"


def rules_of(arena: Arena) -> tuple[RulesVersion, ...]:
    """The versions under which an arena has games, the oldest first, and last the one of now."""
    now = arena.now.condition
    earlier = [(replace(now, source=source), until) for source, until in arena.file.rules]
    found = [*earlier, (now, None)]
    return tuple(RulesVersion(k, *each) for k, each in enumerate(found, 1))


def shown_rules(arena: Arena) -> RulesVersion:
    """The version that an arena, or the past of one, is about."""
    return next(each for each in rules_of(arena) if each.condition == arena.kept.condition)


def under(store: Store, arena: Arena, version: str) -> Arena:
    """The arena as it was under a version, by its number or the beginning of its digest, with those
    who played then. KnobError if there is none.
    """
    known = rules_of(arena)
    found = [v for v in known if version in (str(v.number), v.condition.source)]
    found = found or [v for v in known if version and v.condition.source.startswith(version)]
    if len(found) != 1:
        names = ", ".join(f"{v.number} ({v.name})" for v in known)
        has = numerals.several(len(known), "version")
        raise KnobError(f"{arena.name} has {has} of the rules: {names}; not {version or 'none'}.")
    return _past(store, arena, found[0])


def _past(store: Store, arena: Arena, version: RulesVersion) -> Arena:
    if version.until is None:
        return Arena(arena.now, arena.file)
    met = store.meetings(version.condition, arena.experiment)
    there = {side.digest for each in met for side in each.lineup.sides}
    bots = tuple(bot for bot in arena.now.bots if bot.entrant.digest in there)
    kept, file = replace(arena.now, condition=version.condition, bots=bots), arena.file
    if not {file.candidate, file.than} <= {bot.name for bot in bots}:
        file = replace(file, candidate="", than="")
    return Arena(kept, file, arena.now)


def renewed_rules(store: Store, arena: Arena, tell: Callable[[str], object]) -> Arena:
    """The arena under the rules of today; `tell` gets a sentence where they have changed since its
    last game.
    """
    if not arena.outdated:
        return arena
    before = arena.kept.condition
    today = condition_of(arena.game, arena.file.budget, before.start)
    known = before.source, today.source
    earlier = [each for each in arena.file.rules if each[0] not in known]
    if store.listed(arena.experiment, GameFilter(condition=before), 1):
        earlier.append((before.source, time.time()))
    file = replace(arena.file, rules=tuple(earlier))
    changed = f"{before.source[:LETTERS]} to {today.source[:LETTERS]}"
    with store.together():
        store.experiment(arena.experiment, "arena", file.text)
        store.set_condition(arena.name, today)
        store.event(arena.experiment, "rules", changed)
    found = arena_named(store, arena.name)
    if before.source in dict(earlier):
        tell(_sentence(found))
    return found


def _sentence(arena: Arena) -> str:
    *_, last, now = rules_of(arena)
    said = (
        f"The rules of {arena.game.title} have changed: {arena.name} goes on under version "
        f"{now.number} of them ({now.name}). The standing of version {last.number} ({last.name}) "
        f"stays as it is."
    )
    if arena.file.than:
        asked = f"{arena.file.candidate} is better than {arena.file.than}"
        said += f" The test whether {asked} begins again."
    return said
