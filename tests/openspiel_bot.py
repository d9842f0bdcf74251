"""OpenSpiel's MCTSBot for Ultimate Tic-Tac-Toe over stdin and stdout; run by a Python environment
that has open_spiel.

Lines in: `new SEED`, `play ROW COL`, `think SIMULATIONS`; the answer to `think` is `ROW COL
CPU_SECONDS`. The argument `c=1.4` sets its exploration constant, `solve` turns its solver on. A
free choice is two of its actions, a small board and then a cell, each with a search.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import pyspiel


class Bot:
    """One match from OpenSpiel's side."""

    def __init__(self, c: float, solve: bool) -> None:
        self.game, self.c, self.solve = pyspiel.load_game("ultimate_tic_tac_toe"), c, solve
        self.new(0)

    def new(self, seed: int) -> None:
        self.state, self.seed, self.board = self.game.new_initial_state(), seed, -1

    def apply(self, action: int) -> None:
        """Plays one of OpenSpiel's actions and remembers which small board a cell belongs to."""
        if self._chooses_board():
            self.board = action
        else:
            self.last = (self.board // 3 * 3 + action // 3, self.board % 3 * 3 + action % 3)
            self.board = action
        self.state.apply_action(action)

    def _chooses_board(self) -> bool:
        state: Any = self.state
        return "Choose" in state.action_to_string(state.current_player(), state.legal_actions()[0])

    def play(self, row: int, col: int) -> None:
        if self._chooses_board():
            self.apply(row // 3 * 3 + col // 3)
        self.apply(row % 3 * 3 + col % 3)

    def think(self, simulations: int) -> str:
        begin = time.process_time()
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(
            self.game, evaluator, self.c, simulations, 1000, self.solve, self.seed, False
        )
        self.seed += 1
        whole = False
        while not whole:
            whole = not self._chooses_board()
            self.apply(bot.step(self.state))
        return f"{self.last[0]} {self.last[1]} {time.process_time() - begin:.6f}"


def main() -> None:
    """Answers until stdin ends."""
    words = dict(word.partition("=")[::2] for word in sys.argv[1:])
    bot = Bot(float(words.get("c", 1.4)), "solve" in words)
    for line in sys.stdin:
        command, *numbers = line.split()
        answer = getattr(bot, command)(*map(int, numbers))
        print(answer or "ok", flush=True)


if __name__ == "__main__":
    main()
