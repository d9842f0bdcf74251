"""Pac-Man against any number of ghosts."""

from engines.pacman.game import PacMan

__all__ = ["PacMan"]
