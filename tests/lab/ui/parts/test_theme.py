"""Colours, fonts, icons and agent marks."""

import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from lab.ui.parts import sheet, theme
from lab.ui.parts.chart.chart import Chart, ReadOut
from lab.ui.parts.focus_ring import FocusRing
from lab.ui.parts.glyphs import NAMES, icon
from lab.ui.parts.layout import column
from lab.ui.parts.marks import SHAPES, marks_of, paint_mark, shape_path
from tests.lab.ui.lab_window import opened, until


@pytest.fixture
def app(qapp):
    yield qapp
    theme.apply(qapp, "light", 100)


def luminance(colour: QColor) -> float:
    parts = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: QColor, b: QColor) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_and_graphics_stand_out_from_every_surface(name):
    look = theme.make(name)
    for surface in ("panel", "field", "chrome", "control"):
        below = look.colour(surface)
        for ink in ("ink", "ink2", "ink3", "error"):
            assert contrast(look.colour(ink), below) >= 4.5, (ink, surface)
        for graphic in ("edge", "hue0", "hue1", "hue2", "hue3", "mark_edge"):
            assert contrast(look.colour(graphic), below) >= 3.0, (graphic, surface)
    assert contrast(look.colour("ink"), look.colour("mark")) >= 4.5
    assert contrast(look.colour("on_accent"), look.colour("accent")) >= 4.5


@pytest.fixture
def clothed(app):
    """Two pages that wear the style sheet themselves, on the screen."""
    theme.apply(app, "light", 100)
    pages = [QWidget(), QWidget()]
    for page in pages:
        theme.wear(page)
        column(QPushButton("One"), QLabel("Two"), QComboBox(), of=page)
        page.setEnabled(False)  # neither has the focus
        page.show()
    yield pages
    for page in pages:
        assert not app.styleSheet()
        shiboken6.delete(page)
    QTest.qWait(1)
    assert app.styleSheet() == sheet.style_sheet(theme.current())


def test_a_page_that_was_hidden_looks_like_one_that_was_not(app, clothed):
    seen, hidden = clothed
    assert seen.grab().toImage() == hidden.grab().toImage()
    hidden.hide()
    before = hidden.styleSheet()
    theme.apply(app, "dark", 130)
    assert hidden.styleSheet() == before != seen.styleSheet()
    hidden.show()
    QTest.qWait(20)
    assert seen.grab().toImage() == hidden.grab().toImage()


