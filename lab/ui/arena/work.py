"""What the Arena page asks of the store, as functions for its thread; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from lab.batch.errors import BatchError
from lab.experiments.arena.pool import (
    Arena,
    RemovedBot,
    add_bot,
    arena_named,
    ask,
    fit_to_play,
    new_arena,
    remove_bot,
    rename_arena,
    rename_bot,
    restore_bot,
    set_role,
)
from lab.experiments.arena.rules import renewed, under
from lab.experiments.arena.scores import HistoryPoint, history
from lab.experiments.arena.standing import GameRow, Role, row_of
from lab.files.position import packed_starts
from lab.match.seats import parse_game
from lab.store.arenas import experiment_of
from lab.store.kept import Ended, KeptArena
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.records import CANDIDATE, RETIRED, ArenaForm, NewBot, PoolBot
from lab.words.numerals import several

MOST = 1000  # games in the list


@dataclass(frozen=True)
class OpenArena:
    """An arena that is on the page, what it is set up for, and the names of all arenas."""

    arena: Arena | None
    form: ArenaForm
    names: tuple[str, ...]


def opened(store: Store, name: str = "", form: ArenaForm | None = None) -> OpenArena:
    """The arena of that name, else the latest one; `form` has what the store does not keep."""
    names = tuple(arena.name for arena in store.arenas())
    wanted = name or (names[-1] if names else "")
    before = form or ArenaForm()
    if not wanted:
        return OpenArena(None, before, names)
    arena = arena_named(store, wanted)
    if before.name != arena.name:  # who plays next was chosen for another arena
        before = replace(before, following=None)
    return OpenArena(arena, form_of(arena, before), names)


def reopened(store: Store, form: ArenaForm) -> OpenArena:
    """The arena of a form after somebody else has changed it, another one where it is gone."""
    kept = store.arenas(form.name)
    return opened(store, form.name if kept else "", form)


def past(store: Store, name: str, source: str) -> Arena:
    """The arena as it was under rules of these sources."""
    return under(store, arena_named(store, name), source)


def form_of(arena: Arena, before: ArenaForm) -> ArenaForm:
    """What an arena is set up for, in the boxes of the page."""
    file = arena.file
    pool = tuple(PoolBot(bot.name, bot.role, bot.entrant.text) for bot in arena.bots)
    return replace(
        before,
        name=arena.name,
        game=arena.game.name,
        budget=file.budget,
        count=len(arena.kept.condition.starts),
        candidate=file.candidate,
        than=file.than,
        bounds=file.bounds,
        risks=file.risks,
        pool=pool,
    )


def made(store: Store, form: ArenaForm) -> OpenArena:
    """Makes the arena of a form; KnobError where its starts are no positions."""
    starts = packed_starts(form.starts, parse_game(form.game)) if form.starts else ()
    new_arena(store, form.name, form.game, form.budget, starts=starts)
    return opened(store, form.name, replace(form, candidate="", than="", pool=(), starts=""))


def asked(store: Store, form: ArenaForm) -> OpenArena:
    """Gives an arena the question in the boxes, if it is another one."""
    arena = arena_named(store, form.name)
    candidate, than = (form.candidate, form.than) if form.candidate and form.than else ("", "")
    wanted = replace(
        arena.file, candidate=candidate, than=than, bounds=form.bounds, risks=form.risks
    )
    if wanted != arena.file:
        ask(store, arena, candidate, than, wanted.test)
    return opened(store, form.name, form)


def with_bot(store: Store, form: ArenaForm, bot: NewBot) -> OpenArena:
    """Adds a bot; the first candidate with a benchmark becomes the question."""
    arena = arena_named(store, form.name)
    with store.together():
        add_bot(store, arena, bot.name, bot.text, cast("Role", bot.role))
        arena = arena_named(store, form.name)
        others = [each.name for each in arena.playing if each.name != bot.name]
        if bot.role == CANDIDATE and others and not arena.file.than:
            ask(store, arena, bot.name, others[-1], arena.file.test)
    return opened(store, form.name, form)


def with_role(store: Store, form: ArenaForm, bot: str, role: Role) -> OpenArena:
    """Gives a bot another role; a question about a retired bot is taken back."""
    with store.together():
        arena = arena_named(store, form.name)
        set_role(store, arena, bot, role)
        if role == RETIRED and bot in (arena.file.candidate, arena.file.than):
            ask(store, arena, "", "", arena.file.test)
    return opened(store, form.name, form)


def with_name(store: Store, form: ArenaForm, bot: str, new: str) -> OpenArena:
    """Gives a bot another name, also in the question."""
    rename_bot(store, arena_named(store, form.name), bot, new)
    return opened(store, form.name, form)


def named(store: Store, form: ArenaForm, new: str) -> OpenArena:
    """Gives the arena another name."""
    rename_arena(store, arena_named(store, form.name), new)
    return opened(store, new, replace(form, name=new))


# -- before it is played ---------------------------------------------------------------------------


@dataclass(frozen=True)
class StartCheck:
    """An arena that is about to be played, `fit` with the bots that can, None where nobody can;
    `said` are sentences about the others.
    """

    opened: OpenArena
    fit: Arena | None
    said: str


def start_check(store: Store, form: ArenaForm, wait: Callable[[float], object]) -> StartCheck:
    """Brings an arena up to date with what is on the disk; see `renewed`."""
    said = list[str]()
    arena = renewed(store, arena_named(store, form.name), said.append, wait)
    fit: Arena | None = None
    try:
        fit = fit_to_play(arena, said.append)
    except BatchError as error:
        said.append(str(error))
    return StartCheck(opened(store, form.name, form), fit, " ".join(said))


# -- games -----------------------------------------------------------------------------------------


def listed(
    store: Store, arena: Arena, wanted: GamesWanted
) -> tuple[tuple[GameRow, ...], tuple[HistoryPoint, ...]]:
    """The latest games that a filter wants, at most MOST, and of one bot how its rating came
    about.
    """
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    bots = {bot.name: bot.entrant for bot in arena.bots}
    failed = wanted.result == "failed"
    seats = not failed  # a failed game has none
    found = GameFilter(
        bot=bots.get(wanted.bot) if seats else None,
        against=bots.get(wanted.than) if seats else None,
        ended=None if failed or not wanted.result else cast("Ended", wanted.result),
        late=True if wanted.late else None,
        seeds=wanted.seeds or None,
        numbers=wanted.numbers,
        failed=True if failed else None if not (wanted.bot or wanted.result) else False,
        condition=arena.kept.condition,
    )
    games = store.listed(arena.experiment, found, MOST)
    alone = wanted.bot and not wanted.than
    points = history(store, arena, wanted.bot) if alone else ()
    return tuple(row_of(game, names) for game in games), points


# -- deleting --------------------------------------------------------------------------------------


def losing(store: Store, name: str, bot: str = "") -> tuple[str, str, str, str]:
    """Asks before a bot, or a whole arena, goes with its games."""
    arena = arena_named(store, name)
    asked = arena.experiment, arena.bot(bot).entrant if bot else None
    games, stay = store.own_games(*asked), store.shared_games(*asked)
    failed = store.own_failures(*asked)
    return question(name, bot, len(arena.bots), games - failed, stay, failed)


def question(
    arena: str, bot: str, bots: int, games: int, stay: int, failed: int
) -> tuple[str, str, str, str]:
    """The question, what is lost, and the two answers: so many finished games of a bot, or of an
    arena of so many `bots` where `bot` is ""; those that others asked for too `stay`.
    """
    lost = [several(games, "game")] if games else []
    lost += [f"{several(failed, 'game')} that could not be finished"] if failed else []
    name = f"{bot} of {arena}" if bot else f"the arena {arena}"
    if not bot and bots:
        lost.insert(0, several(bots, "bot"))
    nothing = "It has no games of its own." if bot else "It is empty."
    said = f"This deletes its {' and '.join(lost)}." if lost else nothing
    if stay:
        said += f" {several(stay, 'game')} that others asked for too stay."
    if bot and lost:
        said += " A bot that is only retired keeps its games."
    return f"Delete {name}?", said, "Delete", "Keep it"


@dataclass(frozen=True)
class RemovedPart:
    """A bot or an arena that is on the page no more, and what is on it instead."""

    what: RemovedBot | KeptArena
    opened: OpenArena

    @property
    def name(self) -> str:
        """What it was called."""
        return self.what.name if isinstance(self.what, KeptArena) else self.what.bot.name


def removed(store: Store, form: ArenaForm, name: str, bot: str) -> RemovedPart:
    """Takes a bot out of its arena, or the arena out of the list; the games stay."""
    if bot:
        found = remove_bot(store, arena_named(store, name), bot)
        return RemovedPart(found, opened(store, name, form))
    kept = store.remove_arena(name)
    rest = replace(form, name="", candidate="", than="", pool=())
    return RemovedPart(kept, opened(store, "", rest))


def restored(store: Store, form: ArenaForm, gone: RemovedPart) -> OpenArena:
    """Brings it back."""
    if isinstance(gone.what, KeptArena):
        store.restore_arena(gone.what)
        return opened(store, gone.what.name, form)
    restore_bot(store, gone.what)
    return opened(store, gone.what.arena, form)


def forgotten(store: Store, gone: RemovedPart) -> int:
    """Removes its games; those of an arena whose name is in use again stay."""
    if not isinstance(gone.what, KeptArena):
        return store.forget_player(gone.what.arena, gone.what.bot.entrant)
    return 0 if store.arenas(gone.what.name) else store.forget(experiment_of(gone.what.name))
