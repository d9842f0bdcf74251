"""Games while they are played: what a worker shows of the one it plays, and the thread that looks.

A worker is asked for a frame between two looks of `FrameTimer`, and answers at once, also in the
middle of a search. Nobody looks unless somebody watches. In a process of `LocalHands`,
`{"prepare": …}` compiles what a seat needs, and every other job is a `GroupJob`.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from lab.batch.games import GroupJob
from lab.batch.tape import packed
from lab.batch.work import play, prepared
from lab.files.codec import decode_value, encode_value
from lab.match.play import Turn
from search.measure import SeatValue

FRAME_S = 0.5  # between two frames of one game
STAYS_S = 4 * FRAME_S  # somebody who has asked for a frame is expected to ask for another

Jobs = tuple[GroupJob, ...]
Choose = Callable[[Jobs], Collection[GroupJob]]  # of the jobs being played, those to be watched


@dataclass(frozen=True)
class LiveFrame:
    """A game at one moment: the bytes of its state (`Game.load` reads them) after `turn` turns, and
    the values per seat. `tape` has the turns of a game that searching again would not bring back.
    """

    job: GroupJob
    seating: int
    turn: int
    state: bytes
    values: tuple[SeatValue, ...]
    tape: str = ""

    @classmethod
    def read(cls, job: GroupJob, line: Mapping[str, Any]) -> LiveFrame:
        """From what a `WorkerGame` shows."""
        values = line["values"]
        return cls(
            job,
            line["seating"],
            line["turn"],
            bytes.fromhex(line["state"]),
            tuple(decode_value(value, len(values)) for value in values),
            line.get("tape", ""),
        )


OnFrame = Callable[[LiveFrame], object]


class WorkerGame:
    """The game that a worker plays; one thread plays, another may ask for a frame. What searches
    expect is known of turns that are played while somebody asks.
    """

    def __init__(self) -> None:
        self._asked = -math.inf
        self._shown: tuple[Mapping[str, Any], int, tuple[Turn, ...]] | None = None

    def play(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Plays a `GroupJob` from its JSON; see `lab.batch.work.play`."""

        def see(seating: int, turn: Turn) -> None:
            before = self._shown[2] if self._shown is not None and turn.turn > 1 else ()
            self._shown = job, seating, (*before, turn) if job["tape"] else (turn,)

        try:
            return play(job, see, self._is_watched)
        finally:
            self._shown = None

    def _is_watched(self) -> bool:
        return time.monotonic() - self._asked < STAYS_S

    def frame(self) -> dict[str, Any] | None:
        """The position on the board, None if no game has had a turn."""
        self._asked = time.monotonic()
        shown = self._shown
        if shown is None:
            return None
        job, seating, turns = shown
        return {
            "seating": seating,
            "turn": turns[-1].turn,
            "state": turns[-1].state.tobytes().hex(),
            "values": [encode_value(value) for value in turns[-1].values],
            "tape": packed(turns) if job["tape"] else "",
        }

    def frame_with_job(self) -> dict[str, Any] | None:
        """The frame, with its job as `job`."""
        shown, frame = self._shown, self.frame()
        return None if shown is None or frame is None else {"job": shown[0], **frame}


class FrameTimer:
    """Calls `look` twice a second in a thread of its own, from `start` until it is closed."""

    def __init__(self, look: Callable[[Choose, OnFrame], object]) -> None:
        self._look = look
        self._wish: tuple[Choose, OnFrame] | None = None
        self._ended, self._thread = threading.Event(), threading.Thread()

    def start(self, choose: Choose, on_frame: OnFrame) -> None:
        """From now on looks at what `choose` wants."""
        self._wish = choose, on_frame
        if self._thread.ident is None and not self._ended.is_set():
            self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(FRAME_S):
            if self._wish is not None:
                self._look(*self._wish)

    def close(self, within_s: float | None = None) -> None:
        """Stops looking."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join(within_s)


_table = WorkerGame()
frame = _table.frame


def begin(_plan: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """In a worker process of `LocalHands`: what does its jobs."""
    return _answer


def _answer(job: Mapping[str, Any]) -> dict[str, Any]:
    return prepared(*job["prepare"]) if "prepare" in job else _table.play(job)
