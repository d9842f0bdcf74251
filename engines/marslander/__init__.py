"""Mars Lander: an optimisation puzzle for one."""

from engines.marslander.game import MarsLander

__all__ = ["MarsLander"]
