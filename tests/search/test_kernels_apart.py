"""Kernels of several processes in one: each runs its own code, and shares no exported symbol.

numba names symbols after counters of the compiling process. The window compiles each pair in a
process of its own, so these tests do the same, then play all pairs in one process.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import random
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engines import games
from search import algorithms
from tests.process import said

PAIRS = [  # those whose kernels compile soon; several options of one game among them
    "tictactoe flat_mc",
    *(f"goofspiel:cards={cards} greedy" for cards in (5, 8)),
    "connect_four random",
]

PLAY = """
import json, sys
from lab.match.play import play
from lab.match.seats import parse_game

for pair in sys.argv[1:]:
    game, algorithm = pair.split(" ")
    seats = [f"{algorithm}:budget=12it"] * parse_game(game).seats
    result = play(game, seats, seed=3)
    print(json.dumps([pair, [list(turn.joint) for turn in result.turns], list(result.outcome)]))
"""


def played(pairs: Sequence[str], cache: Path) -> dict[str, object]:
    """What a process of its own plays, by pair."""
    lines = said("-c", PLAY, *pairs, SMITSILAB_CACHE=str(cache)).splitlines()
    return {pair: rest for pair, *rest in map(json.loads, lines)}


def every_pair() -> list[str]:
    """All pairs that fit."""
    kinds = [(name, kind()) for name, kind in games().items()]
    return [
        f"{name} {algorithm}"
        for name, game in kinds
        for algorithm, search in algorithms().items()
        if search.supports(game) is None
    ]


@pytest.fixture(scope="module", params=["few", pytest.param("all", marks=pytest.mark.long)])
def pairs(request: pytest.FixtureRequest) -> list[str]:
    return every_pair() if request.param == "all" else PAIRS


@pytest.fixture(scope="module")
def cache(pairs: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture(scope="module")
def alone(pairs: list[str], cache: Path) -> dict[str, object]:
    """What each pair plays in the process that compiles it, in shuffled order."""
    shuffled = random.Random(1).sample(pairs, len(pairs))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda pair: played([pair], cache), shuffled))
    return {pair: rest for result in results for pair, rest in result.items()}


@pytest.mark.parametrize("seed", [2, 3])
def test_kernels_of_many_processes_play_in_one_as_they_play_alone(
    seed: int, pairs: list[str], alone: dict[str, object], cache: Path
) -> None:
    together = played(random.Random(seed).sample(pairs, len(pairs)), cache)
    assert {pair: together[pair] == alone[pair] for pair in pairs} == dict.fromkeys(pairs, True)


def exported(data: bytes) -> Iterator[str]:
    """The names of an ELF object's global and weak symbols that it defines itself."""
    (sections,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, sections + i * size) for i in range(count)]
    for _, kind, _, _, offset, length, link, _, _, entry in headers:
        if kind != 2:  # SHT_SYMTAB
            continue
        names = headers[link][4]
        for at in range(offset, offset + length, entry):
            name, info, _, section, _, _ = struct.unpack_from("<IBBHQQ", data, at)
            if info >> 4 and section:  # neither local nor undefined
                yield data[names + name : data.index(b"\0", names + name)].decode()


def test_no_stored_object_exports_a_symbol_of_another(
    alone: dict[str, object], cache: Path
) -> None:
    found: Counter[str] = Counter()
    for path in cache.glob("*.nbc"):
        stored = pickle.loads(path.read_bytes()[hashlib.sha256().digest_size :])
        _, _, (data, _, _) = stored[0]
        if not data.startswith(b"\x7fELF"):
            pytest.skip("only ELF objects are read here")
        found.update(exported(data))
    assert alone and len(found) > 2 * len(alone)
    assert not [name for name, times in found.items() if times > 1]
