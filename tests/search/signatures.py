"""Which pairs of game and algorithm have a signature, what it is, and the command that writes it.

`python -m tests.search.signatures --missing` adds what signatures.txt lacks; `--all` also replaces
those of pairs whose play has changed. With NUMBA_DISABLE_JIT=1 nothing has to be compiled. A pair's
selection depends on no other game or algorithm, so adding one drops and changes nothing
(`test_signatures.py`).
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from engines import games
from engines.game import PASS, Game
from engines.knobs import Value
from search import algorithms
from search.base import Search, generator

Pair = tuple[str, str]  # names of a game and an algorithm

SIGNATURES = Path(__file__).with_name("signatures.txt")
COMMAND = "NUMBA_DISABLE_JIT=1 python -m tests.search.signatures"
LONG = 100  # turns beyond which a match is long
# options that keep a match short
SHORT: dict[str, dict[str, Value]] = {"pacman": {"layout": "fork", "rounds": 20}}
# run compiled through every test of pairs: each algorithm and each game of the lab occurs
CHOSEN: tuple[Pair, ...] = (
    ("brew", "scripted"),
    ("connect_four", "alphabeta"),
    ("connect_four", "annealing"),
    ("connect_four", "shooting"),
    ("csb", "beam"),
    ("csb", "smitsimax"),
    ("goofspiel", "duct"),
    ("goofspiel", "joint"),
    ("goofspiel", "uct"),
    ("kutulu", "scripted"),
    ("marslander", "expectimax"),
    ("marslander", "flat_mc"),
    ("matrix", "genetic"),
    ("pacman", "greedy"),
    ("textbook", "minimax"),
    ("tictactoe", "paranoid"),
    ("tictactoe", "scripted"),
    ("tron", "maxn"),
    ("uttt", "duct"),
    ("xmasrush", "random"),
)
# of the speed table (resources/docs/speed.md); compiled, those that are not chosen have their
# signature checked alone
MEASURED: tuple[Pair, ...] = (
    ("brew", "beam"),
    ("connect_four", "alphabeta"),
    ("connect_four", "uct"),
    ("csb", "smitsimax"),
    ("goofspiel", "duct"),
    ("tron", "duct"),
    ("uttt", "uct"),
)


@cache
def configured(name: str) -> Game:
    """The game, with options that keep a match short."""
    return games()[name].configure(**SHORT.get(name, {}))


def fitting_pairs() -> list[Pair]:
    """All pairs in which the algorithm can play the game."""
    return [
        (g, a)
        for g in games()
        for a in algorithms()
        if algorithms()[a].supports(configured(g)) is None
    ]


def short_games() -> set[str]:
    """The games whose matches are short enough to run with every algorithm in plain Python."""
    return {g for g in games() if configured(g).most_turns <= LONG}


def selected(fitting: Collection[Pair]) -> list[Pair]:
    """CHOSEN, plus one pair for each algorithm and each game missing from it.

    The other half of such a pair comes from CHOSEN, by a hash of both names, so that two newcomers
    do not change each other's pairs either.
    """
    chosen = [pair for pair in CHOSEN if pair in fitting]
    old_games, old_algorithms = {g for g, _ in CHOSEN}, {a for _, a in CHOSEN}
    for algorithm in sorted({a for _, a in fitting} - old_algorithms):
        played = [(g, a) for g, a in fitting if a == algorithm]
        chosen.append(_lowest([p for p in played if p[0] in old_games] or played))
    for game in sorted({g for g, _ in fitting} - old_games):
        players = [(g, a) for g, a in fitting if g == game]
        chosen.append(_lowest([p for p in players if p[1] in old_algorithms] or players))
    return sorted(set(chosen))


def _lowest(pairs: Iterable[Pair]) -> Pair:
    return min(pairs, key=lambda pair: hashlib.sha256(" ".join(pair).encode()).hexdigest())


def signed(fitting: Collection[Pair], short: Collection[str]) -> list[Pair]:
    """The pairs with a signature: all of short games, the selected and the measured ones."""
    kept = {*selected(fitting), *MEASURED}
    return [pair for pair in fitting if pair[0] in short or pair in kept]


def search_of(game: Game, name: str, seed: int = 7) -> Search:
    """The algorithm with the game's usual knobs."""
    return algorithms()[name](game, seed=seed)


def signature(game: Game, algorithm: str) -> str:
    """Two decisions for each seat in turn from the bench position, 20 iterations each, as one
    number.
    """
    state, rng = game.bench_position(), generator(5)
    moves = []
    for turn in range(2):
        if game.rules.is_over(state):
            break
        joint = np.full(game.agents, PASS, np.int64)
        for seat in range(game.seats):
            search = search_of(game, algorithm, seed=turn)
            search.start(state, seat)
            with np.errstate(all="ignore"):
                search.advance(20)
            for agent, action in zip(game.agents_of(seat), search.choice(), strict=True):
                joint[agent] = game.resolve(state, agent, int(action)) if action != PASS else PASS
        game.rules.step(state, joint, rng, None)
        moves += [int(x) for x in joint]
    number = 0
    for move in moves:
        number = (number * 1_000_003 + move + 7) % (1 << 61)
    return str(number)


@cache
def recorded() -> Mapping[Pair, str]:
    """The signatures in the file."""
    lines = SIGNATURES.read_text(encoding="utf-8").splitlines() if SIGNATURES.exists() else []
    return {(game, algorithm): number for game, algorithm, number in map(str.split, lines)}


def missing_text(missing: Iterable[Pair]) -> str:
    """The sentence about pairs without a signature, "" where there are none."""
    names = ", ".join(" ".join(pair) for pair in missing)
    return f"No signature of {names} is recorded; write it: {COMMAND} --missing" if names else ""


def write(everything: bool) -> None:
    """Writes the signatures that are missing, or all, and drops those that belong to no pair."""
    numbers = {}
    for pair in signed(fitting_pairs(), short_games()):
        if everything or pair not in recorded():
            numbers[pair] = signature(configured(pair[0]), pair[1])
            was = recorded().get(pair, "new")
            print(*pair, "unchanged" if was == numbers[pair] else f"{was} -> {numbers[pair]}")
        else:
            numbers[pair] = recorded()[pair]
    lines = [f"{game} {algorithm} {number}" for (game, algorithm), number in numbers.items()]
    SIGNATURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--missing", action="store_true", help="write those the file lacks")
    which.add_argument(
        "--all", action="store_true", help="write all, after a wanted change of play"
    )
    write(parser.parse_args().all)


if __name__ == "__main__":
    main()
