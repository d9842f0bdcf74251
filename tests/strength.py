"""How well searches play: the measurements behind resources/docs/strength.md, to be run by hand.

    python -m tests.strength ladder --matches 208     more iterations against fewer, pods
    python -m tests.strength scripted                 Smitsimax against the scripted player
    python -m tests.strength openspiel --python PATH  UCT against OpenSpiel's MCTSBot
    python -m tests.strength landings --budget 60ms   Mars Lander's genetic plans, random terrain
    python -m tests.strength filled --budget 2ms      Tron: what a loser still fills of its part
    python -m tests.strength kept --plies 14          Connect Four: one ply with the network

Each row is a score with its 95 % interval over pairs of matches (the same seed from both sides);
of landings, over flights.
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
from engines.game import PASS, Game
from engines.knobs import make
from engines.tron.rules import DX, DY, is_free
from engines.uttt.board import action_at
from lab.experiments.series import each_match
from lab.experiments.stats import interval, score
from lab.match.play import play_setup
from lab.match.seats import make_setup
from search.network import Network, network_for
from search.uct import UCT, Params
from tests.matches import legal, outcome
from tests.search.networks import value_of
from tests.truth.connect_four import solved

TRACKS = 13
LADDER = (250, 1000, 4000, 16000)
TRUTH = Path(__file__).parent / "truth"
WON = 2.0  # a win at once, beyond what a network can promise


def main() -> None:
    """Prints the rows of one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=list(TABLES))
    parser.add_argument("--matches", type=int, default=208)
    parser.add_argument("--iterations", type=int, default=4000)
    parser.add_argument(
        "--from", dest="lowest", type=int, default=LADDER[0], help="the ladder's first step"
    )
    parser.add_argument("--python", default="python3")
    parser.add_argument("--budget", default="60ms", help="CPU time of landings and filled")
    parser.add_argument("--first", type=int, default=1000, help="seed of landings")
    parser.add_argument("--plies", type=int, default=14, help="of the solved positions")
    parser.add_argument("--network", default="", help="a file, in place of the game's own, of kept")
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
    TABLES[given.table](given)


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


def landings(given: Any) -> None:
    """How many flights over random terrain end in a landing."""
    game, landed = games()["marslander"].configure(map="random"), list[float]()
    for seed in range(given.first, given.first + given.matches):
        setup = make_setup(game, [f"genetic:budget={given.budget}"], seed=seed)
        landed.append(float(play_setup(setup, by_cpu=True, watched=False).outcome[0] >= 0.0))
        if not landed[-1] or len(landed) == given.matches:
            low, high = interval(landed)
            done = f"{int(sum(landed))} landings in {len(landed)} flights"
            print(f"seed {seed}: {done} [{low:.3f}, {high:.3f}]", flush=True)


def filled(given: Any) -> None:
    """What the loser of a match of two riders has filled of its part since they were apart; parts
    of at least ten cells.
    """
    game, shares = games()["tron"].configure(starts="mirrored"), list[float]()
    seats = [f"alphabeta:preset=rooms,budget={given.budget}"] * 2
    for seed in range(1, 1 + given.matches):
        played = play_setup(make_setup(game, seats, seed=seed), by_cpu=True, watched=False)
        loser = int(played.outcome[1] < 0.0)
        for k, turn in enumerate(played.turns):
            part, other = (part_of(turn.state, p) for p in (loser, 1 - loser))
            if not part & other and not turn.state.place.any():
                rides = sum(later.joint[loser] != PASS for later in played.turns[k + 1 :])
                if len(part) >= 10:
                    shares.append((rides - 1) / len(part))  # the last ride is into a wall
                break
    print(f"filled {row([[each] for each in shares])}, least {min(shares):.2f}")


def part_of(state: Any, p: int) -> set[tuple[int, int]]:
    """The free cells that a rider can reach."""
    todo, seen = [(int(state.x[p]), int(state.y[p]))], set[tuple[int, int]]()
    while todo:
        x, y = todo.pop()
        for way in range(4):
            cell = x + int(DX[way]), y + int(DY[way])
            if cell not in seen and is_free(state, *cell):
                seen.add(cell)
                todo.append(cell)
    return seen


def kept(given: Any) -> None:
    """In how many solved positions one ply keeps the result, by our solver: with the network, and
    as the most central column, after a winning one. In brackets, where no move wins at once.
    """
    game = games()["connect_four"]()
    network = network_for(game, given.network)
    file = TRUTH / f"c4_{given.plies}plies.txt"
    right: dict[str, list[bool]] = {"network": [], "centre": []}
    quiet: list[bool] = []
    lines = file.read_text(encoding="utf-8").splitlines()[: given.matches]
    for moves, known in map(str.split, lines):
        worth = one_ply(game, network, moves)
        quiet.append(max(worth.values()) < WON)
        best = max(worth, key=lambda action: worth[action])
        central = best if not quiet[-1] else min(worth, key=lambda action: abs(action - 3))
        for name, action in (("network", best), ("centre", central)):
            reached = 1 if worth[action] == WON else -np.sign(solved(f"{moves}{action + 1}"))
            right[name].append(reached == np.sign(int(known)))
        if len(quiet) % 10 == 0 or len(quiet) == len(lines):
            for name, each in right.items():
                silent = sum(ok for ok, still in zip(each, quiet, strict=True) if still)
                print(f"{name} {sum(each)} of {len(quiet)} ({silent} of {sum(quiet)})", flush=True)


def one_ply(game: Game, network: Network, moves: str) -> dict[int, float]:
    """What each move is worth for who plays it: WON, or what the network says."""
    state = game.configure(start=moves).initial(1)
    mover, worth = int(game.rules.to_move(state)), dict[int, float]()
    for action in legal(game, state, mover):
        child = game.copy(state)
        joint = np.full(2, PASS, np.int64)
        joint[mover] = action
        game.rules.step(child, joint, None, None)
        if game.rules.is_over(child):
            worth[action] = WON * outcome(game, child)[mover]
        else:
            worth[action] = -value_of(game, network, child, 1 - mover)
    return worth


TABLES = {each.__name__: each for each in (ladder, scripted, openspiel, landings, filled, kept)}

if __name__ == "__main__":
    main()
