"""The list of checks: what holds has a tick, what is worth knowing an exclamation mark, and what
keeps the position from being played a cross.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engines.editing import ERROR, NOTE, OK, Remark
from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import label

SIGN = 16  # pixels at 100 %
ROLES = {OK: "ok", NOTE: "warn", ERROR: "error"}
SPOKEN = {OK: "holds", NOTE: "note", ERROR: "error"}


class Sign(QWidget):
    """The sign of a level."""

    def __init__(self, level: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level = level
        self.setFixedSize(theme.current().px(SIGN), theme.current().px(SIGN + 2))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        colour = look.colour(ROLES[self._level])
        with QPainter(self) as painter:
            box = QRectF(0, look.px(2), look.px(SIGN - 2), look.px(SIGN - 2))
            if self._level == NOTE:
                painter.setPen(colour)
                painter.setFont(QFont(look.font(theme.BODY, True)))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "!")
            else:
                paint_glyph(painter, box, "check" if self._level == OK else "close", colour)


class RemarkRow(QWidget):
    """One check: sign, sentence and, smaller, what it means."""

    def __init__(self, remark: Remark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row, column = QHBoxLayout(self), QVBoxLayout()
        row.setContentsMargins(0, 1, 0, 1)
        row.setSpacing(theme.current().px(8))
        column.setSpacing(0)
        row.addWidget(Sign(remark.level, self), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        column.addWidget(label(remark.text, "" if remark.level != ERROR else "strong", self))
        if remark.more:
            column.addWidget(label(remark.more, "note", self))
        self.setAccessibleName(f"{SPOKEN[remark.level]}: {remark.text}. {remark.more}".strip())


class RemarkList(QWidget):
    """All checks of a position, in order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Checks")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._rows: list[RemarkRow] = []
        self.remarks: tuple[Remark, ...] = ()
        theme.changed.connect(self._build)

    def set_remarks(self, remarks: Sequence[Remark]) -> None:
        """Shows other checks; equal ones stay as they are."""
        if tuple(remarks) != self.remarks:
            self.remarks = tuple(remarks)
            self._build()

    def _build(self, _theme: object = None) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [RemarkRow(remark, self) for remark in self.remarks]
        for row in self._rows:
            self._column.addWidget(row)
