"""The list of keys, where they can be changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import SlimScroll, column, row
from lab.ui.parts.messages import one_line
from lab.ui.shell.actions import Actions
from lab.ui.shell.commands import Command
from lab.ui.shell.menus import grouped
from lab.ui.shell.palette import found, listed

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
    ("Space, Enter, T, Backspace", "tuner: play or pause; games of a setting; test it; keep all"),
    ("Space", "network: learn or pause"),
    ("Space, Enter, R, T", "arena: play or pause; watch a game; report; test the current cell"),
    (
        "Space, Enter, R, F2",
        "experiments: run or stop; games of the chosen row; report; edit or rename",
    ),
    ("C, . and Shift+.", "lesson: next cut or surprise; end of the iteration, ten of them"),
    ("1 to 9", "lesson: guess this child"),
)


class Caps(QPushButton):
    """A command's keys in a cap; a click asks for another key, Delete takes it away."""

    typed = Signal(str, str)  # command, key sequence

    def __init__(self, command: Command, keys: str, parent: QWidget) -> None:
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

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        theme.wear(self)
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
        title = one_line("Keys", "title", self)
        self.filter.setPlaceholderText("Search")
        self.filter.setAccessibleName("Search the keys")
        self.filter.setClearButtonEnabled(True)
        self.filter.setFixedWidth(theme.current().px(200))
        self._note.setProperty("look", "note")
        self._note.setWordWrap(True)
        self._note.setText("Click a key to change it.")
        top = row((title, 1), self.filter)
        low = row((self._note, 1), self._reset)
        column(self._grid, 1, of=self._page, margins=(0, 0, 12, 0))
        self._grid.setVerticalSpacing(5)
        self._grid.setHorizontalSpacing(16)
        self._grid.setColumnStretch(1, 1)
        column(top, (SlimScroll(self._page), 1), low, of=self, margins=(16, 12, 16, 12), gap=10)

    def fill(self, text: str = "") -> None:
        """Lists the commands that match the words in the line."""
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        row, wanted = 0, self.filter.text()
        shown = found(listed(), wanted, self._actions)
        for title, commands in [("", shown)] if wanted else grouped(shown):
            if title:
                self._head(title, row)
                row += 1
            for command in commands:
                caps = Caps(command, ", ".join(self._actions.keys(command.name)), self._page)
                caps.typed.connect(self._typed)
                self._put(caps, command.words, row)
                row += 1
        if not self.filter.text():
            self._head("At a control", row)
            for i, (keys, does) in enumerate(
                (("1 to 9", "show one agent alone"), *BESIDES), row + 1
            ):
                label = one_line(keys, "note", self._page)
                self._put(label, does, i)

    def _head(self, text: str, row: int) -> None:
        label = one_line(text, "band", self._page)
        label.setContentsMargins(0, 8 if row else 0, 0, 0)
        self._grid.addWidget(label, row, 0, 1, 2)

    def _put(self, left: QWidget, does: str, row: int) -> None:
        self._grid.addWidget(
            left, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        words = QLabel(does, self._page)
        words.setWordWrap(True)
        self._grid.addWidget(words, row, 1)

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
