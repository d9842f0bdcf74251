"""Tron Battle: ribbons of light on a grid."""

from engines.tron.game import Tron

__all__ = ["Tron"]
