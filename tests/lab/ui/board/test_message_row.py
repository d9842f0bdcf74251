"""The row below the board: all of a turn if there is room, and never half a line."""

from __future__ import annotations

import pytest

from lab.ui.board.legend import LINES, MessageRow
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


def test_a_hint_without_room_loses_whole_sentences_and_never_half_a_line(row):
    first = "Beam search gives it 100 % of its sequences; the best reaches 11,879 (game's units)."
    why = f"{first} It expects Learn spell 15: 0 +2 0 0 next."
    row.show_hint("Learn spell 7: +3 0 +1 −1", why)
    label = row.hint._why
    row.resize(1200, row.height())
    assert label.text() == why and not label.toolTip()
    row.resize(581, row.height())
    assert label.text() == first and label.toolTip() == why
    assert label.heightForWidth(label.width()) <= 2 * label.fontMetrics().lineSpacing() + 1
    row.resize(380, row.height())
    assert label.text().endswith(" …") and first.startswith(label.text().removesuffix(" …"))
    assert row.hint.accessibleName().endswith(why)


def test_a_hint_for_several_agents_has_one_line_for_its_reason(row):
    why = "Smitsimax gives them 92 % and 79 % of their visits. It expects to win by them next."
    row.show_hint("Pod 1 left, coast; Pod 2 ahead, full thrust", why)
    row.resize(460, row.height())
    assert row.hint._why.text() == "Smitsimax gives them 92 % and 79 % of their visits."


def test_a_caption_loses_its_last_clauses_before_it_is_cut(qapp):
    theme.apply(qapp, "light", 100)
    whole = "turn 35, the last search"
    wide = text_width(whole, theme.TABLE)
    assert clauses_that_fit(whole, wide, theme.TABLE) == whole
    assert clauses_that_fit(whole, wide - 1, theme.TABLE) == "turn 35"
    assert clauses_that_fit(whole, 20, theme.TABLE).endswith("…")


@pytest.mark.parametrize("percent", [90, 110, 125, 150, 175, 200])
def test_two_lines_have_room_at_every_size_of_text(row, qapp, percent):
    """Heights of lines are no whole pixels: rounding must not cost a line."""
    theme.apply(qapp, "light", percent)
    row.set_moves("One line.\nAnd one more.")
    assert row.moves.text() == "One line.\nAnd one more."
    row.set_moves("One line.\nAnd one more.\nAnd a third.")
    assert row.moves.text().endswith("…")
    theme.apply(qapp, "light", 100)
