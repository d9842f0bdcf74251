"""The workspace about algorithms: a list at the left, at the right a page about each: its knobs,
its limits, its sources.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from lab.handbook import Chapter, chapter
from lab.ui.algorithms.chapter_html import page
from lab.ui.parts import detail, theme
from lab.ui.parts.combos import NOTE, Combo, Entry
from lab.ui.parts.entry_list import EntryList
from lab.ui.parts.headline import Headline, HeadRow
from lab.ui.parts.layout import hairline, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.tips import plain
from lab.ui.shell.workspaces import WorkspacePage
from lab.words.asked import command_line
from search import algorithms

IN_SIMPLE = 3  # settings
LIST, TEXT = 256, 760  # pixels at 100 %: the list, and the widest line of text


class _Lines(QStyledItemDelegate):
    """A title and, below it, a few words."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, round(text_line(theme.BODY, 4) + text_line(theme.TABLE, 6)))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        look, box = theme.current(), QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(box, look.colour("mark"))
        inner = box.adjusted(look.px(12), look.px(3), -look.px(8), -look.px(3))
        title = QRectF(inner.left(), inner.top(), inner.width(), text_line(theme.BODY, 2))
        put(painter, title, str(index.data()), theme.BODY, bold=chosen)
        note = QRectF(inner.left(), title.bottom(), inner.width(), inner.bottom() - title.bottom())
        put(painter, note, str(index.data(NOTE) or ""), theme.TABLE, "ink2")


class AlgorithmsPage(WorkspacePage):
    """Setters in; `wanted` carries the seat and the name of the algorithm that the user puts into
    it.
    """

    wanted = Signal(int, str)
    left = Signal()  # Esc: a person wants back to where they were

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Algorithms")
        self._chapters: dict[str, Chapter] = {}
        self._game, self._reasons = "", dict[str, str]()
        self.list, self.text = EntryList("Algorithms", self), QTextBrowser(self)
        self.headline = Headline(self)
        self._opened = set[str]()  # algorithms of which all settings are on show
        self.why = label("", "note", self)
        self.seat, self.put = Combo("Seat", self), QPushButton(self)
        self._lay_out()
        known = sorted(algorithms().values(), key=lambda each: each.title)
        self.list.set_entries([Entry(each.name, each.title, each.note) for each in known])
        self.put.clicked.connect(self._put)
        self.text.anchorClicked.connect(self._open)
        self.seat.currentIndexChanged.connect(self._show_fit)
        detail.changed.connect(self._show)
        theme.follow(self._restyled)
        self.list.chosen.connect(self._show)

    def _lay_out(self) -> None:
        left, right, chosen = QVBoxLayout(), QVBoxLayout(), QWidget()
        heading = one_line("Algorithms", "title", self)
        self.list.setItemDelegate(_Lines(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setAccessibleName("About the algorithm")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.put.setProperty("look", "primary")
        left.addWidget(heading)
        left.addWidget(self.list, 1)
        row(self.why, self.seat, self.put, of=chosen, margins=0, gap=8)
        right.addWidget(HeadRow(self.headline, chosen, gap=8))
        right.addWidget(self.text, 1)
        row(left, hairline(upright=True), (right, 1), of=self, gap=0)
        self._left, self._right, self._head = left, right, heading

    def _restyled(self) -> None:
        look = theme.current()
        for column in (self._left, self._right):
            column.setContentsMargins(0, look.px(6), 0, 0)
            column.setSpacing(look.px(6))
        self._head.setContentsMargins(look.px(12), 0, 0, 0)
        self._head.setFixedHeight(look.px(28))
        self._right.setContentsMargins(look.px(24), 0, look.px(12), 0)
        self.list.setFixedWidth(look.px(LIST))
        self.seat.setFixedWidth(look.px(190))
        panel = look.colour("panel").name()
        self.list.setStyleSheet(
            f"QListView {{ background: {panel}; border: none; outline: none; }}"
        )
        self.text.setStyleSheet(
            f"QTextBrowser {{ background: {panel}; color: {look.colour('ink').name()}; "
            f"border: none; }}"
        )
        self.text.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self._fit()
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Lines as long as is good to read, or as there is room for."""
        look = theme.current()
        room = self.width() - look.px(LIST + 60)
        self.text.setLineWrapColumnOrWidth(max(look.px(200), min(look.px(TEXT), room)))

    # -- setters -----------------------------------------------------------------------------------

    def set_match(self, game: str, seats: Sequence[str], reasons: Mapping[str, str]) -> None:
        """The game on the board by its title, who plays its seats, and why some algorithms do not
        fit it.
        """
        self._game, self._reasons = game, dict(reasons)
        self.seat.set_entries(
            [Entry(str(i), f"Seat {i + 1}, now {who}") for i, who in enumerate(seats)]
        )
        if not self.seat.name:
            self.seat.choose("0")
        self._show_fit()

    def show_algorithm(self, name: str) -> None:
        """Opens an algorithm's page."""
        self.list.choose(name)

    @property
    def name(self) -> str:
        """The algorithm on show."""
        return self.list.name

    def command_line(self) -> str:
        return command_line("list", self.name) if self.name else ""

    # -- showing -----------------------------------------------------------------------------------

    def _show(self, _name: str = "") -> None:
        if not self.name:
            return
        if self.name not in self._chapters:
            self._chapters[self.name] = chapter(algorithms()[self.name])
        found = self._chapters[self.name]
        self.headline.set_words(found.title, found.note)
        whole = detail.is_full() or self.name in self._opened
        self.text.setHtml(page(found, theme.current(), None if whole else IN_SIMPLE))
        self.text.document().setDocumentMargin(theme.current().px(4))
        self.text.verticalScrollBar().setValue(0)
        self._show_fit()

    def _open(self, _link: object) -> None:
        """All settings of the algorithm, from now on."""
        at = self.text.verticalScrollBar().value()
        self._opened.add(self.name)
        self._show()
        self.text.verticalScrollBar().setValue(at)

    def _show_fit(self) -> None:
        reason = self._reasons.get(self.name, "")
        self.put.setText(f"Play it as seat {int(self.seat.name or 0) + 1}")
        self.put.setEnabled(bool(self._game) and not reason)
        self.put.setToolTip(
            plain(f"{self._game}: {reason}" if reason else f"Continue with it in {self._game}")
        )
        self.why.setText(f"Does not fit {self._game}" if reason else "")

    def _put(self) -> None:
        if self.seat.name:
            self.wanted.emit(int(self.seat.name), self.name)
