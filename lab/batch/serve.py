"""What a worker process does: lines of JSON in at standard input, an answer to each out at standard
output.

The first line is the plan, every other one a job; `{"frame": n}` asks for a look at the job that is
running, which is answered at once with the same n. The process ends with its input, in the middle
of a match if need be, and ends the programs that play in it, so that nothing outlives the run that
started it, however that ended.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from engines.game import Game
from engines.knobs import KnobError
from lab.match.decide import Player
from lab.match.play import deciding
from lab.match.prepare import load
from lab.match.seat import SearchSeat, SeatSpec
from lab.match.seats import parse_algorithm
from lab.programs.process import end_all, start_no_more
from lab.signals import CTRL_C, HANG_UP, handle
from search.random import Random

Line = Mapping[str, Any]
FRAME = b'{"frame"'  # a line that begins so asks for a look
NICE = 10  # the window and the user's other programs come first


def come_last() -> None:
    """Has this process, and what it starts, come after what people wait for."""
    with contextlib.suppress(OSError, AttributeError):  # not every system has it
        os.nice(NICE)


class Answers:
    """The output of a worker; two threads write to it."""

    def __init__(self) -> None:
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # output of a game or an algorithm must not mix with the answers
        self._writing = threading.Lock()

    def say(self, line: Line) -> None:
        """Writes a line."""
        with self._writing:
            print(json.dumps(line), file=self._file, flush=True)


def serve(
    begin: Callable[[Line], Callable[[Line], dict[str, Any]]],
    frame: Callable[[], dict[str, Any] | None] = lambda: None,
) -> None:
    """Passes the first line to `begin`, and the following ones to the function it returns, until
    the input ends; `frame` shows the job that is running, None if there is nothing to see.
    """
    # these signals reach the whole group; the run then closes our input
    handle(signal.SIG_IGN, CTRL_C, HANG_UP)
    come_last()
    answers = Answers()
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def show(line: bytes) -> None:
        shown = frame()
        if shown is not None:
            answers.say(json.loads(line) | shown)

    threading.Thread(target=_listen, args=(inbox, show), daemon=True).start()
    work = begin(json.loads(inbox.get()))
    answers.say(tried(work, json.loads(inbox.get())))
    gc.freeze()  # garbage is no longer looked for in what the first job has loaded
    while True:
        answers.say(tried(work, json.loads(inbox.get())))


def _listen(inbox: queue.SimpleQueue[bytes], show: Callable[[bytes], None]) -> None:
    # a stream of its own: Python aborts at exit while a thread waits in sys.stdin
    with open(os.dup(sys.stdin.fileno()), "rb") as lines:
        for line in lines:
            if line.startswith(FRAME):
                show(line)
            else:
                inbox.put(line)
    start_no_more()  # the next game of a group would start its programs again
    end_all()
    os._exit(0)


def tried(work: Callable[..., dict[str, Any]], *job: Any) -> dict[str, Any]:
    """The result of a job, or `error`, a sentence without its full stop, with `details`."""
    try:
        return work(*job)
    except Exception as error:
        return {"error": clause(error), "details": traceback.format_exc()}


def clause(error: Exception) -> str:
    """What went wrong, as a sentence without its full stop."""
    said = str(error) if isinstance(error, KnobError) else f"{type(error).__name__}: {error}"
    return said.rstrip(".")


def warm(game: Game, spec: SeatSpec, seed: int) -> None:
    """Compiles the kernels of one setting into the cache: those of its algorithm, and those that
    only these parameters need; for a program, the rules.
    """
    if not isinstance(spec, SearchSeat):
        load(game, Random)
        return
    kind = parse_algorithm(spec.name)
    load(game, kind, kind.apart_for(spec.params))
    state = game.initial(seed)
    seats = deciding(game, state)
    if seats:
        player = Player(game, seats[0], spec, seed)
        player.begin(state, 0)
        player.advance(2)
        player.decide()
