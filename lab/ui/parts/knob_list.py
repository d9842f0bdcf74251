"""Controls generated from knobs: a slider for a number, a combo box for a choice, a check box for
yes or no, lines for a text.

The control of a text knob: examples to choose from, a few lines to write in, and below them why
a text is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QPlainTextEdit, QWidget

from engines.knobs import Knob, KnobError, Value
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import ErrorTitle
from lab.ui.parts.slider import NameLabel, ParamSlider, tooltip

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

    def __init__(self, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        theme.changed.connect(self._redress)
        self._redress()
        self.set_value(knob.default)

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        for part in (self.name, self.edit):
            part.setToolTip(tooltip(self.knob, TEXT_KEYS))
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

    def __init__(self, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        theme.changed.connect(self._redress)
        self._redress()
        self.set_value(knob.default)

    def _redress(self, _theme: object = None) -> None:
        for part in (self.name, self.combo):
            part.setToolTip(tooltip(self.knob, KEYS))

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

    def __init__(self, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(knob.title, parent)
        self.knob = knob
        self.setAccessibleName(knob.title)
        self.clicked.connect(self._take)
        theme.changed.connect(self._redress)
        self._redress()
        self.set_value(knob.default)

    def _redress(self, _theme: object = None) -> None:
        self.setToolTip(tooltip(self.knob, KEYS))

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


class KnobList(QWidget):
    """The controls of several knobs, one below the other.

    A `folded` list makes its controls when it is first unfolded (`make`) or asked for `rows`: most
    folds stay closed, and controls take longer to make than the rest of a window.
    """

    changed = Signal(str, object)

    def __init__(
        self, parent: QWidget | None = None, folded: bool = False, subject: str = ""
    ) -> None:
        super().__init__(parent)
        self._subject = subject
        self._column = column(of=self, gap=0)
        self._knobs: tuple[Knob, ...] = ()
        self._values: dict[str, Value] = {}  # of the knobs without a control
        self._rows: dict[str, Row] = {}
        self._folded = folded  # no control has been needed yet
        self.hide()

    @property
    def rows(self) -> dict[str, Row]:
        """The control of each knob, by its name."""
        self.make()
        return self._rows

    @property
    def values(self) -> dict[str, Value]:
        """The value of each knob, whether it has a control yet or not."""
        return self._values | {name: row.value for name, row in self._rows.items()}

    @property
    def has_slider(self) -> bool:
        """Whether one of its knobs is a number."""
        return any(knob.kind in ("number", "integer") for knob in self._knobs)

    def set_knobs(self, knobs: Sequence[Knob], values: Mapping[str, Value]) -> bool:
        """Shows these knobs at these values, or their defaults; returns whether the controls had to
        be rebuilt.
        """
        anew = tuple(knobs) != self._knobs
        shown = {knob.name: values.get(knob.name, knob.default) for knob in knobs}
        if anew:
            self._clear()
            self._knobs, self._values = tuple(knobs), shown
            if not self._folded:
                self.make()
        else:
            for name, value in shown.items():
                self.set_value(name, value)
        self.setVisible(bool(knobs))
        return anew

    def make(self) -> bool:
        """Makes the controls; returns whether there was something to make."""
        self._folded, made = False, bool(self._values)
        if made:
            self._rows = {knob.name: knob_row(knob) for knob in self._knobs}
            for name, row in self._rows.items():
                row.set_value(self._values[name])
                self._name(row)
                self._column.addWidget(row)
                row.changed.connect(self.changed)
            self._values = {}
        return made

    def set_subject(self, subject: str) -> None:
        """Whose knobs they are, for those who do not see where they stand: "Seat 1"."""
        before, self._subject = self._subject, subject
        for row in self._rows.values() if before != subject else ():
            self._name(row, before)

    def _name(self, row: Row, before: str = "") -> None:
        for part in (row, *row.findChildren(QWidget)):
            name = part.accessibleName().removeprefix(f"{before}, " if before else "")
            if name:
                part.setAccessibleName(f"{self._subject}, {name}" if self._subject else name)

    def _clear(self) -> None:
        for row in self._rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {}

    def set_value(self, name: str, value: Value) -> bool:
        """Shows one value without a signal; returns whether the list has such a knob."""
        if name in self._values:
            self._values[name] = value
        elif name in self._rows:
            self._rows[name].set_value(value)
        return name in self._values or name in self._rows

    def refuse(self, name: str, sentence: str) -> bool:
        """Shows next to a text knob why its text is refused; returns whether the list has it."""
        row = self._rows.get(name)
        if not isinstance(row, TextRow):
            return False
        row.refuse(sentence)
        return True

    def reset(self) -> None:
        """All back to their defaults."""
        for row in self.rows.values():
            row.reset()
