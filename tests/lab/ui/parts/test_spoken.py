"""What a screen reader is given besides names."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from lab.ui.parts import spoken


def test_a_control_is_described_without_mark_up_when_it_gets_the_focus(qtbot, qapp):
    page = QWidget()
    qtbot.addWidget(page)
    button, combo, own = QPushButton("New"), QComboBox(), QPushButton("Own")
    button.setToolTip("<div><b>New</b></div><div>Begins a match &amp; more.</div>")
    combo.addItems(["Smitsimax", "UCT"])
    combo.setAccessibleName("Seat 1, algorithm")
    own.setAccessibleDescription("as it is")
    column = QVBoxLayout(page)
    for part in (button, combo, own):
        column.addWidget(part)
    described = spoken.PlainDescriptions(qapp)
    page.show()
    page.activateWindow()
    for part, text in (
        (button, "New Begins a match & more."),
        (combo, "Seat 1, algorithm"),
        (own, "as it is"),
    ):
        part.setFocus()
        qtbot.waitUntil(lambda part=part, text=text: part.accessibleDescription() == text)
    described.deleteLater()


def test_announcements_are_sent_only_while_somebody_listens(qtbot, monkeypatch):
    sent: list[object] = []
    widget = QWidget()
    qtbot.addWidget(widget)
    monkeypatch.setattr(QAccessible, "updateAccessibility", sent.append)
    spoken.announce(widget, "Your move")
    assert not sent
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    spoken.announce(widget, "Your move")
    spoken.announce(widget, "")
    spoken.describe(widget, "X has played 0 0.")
    spoken.describe(widget, "X has played 0 0.")
    kinds = [event.type() for event in sent]
    assert kinds == [QAccessible.Event.Announcement, QAccessible.Event.DescriptionChanged]
    assert sent[0].message() == "Your move"
