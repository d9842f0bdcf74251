"""Writers that are killed, as a program: `writing.py STORE SEED ROUNDS`. It loads the store once
and forks, so that a round takes milliseconds.

In each round four writers keep games, partly the same ones, and say each that is on disk; once
enough were said, all are killed at the same moment. In every other round a fifth one writes on and
is not killed. What was said goes to standard output, one JSON line a round.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

from lab.store.store import Store
from tests.lab.store.facts import game, lineup

WRITERS = 4
LINEUPS = (lineup("a", "b"), lineup("b", "a"), lineup("a", "b", clock="wall"))
SEEDS = 400  # so few that writers often have the same game
OUTCOMES = ((1.0, -1.0), (0.0, 0.0), (-1.0, 1.0))
SURVIVOR_ADDS = 10
AT_ONCE = 3  # groups handed over before waiting for them


def write(path: Path, seed: int, told: int, adds: int | None) -> None:
    """Keeps random groups or halves of them, and says so once they are on disk."""
    drawn = random.Random(seed)
    with Store(path) as store:
        store.experiment(EXPERIMENT, "test")
        while adds is None or adds > 0:
            sent = [_add(store, drawn) for _ in range(AT_ONCE)]
            for future, said in sent:
                future.result()
                os.write(told, f"{json.dumps(said)}\n".encode())
            adds = None if adds is None else adds - 1


EXPERIMENT = "killed"


def _add(store: Store, drawn: random.Random) -> tuple[Future[None], object]:
    which, seed = drawn.randrange(len(LINEUPS)), drawn.randrange(SEEDS)
    seatings = drawn.choice(([0], [1], [0, 1]))
    records = [game(seed, k, OUTCOMES[seed % 3]) for k in seatings]
    future = store.add_later(EXPERIMENT, which, LINEUPS[which], records)
    return future, [which, seed, seatings]


def fork(path: Path, seed: int, told: int, adds: int | None = None) -> int:
    """Starts a writer; returns its process id."""
    child = os.fork()
    if child:
        return child
    try:
        write(path, seed, told, adds)
        os._exit(0)
    except BaseException as error:  # a fork must not go on as its parent
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(1)


def lines(descriptor: int) -> Iterator[object]:
    """What the writers say, until all have ended; a line that was cut off was not said."""
    with open(descriptor, "rb") as file:
        yield from (json.loads(line) for line in file if line.endswith(b"\n"))


def round_of(path: Path, number: int, drawn: random.Random) -> list[object]:
    """One round; returns what was said."""
    hears, told = os.pipe()
    writers = [fork(path, drawn.getrandbits(32), told) for _ in range(WRITERS)]
    spared = [fork(path, drawn.getrandbits(32), told, SURVIVOR_ADDS)] if number % 2 else []
    os.close(told)
    said, enough = [], drawn.randrange(2, 25)
    for line in lines(hears):
        said.append(line)
        if len(said) == enough:
            time.sleep(drawn.random() / 200)  # anywhere in a transaction
            for writer in writers:
                os.kill(writer, signal.SIGKILL)
    codes = [os.waitstatus_to_exitcode(os.waitpid(each, 0)[1]) for each in writers + spared]
    assert codes == [-signal.SIGKILL] * WRITERS + [0] * len(spared), codes
    return said


def main() -> None:
    """All rounds, on one store."""
    path, drawn = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    for number in range(int(sys.argv[3])):
        print(json.dumps(round_of(path, number, drawn)), flush=True)


if __name__ == "__main__":
    main()
