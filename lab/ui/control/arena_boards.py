"""Makes the small boards of the Arena page from the frames of games that are being played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from engines.game import Game
from lab.batch.games import GroupJob, sides_of
from lab.batch.local import LiveFrame
from lab.match.seats import parse_game
from lab.ui.arena.boards import COUNT
from lab.ui.arena.records import LiveGame

BoardKey = tuple[GroupJob, int]  # a job and a seating


class LiveBoards:
    """The latest frame of each game on show; where games are short, also of some that have ended.
    `seen` is called in the thread that reads frames, the rest in the window's: scenes are drawn up
    there, where rules may be loaded.
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
        sides = sides_of(game.seats, len(job.sides), frame.seating)
        found = LiveGame(
            (job, frame.seating),
            game.scene(game.load(frame.state)),
            tuple(game.owner),
            tuple(self._named(job.sides[side]) for side in sides),
            frame.turn,
            job.seed,
            frame.values,
            marked=self._is_test(job),
            turn_word=game.turn_word,
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

    def clear(self) -> None:
        """Nothing is played any more."""
        with self._lock:
            self._games = {}
