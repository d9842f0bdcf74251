"""Boxes to type numbers in, never narrower than the number in them; the wheel changes one only
while it has the focus.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
)

from lab.ui.parts import theme

DECIMALS = 6
BESIDE = 10  # what a line of text keeps free at its ends, pixels


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
    """A number without needless zeros."""

    def __init__(self, name: str, wide: int = 60) -> None:
        super().__init__()
        self._wide = wide
        self.setDecimals(DECIMALS)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        _dress(self, name)

    def setValue(self, value: float) -> None:
        """Shows a number; the box has room for it also where its signals are blocked."""
        super().setValue(value)
        self.updateGeometry()

    def textFromValue(self, value: float) -> str:
        return f"{value:,.0f}" if value == round(value) else f"{value:,.6g}"

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
        self.setRange(low, high)
        self.setValue(value)
        _dress(self, name)

    def setValue(self, value: int) -> None:
        """Shows a number; the box has room for it also where its signals are blocked."""
        super().setValue(value)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return _least(self, self._wide, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
