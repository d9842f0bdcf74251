"""The tour: a card that explains one region of the window after another, and a frame around the
region. Everything else stays usable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import label

WIDE, GAP, EDGE = 320, 12, 3  # pixels at 100 %: the card, its distance, the frame
KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Left, Qt.Key.Key_Right)


@dataclass(frozen=True)
class TourStep:
    """One region: its title, what it is for, and where it is in the window now."""

    title: str
    text: str
    place: Callable[[], QRect]


class Spot(QWidget):
    """A frame around a region, which takes no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, half = theme.current(), EDGE / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.colour("mark_edge"), EDGE))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 4, 4)


class Tour(QFrame):
    """Shows its steps over `over`; `ended` reports the end, or that the user skipped the rest."""

    ended = Signal()

    def __init__(self, steps: Sequence[TourStep], over: QWidget) -> None:
        super().__init__(over)
        self._steps, self._over, self.at = tuple(steps), over, 0
        self._spot = Spot(over)
        self.setProperty("look", "message")
        self.setAutoFillBackground(True)
        self.title, self.count = QLabel(self), QLabel(self)
        self.text = label("", "", self)
        self.back, self.next = QPushButton("Back", self), QPushButton("Next", self)
        self.skip = QPushButton("Skip the tour", self)
        self._lay_out()
        self.back.clicked.connect(self.go_back)
        self.next.clicked.connect(self.go_on)
        self.skip.clicked.connect(self.end)
        over.installEventFilter(self)
        theme.changed.connect(self._place)
        self.hide()

    def _lay_out(self) -> None:
        self.title.setProperty("look", "strong")
        self.count.setProperty("look", "note")
        self.next.setProperty("look", "primary")
        top, low, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        low.setSpacing(8)
        top.addWidget(self.title, 1)
        top.addWidget(self.count)
        low.addWidget(self.skip)
        low.addStretch(1)
        low.addWidget(self.back)
        low.addWidget(self.next)
        column.addLayout(top)
        column.addWidget(self.text)
        column.addLayout(low)

    # -- steps -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Shows the first step."""
        self.show()
        self._go_to(0)

    def go_on(self) -> None:
        """The next step, or the end after the last one."""
        if self.at + 1 == len(self._steps):
            self.end()
        else:
            self._go_to(self.at + 1)

    def go_back(self) -> None:
        """The step before."""
        self._go_to(max(0, self.at - 1))

    def end(self) -> None:
        """Closes the tour."""
        if not self.isHidden():
            self.hide()
            self._spot.hide()
            self.ended.emit()

    def _go_to(self, at: int) -> None:
        self.at, step, last = at, self._steps[at], at + 1 == len(self._steps)
        self.title.setText(step.title)
        self.count.setText(f"{at + 1} of {len(self._steps)}")
        self.text.setText(step.text)
        self.back.setEnabled(at > 0)
        self.skip.setVisible(not last)
        self.next.setText("Done" if last else "Next")
        self.setAccessibleName(f"Tour, {at + 1} of {len(self._steps)}: {step.title}")
        self.setAccessibleDescription(step.text)
        self.next.setAccessibleDescription(f"{step.title}. {step.text}")
        self._place()
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    # -- place -------------------------------------------------------------------------------------

    def _place(self, _theme: object = None) -> None:
        """The card next to its region, where there is room, and inside the window."""
        if self.isHidden():
            return
        region = self._steps[self.at].place()
        self._spot.setGeometry(region.adjusted(-EDGE, -EDGE, EDGE, EDGE) & self._over.rect())
        self.setFixedWidth(theme.current().px(WIDE))
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.move(_beside(region, self.rect(), self._over.rect()))
        for part in (self._spot, self):
            part.show()
            part.raise_()

    # -- events ------------------------------------------------------------------------------------

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return False

    def event(self, event: QEvent) -> bool:
        """Takes its keys before they are commands of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() == Qt.Key.Key_Left:
            self.go_back()
        elif event.key() in KEYS:
            self.go_on()
        else:
            super().keyPressEvent(event)


def _beside(region: QRect, card: QRect, window: QRect) -> QPoint:
    """The corner of the card: right of the region, left of it, below, or inside."""
    y = max(GAP, min(region.top(), window.height() - card.height() - GAP))
    if region.right() + GAP + card.width() + GAP <= window.width():
        return QPoint(region.right() + GAP, y)
    if region.left() - GAP - card.width() >= GAP:
        return QPoint(region.left() - GAP - card.width(), y)
    x = max(GAP, min(region.left(), window.width() - card.width() - GAP))
    if region.bottom() + GAP + card.height() + GAP <= window.height():
        return QPoint(x, region.bottom() + GAP)
    if region.top() - GAP - card.height() >= GAP:
        return QPoint(x, region.top() - GAP - card.height())
    return QPoint(region.center().x() - card.width() // 2, region.center().y() - card.height() // 2)
