"""Xmas Rush: a maze of sliding tiles."""

from engines.xmasrush.game import XmasRush

__all__ = ["XmasRush"]
