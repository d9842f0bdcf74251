"""The control of a knob: a slider for a number, a combo box for a choice, a check box for yes or
no, and for a text examples to choose from, a few lines to write in, and why it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QPlainTextEdit, QWidget

from engines.knobs import Knob, KnobError, Value
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import ErrorTitle
from lab.ui.parts.slider import NameLabel, ParamSlider, tooltip
from lab.words.idle import why_idle

TEXT_KEYS = "Return: accept. Esc: restore."
LEAST, MOST = 1, 6  # lines shown
OWN = "own"
RESET_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
KEYS = "Delete: default."
LONGEST_CHOICE = 78  # pixels that a choice may take next to its title in the narrowest dock


class TextEdit(QPlainTextEdit):
    """Some lines of text; `done` when the user is finished with them, `left` when they want
    the old text back.
    """

    done = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.done.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.done.emit()


class TextRow(QWidget):
    """A knob whose value is a text. A text that its owner refuses stays in the box with the reason
    below it, and the old value stays in force.
    """

    changed = Signal(str, object)
    idle = ""

    def __init__(self, knob: Knob) -> None:
        super().__init__()
        self.knob, self._value = knob, str(knob.default)
        self.name, self.edit, self.error = NameLabel(knob.title), TextEdit(self), ErrorTitle(self)
        self.examples = Combo(f"{knob.title}: examples", self)
        self.examples.set_entries(
            [
                *(Entry(text, words) for text, words in knob.choices.items()),
                Entry(OWN, "One of my own"),
            ]
        )
        self.examples.setVisible(bool(knob.choices))
        self.edit.setAccessibleName(knob.title)
        self.edit.setTabChangesFocus(True)
        example = next((text for text in knob.choices if text), "")
        self.edit.setPlaceholderText(f"such as {example}" if example else "")
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.name.setBuddy(self.edit)
        column(
            self.name, self.examples, self.edit, self.error, of=self, margins=(0, 4, 0, 4), gap=4
        )
        self.error.hide()
        self.edit.done.connect(self._take)
        self.edit.left.connect(self._as_it_was)
        self.edit.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.examples.picked.connect(self._example)
        self.name.reset.connect(self.reset)
        theme.follow(self.redress)
        self.set_value(knob.default)

    def redress(self) -> None:
        look = theme.current()
        for part in (self.name, self.edit):
            part.setToolTip(tooltip(self.knob, TEXT_KEYS, self.idle))
        self.edit.setFont(look.fixed_font(theme.TABLE))
        self._fit()

    def _fit(self, _size: object = None) -> None:
        """As many lines as the text has, within bounds."""
        lines = max(LEAST, min(MOST, round(self.edit.document().size().height())))
        high = (
            lines * self.edit.fontMetrics().lineSpacing()
            + 2 * round(self.edit.document().documentMargin())
            + 4
        )
        if high != self.edit.height():
            self.edit.setFixedHeight(high)

    @property
    def value(self) -> Value:
        """The text in force."""
        return self._value

    def set_value(self, value: Value) -> None:
        """Shows a text in force, without a signal."""
        self._value = str(value)
        if self.edit.toPlainText() != self._value:
            self.edit.setPlainText(self._value)
        self.examples.choose(self._value if self._value in self.knob.choices else OWN)
        self.error.hide()

    def refuse(self, sentence: str) -> None:
        """Shows why the text in the box is refused."""
        self.error.text.setText(sentence)
        self.error.show()

    def reset(self) -> None:
        """Back to the default."""
        self._offer(str(self.knob.default))

    def _example(self, text: str) -> None:
        if text == OWN:
            self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._offer(text)

    def _offer(self, text: str) -> None:
        self.edit.setPlainText(text)
        self._take()

    def _take(self) -> None:
        """A text by the user: reported if it differs."""
        try:
            text = str(self.knob.check(self.edit.toPlainText()))
        except KnobError as error:
            self.refuse(str(error))
            return
        if text == self._value:
            self.set_value(text)
            return
        before = self._value
        self._value = text
        self.error.hide()
        self.examples.choose(text if text in self.knob.choices else OWN)
        self.changed.emit(self.knob.name, text)
        if not self.error.isHidden():
            self._value = before

    def _as_it_was(self) -> None:
        self.set_value(self._value)


class ChoiceRow(QWidget):
    """A knob with named values: its title and a combo box."""

    changed = Signal(str, object)
    idle = ""

    def __init__(self, knob: Knob) -> None:
        super().__init__()
        self.knob = knob
        self.name, self.combo = NameLabel(knob.title), Combo(knob.title)
        self.combo.set_entries([Entry(value, words) for value, words in knob.choices.items()])
        self.name.setBuddy(self.combo)
        side = self._fits_beside()
        row = QBoxLayout(
            QBoxLayout.Direction.LeftToRight if side else QBoxLayout.Direction.TopToBottom, self
        )
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(8 if side else 4)
        row.addWidget(self.name, 8)
        row.addWidget(self.combo, 9)
        self.combo.picked.connect(self._take)
        self.name.reset.connect(self.reset)
        theme.follow(self.redress)
        self.set_value(knob.default)

    def redress(self) -> None:
        for part in (self.name, self.combo):
            part.setToolTip(tooltip(self.knob, KEYS, self.idle))

    def _fits_beside(self) -> bool:
        """Whether the longest choice can be read in a box next to the title; else the box is
        below it.
        """
        metrics = QFontMetrics(theme.current().font())
        longest = max(metrics.horizontalAdvance(words) for words in self.knob.choices.values())
        return longest <= theme.current().px(LONGEST_CHOICE)

    @property
    def value(self) -> Value:
        """The chosen value."""
        return self.combo.name

    def set_value(self, value: Value) -> None:
        """Shows a value without a signal."""
        self.combo.choose(str(value))

    def reset(self) -> None:
        """Back to the default."""
        if self.value != self.knob.default:
            self.set_value(self.knob.default)
            self._take(str(self.knob.default))

    def _take(self, value: str) -> None:
        self.changed.emit(self.knob.name, value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in RESET_KEYS:
            self.reset()
        else:
            event.ignore()


class SwitchRow(QCheckBox):
    """A yes-or-no knob."""

    changed = Signal(str, object)
    idle = ""

    def __init__(self, knob: Knob) -> None:
        super().__init__(knob.title)
        self.knob = knob
        self.setAccessibleName(knob.title)
        self.clicked.connect(self._take)
        theme.follow(self.redress)
        self.set_value(knob.default)

    def redress(self) -> None:
        self.setToolTip(tooltip(self.knob, KEYS, self.idle))

    @property
    def value(self) -> Value:
        """Whether it is on."""
        return self.isChecked()

    def set_value(self, value: Value) -> None:
        """Shows a value without a signal."""
        self.setChecked(bool(self.knob.check(value)))

    def reset(self) -> None:
        """Back to the default."""
        if self.value != self.knob.default:
            self.set_value(self.knob.default)
            self._take()

    def _take(self) -> None:
        self.changed.emit(self.knob.name, self.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in RESET_KEYS:
            self.reset()
        else:
            super().keyPressEvent(event)


Row = ParamSlider | ChoiceRow | SwitchRow | TextRow


def knob_row(knob: Knob) -> Row:
    """The control for a knob."""
    if knob.kind == "choice":
        return ChoiceRow(knob)
    if knob.kind == "text":
        return TextRow(knob)
    return SwitchRow(knob) if knob.kind == "switch" else ParamSlider(knob)


def grey(rows: Mapping[str, Row], known: Mapping[str, Value], among: Iterable[Knob]) -> None:
    """Greys the controls of knobs that do nothing at values of the knobs `among` which they are,
    and of facts.
    """
    for row in rows.values():
        why = why_idle(row.knob, known, among)
        if why != row.idle:
            row.idle = why
            row.setEnabled(not why)
            row.redress()
