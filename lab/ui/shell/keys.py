"""Two small windows: the list of keys, where they can be changed, and the search for a command by
its words.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.scroll import SlimScroll
from lab.ui.shell.actions import COMMANDS, Actions, Command

MODIFIERS = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
)
BESIDES = (  # keys that belong to no command
    ("Arrows", "board: move the cursor; slider: one step"),
    ("Enter", "board: play the move under the cursor; list: open it"),
    ("Digits", "board: type row and column"),
    ("S, B", "board: shield, boost"),
    ("Wheel", "board: thrust; chart: zoom"),
    ("+, -, Backspace", "chart: zoom in, out, back to all"),
    ("Ctrl+C", "chart: copy its data"),
    ("Page Up, Page Down", "slider: ten steps"),
    ("Delete", "slider: back to the default"),
    ("W, Z, X", "trees: width of the cells; zoom in; mark a root move for a search of its own"),
    ("Left, Right, Home, End", "lesson: back, next, first, last step"),
    ("[ and ]", "review: last and next mistake"),
    ("Space, Enter, R, T", "arena: play or pause; watch a game; report; test the current cell"),
    ("C, . and Shift+.", "lesson: next cut or surprise; end of the iteration, ten of them"),
    ("1 to 9", "lesson: guess this child"),
)


def listed() -> list[Command]:
    """The commands that the list shows; the nine agents share a line."""
    return [c for c in COMMANDS if not c.name.startswith("agent")]


def found(commands: Sequence[Command], text: str, actions: Actions) -> list[Command]:
    """The commands whose title, words or keys contain every word of `text`; titles that begin with
    it come first.
    """
    wanted = text.lower().split()
    fitting = [
        c
        for c in commands
        if all(w in f"{c.title} {c.words} {' '.join(actions.keys(c.name))}".lower() for w in wanted)
    ]
    return sorted(fitting, key=lambda c: not c.title.lower().startswith(text.lower().strip()))


class Caps(QPushButton):
    """A command's keys in a cap; a click asks for another key, Delete takes it away."""

    typed = Signal(str, str)  # command, key sequence

    def __init__(self, command: Command, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(keys or "none", parent)
        self.command, self._keys, self._waiting = command, keys, False
        self.setAccessibleName(f"{command.title}: {keys or 'no key'}")
        self.setToolTip(
            "Change the key\nClick, then press the new one. Delete: no key. Esc: keep the old one."
        )
        self.clicked.connect(self._wait)

    def _wait(self) -> None:
        self._waiting = True
        self.setText("press a key")
        self.updateGeometry()

    def _leave(self, keys: str) -> None:
        self._waiting = False
        self.setText(self._keys or "none")
        if keys != self._keys:
            self.typed.emit(self.command.name, keys)

    def event(self, event: QEvent) -> bool:
        if (
            self._waiting
            and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            and isinstance(event, QKeyEvent)
        ):
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
            event.accept()
            return True
        if self._waiting and event.type() == QEvent.Type.FocusOut:
            self._leave(self._keys)
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in MODIFIERS:
            return
        if key == Qt.Key.Key_Escape:
            self._leave(self._keys)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._leave("")
        else:
            self._leave(QKeySequence(event.keyCombination()).toString())

    def sizeHint(self) -> QSize:
        look = theme.current()
        wide = theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(self.text())
        return QSize(round(wide) + look.px(14), look.px(20))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.text() != "none" or self.hasFocus() or self.underMouse():
                painter.setPen(
                    QPen(
                        look.colour("ink" if self.hasFocus() else "edge"),
                        2 if self.hasFocus() else 1,
                    )
                )
                painter.setBrush(look.colour("mark" if self._waiting else "control"))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
            painter.setFont(look.font(theme.TABLE))
            painter.setPen(look.colour("ink" if self.text() != "none" else "ink3"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class KeysDialog(QDialog):
    """All keys, with a line to search them."""

    rebound = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.filter = QLineEdit(self)
        self._note = QLabel(self)
        self._reset = QPushButton("Restore all defaults", self)
        self._page, self._grid = QWidget(), QGridLayout()
        self._lay_out()
        self.filter.textChanged.connect(self.fill)
        self._reset.clicked.connect(self._reset_all)
        self.fill()
        self.resize(theme.current().px(520), theme.current().px(600))

    def _lay_out(self) -> None:
        title = QLabel("Keys", self)
        title.setProperty("look", "title")
        self.filter.setPlaceholderText("Search")
        self.filter.setAccessibleName("Search the keys")
        self.filter.setClearButtonEnabled(True)
        self.filter.setFixedWidth(theme.current().px(200))
        self._note.setProperty("look", "note")
        self._note.setWordWrap(True)
        self._note.setText("Click a key to change it.")
        top = QHBoxLayout()
        low = QHBoxLayout()
        column = QVBoxLayout(self)
        page = QVBoxLayout(self._page)
        top.addWidget(title, 1)
        top.addWidget(self.filter)
        low.addWidget(self._note, 1)
        low.addWidget(self._reset)
        page.setContentsMargins(0, 0, 12, 0)
        page.addLayout(self._grid)
        page.addStretch(1)
        self._grid.setVerticalSpacing(5)
        self._grid.setHorizontalSpacing(16)
        self._grid.setColumnStretch(1, 1)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(SlimScroll(self._page), 1)
        column.addLayout(low)

    def fill(self, text: str = "") -> None:
        """Lists the commands that match the words in the line."""
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        row, menu = 0, ""
        for command in found(listed(), self.filter.text(), self._actions):
            if command.menu != menu and not self.filter.text():
                menu = command.menu
                self._head(menu, row)
                row += 1
            caps = Caps(command, ", ".join(self._actions.keys(command.name)), self._page)
            caps.typed.connect(self._typed)
            self._put(caps, command.words, row)
            row += 1
        if not self.filter.text():
            self._head("At a control", row)
            for i, (keys, does) in enumerate(
                (("1 to 9", "show one agent alone"), *BESIDES), row + 1
            ):
                label = QLabel(keys, self._page)
                label.setProperty("look", "note")
                self._put(label, does, i)

    def _head(self, text: str, row: int) -> None:
        label = QLabel(text, self._page)
        label.setProperty("look", "band")
        label.setContentsMargins(0, 8 if row else 0, 0, 0)
        self._grid.addWidget(label, row, 0, 1, 2)

    def _put(self, left: QWidget, does: str, row: int) -> None:
        self._grid.addWidget(
            left, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self._grid.addWidget(QLabel(does, self._page), row, 1)

    def _typed(self, name: str, key: str) -> None:
        refusal = self._actions.rebind(name, key)
        self._note.setText(refusal or "The key has been changed.")
        if not refusal:
            self.rebound.emit()
        self.fill()

    def _reset_all(self) -> None:
        self._actions.reset()
        self.rebound.emit()
        self.fill()


class Palette(QFrame):
    """A line to find a command by its words; Enter runs it."""

    chosen = Signal(str)
    MOST = 9

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._over, self._actions, self._at = parent, actions, 0
        self._found: list[Command] = []
        self._before: QWidget | None = None  # had the focus before
        self.setAccessibleName("Find a command")
        self.line = QLineEdit(self)
        self.line.setPlaceholderText("Find a command")
        self.line.setAccessibleName("Find a command")
        self.line.textChanged.connect(self._search)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.addWidget(self.line)
        column.addStretch(1)
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
        self._found = [c for c in found(listed(), text, self._actions) if c.name != "palette"][
            : self.MOST
        ]
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
            self.chosen.emit(self._found[self._at].name)

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
