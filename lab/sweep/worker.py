"""The process that plays a sweep's matches: lines of JSON in at standard input, an answer to each out at standard output.

The first line is the plan. `{"warm": i}` compiles or loads what the i-th setting needs; `{"point": k, "match": m}` plays. The process ends
with its input, in the middle of a match if need be, so that no worker outlives the run that started it, however that ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engines.game import Game
from lab.decide import Player
from lab.frames import SeatSpec
from lab.match import deciding, play_setup
from lab.prepare import load
from lab.seats import parse_algorithm
from lab.series import played
from lab.sweep.plan import Grid, Plan

Line = Mapping[str, Any]
NICE = 10  # the window, and whatever else a person does meanwhile, comes first


def main() -> None:
    """Plays a sweep's matches."""
    serve(lambda line: partial(answer, Plan.read(line).grid))


def serve(begin: Callable[[Line], Callable[[Line], dict[str, Any]]]) -> None:
    """Hands the first line to `begin`, and what follows to what that returns, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the run then closes our input
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a game or an algorithm prints must not lie between the answers
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inbox,), daemon=True).start()
    work = begin(json.loads(inbox.get()))
    while True:
        print(json.dumps(_tried(work, json.loads(inbox.get()))), file=answers, flush=True)


def _listen(inbox: queue.SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        inbox.put(line)
    os._exit(0)


def _tried(work: Callable[[Line], dict[str, Any]], job: Line) -> dict[str, Any]:
    """What a job led to: a line for the results file, or `error`, a sentence, with `details`."""
    try:
        return work(job)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "details": traceback.format_exc()}


def answer(grid: Grid, job: Line) -> dict[str, Any]:
    """Does one job."""
    if "warm" in job:
        warm(grid.game, grid.settings[job["warm"]], grid.plan.seed)
        return {}
    return match(grid, job["point"], job["match"])


def warm(game: Game, spec: SeatSpec, seed: int) -> None:
    """Brings the kernels of one setting into the cache: those of its algorithm, and those that only these parameters need."""
    load(game, parse_algorithm(spec.algorithm))
    state = game.initial(seed)
    seats = deciding(game, state)
    if seats:
        player = Player(game, seats[0], spec, seed)
        player.begin(state, 0)
        player.advance(2)
        player.decide()


def match(grid: Grid, point: int, number: int) -> dict[str, Any]:
    """Plays one match."""
    setup, sides = grid.setup(point, number)
    began = time.perf_counter()
    result = played(play_setup(setup, log_events=False, game=grid.game), sides)
    facts = {"seed": result.seed, "sides": result.sides, "points": result.points, "turns": result.turns, "reason": result.reason}
    return facts | {"seconds": round(time.perf_counter() - began, 3)}


if __name__ == "__main__":
    main()
