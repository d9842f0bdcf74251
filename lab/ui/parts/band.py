"""A foldable band: a title line with a chevron and a short legend at its right, and the content
below.

A line that folds away what is below it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.glyphs import icon, paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.spoken import SpokenOpener, speaks_as
from lab.ui.parts.tips import plain


class Fold(QPushButton):
    """Shows and hides `body`; `opened` text replaces the caption while it is open."""

    opening = Signal()  # the body is about to be shown
    folded = Signal(bool)  # whether the body is shown now

    def __init__(self, body: QWidget, parent: QWidget | None = None, subject: str = "") -> None:
        super().__init__(parent)
        self._body, self._captions = body, ("", "")
        self._of = f"{subject}, " if subject else ""  # for those who do not see where it stands
        self.setProperty("look", "fold")
        self.setFlat(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.toggle_body)
        body.hide()
        self._dress()

    @property
    def opened(self) -> bool:
        """Whether the body is shown."""
        return not self._body.isHidden()

    def set_captions(self, closed: str, opened: str) -> None:
        """The captions of the line for a folded and for an open body."""
        self._captions = (closed, opened)
        self._dress()

    def toggle_body(self) -> None:
        """Folds or unfolds."""
        self.open(not self.opened)

    def open(self, on: bool) -> None:
        """Unfolds the body, or folds it."""
        if on:
            self.opening.emit()
        self._body.setVisible(on)
        self._dress()
        self.folded.emit(on)

    def _dress(self) -> None:
        self.setIcon(icon("down" if self.opened else "right", "ink2"))
        self.setIconSize(QSize(theme.current().px(12), theme.current().px(12)))
        whole = self._captions[self.opened]
        room = self.width() - theme.current().px(24)
        self.setText(" " + self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, room))
        self.setAccessibleName(self._of + whole)
        self.setToolTip(plain(whole if self.text().strip() != whole else ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dress()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(60), super().minimumSizeHint().height())


def _spoken(fold: Fold) -> QAccessibleInterface:
    return SpokenOpener(fold, QAccessible.Role.Button, fold.click, lambda: fold.opened)


speaks_as(Fold, _spoken)


TITLE_HEIGHT, ROOMY_TITLE = 22, 36  # pixels at 100 %, in Full and in Simple
Legend = Callable[[QPainter, QRectF], None]  # paints itself into the right part of the title line


class BandTitle(QAbstractButton):
    """The title line: a button that folds and unfolds, by mouse or by Space."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hint = self.answer = ""  # the latter is said while it is closed
        self.legend: Legend | None = None
        self._ring = OwnRing(self)
        detail.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(120, theme.current().px(TITLE_HEIGHT if detail.is_full() else ROOMY_TITLE))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            side = look.px(16)
            chevron = QRectF(look.px(6), (self.height() - side) / 2, side, side)
            paint_glyph(
                painter, chevron, "down" if self.isChecked() else "right", look.colour("ink2")
            )
            painter.setPen(look.colour("ink"))
            full = detail.is_full()
            painter.setFont(look.font(theme.TABLE if full else theme.BODY, full))
            left = look.px(25)
            name = painter.boundingRect(
                QRect(left, 0, self.width(), self.height()),
                Qt.AlignmentFlag.AlignVCenter,
                self.text(),
            )
            painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, self.text())
            self._paint_side(
                painter,
                QRectF(
                    name.right() + look.px(12),
                    0,
                    self.width() - name.right() - look.px(24),
                    self.height(),
                ),
            )
            if self._ring.shown:
                painter.setPen(look.colour("ink"))
                painter.drawRect(self.rect().adjusted(2, 1, -3, -2))

    def _paint_side(self, painter: QPainter, room: QRectF) -> None:
        look = theme.current()
        painter.setFont(look.font(theme.TABLE))
        painter.setPen(look.colour("ink2"))
        if self.legend is not None and self.isChecked():
            self.legend(painter, room)
            return
        said = self.hint if self.isChecked() or not self.answer else self.answer
        if said and painter.fontMetrics().horizontalAdvance(said) <= room.width():
            painter.drawText(
                room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, said
            )


class Band(QWidget):
    """A title line over `body`; `toggled_by_hand` reports when the user folded or unfolded it."""

    toggled_by_hand = Signal(bool)  # open?

    def __init__(
        self, title: str, body: QWidget, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name or title)
        self.title, self.body = BandTitle(title, self), body
        self.by_hand: bool | None = None  # what the user chose, if anything
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 1, 0, 0)  # the hairline above
        layout.setSpacing(0)
        layout.addWidget(self.title)
        layout.addWidget(body, 1)
        layout.addStretch(0)
        self.title.clicked.connect(self._clicked)

    def _clicked(self, is_open: bool) -> None:
        self.by_hand = is_open
        self.set_open(is_open)
        self.toggled_by_hand.emit(is_open)

    @property
    def is_open(self) -> bool:
        """Whether the content is shown."""
        return self.title.isChecked()

    def follow_detail(self) -> Band:
        """Open in Full only; what the user chose stays."""
        detail.changed.connect(self._follow)
        self._follow()
        return self

    def _follow(self) -> None:
        if self.by_hand is None:
            self.set_open(detail.is_full())

    def set_open(self, is_open: bool) -> None:
        """Folds or unfolds without counting as the user's choice."""
        self.title.setChecked(is_open)
        self.body.setVisible(is_open)
        self.title.update()
        self.updateGeometry()

    def set_title(self, title: str) -> None:
        """Renames the band."""
        if title != self.title.text():
            self.title.setText(title)
            self.title.setAccessibleName(title)
            self.title.update()

    def set_hint(self, hint: str) -> None:
        """The grey words at the right end of the title line, dropped where they do not fit."""
        if hint != self.title.hint:
            self.title.hint = hint
            self.title.update()

    def set_answer(self, answer: str) -> None:
        """The words in their place while it is closed: what one would see inside."""
        if answer != self.title.answer:
            self.title.answer = answer
            self.title.update()

    def set_legend(self, legend: Legend | None) -> None:
        """A painter for the right end of the title line."""
        self.title.legend = legend
        self.title.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(0, 0, self.width(), 1, theme.current().colour("line"))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.title.updateGeometry()
        super().changeEvent(event)


def is_left(event: QMouseEvent) -> bool:
    """Whether the event is the left button's."""
    return event.button() == Qt.MouseButton.LeftButton
