"""What the file will look like: an image, or the first rows of a table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTableWidget, QTableWidgetItem, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded

EDGE = 12  # pixels at 100 % around the image


class _Picture(QWidget):
    """An image as large as it fits, with its edge; or words while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image, self.words = QImage(), ""
        self.setAccessibleName("Preview")

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look.colour("track"))
            room = QRectF(self.rect()).adjusted(*(look.px(e) for e in (EDGE, EDGE, -EDGE, -EDGE)))
            if self.image.isNull():
                painter.setPen(look.colour("ink2"))
                painter.setFont(look.font(theme.TABLE))
                middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(room, middle, self.words)
            else:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(self._place(room), self.image)

    def _place(self, room: QRectF) -> QRectF:
        """The middle of the room; an image that fits keeps its size."""
        size = QSizeF(self.image.size())
        if size.width() > room.width() or size.height() > room.height():
            size.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(room.center())
        return place


class Preview(QStackedWidget):
    """Setters in; words in place of a picture that takes a while, or cannot be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture, self.table = _Picture(self), QTableWidget(self)
        self.table.setAccessibleName("First rows of the table")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for page in (self._picture, self.table):
            self.addWidget(page)

    @property
    def image(self) -> QImage:
        """The image on show; null for words and tables."""
        return self._picture.image if self.currentWidget() is self._picture else QImage()

    @property
    def words(self) -> str:
        """The words on show, "" for images and tables."""
        return self._picture.words if self.currentWidget() is self._picture else ""

    def show_image(self, image: QImage) -> None:
        """An image; its pixels count, not those of the screen that it was taken from."""
        image.setDevicePixelRatio(1.0)
        self._picture.image, self._picture.words = image, ""
        self._put(self._picture)

    def show_words(self, words: str) -> None:
        """A sentence."""
        self._picture.image, self._picture.words = QImage(), words
        self._picture.setAccessibleDescription(words)
        self._put(self._picture)

    def show_rows(self, heads: list[str], rows: list[list[str]]) -> None:
        """The first rows of a table."""
        self.table.clear()
        self.table.setColumnCount(len(heads))
        self.table.setRowCount(len(rows))
        self.table.setHorizontalHeaderLabels(heads)
        for place, row in enumerate(rows):
            for column, text in enumerate(row):
                self.table.setItem(place, column, QTableWidgetItem(text))
        self.table.resizeRowsToContents()
        self._put(self.table)

    def _put(self, page: QWidget) -> None:
        self.setCurrentWidget(page)
        page.update()