class Hearing(QWidget):
    """A widget that keeps the themes it heard of."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.heard = []
        theme.changed.connect(self.hear)

    def hear(self, look):
        self.heard.append(look)


def test_a_hidden_widget_is_dressed_when_it_is_shown(app, qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    seen, unseen = Hearing(page), Hearing(page)
    unseen.hide()
    page.show()
    first, second = theme.apply(app, "dark"), theme.apply(app, "light", 130)
    assert seen.heard == [first, second] and unseen.heard == []
    unseen.show()
    assert unseen.heard == [second]
    unseen.hide()
    unseen.show()
    third = theme.apply(app, "dark")
    assert unseen.heard == [second, third]
    page.hide()
    fourth = theme.apply(app, "light")
    assert fourth not in seen.heard + unseen.heard
    page.show()
    assert seen.heard[-1] is fourth and unseen.heard[-1] is fourth


def test_a_change_styles_a_widget_no_more_often_for_lying_deep(app, qtbot):
    theme.apply(app, "light")
    widgets = [QWidget()]
    qtbot.addWidget(widgets[0])
    for _ in range(12):
        widgets.append(QWidget(widgets[-1]))
    styled = StyleChanges()
    for widget in widgets:
        widget.installEventFilter(styled)
    widgets[0].show()
    styled.counts.clear()
    theme.apply(app, "dark", 130)
    assert styled.counts[widgets[-1]] == styled.counts[widgets[1]] > 0


class StyleChanges(QObject):
    """Counts how often each widget is told that its style changed."""

    def __init__(self):
        super().__init__()
        self.counts = Counter()

    def eventFilter(self, widget, event):
        self.counts[widget] += event.type() == QEvent.Type.StyleChange
        return False


def test_apply_dresses_the_application_and_tells_it(app, qtbot):
    widget = Hearing()
    qtbot.addWidget(widget)
    widget.show()
    theme.apply(app, "dark", 130)
    (look,) = widget.heard
    assert (look.name, look.scale) == ("dark", 1.3) and theme.current() is look and look.dark
    assert app.palette().color(QPalette.ColorRole.Window) == QColor("#202326")
    assert app.font().pixelSize() == 17 and look.font(11).pixelSize() == 14 and look.px(28) == 36
    assert theme.scheme() == "dark"


def test_a_wrong_scheme_is_named(app):
    with pytest.raises(ValueError, match="mauve is not one of: system, light, dark"):
        theme.apply(app, "mauve")


def test_system_follows_the_desktop(app):
    dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert theme.apply(app, "system").name == ("dark" if dark else "light")


def test_fonts_are_separate_copies_with_tabular_figures_on_demand(app):
    look = theme.apply(app, "light")
    first = look.font(13)
    first.setPixelSize(40)
    assert look.font(13).pixelSize() == 13
    figures, words = theme.metrics(13), look.font(13, figures=False)
    assert figures.horizontalAdvance("1111") == figures.horizontalAdvance("0000")
    assert look.font(13, True).weight() > words.weight()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_style_sheet_is_complete(app, name):
    text = sheet.style_sheet(theme.make(name, 115))
    assert "$" not in text and theme.make(name).colour("accent").name() in text


def test_icons_follow_the_theme_and_paint_something(app):
    for scheme in ("light", "dark"):
        look = theme.apply(app, scheme)
        for name in NAMES:
            image = icon(name).pixmap(QSize(32, 32)).toImage()
            strong = [
                image.pixelColor(x, y)
                for x in range(32)
                for y in range(32)
                if image.pixelColor(x, y).alpha() == 255
            ]
            assert strong and all(
                abs(c.lightness() - look.colour("ink").lightness()) < 8 for c in strong
            ), name


def test_an_unknown_icon_is_named():
    with pytest.raises(KeyError, match="no icon plya"):
        icon("plya")


@pytest.mark.parametrize(
    ("owner", "shapes"),
    [
        ((0, 1), ["circle", "triangle"]),
        ((0, 0, 1, 1), ["circle", "square", "triangle", "diamond"]),
        ((0, 1, 0, 1), ["circle", "triangle", "square", "diamond"]),
        ((0, 1, 2, 3), ["circle", "triangle", "square", "diamond"]),
        ((0,), ["circle"]),
    ],
)
def test_a_seats_first_agent_leads(owner, shapes):
    marks = marks_of(owner)
    assert [m.shape for m in marks.agents] == shapes and not any(m.hollow for m in marks.agents)
    look = theme.make("light")
    assert marks.role(look, "seat0") == marks.role(look, "agent0") == look.colour("hue0")
    assert marks.role(look, "ink2") == look.colour("ink2")


def test_beyond_four_the_marks_are_hollow():
    marks = marks_of((0, 1, 2, 3, 4, 5)).agents
    assert [m.hollow for m in marks] == [False] * 4 + [True] * 2
    assert len({(m.shape, m.hollow) for m in marks}) == 6


@pytest.mark.parametrize("name", ["light", "dark"])
def test_eight_agents_have_eight_marks_and_hues(name):
    """Told apart from one another and from the board, in what the eye sees of them."""
    look, marks = theme.make(name), marks_of(tuple(range(8)))
    assert len({(m.shape, m.hollow) for m in marks.agents}) == 8
    seen = [_seen(marks.role(look, f"seat{seat}")) for seat in range(8)]
    field = _seen(look.colour("field"))
    assert min(math.dist(a, b) for a, b in combinations(seen, 2)) > 25
    assert min(abs(each[0] - field[0]) for each in seen) > 30


def _seen(colour):
    """Lightness, green to red and blue to yellow (CIE 1976, D65)."""
    sent = colour.getRgbF()[:3]
    line = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in sent]
    white = (0.9505, 1.0, 1.089)
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    sums = [sum(k * c for k, c in zip(row, line, strict=True)) for row in rows]
    parts = [each / most for each, most in zip(sums, white, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_shapes_differ_in_a_grey_print(app):
    def grey(shape_at):
        image = QImage(24, 24, QImage.Format.Format_Grayscale8)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as painter:
            paint_mark(
                painter,
                marks_of((0, 0, 1, 1)).agents[shape_at],
                QPointF(12, 12),
                16,
                QColor("black"),
            )
        return image

    for a, b in combinations(range(4), 2):
        one, two = grey(a), grey(b)
        differing = sum(
            abs(one.pixelColor(x, y).lightness() - two.pixelColor(x, y).lightness()) > 60
            for x in range(24)
            for y in range(24)
        )
        assert differing > 20, (SHAPES[a], SHAPES[b])


def test_shapes_look_equally_large():
    areas = [shape_path(shape, QPointF(0, 0), 100).boundingRect() for shape in SHAPES]
    assert all(
        isinstance(box, QRectF) and 80 <= box.width() <= 115 and 80 <= box.height() <= 115
        for box in areas
    )


def test_text_size_stays_in_its_range(app):
    assert theme.apply(app, "light", 400).scale == 1.5
    assert isinstance(QApplication.instance(), QApplication)


def test_the_focus_ring_shows_for_the_keyboard_only(app, qtbot):
    ring, window = FocusRing(app), QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    one, two = QPushButton("One"), QPushButton("Two")
    row.addWidget(one)
    row.addWidget(two)
    window.show()
    window.activateWindow()
    one.setFocus()
    qtbot.waitUntil(one.hasFocus)
    qtbot.keyClick(one, Qt.Key.Key_Tab)
    qtbot.waitUntil(two.hasFocus)
    assert ring.ring is not None and ring.ring.geometry() == two.geometry().adjusted(-4, -4, 4, 4)
    window.resize(400, 100)
    qtbot.waitUntil(
        lambda: (
            ring.ring is not None and ring.ring.geometry() == two.geometry().adjusted(-4, -4, 4, 4)
        )
    )
    two.clearFocus()
    assert ring.ring is None


def test_whatever_has_a_look_wears_the_style_sheet(tmp_path: Path) -> None:
    """Also what lies over the window itself, as the words that a chart reads out."""
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "uct:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 3)
        shown = [chart for chart in lab.window.findChildren(Chart) if chart.isVisible()]
        for chart in shown:
            QTest.mouseMove(chart, chart.frame.center().toPoint())
            QTest.qWait(20)
        read = lab.window.findChildren(ReadOut)
        assert read and any(each.isVisible() for each in read)
        looks = [each for each in lab.window.findChildren(QWidget) if each.property("look")]
        assert [type(each).__name__ for each in looks if not _is_dressed(each)] == []


def _is_dressed(widget: QWidget | None) -> bool:
    while widget is not None and not widget.styleSheet():
        widget = widget.parentWidget()
    return widget is not None
