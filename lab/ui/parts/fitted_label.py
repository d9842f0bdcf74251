"""A text that never shows half a line: what has no room is left out, and is the tool tip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from lab.ui.parts.tips import plain


class FittedLabel(QLabel):
    """A wrapped text in at most `lines` lines. If it is longer, the first of `shorter` texts that
    has room takes its place, else its beginning, which ends in an ellipsis.
    """

    def __init__(self, look: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", look)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._lines, self._whole = lines, ""
        self._shorter: tuple[str, ...] = ()

    def set_whole(self, text: str, shorter: Sequence[str] = (), lines: int = 0) -> None:
        """Another text, and for how many lines there is room now (0: as before)."""
        after = (text, tuple(shorter), lines or self._lines)
        if after != (self._whole, self._shorter, self._lines):
            self._whole, self._shorter, self._lines = after
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        shown = next((text for text in self._texts() if self._has_room(text)), self._whole)
        hidden = self._whole if shown != self._whole else ""
        self.setText(shown)
        self.setToolTip(plain(hidden))
        self.setAccessibleName(hidden)

    def _texts(self) -> Iterator[str]:
        """What may be shown, best first."""
        yield from (self._whole, *self._shorter)
        words = (self._shorter[0] if self._shorter else self._whole).split(" ")
        yield from (" ".join(words[:n]) + " …" for n in range(len(words) - 1, 0, -1))

    def _has_room(self, text: str) -> bool:
        metrics, flags = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        box = metrics.boundingRect(0, 0, max(1, self.width()), 10_000, flags, text)
        return box.height() < (self._lines + 0.5) * metrics.lineSpacing()


def sentences_dropped(text: str) -> list[str]:
    """The text without its last sentence, without its last two, and so on."""
    sentences = text.split(". ")
    return [". ".join(sentences[:n]) + "." for n in range(len(sentences) - 1, 0, -1)]
