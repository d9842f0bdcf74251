"""The row of tools below the board of the editor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from engines.editing import Tool
from lab.ui.parts import theme
from lab.ui.parts.segments import KeyButton

UNDO, REDO, SHAKE, PASTE = "undo", "redo", "shake", "paste"
PUT_BACK = "put back"  # undo, after a kept position was removed
MARGIN, GAP = 12, 6  # pixels
BEFORE = (Tool(UNDO, "Undo", "undo"), Tool(REDO, "Redo", "redo"))
KEYS = {UNDO: "Ctrl+Z", REDO: "Ctrl+Shift+Z"}


class ToolRow(QWidget):
    """Undo and redo, the tools of the game, and pasting; `used` carries a tool's name."""

    used = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, KeyButton] = {}
        self._tools: tuple[Tool, ...] = ()
        theme.changed.connect(self._place)

    def set_tools(self, tools: Sequence[Tool], shakes: bool) -> None:
        """The tools of a game; `shakes`: positions near this one can be drawn."""
        shake = (Tool(SHAKE, "Shake a little"),) if shakes else ()
        wanted = (*BEFORE, *tools, *shake)
        if wanted == self._tools:
            return
        self._tools = wanted
        for old in self.buttons.values():
            old.hide()
            old.deleteLater()
        self.buttons = {tool.name: self._button(tool) for tool in wanted}
        self.buttons[PASTE] = self._button(Tool(PASTE, "Paste ..."))
        self._place()

    def _button(self, tool: Tool) -> KeyButton:
        button = KeyButton(tool.title, tool.glyph, parent=self)
        if tool.name in KEYS:
            button.setToolTip(f"{tool.title}\nKey: {KEYS[tool.name]}")
        button.setObjectName(tool.name)
        button.clicked.connect(self._use)
        button.show()
        return button

    def _place(self, _theme: object = None) -> None:
        """Puts the buttons side by side, in as many rows as they need."""
        left, top, high = MARGIN, 0, 0
        for button in self.buttons.values():
            size = button.sizeHint()
            if left > MARGIN and left + size.width() > self.width() - MARGIN:
                left, top = MARGIN, top + high + GAP
            button.setGeometry(left, top, size.width(), size.height())
            left, high = left + size.width() + GAP, size.height()
        last = self.buttons.get(PASTE)
        if last is not None and last.x() > MARGIN:
            last.move(self.width() - MARGIN - last.width(), last.y())
        self.setFixedHeight(top + high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def set_able(self, undo: bool, redo: bool) -> None:
        """Whether there is something to take back, or to take again."""
        self.buttons[UNDO].setEnabled(undo)
        self.buttons[REDO].setEnabled(redo)

    def _use(self) -> None:
        self.used.emit(self.sender().objectName())
