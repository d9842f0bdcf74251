"""Questions asked of worker processes, from a thread of its own; answers are read as they come.
Every job is a `MapQuestion`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

from engines.game import Game
from lab.batch.computer import cores
from lab.batch.processes import Job, JobAnswer, Pool
from lab.maps.question import MapAnswer, MapQuestion, MapsPlan, answered

Key = tuple[int, int]  # column and row of a map


class MapsRun:
    """Asks questions in their order, the first one alone: it compiles what the others need.

    Everything readable is replaced as a whole. `stop` ends the processes in the middle of their
    searches.
    """

    def __init__(
        self, plan: MapsPlan, game: Game, questions: Sequence[tuple[Key, MapQuestion]]
    ) -> None:
        self.answers: Mapping[Key, MapAnswer] = MappingProxyType({})
        self.failure = ""
        self.total = len(questions)
        self._plan, self._game, self._questions = plan, game, questions
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="searches of a map", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether more answers are to come."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Ends the processes soon; does not wait."""
        self._stopping.set()

    def close(self) -> None:
        """Ends the processes, and waits for that."""
        self.stop()
        self._thread.join()

    def _run(self) -> None:
        if not self._questions:
            return
        # a core is left to the window and its searches
        processes = max(1, min(cores() - 1, len(self._questions)))
        try:
            with closing(Pool(self._plan, processes)) as pool:
                jobs = self._jobs()
                for part in (islice(jobs, 1), jobs):
                    for answer in pool.answers(part):
                        self._take(answer)
                        if self._stopping.is_set():
                            return
        except OSError as error:
            self.failure = f"The searches cannot be run: {error.strerror or error}."

    def _jobs(self) -> Iterator[Job | None]:
        for key, question in self._questions:
            if self._stopping.is_set():
                return
            yield {"key": key, **question.job(self._game)}

    def _take(self, answer: JobAnswer | None) -> None:
        if answer is None or answer.again:
            return
        if "error" in answer.line:
            self.failure = f"A search failed ({answer.line['error']})."
            return
        column, row = answer.job["key"]
        found = {**self.answers, (column, row): MapAnswer.read(answer.line)}
        self.answers = MappingProxyType(found)


def begin(line: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """In a worker process: what answers the questions of a plan."""
    return partial(answered, MapsPlan.read(line))
