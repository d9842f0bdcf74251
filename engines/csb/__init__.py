"""Coders Strike Back: two seats race two pods each around a track, moving at once, with exact
collisions.
"""

from engines.csb.game import CodersStrikeBack

__all__ = ["CodersStrikeBack"]
