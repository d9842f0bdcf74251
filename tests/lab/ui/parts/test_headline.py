"""The answer over a page: where its words may break."""

from PySide6.QtCore import QRectF, Qt
from pytestqt.qtbot import QtBot

from lab.ui.parts import theme
from lab.ui.parts.headline import UNIT, Headline

SAID = "scores 50 % of 4 k, 8 ms and 12 games"


def test_a_number_stays_with_its_unit() -> None:
    assert UNIT.sub("_", SAID) == "scores 50_% of 4_k, 8_ms and 12 games"


def test_its_height_is_of_the_lines_that_are_painted(qtbot: QtBot) -> None:
    """A line more than where the unit could go below its number."""
    made = Headline(wraps=True)
    qtbot.addWidget(made)
    made.set_words("Best", SAID)
    metrics, wrap = (
        theme.metrics(theme.BODY, False, theme.current().scale),
        Qt.TextFlag.TextWordWrap,
    )
    taller = 0
    for width in range(60, 260):
        made.resize(width, 100)
        broken = metrics.boundingRect(QRectF(0, 0, width, 1e4), wrap, SAID).height()
        whole = metrics.boundingRect(QRectF(0, 0, width, 1e4), wrap, UNIT.sub("\u00a0", SAID))
        assert made._high(SAID, theme.BODY) == round(whole.height()) >= round(broken)
        taller += whole.height() > broken
    assert taller
