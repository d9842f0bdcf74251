"""What the Arena page asks of the store, as functions for the store's desk; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from engines.game import State
from lab.batch.errors import BatchError
from lab.batch.games import GroupJob
from lab.batch.tape import Tape, replayed, unpacked
from lab.batch.work import GroupOrder
from lab.experiments.arena.listing import row_of
from lab.experiments.arena.pool import (
    Arena,
    ArenaFile,
    add_bot,
    arena_named,
    ask,
    fit_to_play,
    new_arena,
    rename_arena,
    rename_bot,
    set_role,
)
from lab.experiments.arena.rules import under
from lab.experiments.arena.standing import GameRow, Role
from lab.experiments.arena.versions import renewed
from lab.experiments.arena.watching import LOST, other_rules
from lab.experiments.jobs import job_of
from lab.experiments.sequential import SequentialTest
from lab.files.codec import encode_turn
from lab.files.replay_reader import Replay
from lab.files.starts import packed_starts
from lab.match.budget import Budget
from lab.match.play import outcome
from lab.match.records import Setup
from lab.match.seats import game_of, parse_game
from lab.store.kept import Ended
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.ui.arena.form import CANDIDATE, RETIRED, ArenaForm, NewBot, PoolBot
from lab.ui.arena.games import GamesWanted

MOST = 1000  # games in the list


@dataclass(frozen=True)
class Opened:
    """An arena that is on the page, what it is set up for, and the names of all arenas."""

    arena: Arena | None
    form: ArenaForm
    names: tuple[str, ...]


def opened(store: Store, name: str = "", form: ArenaForm | None = None) -> Opened:
    """The arena of that name, else the latest one; `form` has what the store does not keep."""
    names = tuple(arena.name for arena in store.arenas())
    wanted = name or (names[-1] if names else "")
    before = form or ArenaForm()
    if not wanted:
        return Opened(None, before, names)
    arena = arena_named(store, wanted)
    if before.name != arena.name:  # who plays next was chosen for another arena
        before = replace(before, following=None)
    return Opened(arena, form_of(arena, before), names)


def reopened(form: ArenaForm) -> Callable[[Store], Opened]:
    """The arena of a form after somebody else has changed it, another one where it is gone."""

    def work(store: Store) -> Opened:
        kept = store.arenas(form.name)
        return opened(store, form.name if kept else "", form)

    return work


def past(name: str, source: str) -> Callable[[Store], Arena]:
    """The arena as it was under rules of these sources."""
    return lambda store: under(store, arena_named(store, name), source)


def form_of(arena: Arena, before: ArenaForm) -> ArenaForm:
    """What an arena is set up for, in the boxes of the page."""
    file, budget = arena.file, Budget.parse(arena.file.budget)
    pool = tuple(PoolBot(bot.name, bot.role, bot.entrant.text) for bot in arena.bots)
    return replace(
        before,
        name=arena.name,
        game=arena.game.name,
        amount=budget.amount,
        clock=arena.kept.condition.clock,
        count=len(arena.kept.condition.starts),
        candidate=file.candidate,
        than=file.than,
        bounds=file.bounds,
        risks=file.risks,
        pool=pool,
    )


def made(form: ArenaForm) -> Callable[[Store], Opened]:
    """Makes the arena of a form; KnobError where its starts are no positions."""

    def work(store: Store) -> Opened:
        path = Path(form.starts).expanduser()
        starts = packed_starts(path, parse_game(form.game)) if form.starts else ()
        new_arena(store, form.name, form.game, form.budget, starts=starts)
        return opened(store, form.name, replace(form, candidate="", than="", pool=(), starts=""))

    return work


def asked(form: ArenaForm) -> Callable[[Store], Opened]:
    """Gives an arena the question in the boxes, if it is another one."""

    def work(store: Store) -> Opened:
        arena = arena_named(store, form.name)
        test = SequentialTest(form.bounds, form.risks, arena.file.careful)
        than = form.than if form.candidate else ""
        candidate = form.candidate if than else ""
        if _question(arena.file) != (candidate, than, form.bounds, form.risks):
            ask(store, arena, candidate, than, test)
        return opened(store, form.name, form)

    return work


def _question(file: ArenaFile) -> tuple[object, ...]:
    return file.candidate, file.than, file.bounds, file.risks


def with_bot(form: ArenaForm, bot: NewBot) -> Callable[[Store], Opened]:
    """Adds a bot; the first candidate with a benchmark becomes the question."""

    def work(store: Store) -> Opened:
        arena = arena_named(store, form.name)
        with store.together():
            add_bot(store, arena, bot.name, bot.text, cast(Role, bot.role))
            arena = arena_named(store, form.name)
            others = [each.name for each in arena.playing if each.name != bot.name]
            if bot.role == CANDIDATE and others and not arena.file.than:
                ask(store, arena, bot.name, others[-1], arena.file.test)
        return opened(store, form.name, form)

    return work


def with_role(form: ArenaForm, bot: str, role: Role) -> Callable[[Store], Opened]:
    """Gives a bot another role; a question about a retired bot is taken back."""

    def work(store: Store) -> Opened:
        with store.together():
            arena = arena_named(store, form.name)
            set_role(store, arena, bot, role)
            if role == RETIRED and bot in (arena.file.candidate, arena.file.than):
                ask(store, arena, "", "", arena.file.test)
        return opened(store, form.name, form)

    return work


def with_name(form: ArenaForm, bot: str, new: str) -> Callable[[Store], Opened]:
    """Gives a bot another name, also in the question."""

    def work(store: Store) -> Opened:
        rename_bot(store, arena_named(store, form.name), bot, new)
        return opened(store, form.name, form)

    return work


def named(form: ArenaForm, new: str) -> Callable[[Store], Opened]:
    """Gives the arena another name."""

    def work(store: Store) -> Opened:
        rename_arena(store, arena_named(store, form.name), new)
        return opened(store, new, replace(form, name=new))

    return work


# -- before it is played ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """An arena that is about to be played, `fit` with the bots that can, None where nobody can;
    `said` are sentences about the others.
    """

    opened: Opened
    fit: Arena | None
    said: str


def ready(form: ArenaForm, wait: Callable[[float], object]) -> Callable[[Store], Ready]:
    """Brings an arena up to date with what is on the disk; see `renewed`."""

    def work(store: Store) -> Ready:
        said = list[str]()
        arena = renewed(store, arena_named(store, form.name), said.append, wait)
        fit: Arena | None = None
        try:
            fit = fit_to_play(arena, said.append)
        except BatchError as error:
            said.append(str(error))
        return Ready(opened(store, form.name, form), fit, " ".join(said))

    return work


# -- games -----------------------------------------------------------------------------------------


def listed(arena: Arena, wanted: GamesWanted) -> Callable[[Store], tuple[GameRow, ...]]:
    """The latest games that a filter wants, at most MOST."""
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    bots = {bot.name: bot.entrant for bot in arena.bots}
    failed = wanted.result == "failed"
    seats = not failed  # a failed game has none
    found = GameFilter(
        bot=bots.get(wanted.bot) if seats else None,
        against=bots.get(wanted.than) if seats else None,
        ended=None if failed or not wanted.result else cast(Ended, wanted.result),
        late=True if wanted.late else None,
        seeds=wanted.seeds or None,
        numbers=wanted.numbers,
        failed=True if failed else None if not (wanted.bot or wanted.result) else False,
        condition=arena.kept.condition,
    )

    def work(store: Store) -> tuple[GameRow, ...]:
        games = store.listed(arena.experiment, found, MOST)
        return tuple(row_of(game, names) for game in games)

    return work


Match = tuple[Setup, State | None]  # with the position that it begins in, None for the game's own


def match_of(job: GroupJob, seating: int) -> Match:
    """The match that a game of a job is."""
    order = GroupOrder.read(job)
    return order.setup(seating)[0], order.start


def watched(number: int) -> Callable[[Store], Match | Replay]:
    """A finished game for the Match page: the match itself where searching again repeats it, else a
    replay from its tape. ValueError if it has none.
    """

    def work(store: Store) -> Match | Replay:
        kept = store.game(number)
        if kept is None:
            raise ValueError("This game is no longer in the store.")
        record = kept.record
        match = match_of(job_of(kept.lineup, record.seed, (record.seating,)), record.seating)
        old = other_rules(kept.lineup)
        if kept.lineup.repeats and not record.error and not old:
            return match
        if record.tape:
            return replay_of(match, unpacked(record.tape))
        if old and not record.error:
            raise ValueError(f"This game {LOST}")
        raise ValueError(record.error or "Nothing was kept of this game but its result.")

    return work


def replay_of(match: Match, tape: Tape) -> Replay:
    """The replay of a taped game, as far as the tape goes."""
    setup, start = match
    game = game_of(setup)
    turns = tuple(replayed(game, setup.seed, tape, start))
    initial = game.initial(setup.seed) if start is None else start
    last = turns[-1].state if turns else initial
    lines = tuple(encode_turn(turn) for turn in turns)
    ended = outcome(game, last)
    reason = game.reason(last) if ended else ""
    return Replay(setup, game, initial, turns, ended, reason, lines=lines)
