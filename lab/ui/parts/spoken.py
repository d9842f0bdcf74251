"""What a screen reader is given besides names and descriptions: announcements of what has happened,
tool tips without their mark-up, and controls as they are seen, where Qt tells something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleValueInterface,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QApplication,
    QComboBox,
    QSlider,
    QWidget,
)

Maker = Callable[[Any], QAccessibleInterface | None]
_kinds: dict[type[QObject], Maker] = {}


def speaks_as(kind: type[QObject], make: Maker) -> None:
    """Has a screen reader given what `make` makes of a control of this kind; None for Qt's."""
    _kinds[kind] = make


def install() -> None:
    """From now on controls are told as `speaks_as` says."""
    QAccessible.installFactory(_made)


def _made(_key: str, thing: QObject) -> QAccessibleInterface | None:
    make = next((_kinds[kind] for kind in type(thing).__mro__ if kind in _kinds), None)
    return make(thing) if make is not None else None


class SpokenPlace(QAccessibleValueInterface):
    """The number of a slider whose places are what it counts."""

    def __init__(self, slider: QSlider) -> None:
        super().__init__()
        self._slider = slider

    def currentValue(self) -> float:
        return self._slider.value()

    def setCurrentValue(self, value: object) -> None:
        self._slider.setValue(round(float(str(value))))

    def minimumValue(self) -> float:
        return self._slider.minimum()

    def maximumValue(self) -> float:
        return self._slider.maximum()

    def minimumStepSize(self) -> float:
        return self._slider.singleStep()


class SpokenSlider(QAccessibleWidget):
    """A slider: its value in words, and as the number that they stand for."""

    def __init__(
        self,
        slider: QSlider,
        words: Callable[[], str],
        number: QAccessibleValueInterface | None = None,
    ) -> None:
        super().__init__(slider, QAccessible.Role.Slider)
        self._words, self._number = words, number or SpokenPlace(slider)

    def text(self, kind: QAccessible.Text) -> str:
        return self._words() if kind == QAccessible.Text.Value else super().text(kind)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        if kind == QAccessible.InterfaceType.ValueInterface:
            return shiboken6.VoidPtr(shiboken6.getCppPointer(self._number)[0])
        return super().interface_cast(kind)


class SpokenButton(QAccessibleWidget):
    """A control that does something when it is pressed."""

    def __init__(
        self, widget: QWidget, role: QAccessible.Role, press: Callable[[], object]
    ) -> None:
        super().__init__(widget, role)
        self._press = press

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self._press()
        else:
            super().doAction(name)


class SpokenOpener(SpokenButton):
    """A control that opens something: pressed, it does so, and it says whether that is open."""

    def __init__(
        self,
        widget: QWidget,
        role: QAccessible.Role,
        press: Callable[[], object],
        is_open: Callable[[], bool],
    ) -> None:
        super().__init__(widget, role, press)
        self._is_open = is_open

    def state(self) -> QAccessible.State:
        state, opened = super().state(), self._is_open()
        state.expandable, state.expanded, state.collapsed = True, opened, not opened
        return state


class SpokenCombo(SpokenOpener):
    """A list to choose from, named by what it is for: on Linux, Qt names it by what is chosen."""

    def __init__(self, combo: QComboBox) -> None:
        role = QAccessible.Role.ComboBox
        super().__init__(combo, role, combo.showPopup, lambda: combo.view().isVisible())
        self._combo = combo

    def text(self, kind: QAccessible.Text) -> str:
        value = kind == QAccessible.Text.Value
        return self._combo.currentText() if value else super().text(kind)

    def childCount(self) -> int:
        return 1

    def child(self, _index: int) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._combo.view())

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child.object() is self._combo.view() else -1


class SpokenChoice(SpokenButton):
    """A button of several of which one is on."""

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button, QAccessible.Role.RadioButton, button.click)
        self._button = button

    def text(self, kind: QAccessible.Text) -> str:
        named = kind == QAccessible.Text.Name and not self._button.accessibleName()
        return self._button.text().replace("&", "") if named else super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        state.checkable, state.checked = True, self._button.isChecked()
        return state


class SpokenPart(QAccessibleWidget):
    """A widget of our own: a picture, where keys go to it, else what holds others."""

    def role(self) -> QAccessible.Role:
        takes_keys = self.widget().focusPolicy() & Qt.FocusPolicy.TabFocus
        return QAccessible.Role.Graphic if takes_keys else super().role()


def _choice(button: QAbstractButton) -> QAccessibleInterface | None:
    group = button.group()
    one_of = button.autoExclusive() or (group is not None and group.exclusive())
    return SpokenChoice(button) if button.isCheckable() and one_of else None


def _part(widget: QWidget) -> QAccessibleInterface | None:
    qt = next(kind for kind in type(widget).__mro__ if kind.__module__.startswith("PySide6."))
    return SpokenPart(widget) if qt is QWidget and type(widget) is not QWidget else None


speaks_as(QComboBox, SpokenCombo)
speaks_as(QAbstractButton, _choice)
speaks_as(QWidget, _part)


def announce(widget: QWidget, text: str) -> None:
    """Has a screen reader say `text` at once, wherever its focus is."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def describe(widget: QWidget, text: str) -> None:
    """Gives a widget another description, and reports the change."""
    if text != widget.accessibleDescription():
        widget.setAccessibleDescription(text)
        if QAccessible.isActive():
            change = QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(change)


def plain(text: str) -> str:
    """A tool tip without its mark-up, in one line."""
    if "</" in text:
        text = QTextDocumentFragment.fromHtml(text).toPlainText()
    return " ".join(text.split())


class PlainDescriptions(QObject):
    """Describes each control when it gets the focus; keep one while the application runs.

    Qt would read out the mark-up of its tool tip.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._follow)

    @staticmethod
    def _follow(_before: QWidget | None, now: QWidget | None) -> None:
        if now is None or now.accessibleDescription():
            return
        describe(now, plain(now.toolTip()))
