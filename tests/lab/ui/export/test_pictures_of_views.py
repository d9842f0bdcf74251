"""Pictures of views are what is on the screen, at any size, and drawings are shapes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.controller import Controller
from lab.ui.export.sources import view_at, views_of
from lab.ui.parts import pictures
from lab.ui.parts.tips import Bubble
from tests.lab.ui.lab_window import hold_still, opened

TRIES = 400  # a busy machine may lay out late


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A held position of an asymmetric match, with its tree on show."""
    folder = tmp_path_factory.mktemp("lab")
    with opened(folder, "tictactoe", "uct:c=0.9", "random") as lab:
        lab.do("tree")
        hold_still(lab, lambda: any(t and t.trees for t in lab.moment.thoughts()))
        yield lab


def on_screen(lab: Controller, widget: QWidget) -> QImage:
    """The widget cut out of a picture of the whole window."""
    whole = lab.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return whole.copy(QRect(widget.mapTo(lab.window, QPoint()), widget.size()))


def is_as_on_screen(lab: Controller, widget: QWidget) -> bool:
    """Whether its picture has the pixels of the screen, once nothing waits to be laid out."""
    for _ in range(TRIES):
        if pictures.image(widget, 1.0) == on_screen(lab, widget):
            return True
        QTest.qWait(50)
    return False


def views(lab: Controller) -> list[QWidget]:
    return [view.widget for view in views_of(lab.window)]


def test_a_picture_has_the_pixels_of_the_screen(lab: Controller) -> None:
    found = views(lab)
    assert {lab.window.centre.board, lab.window.trees} <= set(found) and len(found) > 4
    lab.window.grab()  # a list lays out its rows when it is painted
    for widget in found:
        assert is_as_on_screen(lab, widget), widget.accessibleName()


def test_what_is_over_a_view_is_in_its_picture(lab: Controller) -> None:
    """Words at the pointer, say. A view's own parts, which are opaque, cover nothing of it."""
    around = next(
        view.widget for view in views_of(lab.window) if view.title == "Trees and programs"
    )
    part, words = QWidget(around), Bubble(lab.window)
    part.setAutoFillBackground(True)
    part.setGeometry(0, around.height() - 70, around.width(), 70)
    part.show()
    bare = pictures.image(around, 1.0)
    words.say("0.53 after 17 visits", around.mapTo(lab.window, QPoint(90, 110)))
    try:
        assert pictures.image(around, 1.0) != bare
        assert is_as_on_screen(lab, around)
    finally:
        words.deleteLater()
        part.deleteLater()
        QTest.qWait(0)


@pytest.mark.parametrize("scale", [2, 3])
def test_larger_pictures_are_drawn_and_not_blown_up(lab: Controller, scale: int) -> None:
    for widget in (lab.window.centre.board, lab.window.trees.pages.tree.icicles):
        large = pictures.image(widget, scale)
        assert (large.width(), large.height()) == (widget.width() * scale, widget.height() * scale)
        blown = pictures.image(widget, 1.0).scaled(large.size())
        different = sum(
            large.pixel(x, y) != blown.pixel(x, y)
            for x in range(0, large.width(), 3)
            for y in range(0, large.height(), 3)
        )
        assert different > 50
        assert is_as_on_screen(lab, widget)


def test_drawings_parse_and_are_shapes_with_text(lab: Controller) -> None:
    for widget in (lab.window, lab.window.centre.board, lab.window.trees.pages.tree.icicles):
        data = pictures.drawing(widget, "A title")
        tree = ElementTree.fromstring(data)
        kinds = [element.tag.rpartition("}")[2] for element in tree.iter()]
        assert kinds.count("text") > 0 and len(kinds) > 20
        renderer = QSvgRenderer(QByteArray(data))
        assert renderer.isValid() and renderer.viewBox().size() == widget.size()
    own = pictures.drawing(lab.window.trees.pages.tree.icicles, "")
    assert b"<image" not in own


def test_texts_of_a_drawing_have_a_font_where_the_labs_own_is_missing(lab: Controller) -> None:
    families = set(re.findall(rb'font-family="(.*?)"', pictures.drawing(lab.window, "")))
    assert families
    assert all(each.endswith((b", sans-serif", b", monospace")) for each in families), families


def test_every_view_has_a_name_and_is_there_once(lab: Controller) -> None:
    found = views_of(lab.window)
    assert found[0].title == "Whole window"
    assert len({view.name for view in found}) == len({view.title for view in found}) == len(found)


def test_the_view_under_the_pointer(lab: Controller) -> None:
    found = views_of(lab.window)
    assert view_at(found, lab.window.centre.board).widget is lab.window.centre.board
    assert view_at(found, lab.window.menuBar()).widget is lab.window
    inner = lab.window.trees.pages.tree.icicles
    assert view_at(found, inner).widget in (inner, *found_around(inner))


def found_around(widget: QWidget) -> list[QWidget]:
    around = []
    above = widget.parentWidget()
    while above is not None:
        around.append(above)
        above = above.parentWidget()
    return around


def test_menus_copy_and_export(lab: Controller) -> None:
    menu, board = QMenu(), lab.window.centre.board
    pictures.add_entries(menu, board)
    copy, export = menu.actions()
    assert (copy.text(), export.text()) == ("Copy picture", "Export ...")
    copy.trigger()
    copied = QGuiApplication.clipboard().image().convertToFormat(QImage.Format.Format_RGB32)
    assert copied == on_screen(lab, board)
    export.trigger()
    dialog = lab.export.dialog
    assert dialog is not None and dialog.isVisible()
    assert dialog.choice.view == board.accessibleName() and dialog.choice.kind == "picture"
    dialog.close()


def test_branch_menu_and_charts_have_the_entries(lab: Controller) -> None:
    menus = [
        lab.window.centre.branches.menu(0),
        *(
            widget.menu.made()
            for widget in lab.window.trees.findChildren(QWidget)
            if hasattr(widget, "menu") and hasattr(widget.menu, "made")
        ),
    ]
    assert len(menus) > 1
    for menu in menus:
        assert {"Copy picture", "Export ..."} <= {action.text() for action in menu.actions()}


def test_a_window_of_a_views_own_is_not_part_of_its_picture(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    view, beside = QWidget(window), QDialog(window)
    view.setGeometry(10, 20, 100, 80)
    beside.setParent(view, Qt.WindowType.Dialog)
    beside.resize(400, 30)
    with qtbot.waitExposed(window):
        window.show()
    beside.show()
    assert beside.isVisible() and pictures._shown(view) == (window, QRect(10, 20, 100, 80))
