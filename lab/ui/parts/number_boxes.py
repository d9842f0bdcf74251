"""Boxes to type numbers in; the wheel changes one only while it has the focus."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox

from lab.ui.parts import theme

DECIMALS = 6


class NumberBox(QDoubleSpinBox):
    """A number without needless zeros; the wheel changes it only while it has the focus."""

    def __init__(self, name: str, wide: int = 60) -> None:
        super().__init__()
        self._wide = wide
        self.setAccessibleName(name)
        self.setDecimals(DECIMALS)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:
        return f"{value:.6g}"

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(self._wide), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class CountBox(QSpinBox):
    """A whole number; the wheel changes it only while it has the focus."""

    def __init__(self, name: str, low: int, high: int, value: int, wide: int = 52) -> None:
        super().__init__()
        self._wide = wide
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setValue(value)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(self._wide), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
