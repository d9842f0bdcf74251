"""Messages inside the regions they concern."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts.band import Band
from lab.ui.parts.messages import Empty, ErrorBar, Full, Hint, Preparing, hint_words
from lab.ui.parts.segments import Choice, Segments

pytestmark = pytest.mark.usefixtures("light")


def button(widget: QWidget, text: str) -> QPushButton:
    """The button that says `text`."""
    return next(
        b for b in widget.findChildren(QPushButton) if b.text() == text and not b.isHidden()
    )


def texts(widget: QWidget) -> str:
    """All that labels say."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def test_an_error_names_what_stopped_and_can_be_copied(qtbot: QtBot) -> None:
    bar = ErrorBar()
    qtbot.addWidget(bar)
    buttons = ("Start the search again", "Change the algorithm")
    bar.show_error("The search of seat 2 stopped", "Nothing is lost.", "Traceback: seed 4", buttons)
    with qtbot.waitSignal(bar.chosen) as answer:
        qtbot.mouseClick(button(bar, "Start the search again"), Qt.MouseButton.LeftButton)
    assert answer.args == [0]
    qtbot.mouseClick(button(bar, "Details to copy"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(bar, "Copy"), Qt.MouseButton.LeftButton)
    assert (
        QGuiApplication.clipboard().text()
        == "The search of seat 2 stopped\nNothing is lost.\nTraceback: seed 4"
    )
    bar.show_error("Another", "One button.", "", ("Go on",))
    assert [b.text() for b in bar.findChildren(QPushButton) if b.text() and not b.isHidden()].count(
        "Go on"
    ) == 1
    assert button(bar, "Go on").isVisible()


def test_preparing_shows_progress_and_a_way_out(qtbot: QtBot) -> None:
    panel = Preparing()
    qtbot.addWidget(panel)
    panel.set_progress("Smitsimax for this game", 0.69, 7.2, 10)
    assert "Preparing Smitsimax for this game" in texts(panel) and "7 s, usually 10 s" in texts(
        panel
    )
    bar = panel.findChild(QProgressBar)
    assert bar is not None and bar.value() == 690
    with qtbot.waitSignal(panel.cancelled):
        qtbot.mouseClick(button(panel, "Cancel"), Qt.MouseButton.LeftButton)


def test_an_empty_region_says_why_and_helps(qtbot: QtBot) -> None:
    empty = Empty()
    qtbot.addWidget(empty)
    empty.set_words("No tree yet: random play does not search.", "", "Use Smitsimax for seat 1")
    with qtbot.waitSignal(empty.wanted):
        qtbot.mouseClick(button(empty, "Use Smitsimax for seat 1"), Qt.MouseButton.LeftButton)
    empty.set_words("The match has not begun.")
    assert all(b.isHidden() for b in empty.findChildren(QPushButton))


def test_full_memory_is_counted(qtbot: QtBot) -> None:
    full = Full()
    qtbot.addWidget(full)
    full.set_nodes(65_536, 65_536)
    assert "65,536 of 65,536 nodes" in texts(full)
    assert "visits and means still change, but it looks no deeper" in texts(full)


def test_a_hint_says_the_move_and_why(qtbot: QtBot) -> None:
    hint = Hint()
    qtbot.addWidget(hint)
    hint.set_hint("4 4", hint_words("UCT", 0.52, "expected score 0.51 (a draw counts half)"))
    assert (
        hint.accessibleName()
        == "Hint: 4 4. UCT gives it 52 % of its visits; expected score 0.51 (a draw counts half)."
    )


def test_a_band_folds_by_mouse_and_by_key(qtbot: QtBot) -> None:
    band = Band("Numbers", QLabel("4,000"))
    qtbot.addWidget(band)
    band.show()
    with qtbot.waitSignal(band.toggled_by_hand) as told:
        qtbot.mouseClick(band.title, Qt.MouseButton.LeftButton)
    assert told.args == [False] and not band.body.isVisible()
    band.title.setFocus()
    with qtbot.waitSignal(band.toggled_by_hand) as told:
        qtbot.keyClick(band.title, Qt.Key.Key_Space)
    assert told.args == [True] and band.body.isVisible()


def test_segments_keep_their_choice_while_it_is_there(qtbot: QtBot) -> None:
    segments = Segments(
        "View", [Choice("graphs", "Graphs"), Choice("table", "Table"), Choice("both", "Both")]
    )
    qtbot.addWidget(segments)
    segments.set_value("table")
    segments.set_choices([Choice("graphs", "Graphs"), Choice("table", "Table")])
    assert segments.value() == "table"
    segments.set_value("both")
    assert segments.value() == "graphs"
