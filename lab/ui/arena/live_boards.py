"""Makes the small boards of the Arena page from the frames of games that are being played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from engines.game import Game
from lab.batch.entrants import entrant
from lab.batch.frames import LiveFrame
from lab.batch.games import REPEATS, GroupJob, sides_of
from lab.match.seats import parse_game, parse_seat
from lab.ui.arena.boards import COUNT
from lab.ui.arena.records import LiveGame

SIDES = 256  # whose games are known to repeat or not
BoardKey = tuple[GroupJob, int]  # a job and a seating


class LiveBoards:
    """The latest frame of each game on show; where games are short, also of some that have ended.
    `choose` and `seen` are called in threads of those who play, the rest in the window's: scenes
    are drawn up there, where rules may be loaded.
    """

    def __init__(self, named: Callable[[str], str]) -> None:
        self._named = named  # the bot of a seat's text
        self._lock = threading.Lock()
        self._games: dict[GroupJob, LiveGame] = {}
        self._game: tuple[str, Game] | None = None
        self.tested: tuple[str, str] = ("", "")

    def choose(self, running: Sequence[GroupJob]) -> tuple[GroupJob, ...]:
        """The jobs to watch: those on show as long as they run, then others; the test's first."""
        with self._lock:
            before = [job for job in self._games if job in running]
            self._games = {
                job: found if job in running else replace(found, ended=True)
                for job, found in self._games.items()
            }
        others = [job for job in running if job not in before]
        tests = [job for job in others if self._is_test(job)]
        return tuple((*before, *tests, *(job for job in others if job not in tests)))[:COUNT]

    def _is_test(self, job: GroupJob) -> bool:
        return {self._named(text) for text in job.sides} == set(self.tested)

    def seen(self, frame: LiveFrame) -> None:
        """Takes a newer frame."""
        job = frame.job
        if self._game is None or self._game[0] != job.game:
            self._game = job.game, parse_game(job.game)
        game = self._game[1]
        try:
            state = game.checked(game.load(frame.state))  # it may come from another computer
        except ValueError:
            return
        sides = sides_of(game.seats, len(job.sides), frame.seating)
        found = LiveGame(
            (job, frame.seating),
            game.scene(state),
            tuple(game.owner),
            tuple(self._named(job.sides[side]) for side in sides),
            frame.turn,
            job.seed,
            frame.values,
            marked=self._is_test(job),
            turn_word=game.turn_word,
            tape="" if _repeats(job) else frame.tape,
        )
        with self._lock:
            self._games[job] = found
            ended = [job for job, each in self._games.items() if each.ended]
            for job in ended[: max(0, len(self._games) - COUNT)]:
                del self._games[job]

    def games(self) -> tuple[LiveGame, ...]:
        """What is on show now."""
        with self._lock:
            return tuple(self._games.values())

    def told_of(self, key: BoardKey) -> tuple[str, tuple[str, ...]]:
        """The turns so far of a game on show, "" where searching again brings them back; and its
        bots, by seat.
        """
        return next(((game.tape, game.seats) for game in self.games() if game.key == key), ("", ()))

    def clear(self) -> None:
        """Nothing is played any more."""
        with self._lock:
            self._games = {}


def _repeats(job: GroupJob) -> bool:
    """Whether searching again is the same game."""
    return job.clock in REPEATS and all(_side_repeats(job.game, text) for text in job.sides)


@lru_cache(SIDES)
def _side_repeats(game: str, text: str) -> bool:
    configured = parse_game(game)
    return entrant(configured, parse_seat(text, configured)).repeats
