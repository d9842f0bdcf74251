"""Trees as games: `tree` reads and lays out the text, `rules` walks it, `picture` draws it, `game`
is the rest.
"""

from engines.textbook.game import Options, Textbook

__all__ = ["Options", "Textbook"]
