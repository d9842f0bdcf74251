"""The numbers of a position as fields: choices are picked, switches set, and numbers typed, also as
sums such as "6879+50", with commas and units.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QWidget

from engines.editing import Quantity
from engines.syntax import parsed_expression
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import ErrorTitle, one_line
from lab.words.numerals import number

LONGEST = 80
NUMBER = re.compile(r"\d*(?:[.,' \u00a0\u2009\u202f]\d+)+")  # with a mark in it
BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}


def value_of(text: str, whole: bool = False) -> float:
    """The number of a sum of +, -, *, / and brackets, of `whole` numbers or others; ValueError with
    a sentence if it is none.
    """
    plain = text.replace("°", "").replace("−", "-").strip()
    refusal = partial(ValueError, f"“{text.strip()[:LONGEST]}” is not a number or a sum.")
    if not plain or len(plain) > LONGEST:
        raise refusal()
    plain = NUMBER.sub(partial(_plain, whole), plain)
    try:
        found = _worth(parsed_expression(plain))
    except (SyntaxError, ArithmeticError, TypeError, RecursionError, MemoryError, ValueError):
        raise refusal() from None
    if not math.isfinite(found):
        raise refusal()
    return found


def _plain(whole: bool, found: re.Match[str]) -> str:
    """A number as Python writes it."""
    only_point = not set(found[0]) - set("0123456789.")
    return found[0] if only_point else f"{number(found[0], whole=whole):.17g}"


def _worth(node: ast.expr) -> float:
    """The value of a part of a sum; TypeError for anything else that Python knows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return float(BINARY[type(node.op)](_worth(node.left), _worth(node.right)))
    if isinstance(node, ast.UnaryOp) and type(node.op) in UNARY:
        return float(UNARY[type(node.op)](_worth(node.operand)))
    raise TypeError


