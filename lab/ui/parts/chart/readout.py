"""The read-out at the pointer: what a chart shows where the pointer is, at once and in words."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

from lab.ui.parts import theme

AWAY = 14  # pixels between the pointer and the words


@dataclass(frozen=True)
class Reading:
    """The words, the x that a hairline marks (None for no line), and the points that are ringed,
    in the units of the axes.
    """

    words: str
    x: float | None = None
    spots: tuple[tuple[float, float], ...] = ()


class ReadOut(QLabel):
    """Words over the window, next to the pointer and out of its way."""

    def __init__(self, chart: QWidget) -> None:
        super().__init__(chart.window())
        self._chart = chart
        self.setProperty("look", "readout")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(self, words: str, at: QPoint) -> None:
        """Shows the words next to `at`, a pixel of the chart; "" hides them."""
        self.setVisible(bool(words))
        if not words:
            return
        window = self._chart.window()
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        if words != self.text():
            self.setText(words)
            self.ensurePolished()
            self.adjustSize()
        spot, away = self._chart.mapTo(window, at), theme.current().px(AWAY)
        x, y = spot.x() + away, spot.y() + away
        if x + self.width() > window.width():
            x = max(0, spot.x() - away - self.width())
        if y + self.height() > window.height():
            y = max(0, spot.y() - away - self.height())
        self.move(x, y)
        self.raise_()
