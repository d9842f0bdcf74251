"""The comment box: what is written is kept for the turn that it was written about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.match.turn_tree import TurnNote
from lab.ui.timeline.comment import CommentBox

Kept = list[tuple[int, TurnNote]]


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[tuple[CommentBox, Kept]]:
    """The box at turn 3, and what it emits."""
    box, kept = CommentBox(), Kept()
    qtbot.addWidget(box)
    box.written.connect(lambda number, note: kept.append((number, note)))
    box.set_note(3, "move 3", TurnNote())
    box.show()
    yield box, kept


def test_a_pause_keeps_the_text_and_a_turn_chosen_before_it_too(
    box: tuple[CommentBox, Kept], qtbot: QtBot
) -> None:
    view, kept = box
    QTest.keyClicks(view.text, "why")
    assert kept == []
    qtbot.waitUntil(lambda: bool(kept))
    QTest.keyClicks(view.text, " not")
    view.set_note(3, "move 3", TurnNote("why"))  # as kept so far: what is being written stays
    assert view.text.toPlainText() == "why not"
    view.set_note(4, "move 4", TurnNote("other", "!"))
    assert kept == [(3, TurnNote("why")), (3, TurnNote("why not"))]
    assert view.text.toPlainText() == "other" and [b.isChecked() for b in view.marks] == [
        True,
        False,
        False,
        False,
    ]
    view.keep()
    assert len(kept) == 2, "nothing is written about a turn by looking at it"


def test_a_look_from_before_the_note_was_kept_takes_nothing_away(
    box: tuple[CommentBox, Kept],
) -> None:
    view, kept = box
    QTest.keyClicks(view.text, "why")
    view.keep()
    view.set_note(3, "move 3", TurnNote(), is_latest=False)
    assert kept == [(3, TurnNote("why"))] and view.text.toPlainText() == "why"
    view.set_note(3, "move 3", TurnNote())  # undone
    assert view.text.toPlainText() == ""


def test_one_mark_at_a_time_and_a_second_click_takes_it_away(box: tuple[CommentBox, Kept]) -> None:
    view, kept = box
    for button in (1, 3, 3):
        view.marks[button].click()
    assert kept == [(3, TurnNote("", "?")), (3, TurnNote("", "?!")), (3, TurnNote())]


def test_escape_leaves_the_text_and_keeps_it(box: tuple[CommentBox, Kept], qtbot: QtBot) -> None:
    view, kept = box
    QTest.keyClicks(view.text, "a b")
    with qtbot.waitSignal(view.left):
        QTest.keyClick(view.text, Qt.Key.Key_Escape)
    assert kept == [(3, TurnNote("a b"))] and view.text.toPlainText() == "a b"


def test_a_text_has_an_end(box: tuple[CommentBox, Kept]) -> None:
    view, kept = box
    view.text.setPlainText("x" * 4000)
    view.keep()
    view.text.insertPlainText("yy")
    view.keep()
    assert kept == [(3, TurnNote("x" * 4000))]
