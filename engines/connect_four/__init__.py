"""Connect Four: rules on bit masks, the board, and the game."""

from engines.connect_four.game import ConnectFour

__all__ = ["ConnectFour"]
