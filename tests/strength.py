"""How well searches play: the measurements behind resources/docs/strength.md, to be run by hand.

    python -m tests.strength ladder --matches 208     more iterations against fewer, pods
    python -m tests.strength scripted                 Smitsimax against the scripted player
    python -m tests.strength openspiel --python PATH  UCT against OpenSpiel's MCTSBot

Each row is a score with its 95 % interval over pairs of matches (the same seed from both sides).
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from engines import games
from engines.game import PASS
from engines.knobs import make
from engines.uttt.board import action_at
from lab.experiments.series import each_match
from lab.experiments.stats import score
from lab.match.seats import make_setup
from search.uct import UCT, Params

TRACKS = 13
LADDER = (250, 1000, 4000, 16000)


def main() -> None:
    """Prints the rows of one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=["ladder", "scripted", "openspiel"])
    parser.add_argument("--matches", type=int, default=208)
    parser.add_argument("--iterations", type=int, default=4000)
    parser.add_argument(
        "--from", dest="lowest", type=int, default=LADDER[0], help="the ladder's first step"
    )
    parser.add_argument("--python", default="python3")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--c", type=float, default=0.7)
    parser.add_argument("--their-c", type=float, default=1.4)
    parser.add_argument("--solve", action="store_true", help="with OpenSpiel's solver")
    parser.add_argument(
        "--equal-time",
        action="store_true",
        help="as much CPU time as OpenSpiel took for its last move",
    )
    given = parser.parse_args()
    {"ladder": ladder, "scripted": scripted, "openspiel": openspiel}[given.table](given)


def ladder(given: Any) -> None:
    for fewer, more in itertools.pairwise(LADDER):
        if fewer >= given.lowest:
            duel(
                f"{more} against {fewer}",
                f"smitsimax:budget={more}it",
                f"smitsimax:budget={fewer}it",
                given.matches,
            )


def scripted(given: Any) -> None:
    duel(
        f"{given.iterations} against scripted",
        f"smitsimax:budget={given.iterations}it",
        "scripted",
        2 * TRACKS,
    )


def duel(name: str, first: str, second: str, matches: int) -> None:
    """The first seat's score on all tracks in turn, both sides."""
    begin, groups = time.perf_counter(), list[list[float]]()
    for k in range(matches // 2):
        game = games()["csb"].configure(track=1 + k % TRACKS)
        setup = make_setup(game, [first, second], seed=1 + k)
        groups.append([played.points[0] for played in each_match(game, setup, 2)])
    print(f"{name}: {row(groups)}, {time.perf_counter() - begin:.0f} s", flush=True)


def row(groups: list[list[float]]) -> str:
    result = score(groups)
    return (
        f"{result.mean:.3f} [{result.low:.3f}, {result.high:.3f}] in {sum(map(len, groups))} "
        "matches"
    )


def openspiel(given: Any) -> None:
    """Pairs of matches, each side to move first once; draws as OpenSpiel counts them."""
    begin, groups = time.perf_counter(), list[list[float]]()
    command = [
        given.python,
        str(Path(__file__).with_name("openspiel_bot.py")),
        f"c={given.their_c}",
        *(["solve"] * given.solve),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        for pair in range(given.matches // 2):
            groups.append(
                [against_openspiel(child, given, 2 * pair + side, side) for side in (0, 1)]
            )
            if pair % 25 == 24:
                print(f"  {row(groups)}", flush=True)
        assert child.stdin is not None
        child.stdin.close()
    print(
        (
            f"uct c={given.c} against MCTSBot c={given.their_c}: {row(groups)}, "
            f"{time.perf_counter() - begin:.0f} s"
        ),
        flush=True,
    )


def against_openspiel(child: Any, given: Any, seed: int, side: int) -> float:
    """Our points in one match from `side`: 1, 0.5 or 0."""

    def ask(line: str) -> list[str]:
        child.stdin.write(line + "\n")
        child.stdin.flush()
        return str(child.stdout.readline()).split()

    game = games()["uttt"].configure(tie_break="draw")
    state, rng = game.initial(seed), np.random.default_rng(seed)
    search = UCT(game, make(Params, {"c": given.c, "reuse": False}))
    ask(f"new {seed}")
    seconds = 0.0
    while not game.rules.is_over(state):
        mover = int(game.rules.to_move(state))
        if mover == side:
            search.seed = seed * 1000 + int(state.moves)
            search.start(state, side)
            advance(search, given.simulations, seconds if given.equal_time else 0.0)
            action = int(search.choice()[0])
            ask(f"play {game.label(state, side, action)}")
        else:
            row_, col, spent = ask(f"think {given.simulations}")
            action, seconds = action_at(int(row_), int(col)), float(spent)
        joint = np.full(2, PASS, np.int64)
        joint[mover] = action
        game.rules.step(state, joint, rng, None)
    return (game.advantage(state, side) + 1.0) / 2.0


def advance(search: UCT, simulations: int, seconds: float) -> None:
    """As many simulations, or as many as fit into the CPU seconds."""
    if not seconds:
        search.advance(simulations)
        return
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        search.advance(100)


if __name__ == "__main__":
    main()
