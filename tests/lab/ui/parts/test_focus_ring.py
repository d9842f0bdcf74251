"""The focus ring stays inside its window, and a control that it goes to is scrolled into view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from lab.ui.parts.focus_ring import Ring, _area_of
from lab.ui.parts.layout import SlimScroll


def test_a_ring_at_the_edge_is_inside_the_window_and_its_scroll_area(qtbot):
    window, page = QWidget(), QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(page)
    buttons = [QPushButton(str(n)) for n in range(9)]
    for button in buttons:
        column.addWidget(button)
    scroll = SlimScroll(page)
    outer = QVBoxLayout(window)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(scroll)
    window.resize(200, 120)
    window.show()
    qtbot.waitExposed(window)
    assert _area_of(buttons[0]) is scroll
    scroll.ensureWidgetVisible(buttons[-1], 0, 0)
    qtbot.waitUntil(lambda: not buttons[-1].visibleRegion().isEmpty())
    buttons[-1].setFocus(Qt.FocusReason.TabFocusReason)
    ring = Ring(buttons[-1])
    assert window.rect().contains(ring.geometry()) and ring.height() > 0
