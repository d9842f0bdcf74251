"""`smitsilab arena watch --live`: plays an arena and prints the turns of one game after the other
while they are played.

A worker is asked for what it plays twice a second, so several turns may come at once, and games
that are shorter than that are left out unless nothing else was printed for as long. Where another
process plays the arena already, its games are printed as they finish: turns are known only to the
process that plays.
"""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import closing
from dataclasses import replace
from functools import partial

from engines.game import Game
from lab.batch.errors import BatchError
from lab.batch.frames import FRAME_S, LiveFrame
from lab.batch.games import GameRecord, GroupJob, sides_of
from lab.batch.tape import TapeError, frames, unpacked
from lab.batch.work import position_of
from lab.cli import INTERRUPTED, OK
from lab.cli.playing import LaterHands, Playing, ask_for_bots, play, stored, warn_if_crowded
from lab.cli.show import say
from lab.experiments.arena import pool
from lab.experiments.arena import rules as versions
from lab.experiments.arena.pool import Arena, arena_named
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.standing import GameRow, row_of
from lab.experiments.keeping import OnStep, RunStep
from lab.experiments.pairing import Rule
from lab.experiments.running import PlaysGames
from lab.match.records import Frame
from lab.match.seats import parse_game
from lab.signals import answer_ctrl_c
from lab.store.store import Store
from lab.words.numerals import several
from lab.words.scored import score_words
from lab.words.values import number_words


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


Games = tuple[GameRecord, ...]
Say = Callable[[str], object]
PREPARING = "preparing"
LOOK_S = 0.5  # between two looks for games of another process


def watch_live(args: argparse.Namespace, store: Store) -> int:
    """Plays and prints until nothing more is asked for, or till Ctrl-C."""
    arena = arena_named(store, args.name)
    if store.is_played(arena.experiment):
        return watch_other(store, arena)
    ask_for_bots(args, arena.name, arena.playing)
    printer = LivePrinter(lambda text: _named(store, arena.name, text), _print)
    with closing(LaterHands(args.processes)) as hands:
        hands.watch(printer.choose, printer.seen)
        _, playing = play_on(store, arena, OneByOne(hands, printer.ended), on_step=_tell)
    again = ["smitsilab", "arena", "watch", args.name, "--live", *stored(args)]
    code = playing.code(OK, shlex.join(again))
    if code == OK:
        done = several(playing.run.done, "game")
        _print(f"All {done} that were asked for are played; arena play --games N asks for more.")
    return code


def _named(store: Store, arena: str, text: str) -> str:
    """The bot that is played by a seat's text."""
    found = arena_named(store, arena)
    bots = (*found.playing, *found.bots)
    return next((bot.name for bot in bots if bot.entrant.text == text), text)


def _print(text: str) -> None:
    say(text, flush=True)


def _tell(step: RunStep) -> None:
    """What is compiled, and what went wrong; a bar would get between the turns."""
    if step.told or step.note.startswith(PREPARING):
        warn(step.told or step.note)


# -- games of this process -------------------------------------------------------------------------


