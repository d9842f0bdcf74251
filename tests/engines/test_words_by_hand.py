"""What people who play by hand read on boards and in words: whole, and true at the end too."""

from __future__ import annotations

import itertools
import math

import numpy as np

from engines.brew import WitchsBrew
from engines.brew.actions import BREW, NUMBER
from engines.brew.cards import NEED
from engines.csb import CodersStrikeBack
from engines.csb.moves import AFAR, pack
from engines.kutulu import CodeOfKutulu
from engines.kutulu.state import LIGHT, PLAN, WAIT, YELL
from engines.pacman import PacMan
from engines.scene import Mark, Rect, Scene, Text
from engines.xmasrush import XmasRush
from tests.engines.test_kutulu import meeting, play


def texts(scene: Scene) -> dict[str, str]:
    """Each text of a picture by its id."""
    return {i.id: i.text for i in (*scene.still, *scene.items) if isinstance(i, Text)}


def test_the_board_of_a_finished_brew_shows_the_scores_of_the_result() -> None:
    game = WitchsBrew()
    s = game.initial(1)
    s.inv[0], s.inv[1], s.score[:] = (1, 2, 3, 1), (4, 0, 1, 0), (20, 31)
    assert texts(game.scene(s))["score0"] == "20"
    s.brewed[1], s.over = s.goal, 1
    shown = texts(game.scene(s))
    assert (shown["score0"], shown["score1"]) == ("26", "32")
    assert game.reason(s) == "Witch 2 brewed 6 orders; 26 to 32 rupees"


def test_an_order_is_framed_while_somebody_can_brew_it() -> None:
    game = WitchsBrew()
    s = game.initial(1)
    first, second = int(s.orders[0]), int(s.orders[1])
    s.inv[0], s.inv[1] = NEED[int(s.easy), second], (0, 0, 0, 0)
    assert game.rules.is_legal(s, 0, BREW | second << NUMBER)
    edge = {i.id: i.stroke for i in game.scene(s).items if isinstance(i, Rect)}
    assert (edge[f"order{second}"], edge[f"order{first}"]) == ("edge", "line2")


def test_the_powers_of_an_explorer_are_counted_on_its_buttons() -> None:
    game, state = CodeOfKutulu(), meeting()
    state.plans[0], state.lights[0] = 1, 3
    play(state, YELL, WAIT, WAIT, WAIT)
    said = [i.text for i in game.scene(state).items if isinstance(i, Text) and " left" in i.text]
    assert said[:3] == ["Plan, 1 left", "Light, 3 left", "Yell, 2 left"]
    assert said[3:6] == ["Plan, 2 left", "Light, 3 left", "Yell, 3 left"]
    assert game.prompt(state, 2) == "move, wait, plan or light"


def test_buttons_of_powers_are_where_they_are_drawn_and_do_not_overlap() -> None:
    game, state = CodeOfKutulu(), meeting()
    drawn = [
        (i.x, i.y, i.w, i.h)
        for i in game.scene(state).items
        if isinstance(i, Rect) and i.rounding == 2
    ]
    assert len(drawn) == 12 and game.scene(state).height >= max(y + h for _, y, _, h in drawn)
    for action, (x, y, w, h) in zip((PLAN, LIGHT, YELL), drawn, strict=False):
        assert game.cell(state, 0, x + w / 2, y + h / 2) == action
    rows = [y for _, y, _, _ in drawn[:3]]
    assert all(b - a > drawn[0][3] for a, b in itertools.pairwise(rows))


def test_rows_and_columns_of_xmas_rush_are_numbered_as_words_name_them() -> None:
    game = XmasRush()
    state = game.initial(1)
    numbers = [i for i in game.scene(state).still if isinstance(i, Text) and i.text in "0123456"]
    across = {i.text: math.floor(i.x) for i in numbers if i.y < 0}
    down = {i.text: math.floor(i.y) for i in numbers if i.x < 0}
    assert across == down == {str(k): k for k in range(7)}


def test_a_loss_of_points_has_a_true_minus_and_pac_man_keeps_its_hyphen() -> None:
    game = PacMan()
    state = game.initial(1)
    state.score, state.status = -450, 2
    assert game.reason(state) == "Pac-Man is caught, −450 points"


def test_a_first_command_far_away_is_named_by_its_direction() -> None:
    """A search turns by 18 degrees from the way to the next checkpoint; a program as it likes."""
    game = CodersStrikeBack()
    s = game.initial(4)
    s.rotated[:] = 0
    k, pod = int(s.next[2]), 2
    ahead = math.atan2(s.cy[k] - s.y[pod], s.cx[k] - s.x[pod])
    said = []
    for degrees in (0, -18, 18, 120):
        angle = ahead + math.radians(degrees)
        x, y = s.x[pod] + AFAR * np.cos(angle), s.y[pod] + AFAR * np.sin(angle)
        said.append(game.label(s, pod, pack(round(x), round(y), 200)))
    assert said == ["Ahead, full", "Left, full", "Right, full", "Right 120°, full"]


def test_the_mark_of_a_witch_never_reaches_her_score() -> None:
    """Marks grow with the text of the window, the board does not."""
    game = WitchsBrew()
    items = game.scene(game.initial(1)).items
    (mark,) = (i for i in items if isinstance(i, Mark) and i.agent == 1 and not i.id)
    (score,) = (i for i in items if i.id == "score1" and isinstance(i, Text))
    assert mark.x + mark.widest / 2 < score.x
