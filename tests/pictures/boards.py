"""Pictures of every game: its window in the middle of a match, and its board alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engines import games
from engines.game import PASS, SIMULTANEOUS, Game, State
from lab.ui.board.scene_view import draw, size_of
from lab.ui.parts.marks import marks_of
from lab.ui.parts.theme import make
from lab.ui.setup.usual import usual_setup
from lab.ui.studio import Studio
from lab.words.settings import Settings
from search.base import generator

TURNS = {
    "csb": 52,
    "uttt": 36,
    "tron": 60,
    "goofspiel": 3,
    "marslander": 70,
    "matrix": 12,
    "textbook": 1,
    "tictactoe": 4,
    "connect_four": 16,
}  # else USUALLY
USUALLY = 24
BOARD = 600  # pixels that a board alone is wide


def each_game(made: Studio) -> None:
    """All of them."""
    for name in sorted(games()):
        game(made, name)
    boards(made.folder)


def game(made: Studio, name: str) -> None:
    """A match as it opens, when it has been played for a while."""
    setup, control = usual_setup(name, Settings()), made.controller
    made.begin(name, *(f"{seat.name}:budget=2000it" for seat in setup.seats), seed=setup.seed)
    control.transport.set_speed(float("inf"))
    control.session.play()
    made.until(
        lambda: control.moment.head.turn >= TURNS.get(name, USUALLY) or control.moment.head.outcome
    )
    control.session.pause()
    made.settle(1.0)
    made.both(f"10-game-{name}")


def boards(folder: Path) -> None:
    """Every game's board alone, in the middle of a match."""
    for name in sorted(games()):
        shown = games()[name]()
        scene = shown.scene(later(shown, TURNS.get(name, USUALLY)))
        for scheme in ("light", "dark"):
            image = QImage(size_of(scene, BOARD), QImage.Format.Format_RGB32)
            with QPainter(image) as painter:
                marks = marks_of(tuple(shown.owner))
                draw(painter, scene, QRectF(image.rect()), make(scheme), marks)
            image.save(str(folder / f"11-board-{name}-{scheme}.png"))


def later(game: Game, turns: int, seed: int = 1) -> State:
    """The last position, of the first `turns`, in which the match still goes on; players are
    scripted, or choose at random where a game has no script.
    """
    state, rng, rules = game.initial(seed), generator(seed), game.rules
    for _ in range(turns):
        mover, after = rules.to_move(state), state.copy()
        joint = np.full(game.agents, PASS, np.int64)
        for agent in range(game.agents):
            if mover in (SIMULTANEOUS, agent):
                joint[agent] = _action(game, state, agent, rng)
        rules.step(after, joint, rng, game.new_log())
        if rules.is_over(after):
            break
        state = after
    return state


def _action(game: Game, state: State, agent: int, rng: np.random.Generator) -> int:
    if game.rules.policy is not None:
        return int(game.rules.policy(state, agent, rng))
    out = np.zeros(game.max_actions, np.int64)
    count = game.rules.legal(state, agent, out)
    return int(out[int(rng.random() * count)]) if count else PASS