class OneByOne:
    """Hands that keep the turns of every game, and play each game of a job by itself, so that its
    end is known at once: `ended` gets the job of each with its record, None if it has none.
    """

    def __init__(
        self, hands: PlaysGames, ended: Callable[[GroupJob, GameRecord | None], object]
    ) -> None:
        self._hands, self._ended = hands, ended

    @property
    def size(self) -> int:
        """How many jobs are played at the same time."""
        return self._hands.size

    def submit(self, job: GroupJob) -> Future[Games]:
        """Plays a job."""
        whole: Future[Games] = Future()
        parts = list[Future[Games]]()
        for seating in job.seatings:
            single = replace(job, seatings=(seating,), tape=True)
            parts.append(self._hands.submit(single))
            parts[-1].add_done_callback(partial(self._tell, single))
        for part in parts:
            part.add_done_callback(lambda _part: _settle(whole, parts))
        return whole

    def _tell(self, job: GroupJob, part: Future[Games]) -> None:
        well = not part.cancelled() and part.exception() is None
        self._ended(job, part.result()[0] if well else None)

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Compiles what the seats need."""
        self._hands.prepare(game, seats, tell)


def _settle(whole: Future[Games], parts: Sequence[Future[Games]]) -> None:
    """The games of all parts, once all are done; the first that went wrong speaks for them."""
    if not all(part.done() for part in parts):
        return
    with contextlib.suppress(InvalidStateError):  # two ended at once, or nobody waits any more
        try:
            whole.set_result(tuple(game for part in parts for game in part.result()))
        except CancelledError:
            whole.cancel()
        except Exception as error:
            whole.set_exception(error)


class LivePrinter:
    """Prints one game at a time, to its end, then another. The jobs have one game each, and all of
    it may be called in any thread. `named` gives the bot of a seat's text.
    """

    def __init__(
        self,
        named: Callable[[str], str],
        out: Say,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._named, self._out, self._clock = named, out, clock
        self._lock = threading.RLock()
        self._job: GroupJob | None = None  # that is followed
        self._over = set[GroupJob]()  # frames of these come late
        self._turns = -1  # printed ones, 0 with the seats alone
        self._printed = clock()

    def choose(self, running: Sequence[GroupJob]) -> tuple[GroupJob, ...]:
        """The job that is followed, or the first one to come."""
        with self._lock:
            if self._job is not None:
                return (self._job,)
        return tuple(running[:1])

    def seen(self, frame: LiveFrame) -> None:
        """Prints the turns that are new."""
        with self._lock:
            if self._job is None and frame.job not in self._over:
                self._job = frame.job
            if self._job == frame.job:
                self._show(frame.job, frame.seating, frame.tape, frame)

    def ended(self, job: GroupJob, game: GameRecord | None) -> None:
        """Prints the rest of a game that is followed; of another one only if nothing was printed
        for a while.
        """
        with self._lock:
            self._over.add(job)
            idle = self._job is None and self._clock() - self._printed >= FRAME_S
            if game is not None and (job == self._job or idle):
                self._finish(job, game)
            if job == self._job or idle:
                self._job, self._turns = None, -1

    def _finish(self, job: GroupJob, game: GameRecord) -> None:
        if game.error:
            self._out(f"The game was not finished: {game.error.rstrip('.')}.\n")
            return
        self._show(job, game.seating, game.tape)
        names = self._seats(job, game.seating)
        ends = result_words(names, [seat.outcome for seat in game.seats])
        self._out(f"Result: {ends}; {game.reason}.\n")

    def _seats(self, job: GroupJob, seating: int) -> list[str]:
        game = parse_game(job.game)
        sides = sides_of(game.seats, len(job.sides), seating)
        return [self._named(job.sides[side]) for side in sides]

    def _show(self, job: GroupJob, seating: int, tape: str, now: LiveFrame | None = None) -> None:
        game = parse_game(job.game)
        start = position_of(game, job)
        if self._turns < 0:
            self._turns = 0
            names = enumerate(self._seats(job, seating), 1)
            seats = ", ".join(f"seat {k} {name}" for k, name in names)
            self._out(f"{game.title}, seed {job.seed}: {seats}")
        try:
            for frame in frames(game, job.seed, unpacked(tape), start):
                if frame.turn > self._turns:
                    self._turns = frame.turn
                    self._out(turn_line(game, frame, now))
        except TapeError as error:
            self._out(str(error))
        self._printed = self._clock()


def turn_line(game: Game, frame: Frame, now: LiveFrame | None) -> str:
    """A turn: what each did, what happened, the seats' score lines, and what the searches expect of
    it where that is known, which it is of the turn `now`.
    """
    names = [game.agent_name(agent) for agent in range(game.agents)]
    pairs = zip(names, frame.labels, strict=False)
    parts = [", ".join(f"{name}: {label}" for name, label in pairs if label)]
    parts.append(", ".join(event.text for event in frame.events))
    scores = (f"seat {k} {words}" for k, words in enumerate(frame.standings, 1) if words)
    parts.append(", ".join(scores))
    if now is not None and now.turn == frame.turn:
        known = [(k, value) for k, value in enumerate(now.values, 1) if value.known]
        parts.append(", ".join(f"seat {k} expects {number_words(value)}" for k, value in known))
    return f"{game.turn_word} {frame.turn}  {'; '.join(filter(None, parts))}"


# -- games of another process ----------------------------------------------------------------------


def watch_other(store: Store, arena: Arena, wait: Callable[[float], object] = time.sleep) -> int:
    """Prints games of another process until that has ended, or till Ctrl-C."""
    warn(f"Another process plays {arena.name}: its games are printed as they finish.")
    answer_ctrl_c()
    last = max((kept.number for kept in store.listed(arena.experiment, last=1)), default=0)
    played = True
    try:
        while played:
            wait(LOOK_S)
            played = store.is_played(arena.experiment)
            last = _new_games(store, arena.name, last)
    except KeyboardInterrupt:
        return INTERRUPTED
    _print("That run has ended.")
    return OK


def _new_games(store: Store, name: str, last: int) -> int:
    """Prints the games that came after number `last`; returns the number of the latest."""
    arena = arena_named(store, name)
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    found = [kept for kept in store.listed(arena.experiment) if kept.number > last]
    for kept in reversed(found):
        _print(game_line(row_of(kept, names)))
    return max((kept.number for kept in found), default=last)


def game_line(row: GameRow) -> str:
    """A finished game in a line."""
    ends = result_words(row.bots, row.outcome)
    return f"game {row.number}, seed {row.seed}: {ends}; {row.reason}, {several(row.turns, 'turn')}"


def result_words(bots: Sequence[str], outcome: Sequence[float]) -> str:
    """Who scored what against the others: "v7 1, v6 0"."""
    return ", ".join(f"{bot} {x}" for bot, x in zip(bots, score_words(outcome), strict=True))
