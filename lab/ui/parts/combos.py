"""Combo boxes whose list shows a note next to each entry, and greys out entries that do not fit,
with the reason.

A menu of boxes that stays open while they are ticked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.theme import BODY, TABLE
from lab.ui.parts.tips import plain

TICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
NAME = Qt.ItemDataRole.UserRole
NOTE = Qt.ItemDataRole.UserRole + 1
WIDEST_NOTE = 320  # pixels at 100 %
NOWHERE = QModelIndex()


class TickMenu(QMenu):
    """A click on a box, or Space, ticks it; Esc and a click elsewhere close the menu."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not _ticked(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in TICKS or not _ticked(self.activeAction()):
            super().keyPressEvent(event)


def _ticked(action: QAction | None) -> bool:
    """Ticks a box, or takes the tick away; whether it is one."""
    if action is None or not action.isCheckable() or not action.isEnabled():
        return False
    action.trigger()
    return True


@dataclass(frozen=True)
class Entry:
    """One line of the list; an entry with a `reason` cannot be chosen and says why."""

    name: str
    title: str
    note: str = ""
    reason: str = ""

    @property
    def aside(self) -> str:
        """The text at the right of the line."""
        return self.reason or self.note


class EntryModel(QAbstractListModel):
    """Entries, never changed.

    Qt's own items are Python's as well: a list that was cleared freed some of them twice, which
    took the window down once in some ten thousand clicks.
    """

    def __init__(self, entries: Sequence[Entry], parent: QObject) -> None:
        super().__init__(parent)
        self._entries = tuple(entries)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> str | None:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain(entry.aside)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{entry.title}, {entry.aside}" if entry.aside else entry.title
        return {NAME: entry.name, NOTE: entry.aside}.get(role)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if not index.isValid() or self._entries[index.row()].reason:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class NoteDelegate(QStyledItemDelegate):
    """Paints title and note of an entry."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, theme.current().px(28))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        look = theme.current()
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        chosen = enabled and bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, look.colour("accent"))
        box: QRect = option.rect.adjusted(9, 0, -9, 0)
        painter.setPen(look.colour("on_accent" if chosen else "ink" if enabled else "ink3"))
        painter.setFont(look.font(BODY, chosen))
        title = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        room = (
            box.width() - QFontMetrics(look.font(BODY, True)).horizontalAdvance(title) - look.px(16)
        )
        painter.setPen(look.colour("on_accent" if chosen else "ink2" if enabled else "ink3"))
        painter.setFont(look.font(TABLE))
        note = QFontMetrics(look.font(TABLE)).elidedText(
            str(index.data(NOTE) or ""), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)


class Combo(QComboBox):
    """A combo box of entries. `picked(name)` reports the user's choice; setters are silent. The
    wheel changes it only while it has the focus.
    """

    picked = Signal(str)
    opened = Signal(bool)  # the list opens or closes

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(NoteDelegate(self))
        self._entries: tuple[Entry, ...] = ()
        self._later: Callable[[], Sequence[Entry]] | None = None  # the list, not yet asked for
        self.from_list = False  # the choice was made in the open list, not by a key on the box
        self.activated.connect(self._activated)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Replaces the list; the chosen entry stays if it is still there."""
        self._later = None
        if tuple(entries) == self._entries:
            return
        before = self.name
        self._entries = tuple(entries)
        self.setModel(EntryModel(self._entries, self))
        self.choose(before)
        self.updateGeometry()

    def set_later(self, chosen: Entry, entries: Callable[[], Sequence[Entry]]) -> None:
        """Shows one entry, and asks for the whole list when somebody comes to it: to make the list
        takes time.
        """
        self.set_entries([chosen])
        self.choose(chosen.name)
        self._later = entries
        if self.hasFocus():
            self._fill()

    def _fill(self) -> None:
        if self._later is not None:
            self.set_entries(self._later())

    @property
    def name(self) -> str:
        """The name of the chosen entry, "" for none."""
        return str(self.currentData(NAME) or "")

    def choose(self, name: str) -> None:
        """Shows an entry as chosen, without a signal."""
        self.setCurrentIndex(self._index(name))

    def choose_usable(self, name: str) -> None:
        """Shows an entry as chosen, or the first that can be, where that one cannot."""
        self.choose(name)
        able = [each.name for each in self._entries if not each.reason]
        if self.name not in able:
            self.choose(next(iter(able), ""))

    def _index(self, name: str) -> int:
        """Where an entry is, -1 if it is not in the list."""
        if name not in (e.name for e in self._entries):
            self._fill()
        return next((i for i, e in enumerate(self._entries) if e.name == name), -1)

    def has(self, name: str) -> bool:
        """Whether the list has such an entry."""
        return self._index(name) >= 0

    def _activated(self, index: int) -> None:
        self.picked.emit(self._entries[index].name)

    def showPopup(self) -> None:
        """Opens the list wide enough for its notes."""
        self._fill()
        look = theme.current()
        titles, notes = QFontMetrics(look.font(BODY, True)), QFontMetrics(look.font(TABLE))
        widths = [
            titles.horizontalAdvance(e.title)
            + (
                min(notes.horizontalAdvance(e.aside), look.px(WIDEST_NOTE)) + look.px(28)
                if e.aside
                else 0
            )
            for e in self._entries
        ]
        self.view().setMinimumWidth(max(self.width(), max(widths, default=0) + 30))
        self.from_list = True
        self.opened.emit(True)
        super().showPopup()

    def hidePopup(self) -> None:
        super().hidePopup()
        QTimer.singleShot(0, self, self._left_list)  # the choice is reported after this
        self.opened.emit(False)

    def _left_list(self) -> None:
        self.from_list = self.view().isVisible()

    @property
    def needs(self) -> int:
        """The width that shows the chosen entry in full."""
        return self._width_of([self.currentText()])

    def _width_of(self, titles: Sequence[str]) -> int:
        """The width that shows each of these titles in full."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, 400, 40)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        frame = 400 - self.style().subControlRect(kind, option, part, self).width()
        metrics = self.fontMetrics()
        return frame + max(map(metrics.horizontalAdvance, titles), default=0) + 4

    def sizeHint(self) -> QSize:
        """One that adjusts to its contents shows them: Qt forgets the frame of a styled box."""
        hint = super().sizeHint()
        if self.sizeAdjustPolicy() != QComboBox.SizeAdjustPolicy.AdjustToContents:
            return hint
        return QSize(self._width_of([each.title for each in self._entries]), hint.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(60), super().minimumSizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Ends the text in an ellipsis where the box is too narrow for it."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        painter.drawComplexControl(kind, option)
        room = self.style().subControlRect(kind, option, part, self).width() - 2
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, room
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._fill()
        super().focusInEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
