"""Prints what each pair of search and game finds in a few iterations; the output must be the same
with and without NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

from engines import games
from search import algorithms
from search.only import legal_now
from tests.records import quicken

PAIRS = [  # all of them are compiled for other tests too
    ("csb", "smitsimax"),
    ("uttt", "uct"),
    ("tictactoe", "uct"),
    ("goofspiel", "duct"),
    ("goofspiel", "joint"),
    ("marslander", "expectimax"),
    ("marslander", "flat_mc"),
]


def main() -> None:
    quicken()
    for game_name, name in PAIRS:
        game = games()[game_name]()
        search = algorithms()[name](game, seed=3)
        state = game.initial(2)
        for only in (None, {0: legal_now(game, state, 0)[1:3]}):  # all root actions, or two
            search.start(state, 0, None, only)
            search.advance(40)
            agents = search.snapshot().agents
            print(
                game_name,
                name,
                [(a.visits.tolist(), [f"{m:.9f}" for m in a.mean]) for a in agents],
                search.choice().tolist(),
            )


if __name__ == "__main__":
    main()