COLUMNS = 2
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class NumberField(QLineEdit):
    """A number with its unit or range at the right; `given` carries what was typed, once it is a
    number. Enter accepts, Esc restores, Up and Down count.
    """

    given = Signal(float)
    refused = Signal(str)  # why the text is no number; it stays, to be corrected
    left = Signal()  # the text is given up

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._value, self._words, self._tried = 0.0, "", ""
        self._notes: tuple[str, ...] = ()
        self._whole = True
        self.setTextMargins(5, 0, 0, 0)
        self.editingFinished.connect(self._take)

    def set_number(
        self, value: float, words: str, notes: tuple[str, ...], whole: bool = True
    ) -> None:
        """Shows a number, a `whole` one or one with decimals, and the first of the notes that there
        is room for; what is being typed stays.
        """
        self._whole = whole
        typed = self.hasFocus() and self.text() not in (self._words, self._tried)
        self._value, self._notes, self._words, self._tried = value, notes, words, ""
        if not typed:
            self.setText(words)
        self.update()

    def set_marked(self, on: bool) -> None:
        """Whether it is the number of the chosen handle."""
        look = theme.current()
        sheet = f"background: {look.colour('mark').name()};" if on else ""
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)

    def _take(self) -> None:
        """Reports what was typed, once."""
        if self.text() in (self._words, self._tried):
            return
        self._tried = self.text()
        try:
            value = value_of(self.text(), self._whole)
        except ValueError as error:
            self.refused.emit(str(error))
            return
        self.given.emit(value)

    def event(self, event: QEvent) -> bool:
        """Enter belongs to the field, and Esc while something is typed in it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            leaves = event.key() == Qt.Key.Key_Escape and (self.text() != self._words)
            if event.key() in ENTER or leaves:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._words)
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            up = event.key() == Qt.Key.Key_Up
            self.given.emit(round(self._value) + (step if up else -step))
        else:
            super().keyPressEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = theme.current()
        font = look.font(theme.TABLE)
        with QPainter(self) as painter:
            painter.setFont(font)
            box = self.rect().adjusted(0, 0, -look.px(9), 0)
            room = box.width() - look.px(30) - self.fontMetrics().horizontalAdvance(self.text())
            fits = (n for n in self._notes if painter.fontMetrics().horizontalAdvance(n) < room)
            painter.setPen(look.colour("ink3"))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRect(box), right, next(fits, ""))


def hints(field: Quantity) -> tuple[str, ...]:
    """What is written beside a number, the fullest first: the range that it is refused outside of,
    and its unit.
    """
    if field.unit == "°":
        return ("",)
    unit = "" if " to " in field.unit else field.unit  # some write the usual range
    whole = f"{field.low:,.0f} to {field.high:,.0f} {unit}".strip()
    return (whole, unit) if unit else (whole,)


class FieldGrid(QWidget):
    """The fields of one group, two a row; `changed` carries the part and its new value."""

    changed = Signal(str, float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self.error = ErrorTitle(self)
        self.error.hide()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self._widgets: dict[str, QWidget] = {}
        self._labels: list[QLabel] = []
        self._shape: tuple[tuple[object, ...], ...] = ()

    def set_fields(self, fields: Sequence[Quantity], marked: str = "") -> None:
        """Shows these numbers; `marked` is the part of the chosen handle."""
        shape = tuple((f.part, f.title, bool(f.choices), f.switch) for f in fields)
        if shape != self._shape:
            self._shape = shape
            self._build(fields)
        self.error.hide()
        for field in fields:
            self._show(field, field.part == marked)

    def widget(self, part: str) -> QWidget | None:
        """The control of a part."""
        return self._widgets.get(part)

    def refuse(self, sentence: str) -> None:
        """Says why a field cannot have what was typed."""
        self.error.text.setText(sentence)
        self.error.show()

    def _build(self, fields: Sequence[Quantity]) -> None:
        for old in (*self._widgets.values(), *self._labels):
            old.hide()
            old.deleteLater()
        self._widgets, self._labels = {}, []
        plain = [field for field in fields if not field.switch]
        for k, field in enumerate(plain):
            row, column = k // COLUMNS * 2, k % COLUMNS
            title, control = one_line(field.title, "note", self), self._made(field)
            title.setBuddy(control)
            self._labels.append(title)
            self._grid.addWidget(title, row, column)
            self._grid.addWidget(control, row + 1, column)
        below = 2 * len(plain)
        for k, field in enumerate(field for field in fields if field.switch):
            self._grid.addWidget(self._made(field), below + k // COLUMNS, k % COLUMNS)
        self._grid.addWidget(self.error, below + len(fields), 0, 1, COLUMNS)

    def _made(self, field: Quantity) -> QWidget:
        control: QWidget
        report = partial(self._report, field.part)
        if field.switch:
            box = QCheckBox(field.title, self)
            box.toggled.connect(report)
            control = box
        elif field.choices:
            combo = Combo(field.title, self)
            combo.set_entries([Entry(str(value), words) for value, words in field.choices])
            combo.picked.connect(report)
            control = combo
        else:
            number = NumberField(self)
            number.given.connect(report)
            number.refused.connect(self.refuse)
            number.left.connect(self.error.hide)
            control = number
        control.setAccessibleName(field.title)
        self._widgets[field.part] = control
        return control

    def _report(self, part: str, value: float | str) -> None:
        self.changed.emit(part, float(value))

    def _show(self, field: Quantity, marked: bool) -> None:
        control = self._widgets[field.part]
        if isinstance(control, QCheckBox):
            with QSignalBlocker(control):
                control.setChecked(bool(field.value))
        elif isinstance(control, Combo):
            control.set_entries([Entry(str(value), words) for value, words in field.choices])
            control.choose(str(round(field.value)))
        elif isinstance(control, NumberField):
            control.set_number(field.value, field.words, hints(field), not field.fraction)
            control.set_marked(marked)
