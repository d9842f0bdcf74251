"""Witch's Brew: two witches learn spells, turn ingredients into better ones, and race to brew the
dearest orders.
"""

from engines.brew.game import WitchsBrew

__all__ = ["WitchsBrew"]
