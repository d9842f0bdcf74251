"""The page of estimators: no text is cut at any text size, no hole between picture and result, an
empty line shows an example.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from lab.ui.estimators.page import EstimatorsPage
from lab.ui.parts import theme
from search.estimators import estimators
from tests.lab.ui.lab_window import HANG_S


@pytest.fixture
def page(qtbot):
    made = EstimatorsPage()
    qtbot.addWidget(made)
    made.show()
    yield made
    made.end()
    theme.apply(QApplication.instance(), "light", 100)


def sampled(page, qtbot, name):
    page.choose(name)
    page.step(40)
    qtbot.waitUntil(
        lambda: page.sampler.snapshot is not None and page.sampler.snapshot.n == 40,
        timeout=round(1000 * HANG_S),
    )
    page.tick()
    qtbot.wait(20)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("name", estimators())
@pytest.mark.parametrize("size", [(1280, 720), (1440, 820)])
def test_no_text_is_cut_and_the_result_follows_the_picture(page, qtbot, name, size, percent):
    theme.apply(QApplication.instance(), "light", percent)
    page.resize(*size)
    sampled(page, qtbot, name)
    for label in page.findChildren(QLabel):
        if label.isVisible() and label.text():
            wanted = label.heightForWidth(label.width()) if label.wordWrap() else 0
            assert label.height() >= wanted, (label.text(), label.height(), wanted)
    gap = page.result.geometry().top() - page.picture.geometry().bottom()
    assert 0 <= gap < 30 and page.picture.width() < page.width()
    assert page.learnt.geometry().bottom() <= page.height()


def test_an_empty_line_shows_an_example(page):
    page.choose("holdem")
    assert page.texts["board"].placeholderText() == "2c7dTh" and not page.texts["board"].text()


def test_the_chart_is_below_the_picture_where_there_is_no_room_beside_it(
    page: EstimatorsPage,
) -> None:
    for wide, beside in ((1200, True), (640, False), (1200, True)):
        page.resize(wide, 600)
        QApplication.processEvents()
        picture, chart = page.picture.geometry(), page.funnel.geometry()
        assert (chart.left() > picture.right()) == beside, wide
        assert (chart.top() > picture.bottom()) != beside, wide
        assert chart.width() > 350
    page.resize(900, 600)
    for percent, beside in ((100, True), (150, False)):  # at one width
        theme.apply(QApplication.instance(), "light", percent)
        QApplication.processEvents()
        assert (page.funnel.x() > page.picture.x()) == beside, percent
