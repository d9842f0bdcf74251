"""The line below the board in narrow places."""

import pytest

from lab.ui.board.score import ScoreLine, ScoreSide
from lab.ui.parts import theme

SIDE = ScoreSide(0, "Seat 1", "240 sanity, 2 PLAN, 3 LIGHT", (0,))


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (400, ("Seat 1", "240 sanity, 2 PLAN, 3 LIGHT")),
        (185, ("Seat 1", "240 sanity, 2 PLAN")),
        (140, ("Seat 1", "240 sanity")),
        (100, ("", "240 sanity")),
        (20, ("", "240 sanity")),
    ],
)
def test_the_last_facts_go_first_then_the_name(qtbot, qapp, room, shown):
    theme.apply(qapp, "light", 100)
    line = ScoreLine()
    qtbot.addWidget(line)
    assert line._fitting(SIDE, room) == shown


def test_a_name_stays_where_there_is_nothing_to_tell(qtbot, qapp):
    line = ScoreLine()
    qtbot.addWidget(line)
    assert line._fitting(ScoreSide(0, "Seat 1", "", (0,)), 20) == ("Seat 1", "")
