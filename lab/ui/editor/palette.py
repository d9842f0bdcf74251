"""What a click puts into a cell, one large button for each paint, whether they take turns; and the
row of tools below the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from engines.editing import CLEAR, Paint, Tool
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of, paint_glyph
from lab.ui.parts.messages import label
from lab.ui.parts.segments import KeyButton
from lab.ui.parts.tips import plain

UNDO, REDO, SHAKE, PASTE = "undo", "redo", "shake", "paste"
PUT_BACK = "put back"  # undo, after a kept position was removed
MARGIN, GAP = 12, 6  # pixels
BEFORE = (Tool(UNDO, "Undo", "undo"), Tool(REDO, "Redo", "redo"))
KEYS = {UNDO: "Ctrl+Z", REDO: "Ctrl+Shift+Z"}


class ToolRow(QWidget):
    """Undo and redo, the tools of the game, and pasting; `used` carries a tool's name."""

    used = Signal(str)

    def __init__(self, parent: QWidget) -> None:
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

    def _place(self) -> None:
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


SIDE = 52  # pixels at 100 %
LEAST = 30  # height of a button in a low window, pixels at 100 %
MANY = 6  # paints above which the buttons are in COLUMNS
COLUMNS = 3


class PaintButton(QPushButton):
    """One paint; checked while a click puts it."""

    def __init__(self, paint: Paint, marks: Marks, parent: QWidget) -> None:
        super().__init__(parent)
        self.paint_, self._marks = paint, marks
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("Clear" if paint.title == CLEAR else f"Put {paint.spoken}")
        key = f"\nKey: {paint.key}" if paint.key else ""
        self.setToolTip(plain(f"{self.accessibleName()}{key}"))

    def sizeHint(self) -> QSize:
        side = theme.current().px(SIDE)
        return QSize(side, side)

    minimumSizeHint = theme.sized(SIDE, LEAST)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, option = theme.current(), QStyleOptionButton()
        self.initStyleOption(option)
        with QPainter(self) as painter:
            self.style().drawControl(
                QStyle.ControlElement.CE_PushButtonBevel, option, painter, self
            )
            if self.paint_.mark:
                colour = self._marks.role(look, self.paint_.role)
                middle = QPointF(self.width() / 2, self.height() / 2)
                side = 0.5 * self.height()
                paint_glyph(painter, self.paint_.mark, middle, side, colour, 2.5 * look.scale)
            else:
                painter.setPen(look.colour("ink"))
                drawing = len(self.paint_.title) == 1 and self.paint_.words
                painter.setFont(look.font(theme.CLOCK if drawing else theme.TABLE, bool(drawing)))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.paint_.title)


class PaintColumn(QWidget):
    """The paints of a game, one of which is chosen; `chosen` carries its value."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Put")
        self._paints: tuple[Paint, ...] = ()
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._clicked)
        self.by_turns = QCheckBox("By turns", self)
        self.by_turns.setChecked(True)
        self.by_turns.setToolTip("By turns\nAfter one mark a click puts the other one.")
        self._keys = label("", "caption", self)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(4)
        self._column = column(
            label("Put", "note", self),
            self._buttons,
            self._keys,
            self.by_turns,
            1,
            of=self,
            margins=(12, 0, 4, 0),
            gap=4,
        )

    def set_paints(self, paints: Sequence[Paint], owner: Sequence[int]) -> None:
        """The paints to choose from."""
        if tuple(paints) == self._paints:
            return
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._buttons.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._paints, marks = tuple(paints), marks_of(tuple(owner))
        for k, paint in enumerate(paints):
            button = PaintButton(paint, marks, self)
            self._group.addButton(button, k)
            columns = COLUMNS if len(paints) > MANY else 1
            left = Qt.AlignmentFlag.AlignLeft
            self._buttons.addWidget(button, k // columns, k % columns, left)
        self._keys.setText("  ".join(paint.key for paint in paints if paint.key))
        self._keys.setVisible(len(paints) <= MANY)
        self.by_turns.setVisible(any(paint.mark for paint in paints))
        self.setVisible(bool(paints))
        if paints:
            self.choose(paints[0].value)

    @property
    def value(self) -> int | None:
        """The chosen paint."""
        k = self._group.checkedId()
        return self._paints[k].value if 0 <= k < len(self._paints) else None

    def choose(self, value: int) -> None:
        """Chooses a paint, silently."""
        places = [paint.value for paint in self._paints]
        if value in places:
            self._group.button(places.index(value)).setChecked(True)

    def follow(self, value: int) -> None:
        """A mark was put: with turns, the other one is next."""
        marks = [paint.value for paint in self._paints if paint.mark]
        if self.by_turns.isChecked() and value in marks:
            self.choose(marks[(marks.index(value) + 1) % len(marks)])

    def _clicked(self, k: int) -> None:
        self.chosen.emit(self._paints[k].value)
