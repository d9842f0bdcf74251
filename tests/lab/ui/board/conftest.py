"""A board of tic-tac-toe in a widget of its own."""

from __future__ import annotations

import pytest

from engines.tictactoe import TicTacToe
from lab.ui.board.board import BoardView
from lab.ui.parts import theme


@pytest.fixture
def game():
    return TicTacToe.configure()


@pytest.fixture
def board(qtbot, qapp, game):
    theme.apply(qapp, "light", 100)
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(360, 360)
    state = game.initial(0)
    view.set_owner(game.owner)
    view.set_scene(game.scene(state))
    targets = game.targets(state, 0)
    view.set_targets(targets, {t.action: game.label(state, 0, t.action) for t in targets})
    view.show()
    return view
