"""The row below the board: all of a turn if there is room, and never half a line."""

from __future__ import annotations

import pytest

from lab.ui.board.message_row import LINES, MessageRow
from lab.ui.parts import theme
from lab.ui.parts.painted import clauses_that_fit, text_width

NOTE = "Percentages on the board: the share of the search's visits, not a chance to win."
SHORT = "Turn 4. You: Down. UCT: Up."
LONG = " ".join(
    f"UCT (seat {k}): Wait. Explorer {k} yells at Explorer {k % 4 + 1}." for k in range(9)
)


@pytest.fixture
def row(qtbot, qapp):
    theme.apply(qapp, "light", 100)
    row = MessageRow()
    qtbot.addWidget(row)
    row.resize(565, row.height())
    row.show()
    return row


def lines(row):
    metrics = row.moves.fontMetrics()
    return round(row.moves.heightForWidth(row.moves.width()) / metrics.lineSpacing())


def test_moves_and_note_are_shown_where_both_have_room(row):
    row.set_moves(SHORT)
    row.set_note(NOTE)
    assert row.moves.text() == f"{SHORT}\n{NOTE}" and not row.moves.toolTip()


def test_without_room_the_moves_stay_whole_and_the_note_is_in_the_tool_tip(row):
    moves = LONG[:150]
    row.set_moves(moves)
    row.set_note(NOTE)
    assert row.moves.text() == moves and lines(row) == LINES
    assert NOTE in row.moves.toolTip() and NOTE in row.moves.accessibleName()


def test_moves_that_are_too_long_end_in_an_ellipsis_between_two_words(row):
    row.set_moves(LONG)
    shown = row.moves.text()
    assert lines(row) == LINES and shown.endswith(" …")
    assert LONG.startswith(shown.removesuffix(" …") + " ")
    assert row.moves.toolTip() == LONG
    row.resize(3000, row.height())
    assert row.moves.text() == LONG and not row.moves.toolTip()


def test_a_caption_loses_its_last_clauses_before_it_is_cut(qapp):
    theme.apply(qapp, "light", 100)
    whole = "turn 35, the last search"
    wide = text_width(whole, theme.TABLE)
    assert clauses_that_fit(whole, wide, theme.TABLE) == whole
    assert clauses_that_fit(whole, wide - 1, theme.TABLE) == "turn 35"
    assert clauses_that_fit(whole, 20, theme.TABLE).endswith("…")
