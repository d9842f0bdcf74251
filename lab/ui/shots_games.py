"""Pictures of every game: its window in the middle of a match, and its board alone."""

from __future__ import annotations

from engines import games
from lab.ui.control.usual import usual_setup
from lab.ui.export import write_png
from lab.ui.settings import Settings
from lab.ui.studio import Studio
from lab.ui.theme import make

TURNS = {"csb": 52, "uttt": 36, "tron": 60, "goofspiel": 6, "matrix": 12, "textbook": 1, "tictactoe": 4, "connect_four": 16}  # else USUALLY
USUALLY = 24
BOARD = 600  # pixels that a board alone is wide


def each_game(made: Studio) -> None:
    """All of them."""
    for name in sorted(games()):
        game(made, name)


def game(made: Studio, name: str) -> None:
    """A match as it opens, when it has been played for a while."""
    setup = usual_setup(name, Settings())
    made.begin(name, *(f"{seat.algorithm}:budget=2000it" for seat in setup.seats), seed=setup.seed)
    control, turns = made.controller, TURNS.get(name, USUALLY)
    control.driving.set_speed(float("inf"))
    control.session.play()
    made.until(lambda: control.showing.head.turn >= turns or control.showing.head.outcome)
    control.session.pause()
    made.settle(1.0)
    made.both(f"10-game-{name}")
    for scheme in ("light", "dark"):
        write_png(
            made.folder / f"10-board-{name}-{scheme}.png", control.showing.frame.scene, make(scheme), BOARD, control.showing.game.owner
        )
