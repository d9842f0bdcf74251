"""Ultimate Tic-Tac-Toe: `rules` on bit masks, `board` for places and pictures, `conform` for
recordings, `game` for the rest.
"""

from engines.uttt.game import EvalParams, Options, UltimateTicTacToe

__all__ = ["EvalParams", "Options", "UltimateTicTacToe"]
