"""Which knobs matter, and what happened: two short lists at the right of the page."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.menu import DataMenu
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.view_part import ViewPart
from lab.ui.tuner import says
from lab.ui.tuner.records import TunerView

SPACE = 6  # above and below a line of text, pixels
LATEST = 8  # lines of the history


class Importance(ViewPart[TunerView]):
    """The share of the effect of each knob, the weightiest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Which knobs matter", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = DataMenu(self, self.data)

    def rows(self) -> list[tuple[str, float]]:
        """Titles and shares."""
        view = self.view or TunerView()
        return [(view.shown_knobs[k].title, view.shown_knobs[k].share) for k in view.weighty]

    def content_height(self) -> float:
        return len(self.rows()) * text_line(theme.TABLE, SPACE) + theme.current().px(8)

    def lines(self) -> list[str]:
        return [f"{title}: {says.percent(share)}" for title, share in self.rows()]

    def data(self) -> ChartData | None:
        """The shares as rows."""
        rows = tuple((title, 100 * share) for title, share in self.rows())
        return ChartData("Which knobs matter", ("knob", "share of the effect %"), rows)

    def paint(self, painter: QPainter, view: TunerView) -> None:
        look, line, rows = theme.current(), text_line(theme.TABLE, SPACE), self.rows()
        pad = look.px(12)
        names = max((text_width(title) for title, _ in rows), default=0.0)
        names = min(names + look.px(12), 0.45 * self.width())
        number = text_width("100 %") + look.px(6)
        for k, (title, share) in enumerate(rows):
            top = k * line
            put(painter, QRectF(pad, top, names - 4, line), title, theme.TABLE)
            wide = self.width() - 2 * pad - names - number
            bar = QRectF(pad + names, top + line / 2 - look.px(4), max(4.0, wide), look.px(8))
            painter.fillRect(bar, look.colour("track"))
            bar.setWidth(bar.width() * min(1.0, max(0.0, share)))
            painter.fillRect(bar, look.colour("ink2"))
            room = QRectF(self.width() - pad - number, top, number, line)
            put(painter, room, says.percent(share), theme.TABLE, right=True)


class History(ViewPart[TunerView]):
    """What happened, the latest lines of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("History", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = DataMenu(self, self.data)

    def rows(self) -> list[tuple[str, str]]:
        """Times and words."""
        found = self.view.history if self.view is not None else ()
        return [(says.clock(each.at), each.words) for each in found]

    def content_height(self) -> float:
        count = min(LATEST, len(self.rows()))
        return max(1, count) * text_line(theme.TABLE, SPACE) + theme.current().px(8)

    def lines(self) -> list[str]:
        return [f"{at} {words}" for at, words in self.rows()]

    def data(self) -> ChartData | None:
        """All lines."""
        return ChartData("History", ("at", "what"), tuple(self.rows()))

    def paint(self, painter: QPainter, view: TunerView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, SPACE)
        pad = look.px(12)
        rows = self.rows()[-LATEST:]
        times = max((text_width(at) for at, _ in rows), default=0.0) + look.px(12)
        for k, (at, words) in enumerate(rows):
            put(painter, QRectF(pad, k * line, times, line), at, theme.TABLE, "ink2")
            room = QRectF(pad + times, k * line, self.width() - 2 * pad - times, line)
            put(painter, room, words, theme.TABLE)
