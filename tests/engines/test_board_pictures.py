"""What boards say and mark: the last move, winning lines, units, labels that do not cover one
another.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines.brew import WitchsBrew
from engines.brew.actions import LEARN, NUMBER
from engines.brew.cards import DELTA
from engines.csb import CodersStrikeBack
from engines.game import PASS, Game, State
from engines.kutulu import CodeOfKutulu
from engines.kutulu.state import YELLED
from engines.marslander import MarsLander
from engines.scene import AnyItem, Line, Rect, Text
from engines.tictactoe import TicTacToe
from engines.uttt import UltimateTicTacToe


def played(game: Game, *actions: int) -> State:
    state = game.initial(0)
    for action in actions:
        joint = np.full(2, PASS, np.int64)
        joint[game.rules.to_move(state)] = action
        game.rules.step(state, joint, None, None)
    return state


def won(items: tuple[AnyItem, ...]) -> list[tuple[tuple[float, float], ...]]:
    """The ends of each winning line."""
    return [i.points for i in items if isinstance(i, Line) and i.id.startswith("won")]


def texts(items: tuple[AnyItem, ...]) -> list[str]:
    return [item.text for item in items if isinstance(item, Text)]


def test_the_last_move_of_tictactoe_is_shaded_and_a_winning_line_drawn() -> None:
    game = TicTacToe()
    before = game.scene(played(game, 0, 3, 1, 4)).items
    (last,) = (item for item in before if item.id == "last")
    assert isinstance(last, Rect) and (int(last.x), int(last.y)) == (1, 1)
    assert not won(before) and not any(i.id == "last" for i in game.scene(played(game)).items)
    assert won(game.scene(played(game, 0, 3, 1, 4, 2)).items) == [((0.5, 0.5), (2.5, 0.5))]
    # O on the other diagonal
    assert won(game.scene(played(game, 0, 2, 1, 4, 8, 6)).items) == [((2.5, 0.5), (0.5, 2.5))]


def test_a_winning_line_of_ultimate_tictactoe_crosses_its_boards() -> None:
    game = UltimateTicTacToe()
    state = game.initial(0)
    state.won[1] = 1 << 2 | 1 << 4
    assert not won(game.scene(state).items)
    state.won[1] |= 1 << 6
    ((start, end),) = won(game.scene(state).items)
    assert start[0] > 6 and start[1] < 3 and end[0] < 3 and end[1] > 6


def test_a_full_board_is_told_without_repeating_that_it_is_a_draw() -> None:
    game = TicTacToe()
    assert game.reason(played(game, 0, 1, 2, 4, 3, 5, 7, 6, 8)) == "the board is full"


def test_explorers_held_in_one_cell_have_one_label() -> None:
    game = CodeOfKutulu()
    state = game.initial(1)
    state.cell[:] = state.cell[0]
    state.effects = 2
    for k, receiver in enumerate((1, 3)):
        state.e_kind[k], state.e_receiver[k], state.e_cell[k] = YELLED, receiver, state.cell[0]
    assert [t for t in texts(game.scene(state).items) if "held" in t] == ["2 held"]
    state.effects = 1
    assert [t for t in texts(game.scene(state).items) if "held" in t] == ["held"]


def test_spells_of_the_tome_show_their_number_and_their_tax_below_the_ingredients() -> None:
    game = WitchsBrew()
    state = game.initial(1)
    four = next(k for k in range(len(DELTA)) if np.count_nonzero(DELTA[k]) == 4)
    state.tome[2], state.tax[2] = four, 3
    items = {i.id: i for i in game.scene(state).items if isinstance(i, Text)}
    lowest = max(items[f"spell{four}.{tier}.n"].y for tier in range(4))
    assert items[f"spell{four}.tax"].text == "+3"
    assert items[f"spell{four}.tax"].y - lowest > 0.7, "a line of text is 0.8 high"
    assert items[f"spell{four}.id"].text == f"#{four}"
    label = game.label(state, 0, _learning(state))
    assert "−" in label and "-" not in label


def _learning(state: State) -> int:
    """Learning the first spell of the tome that takes something away."""
    spell = next(int(k) for k in state.tome if DELTA[k].min() < 0)
    return LEARN | spell << NUMBER


def test_the_landers_speeds_have_units() -> None:
    game = MarsLander()
    state = game.initial(1)
    state.hs, state.vs = 12.0, -34.0
    assert "+12 m/s across, −34 m/s up" in texts(game.scene(state).items)


@pytest.mark.parametrize("game", [CodersStrikeBack(), MarsLander()])
def test_what_has_not_been_aimed_is_aimed_at_something_sensible(game: Game) -> None:
    state = game.initial(1)
    point = game.ahead(state, 0)
    assert point is not None
    order = game.aim(state, 0, *point, 4)
    assert order is not None and not game.explain(state, 0, order)
    if isinstance(game, CodersStrikeBack):
        assert point == (float(state.cx[1]), float(state.cy[1]))
    else:
        assert game.label(state, 0, order) == "Upright, power 4"
