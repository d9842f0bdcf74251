"""Alpha-beta: minimax that skips lines which cannot change the answer; the better the order, the
more of them.

Seed: the write-up on adversarial search. Alpha is the value MAX is already sure of, beta the one
MIN is sure of; once alpha reaches beta, the rest of the node is cut. With perfect ordering about
b^(d/2) of the b^d leaves are visited.
Source: Knuth and Moore, "An analysis of alpha-beta pruning" (1975); Zobrist, "A new hashing method
with application for game playing" (1970) for the keys of the transposition table; Akl and Newborn,
"The principal continuation and the killer heuristic" (1977); Schaeffer, "The history heuristic"
(1983); Marsland and Campbell, "Parallel search of strongly ordered game trees" (1982) for principal
variation search; Slate and Atkin, "Chess 4.5" (1977) for iterative deepening.
Limits: two-sided zero-sum games only. Simultaneous turns are played one after the other, so one
side knows the other's choice. Hidden information is taken as sampled. The table needs a game with
position keys.
"""

from __future__ import annotations

from typing import ClassVar

from engines.game import Game
from search.depth_first.params import Cutting
from search.depth_first.search import BoundedSearch


class AlphaBeta(BoundedSearch):
    """Minimax with cuts: once one reply shows that a move is worse than one already known, its
    other replies are skipped.

    The earlier the best moves are tried, the more is cut; the table, killers and history of earlier
    cuts put them first.
    """

    name = "alphabeta"
    title = "Alpha-beta"
    note = "minimax with cuts"
    Params = Cutting
    cuts = True
    presets: ClassVar = {
        **BoundedSearch.presets,
        "textbook": {"deepening": False, "ordering": "listed", "table": 0},
        "plain": {"deepening": False, "ordering": "game", "table": 0},
        "solve": {"deepening": False, "ordering": "game", "table": 1 << 22},
    }

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if game.seats != 2 or not game.zero_sum:
            return "It needs two sides whose gains cancel out; paranoid search takes any number."
        return super().supports(game)
