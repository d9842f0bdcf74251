"""The search for a command by its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget
from shiboken6 import isValid

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.shell.actions import Actions
from lab.ui.shell.commands import COMMANDS, Command
from lab.ui.shell.menus import EVERY_DAY


def listed() -> list[Command]:
    """The commands that the list shows; the nine agents share a line."""
    return [c for c in COMMANDS if not c.name.startswith("agent")]


def found(commands: Sequence[Command], text: str, actions: Actions) -> list[Command]:
    """The commands of which words of the title, of what they do or of what people call them begin
    with every word of `text`, or whose keys have it; titles that begin with it come first, then
    the command's own words.
    """
    wanted = text.lower().split()

    def holds(words: str, word: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(word)}", words.lower()) is not None

    def rank(command: Command) -> int:
        if command.title.lower().startswith(text.lower().strip()):
            return 0
        own, keys = f"{command.title} {command.words}", " ".join(actions.keys(command.name)).lower()
        if all(holds(own, word) or word in keys for word in wanted):
            return 1
        return 2 if all(holds(f"{own} {command.also}", word) for word in wanted) else 3

    return sorted((c for c in commands if rank(c) < 3), key=rank)


class Palette(QFrame):
    """A line to find a command by its words; Enter runs it. `recent` are the commands that were
    last given here, the newest first; it begins with them, then those of every day.
    """

    chosen = Signal(str)
    MOST, KEPT = 9, 8

    def __init__(self, actions: Actions, recent: list[str], parent: QWidget) -> None:
        super().__init__(parent)
        theme.wear(self)
        self._recent = recent
        self._over, self._actions, self._at = parent, actions, 0
        self._found: list[Command] = []
        self._before: QWidget | None = None  # had the focus before
        self.setAccessibleName("Find a command")
        self.line = QLineEdit(self)
        self.line.setPlaceholderText("Find a command")
        self.line.setAccessibleName("Find a command")
        self.line.textChanged.connect(self._search)
        column(self.line, 1, of=self, margins=12)
        self.hide()

    def ask(self) -> None:
        """Shows the line, empty, with the focus."""
        look = theme.current()
        wide = min(look.px(460), self._over.width() - 40)
        self.setGeometry(
            (self._over.width() - wide) // 2, look.px(60), wide, look.px(64 + 28 * self.MOST)
        )
        self.line.clear()
        self._search("")
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.show()
        self.raise_()
        self.line.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """From now on a press anywhere else closes it."""
        super().showEvent(event)
        if (app := QApplication.instance()) is not None:
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if (app := QApplication.instance()) is not None:
            app.removeEventFilter(self)

    def _search(self, text: str) -> None:
        first = dict.fromkeys((*self._recent[: self.KEPT], *EVERY_DAY))
        order = {name: i for i, name in enumerate(first)}
        known = sorted(listed(), key=lambda command: order.get(command.name, len(order)))
        shown = [c for c in found(known, text, self._actions) if c.name != "palette"]
        self._found = shown[: self.MOST]
        self._at = 0
        self.update()

    def _row(self, i: int) -> QRectF:
        look = theme.current()
        return QRectF(8, look.px(50) + i * look.px(28), self.width() - 16, look.px(28))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.colour("edge"), 1))
            painter.setBrush(look.colour("control"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            for i, command in enumerate(self._found):
                row, chosen = self._row(i), i == self._at
                if chosen:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(look.colour("accent"))
                    painter.drawRoundedRect(row, 4, 4)
                enabled = self._actions.by_name[command.name].isEnabled()
                painter.setPen(look.colour("on_accent" if chosen else "ink" if enabled else "ink3"))
                painter.setFont(look.font(theme.BODY, chosen))
                painter.drawText(
                    row.adjusted(8, 0, -8, 0),
                    Qt.AlignmentFlag.AlignVCenter,
                    command.title.removesuffix(" ..."),
                )
                painter.setPen(look.colour("on_accent" if chosen else "ink2"))
                painter.setFont(look.font(theme.TABLE))
                keys = ", ".join(self._actions.keys(command.name)[:1])
                painter.drawText(
                    row.adjusted(8, 0, -8, 0),
                    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                    keys,
                )

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            if watched is not self and not self.isAncestorOf(watched):
                self.hide()
        elif watched is self.line and kind == QEvent.Type.FocusOut:
            self.hide()
        elif watched is self.line and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if kind == QEvent.Type.KeyPress:
                return self._key(key)
            if kind == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape:
                event.accept()  # else it would be the window's own command
                return True
        return False

    def _key(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._at = max(
                0, min(len(self._found) - 1, self._at + (1 if key == Qt.Key.Key_Down else -1))
            )
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._give()
        elif key == Qt.Key.Key_Escape:
            self._leave()
        else:
            return False
        return True

    def _give(self) -> None:
        self._leave()
        if self._found:
            name = self._found[self._at].name
            self._recent[:] = [name, *(each for each in self._recent if each != name)][: self.KEPT]
            self.chosen.emit(name)

    def mousePressEvent(self, event: object) -> None:
        spot = self.mapFromGlobal(self.cursor().pos())
        for i in range(len(self._found)):
            if self._row(i).contains(spot):
                self._at = i
                self._give()
                return

    def _leave(self) -> None:
        """Closes it and gives the focus back: Qt would give it to the next button, which then takes
        Space.
        """
        before = self._before
        if before is None or not isValid(before) or not before.isVisible():
            before = self._over
        before.setFocus()
        self.hide()
