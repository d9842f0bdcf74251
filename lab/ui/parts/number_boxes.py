"""Boxes to type numbers in: as people write them, and a text that is refused is told why. They are
never narrower than the number in them; the wheel changes one only while it has the focus.

A name that is edited in its place.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QWidget,
)
from shiboken6 import isValid

from lab.ui.parts import theme
from lab.ui.parts.spoken import announce
from lab.ui.parts.tips import show_tip
from lab.words.numerals import number
from lab.words.scale import Scale

DECIMALS = 6
BESIDE = 10  # what a line of text keeps free at its ends, pixels
TAKES = (  # keys by which a box takes what was typed
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)


class TypedInput(QObject):
    """What is typed into a box: read by `read`, which raises ValueError with a sentence. A text
    that is refused stays, with the sentence below it, until it is corrected or left.
    """

    def __init__(self, box: QSpinBox | QDoubleSpinBox, read: Callable[[str], float]) -> None:
        super().__init__(box)
        self._box, self._read = box, read
        box.installEventFilter(self)

    def read(self, text: str) -> float:
        """The number in a text of the box; ValueError if it is none, or finer than the box."""
        box = self._box
        text = text.strip().removeprefix(box.prefix()).removesuffix(box.suffix().strip())
        found = self._read(text)
        digits = box.decimals() if isinstance(box, QDoubleSpinBox) else 0
        if round(found, digits) != found:
            raise ValueError(f"{found:.12g} has more than {digits} decimals.")
        return found

    def state(self, text: str) -> QValidator.State:
        """Whether the box may take the text."""
        try:
            self.read(text)
        except ValueError:
            return QValidator.State.Intermediate
        return QValidator.State.Acceptable

    def value(self, text: str) -> float:
        """The number in a text, or else what the box has."""
        try:
            return self.read(text)
        except ValueError:
            return self._box.value()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        left = event.type() == QEvent.Type.FocusOut
        asked = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if not left and not (asked and event.key() in TAKES):  # type: ignore[attr-defined]
            return False
        if not isValid(self._box):  # it loses the focus while it goes
            return False
        try:
            self.read(self._box.text())
        except ValueError as error:
            if left:
                self._leave(str(error))
            else:
                self._say(str(error))
            return not left
        return False

    def _leave(self, why: str) -> None:
        """Puts the number back before Qt makes another one of the text."""
        box = self._box
        kept = box.textFromValue(box.value()) + box.suffix()  # type: ignore[arg-type]
        box.lineEdit().setText(kept)
        self._say(f"{why} It stays {kept}.")

    def _say(self, sentence: str) -> None:
        below = self._box.mapToGlobal(QPoint(0, self._box.height()))
        show_tip(below, sentence, self._box)
        announce(self._box, sentence)


def _dress(box: QSpinBox | QDoubleSpinBox, name: str) -> None:
    box.setAccessibleName(name)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.valueChanged.connect(lambda _value: box.updateGeometry())  # more digits need more room


def _least(box: QSpinBox | QDoubleSpinBox, wide: int, high: int) -> QSize:
    """At least `wide` pixels at 100 %, and as wide as the number."""
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    kind, part = QStyle.ComplexControl.CC_SpinBox, QStyle.SubControl.SC_SpinBoxEditField
    frame = box.width() - box.style().subControlRect(kind, option, part, box).width()
    text = box.fontMetrics().horizontalAdvance(box.text())
    return QSize(max(theme.current().px(wide), frame + text + BESIDE), high)


class NumberBox(QDoubleSpinBox):
    """A number without needless zeros; in groups where it has to be a whole one."""

    def __init__(self, name: str, wide: int = 60, whole: Callable[[], bool] = bool) -> None:
        super().__init__()
        self._wide, self._whole = wide, whole
        self.typing = TypedInput(
            self, lambda text: number(text, self.minimum(), self.maximum(), whole=whole())
        )
        self.setDecimals(DECIMALS)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        _dress(self, name)

    def setValue(self, value: float) -> None:
        """Shows a number; the box has room for it also where its signals are blocked."""
        super().setValue(value)
        self.updateGeometry()

    def textFromValue(self, value: float) -> str:
        return f"{value:,.0f}" if self._whole() else f"{value:.12g}"

    def valueFromText(self, text: str) -> float:
        return self.typing.value(text)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        return self.typing.state(text), text, pos

    def minimumSizeHint(self) -> QSize:
        return _least(self, self._wide, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class CountBox(QSpinBox):
    """A whole number."""

    def __init__(self, name: str, low: int, high: int, value: int, wide: int = 52) -> None:
        super().__init__()
        self._wide = wide
        self.typing = TypedInput(
            self, lambda text: number(text, self.minimum(), self.maximum(), whole=True)
        )
        self.setRange(low, high)
        self.setValue(value)
        _dress(self, name)

    def setValue(self, value: int) -> None:
        """Shows a number; the box has room for it also where its signals are blocked."""
        super().setValue(value)
        self.updateGeometry()

    def valueFromText(self, text: str) -> int:
        return round(self.typing.value(text))

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        return self.typing.state(text), text, pos

    def minimumSizeHint(self) -> QSize:
        return _least(self, self._wide, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ValueBox(QDoubleSpinBox):
    """The value as flat text that can be typed over; as wide as its text."""

    def __init__(self, scale: Scale) -> None:
        super().__init__()
        self._scale = scale
        self.typing = TypedInput(self, scale.parse)
        self.setProperty("look", "value")
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setDecimals(9)
        self.setRange(scale.low, scale.high)
        self.setKeyboardTracking(False)

    def textFromValue(self, value: float) -> str:
        return self._scale.typed(value)

    def valueFromText(self, text: str) -> float:
        return self.typing.value(text)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        return self.typing.state(text), text, pos

    def stepBy(self, steps: int) -> None:
        self.setValue(self._scale.stepped(self.value(), steps))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Gives the whole box to the text: the style reserves room for buttons that do not
        exist.
        """
        done = super().event(event)
        if event.type() in (
            QEvent.Type.Resize,
            QEvent.Type.Show,
            QEvent.Type.StyleChange,
            QEvent.Type.Polish,
        ):
            self.lineEdit().setGeometry(self.rect().adjusted(1, 1, 3, -1))
        return done

    def fit(self) -> None:
        """Takes the width of its text."""
        self.ensurePolished()
        look = theme.current()
        wide = theme.metrics(bold=True, scale=look.scale).horizontalAdvance(
            self.textFromValue(self.value())
        )
        self.setFixedWidth(round(wide) + 6)


class NameLine(QLineEdit):
    """Takes the place of the widget that shows a name. Enter gives `renamed` with the old and the
    new name; Escape and leaving change nothing.
    """

    renamed = Signal(str, str)

    def __init__(self, shows: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shows, self._name = shows, ""
        self.hide()
        self.returnPressed.connect(self._take)
        self.editingFinished.connect(self.leave)

    def begin(self, name: str) -> None:
        """The name can be edited."""
        self._name = name
        self.setText(name)
        self.setAccessibleName(f"New name of {name}")
        self._shows.hide()
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """The name is shown again."""
        if self.isHidden():
            return
        had = self.hasFocus()
        self.hide()
        self._shows.show()
        if had:
            self._shows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self) -> None:
        new = self.text().strip()
        if new and new != self._name:
            self.renamed.emit(self._name, new)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
