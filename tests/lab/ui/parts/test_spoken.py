"""What a screen reader is given besides names."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from engines.knobs import Knob
from lab.ui.parts import spoken
from lab.ui.parts.band import Fold
from lab.ui.parts.knob_list import KnobList


def test_a_control_is_described_without_mark_up_when_it_gets_the_focus(qtbot, qapp):
    page = QWidget()
    qtbot.addWidget(page)
    button, own = QPushButton("New"), QPushButton("Own")
    button.setToolTip("<div><b>New</b></div><div>Begins a match &amp; more.</div>")
    own.setAccessibleDescription("as it is")
    column = QVBoxLayout(page)
    for part in (button, own):
        column.addWidget(part)
    described = spoken.PlainDescriptions(qapp)
    page.show()
    page.activateWindow()
    for part, text in (
        (button, "New Begins a match & more."),
        (own, "as it is"),
    ):
        part.setFocus()
        qtbot.waitUntil(lambda part=part, text=text: part.accessibleDescription() == text)
    described.deleteLater()


def told(widget: QWidget) -> QAccessibleInterface:
    """What a screen reader is given of a widget."""
    return QAccessible.queryAccessibleInterface(widget)


def value(widget: QWidget) -> str:
    """The value in words."""
    return told(widget).text(QAccessible.Text.Value)


def test_a_slider_has_the_value_of_its_knob(qtbot, qapp):
    numbers = Knob("c", "number", 0.7, "Exploration", "Width.", 0.01, 10, 0.01, log=True)
    counts = Knob("d", "integer", 6, "Depth", "Plies.", 1, 12, unit="plies", top="to the end")
    rows = KnobList(subject="Seat 2")
    qtbot.addWidget(rows)
    rows.set_knobs([numbers, counts], {"c": 0.3, "d": 12})
    c, depth = (rows.rows[name] for name in ("c", "d"))
    assert value(c.bar) == "0.30" and value(depth.bar) == "to the end"
    assert told(c.bar).text(QAccessible.Text.Name) == "Seat 2, Exploration"
    number = told(c.bar).valueInterface()
    assert (number.currentValue(), number.minimumValue(), number.maximumValue()) == (0.3, 0.01, 10)
    with qtbot.waitSignal(rows.changed) as changed:
        number.setCurrentValue(0.5)
    assert changed.args == ["c", 0.5] and value(c.bar) == c.box.text() == "0.50"
    depth.set_value(5)
    assert value(depth.bar) == "5 plies"


def test_a_list_is_named_by_what_it_is_for(qtbot, qapp):
    combo = QComboBox()
    qtbot.addWidget(combo)
    combo.addItems(["Smitsimax", "UCT"])
    combo.setAccessibleName("Seat 1, who plays")
    combo.setCurrentIndex(1)
    found = told(combo)
    assert found.role() == QAccessible.Role.ComboBox
    assert found.text(QAccessible.Text.Name) == "Seat 1, who plays" and value(combo) == "UCT"
    assert not found.state().expanded and found.childCount() == 1
    found.doAction(QAccessibleActionInterface.pressAction())
    qtbot.waitUntil(lambda: combo.view().isVisible())
    assert told(combo).state().expanded
    combo.hidePopup()


def test_a_fold_says_whether_it_is_open(qtbot, qapp):
    page, body = QWidget(), QWidget()
    qtbot.addWidget(page)
    fold = Fold(body, page)
    body.setParent(page)
    assert told(fold).state().expandable and not told(fold).state().expanded
    told(fold).doAction(QAccessibleActionInterface.pressAction())
    assert told(fold).state().expanded and fold.opened


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
