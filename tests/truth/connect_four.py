"""Solves all known Connect Four positions of this folder with alpha-beta, to be run by hand: python
-m tests.truth.connect_four.

The files hold positions (the columns played, 1..7) and their exact scores: 22 minus the winner's
discs at the end, 0 for a draw, negative where the side to move loses. They were made by a solver
with threat knowledge, and checked against plain alpha-beta on late positions.
"""

from __future__ import annotations

import time
from pathlib import Path

from engines import games
from engines.knobs import make
from search.alphabeta import AlphaBeta


def solved(moves: str) -> int:
    """The score of the position after `moves`."""
    game = games()["connect_four"].configure(start=moves)
    state = game.initial(1)
    search = AlphaBeta(game, make(AlphaBeta.Params, AlphaBeta.presets["solve"]))
    search.start(state, game.owner[int(game.rules.to_move(state))])
    while not search.advance(1 << 40):
        pass
    value = search.finished[-1].value
    return 0 if value == 0 else round(64 * (abs(value) - 0.5)) * (1 if value > 0 else -1)


def main() -> None:
    """One line for each file, and one for each position that is wrong."""
    for path in sorted(Path(__file__).parent.glob("c4_*plies.txt")):
        began, right = time.process_time(), 0
        lines = path.read_text(encoding="utf-8").splitlines()
        for moves, score in map(str.split, lines):
            found = solved(moves)
            right += found == int(score)
            if found != int(score):
                print(f"{moves}: {found}, not {score}")
        print(
            f"{path.name}: {right} of {len(lines)} right, {time.process_time() - began:.1f} s CPU",
            flush=True,
        )
    print(f"44444: {solved('44444')}")


if __name__ == "__main__":
    main()
