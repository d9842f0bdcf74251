"""The versions of a game's rules under which an arena has played. Only games of one version are
compared, so each has a standing of its own: an arena goes on under the rules of today, and what was
played before can still be shown.

A finished game is a replay of itself, played again where games repeat, else from its tape. Arenas
of which a part is missing, as a store written by other hands may have them, are mended.

Bots may not be what they were when they joined: a program whose files have changed, or a search
whose sources have. A player never changes, so the new version joins under a name of its own, in the
same role, and the old one is retired: it keeps its games, its place, and the question that was
about it.
"""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from engines.knobs import KnobError
from lab.batch.entrants import condition, missing_files
from lab.batch.errors import BatchError
from lab.batch.games import Condition, Entrant, LineUp
from lab.batch.tape import TapeError, replayed, unpacked
from lab.batch.work import GroupOrder
from lab.experiments.arena.pool import Arena, ArenaFile, arena_named, condition_of, entrant_of
from lab.experiments.jobs import game_text, job_of
from lab.files.replay import ReplayWriter, save
from lab.match.play import play_setup
from lab.match.seats import parse_game
from lab.programs.spec import Program
from lab.store.arenas import experiment_of
from lab.store.kept import KeptArena, KeptBot, KeptGame
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.words import numerals
from lab.words.numerals import enumerated

LETTERS = 7  # of a digest that are shown
SHORTEST = 4  # of it that name a version, as in git: fewer may be a mistyped number


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
    """The arena as it was under a version, by its number or at least four digits of its digest's
    beginning (a number that no version has is never a digest), with those who played then.
    KnobError if there is none.
    """
    known = rules_of(arena)
    found = [v for v in known if version == str(v.number)]
    if not found and len(version) >= SHORTEST:
        found = [v for v in known if v.condition.source.startswith(version)]
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


LOST = (
    "was played under an earlier version of the rules, and its actions were not kept: it cannot be "
    "brought back."
)


def other_rules(lineup: LineUp) -> bool:
    """Whether the rules of today are not those of a line-up's games, where these are known."""
    then = lineup.condition.source
    now = condition(parse_game(game_text(lineup)), lineup.condition.clock).source
    return bool(then) and now != then


def write_replay(kept: KeptGame, path: Path, replays: Path | None = None) -> None:
    """Writes the replay of a finished game: the one in the folder `replays`, if it was kept there.
    BatchError where it cannot be brought back: it failed, it has no tape, or the sources have
    changed so that it ends in another way.
    """
    record = kept.record
    if record.error:
        raise BatchError(f"Game {kept.number} was not finished: {record.error}")
    if replays is not None and record.replay and (replays / record.replay).is_file():
        whole = gzip.decompress((replays / record.replay).read_bytes())
        path.write_bytes(gzip.compress(whole) if path.suffix == ".gz" else whole)
        return
    if other_rules(kept.lineup) and not record.tape:
        raise BatchError(f"Game {kept.number} {LOST}")
    order = GroupOrder.read(job_of(kept.lineup, record.seed, (record.seating,)))
    if record.tape and (not kept.lineup.repeats or other_rules(kept.lineup)):
        _from_tape(kept, order, path)
    else:
        _again(kept, order, path)


def _from_tape(kept: KeptGame, order: GroupOrder, path: Path) -> None:
    record = kept.record
    setup, _ = order.setup(record.seating)
    initial = order.game.initial(setup.seed) if order.start is None else order.start
    try:
        with ReplayWriter(path, setup, initial) as writer:
            for turn in replayed(order.game, setup.seed, unpacked(record.tape), order.start):
                writer.turn(turn)
            writer.end([seat.outcome for seat in record.seats], record.reason)
    except TapeError as error:
        raise BatchError(str(error)) from None


def _again(kept: KeptGame, order: GroupOrder, path: Path) -> None:
    record = kept.record
    setup, _ = order.setup(record.seating)
    result = play_setup(setup, game=order.game, start=order.start)
    if tuple(result.outcome) != tuple(seat.outcome for seat in record.seats):
        raise BatchError(
            f"Game {kept.number} does not repeat: the players or the rules have changed since."
        )
    save(path, result)


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
            tell(_changed_words(changed, kind))
    asked = arena.file.candidate, arena.file.than
    if all(asked) and any(bot.name in asked for bot in now):
        tell(
            f"The test whether {asked[0]} is better than {asked[1]} has stopped: it was about the "
            "version before."
        )
    return arena_named(store, arena.name) if now else arena


def _changed_words(changed: Mapping[str, str], kind: str) -> str:
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
