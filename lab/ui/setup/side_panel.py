"""The left of a page on which games are played for evidence: its set-up in blocks that scroll, and
a foot with the buttons, which stays.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QToolButton, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.messages import label
from lab.ui.setup.dock import NARROWEST, RING, TITLE_LINE, WIDTH, hairline


class SidePanel(QWidget):
    """A subclass makes its parts and calls `_stand` with them. `problem` belongs into the foot;
    `copy_asked` asks for the set-up as a command line, `what` in the button's words.
    """

    copy_asked = Signal()

    def __init__(self, title: str, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self._title, self._top, self._page = title, QWidget(), QWidget()
        self._scroll = SlimScroll(self._page)
        self.copy_button, self.problem = QToolButton(), label("", "note", self)
        words = f"Copy the {what} as a command line"
        self.copy_button.setProperty("look", "flat")
        self.copy_button.setIcon(icon("copy", "ink2"))
        self.copy_button.setAccessibleName(words)
        self.copy_button.setToolTip(words)
        self.copy_button.clicked.connect(lambda: self.copy_asked.emit())
        self.problem.setAccessibleName("What is wrong")

    def _stand(self, blocks: Iterable[QWidget], *foot: QWidget) -> None:
        """Puts everything in its place; without a `foot` the last block ends the panel."""
        whole, page = QVBoxLayout(self), QVBoxLayout(self._page)
        for layout in (whole, page):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        row, title = QHBoxLayout(self._top), QLabel(self._title)
        row.setContentsMargins(12, 6, 6, 0)
        title.setProperty("look", "title")
        row.addWidget(title, 1)
        row.addWidget(self.copy_button)
        whole.addWidget(self._top)
        for k, each in enumerate(blocks):
            if k:
                page.addWidget(hairline())
            page.addWidget(each)
        page.addStretch(1)
        whole.addWidget(self._scroll, 1)
        for part in foot:
            whole.addWidget(hairline())
            whole.addWidget(part)
        theme.changed.connect(self._redress)
        self._redress()
        self.set_problem("")

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self.copy_button.setIconSize(QSize(look.px(14), look.px(14)))
        self._top.setFixedHeight(look.px(TITLE_LINE) - RING)
        self.problem.setStyleSheet(f"color: {look.colour('error').name()};")
        self.setMinimumWidth(look.px(NARROWEST))

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(WIDTH), 640)

    def set_problem(self, sentence: str) -> None:
        """What is wrong; "" for nothing."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))


def block(*parts: QWidget | QLayout, tight: bool = False) -> QWidget:
    """Parts below one another, with the margins of a panel."""
    out = QWidget()
    column = QVBoxLayout(out)
    column.setContentsMargins(12, 10 - tight, 12, 10 - tight)
    column.setSpacing(8 - tight)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    return out


def side_by_side(*parts: QWidget) -> QHBoxLayout:
    """Buttons in a row, at its left."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row
