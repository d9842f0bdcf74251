"""A menu of boxes stays open while they are ticked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.ui.parts.combos import TickMenu


def test_boxes_are_ticked_by_clicks_and_keys_until_it_is_left(qtbot: QtBot) -> None:
    menu, said = TickMenu(), list[tuple[str, bool]]()
    qtbot.addWidget(menu)
    for name in ("c", "depth"):
        action = menu.addAction(name)
        action.setCheckable(True)
        action.triggered.connect(lambda on, name=name: said.append((name, on)))
    plain = menu.addAction("all")
    plain.triggered.connect(lambda: said.append(("all", True)))
    menu.popup(QPoint(0, 0))
    first, second = (menu.actionGeometry(action).center() for action in menu.actions()[:2])
    for at in (first, second, first):
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=at)
    menu.setActiveAction(menu.actions()[1])
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(menu, key)
    assert said == [("c", True), ("depth", True), ("c", False), ("depth", False), ("depth", True)]
    assert menu.isVisible() and [a.isChecked() for a in menu.actions()] == [False, True, False]
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(plain).center())
    assert not menu.isVisible() and said[-1] == ("all", True)
