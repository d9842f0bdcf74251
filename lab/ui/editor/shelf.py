"""The shelf of kept positions: small boards with names, to take up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from engines.scene import Scene
from lab.ui.board.painter import paint_scene
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import one_line
from lab.ui.parts.tips import plain
from lab.ui.shell.status import Elided

HIGH, WIDEST, LEAST = 100, 184, 128  # of a picture, pixels at 100 %
NO_NAMES = frozenset({"names"})
WORDS = 22


@dataclass(frozen=True)
class Kept:
    """One position on the shelf: its picture, name and a note ("turn 30")."""

    scene: Scene
    owner: tuple[int, ...]
    name: str
    note: str
    on_board: bool = False  # it is the one being edited


class KeptCard(QPushButton):
    """A kept position; a click takes it up, the context menu names or removes it."""

    named = Signal(str)
    removed = Signal()

    def __init__(self, kept: Kept, parent: QWidget) -> None:
        super().__init__(parent)
        self.kept = kept
        self.setProperty("look", "flat")
        self.setAccessibleName(f"{kept.name}, {kept.note}")
        self.setToolTip(
            plain(f"{kept.name}\n{kept.note}\nA click puts it on the board; F2 names it.")
        )

    def sizeHint(self) -> QSize:
        look, scene = theme.current(), self.kept.scene
        wide = min(WIDEST, max(LEAST, round(HIGH * scene.width / scene.height)))
        return QSize(look.px(wide), look.px(HIGH + WORDS))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, option = theme.current(), QStyleOptionButton()
        self.initStyleOption(option)
        with QPainter(self) as painter:
            box = QRectF(1, 1, self.width() - 2, look.px(HIGH) - 2)
            painter.fillRect(box, look.colour("field"))
            marks = marks_of(self.kept.owner)
            inner = box.adjusted(2, 2, -2, -2)
            painter.setClipRect(inner)
            paint_scene(painter, self.kept.scene, inner, look, marks, hidden=NO_NAMES, zoom=0.55)
            painter.setClipping(False)
            hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
            role = "mark_edge" if self.kept.on_board else "edge" if hover else "line"
            painter.setPen(QPen(look.colour(role), 2 if self.kept.on_board else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        look = theme.current()
        line = QRectF(1, look.px(HIGH), self.width() - 2, look.px(WORDS))
        painter.setFont(look.font(theme.TABLE))
        painter.setPen(look.colour("ink2"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, self.kept.note)
        room = line.width() - painter.fontMetrics().horizontalAdvance(self.kept.note) - look.px(8)
        painter.setFont(look.font(theme.TABLE, self.kept.on_board))
        painter.setPen(look.colour("ink"))
        words = painter.fontMetrics().elidedText(
            self.kept.name, Qt.TextElideMode.ElideRight, round(room)
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction("Name it ...").triggered.connect(self.ask_name)
        menu.addAction("Remove it").triggered.connect(self.removed)
        menu.exec(event.globalPos())

    def ask_name(self) -> None:
        """Asks for another name."""
        name, given = QInputDialog.getText(
            self, "Name of the position", "Name", text=self.kept.name
        )
        if given and name.strip():
            self.named.emit(name)

    def keyPressEvent(self, event: object) -> None:
        key = getattr(event, "key")()  # noqa: B009 - any event with a key
        if key == Qt.Key.Key_F2:
            self.ask_name()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)  # type: ignore[arg-type]


class ShelfRow(QWidget):
    """All kept positions in a row that scrolls; `taken`, `named` and `removed` carry the place."""

    taken = Signal(int)
    named = Signal(int, str)
    removed = Signal(int)
    keep_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Positions kept")
        self._cards: list[KeptCard] = []
        self._kept: tuple[Kept, ...] = ()
        self._page, self._row = QWidget(self), QHBoxLayout()
        self.keep = QPushButton("Keep this one", self)
        self.empty = one_line("None yet. What you keep here stays for other matches.", "note", self)
        self.note = Elided("Positions kept", self)
        self._lay_out()
        theme.follow(self._fit)
        self.keep.clicked.connect(self.keep_asked)

    def _lay_out(self) -> None:
        title = one_line("Positions kept", "band", self)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._page.setProperty("look", "page")
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addWidget(self.empty)
        self._row.addStretch(1)
        self._page.setLayout(self._row)
        self._scroll = QScrollArea(self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(row(title, self.keep, (self.note, 1)), self._scroll, of=self, margins=6, gap=6)

    def _fit(self) -> None:
        self._scroll.setFixedHeight(theme.current().px(HIGH + WORDS) + 10)

    def set_note(self, turned: bool) -> None:
        """Whether positions that are turned or mirrored count as equal."""
        equal = "equal ones, turned or mirrored," if turned else "equal ones"
        self.note.set_text(f"right-click to name or remove one; {equal} are kept once")

    def set_kept(self, kept: Sequence[Kept]) -> None:
        """Shows these positions, oldest first."""
        if tuple(kept) == self._kept:
            return
        self._kept = tuple(kept)
        for card in self._cards:
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = [self._card(place, each) for place, each in enumerate(kept)]
        self.empty.setVisible(not kept)
        self.note.setVisible(bool(kept))

    def _card(self, place: int, kept: Kept) -> KeptCard:
        card = KeptCard(kept, self._page)
        self._row.insertWidget(place, card)
        card.clicked.connect(self._take)
        card.named.connect(self._name)
        card.removed.connect(self._remove)
        card.show()
        return card

    def _place(self) -> int:
        return next((k for k, card in enumerate(self._cards) if card is self.sender()), -1)

    def _take(self) -> None:
        self.taken.emit(self._place())

    def _name(self, name: str) -> None:
        self.named.emit(self._place(), name)

    def _remove(self) -> None:
        self.removed.emit(self._place())
