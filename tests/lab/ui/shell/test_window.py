"""The window: how regions share the room, and that every control has a name and is reached by
Tab.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.shell.side import node_share, shares
from lab.ui.shell.window import Window
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")
CONTROLS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


@pytest.mark.parametrize(
    ("width", "one_tree", "expected"),
    [
        (1440, False, (256, 564)),
        (1280, False, (232, 524)),
        (1920, False, (280, 760)),
        (1239, False, (232, 360)),
        (1079, False, (0, 360)),
        (1440, True, (256, 441)),
    ],
)
def test_regions_have_the_widths_of_the_design(width, one_tree, expected):
    assert shares(width, 1.0, one_tree) == expected


@pytest.mark.parametrize("percent", [90, 100, 115, 130, 150])
@pytest.mark.parametrize("width", [1024, 1080, 1240, 1280, 1440, 1920, 2560])
def test_the_centre_keeps_its_least_width_at_every_text_size(width, percent):
    setup, trees = shares(width, percent / 100, False)
    assert width - setup - trees >= 480


def _in_window(part: QWidget) -> QRect:
    return QRect(part.mapTo(part.window(), part.rect().topLeft()), part.size())


def test_below_1080_set_up_is_a_drawer(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        window = lab.window
        window.resize(1440, 900)
        QTest.qWait(50)
        assert not window.is_drawer and window.setup.isVisible()
        window.resize(1030, 700)
        QTest.qWait(50)
        assert window.is_drawer and not window.setup.isVisible()
        lab.do("setup")
        assert window.setup.isVisible() and _in_window(window.setup).intersects(
            _in_window(window.centre)
        )
        window.resize(1440, 900)
        QTest.qWait(50)
        assert window.setup.isVisible() and window.setup.height() == window.centre.height()
        assert _in_window(window.setup).right() < _in_window(window.centre).left()
        window.put_trees_left(True)
        QTest.qWait(50)
        assert _in_window(window.centre).right() < _in_window(window.setup).left()
        lab.do("setup")
        assert not window.setup.isVisible()


@pytest.mark.parametrize("screen", [(1280, 720), (1440, 900), (1024, 700), (2560, 1440)])
def test_the_first_window_fits_on_the_screen_with_its_frame(qtbot, monkeypatch, screen):
    """Title bar and status bar are both in sight."""
    monkeypatch.setattr(QScreen, "availableSize", lambda _self: QSize(*screen))
    window = Window()
    qtbot.addWidget(window)
    assert window.width() <= screen[0] and window.height() + 30 <= screen[1]
    window.resize(screen[0], screen[1] - 30)
    assert window.height() + 30 <= screen[1], "nor has it to grow"


def test_the_three_titles_stand_on_one_line(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        window = lab.window
        parts = window.findChildren(QWidget)
        titles = [w for w in parts if w.property("look") == "title" and w.isVisible()]
        titles.append(window.centre.headline)
        places = {w.mapTo(window, w.rect().center()).y() for w in titles}
        assert len(titles) == 3 and max(places) - min(places) <= 1


def test_every_control_has_a_name_and_a_tooltip(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        found = [
            w
            for w in lab.window.findChildren(QWidget)
            if isinstance(w, CONTROLS) and w.isVisible() and w.focusPolicy()
        ]
        assert len(found) > 20
        nameless = [w for w in found if not (w.accessibleName() or getattr(w, "text", str)())]
        assert not nameless


def test_tab_goes_through_all_regions_and_comes_back(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1 and lab.window.trees.contents.columns)
        window = lab.window
        window.activateWindow()
        first, seen = window.setup.game, []
        first.setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(200):
            seen.append(window.focusWidget())
            window.focusNextChild()
            if window.focusWidget() is first:
                break
        assert window.focusWidget() is first
        for region in (window.setup, window.centre, window.trees):
            assert any(region.isAncestorOf(w) for w in seen if w is not None), (
                region.accessibleName()
            )


def test_theme_and_text_size_change_everything_at_once(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        for percent in (150, 90, 100):
            lab.appearance.set_text(percent)
            for scheme in ("dark", "light"):
                lab.appearance.set_theme(scheme)
                QTest.qWait(60)
                image = lab.window.grab().toImage()
                dark = image.pixelColor(3, image.height() - 4).lightness() < 100
                assert dark == (scheme == "dark")
            window = lab.window
            _, trees = shares(window.width(), theme.current().scale, window._one_tree)
            assert abs(window.trees.width() - trees) <= 2, percent


@pytest.mark.parametrize(
    ("width", "percent", "card"), [(1024, 100, 372), (1920, 100, 500), (1440, 150, 558)]
)
def test_trees_that_are_looked_into_leave_room_for_board_and_card(
    width: int, percent: int, card: int
) -> None:
    assert node_share(width, percent / 100) == card
