"""The board of a line: what is drawn over its positions."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from engines.scene import Text
from lab.match.node_line import NodeLine, Others
from lab.ui.board.node_board import node_scene
from tests.matches import generator, legal


@pytest.mark.parametrize("step", [0, 1, 3])
def test_the_cells_of_a_line_have_the_turns_in_which_they_are_played(step: int) -> None:
    game = games()["tictactoe"]()
    state, joint, scenes, cells = game.initial(1), np.full(2, PASS), [], []
    for turn, action in enumerate((4, 0, 8)):
        scenes.append(game.scene(state))
        places = dict(zip(legal(game, state, turn % 2), game.targets(state, turn % 2), strict=True))
        cells.append(places[action])
        joint[:] = PASS
        joint[turn % 2] = action
        game.rules.step(state, joint, generator(0), None)
    scenes.append(game.scene(state))
    nothing = ((),) * 3
    line = NodeLine(
        *(-1, (), Others.BEST, nothing, nothing, tuple(scenes), ((), ()), 3, True, 0), tuple(cells)
    )
    found = [item for item in node_scene(line, step).items if isinstance(item, Text)]
    middles = [each.middle for each in cells[:step]]
    numbered = {item.text: (item.x, item.y) for item in found[len(found) - step :]}
    assert numbered == {str(turn): at for turn, at in enumerate(middles, start=1)}
