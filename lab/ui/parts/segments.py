"""Segmented buttons (one of several) and buttons that show their key in a cap."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.marks import Marks, paint_mark
from lab.ui.parts.painted import text_width


@dataclass(frozen=True)
class Choice:
    """One segment: the value it stands for, its text, a tooltip, and the agent whose mark it
    shows.
    """

    value: Hashable
    text: str
    tip: str = ""
    agent: int | None = None


def segments_width(texts: Sequence[str], size: int = theme.TABLE) -> int:
    """The width of segments with these texts and without marks."""
    look = theme.current()
    return sum(round(text_width(t, size, True) + 2 * look.px(9)) + 1 for t in texts)


class Segments(QWidget):
    """Segments of which exactly one is chosen; `chosen` carries its value when the user picks
    another.
    """

    chosen = Signal(object)
    look = "segment"

    def __init__(
        self,
        name: str,
        choices: Sequence[Choice] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._layout = row(of=self, gap=0)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._clicked)
        self._choices: tuple[Choice, ...] = ()
        self._marks: Marks | None = None
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[Choice], marks: Marks | None = None) -> None:
        """Replaces the segments if they differ; the chosen value stays chosen if it is still
        there.
        """
        if (tuple(choices), marks) == (self._choices, self._marks) and choices:
            return
        before = self.value()
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._choices, self._marks = tuple(choices), marks
        for i, choice in enumerate(self._choices):
            self._group.addButton(self._button(i, choice), i)
        self.set_value(before)

    def _button(self, i: int, choice: Choice) -> QToolButton:
        button = _Segment(self)
        button.setText(choice.text)
        button.setAccessibleName(f"{self.accessibleName()}: {choice.text}")
        button.setToolTip(choice.tip)
        button.setCheckable(True)
        button.setAutoExclusive(True)  # a screen reader is told that it is one of several
        button.setProperty("look", self.look)
        last = len(self._choices) - 1
        button.setProperty(
            "place",
            "only" if last == 0 else "first" if i == 0 else "last" if i == last else "middle",
        )
        if choice.agent is not None and self._marks is not None:
            button.setIcon(QIcon(MarkEngine(self._marks, choice.agent)))
        self._layout.addWidget(button)
        button.show()
        return button

    def _clicked(self, i: int) -> None:
        self.chosen.emit(self._choices[i].value)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The segments."""
        return self._choices

    def choose(self, value: Hashable) -> None:
        """Chooses as a click does."""
        self.set_value(value)
        self.chosen.emit(value)

    def texts(self) -> list[str]:
        """What the segments say."""
        return [choice.text for choice in self._choices]

    def value(self) -> Hashable | None:
        """The chosen value."""
        i = self._group.checkedId()
        return self._choices[i].value if 0 <= i < len(self._choices) else None

    def set_value(self, value: Hashable | None) -> None:
        """Chooses without a signal; an unknown value leaves the first segment chosen."""
        values = [c.value for c in self._choices]
        if values:
            self._group.button(values.index(value) if value in values else 0).setChecked(True)

    def clear(self) -> None:
        """Leaves no segment chosen, without a signal."""
        chosen = self._group.checkedButton()
        if chosen is not None:
            self._group.setExclusive(False)
            chosen.setChecked(False)
            self._group.setExclusive(True)


class _Segment(QToolButton):
    """A segment as wide as its text in bold, so that choosing moves nothing."""

    @property
    def _size(self) -> int:
        """Of the text: views and pages are as large as what they show."""
        return theme.BODY if self.property("look") == "tab" else theme.TABLE

    def sizeHint(self) -> QSize:
        look = theme.current()
        mark = 0 if self.icon().isNull() else look.px(16)
        return QSize(segments_width([self.text()], self._size) + mark, look.px(26))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, option, painter = theme.current(), QStyleOptionToolButton(), QStylePainter(self)
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        chosen = self.isChecked()
        metrics = theme.metrics(self._size, chosen, look.scale)
        mark = 0 if self.icon().isNull() else look.px(16)
        left = (self.width() - metrics.horizontalAdvance(self.text()) - mark) / 2
        if mark:
            box = QRectF(left, (self.height() - look.px(12)) / 2, look.px(12), look.px(12))
            self.icon().paint(painter, box.toRect())
        painter.setFont(look.font(self._size, chosen))
        painter.setPen(look.colour("ink" if self.isEnabled() else "ink3"))
        painter.drawText(
            QRectF(left + mark, 0, self.width() - left - mark, self.height()),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )
        if chosen and self.property("look") == "tab":
            line = QRectF(left, self.height() - look.px(2), self.width() - 2 * left, look.px(2))
            painter.fillRect(line, look.colour("accent"))
        painter.end()


class Tabs(Segments):
    """Pages or views: the one on show is bold above a line."""

    look = "tab"


class MarkEngine(QIconEngine):
    """An agent's shape in its own hue."""

    def __init__(self, marks: Marks, agent: int) -> None:
        super().__init__()
        self._marks, self._agent = marks, agent

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        colour = self._marks.colour(theme.current(), self._agent)
        mark = self._marks.agent(self._agent)
        paint_mark(painter, mark, QRectF(rect).center(), rect.width() * 0.9, colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        return pixmap

    def clone(self) -> MarkEngine:
        return MarkEngine(self._marks, self._agent)


class KeyButton(QPushButton):
    """A button with a glyph, a text and, where there is room, the key that does the same. With
    `other`, a text that it takes turns with, it is wide enough for both.
    """

    other = ""

    def __init__(
        self,
        text: str,
        glyph: str = "",
        key: str = "",
        tip: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.glyph, self.key = glyph, key
        self._no_key = self._no_text = False
        self.setToolTip("\n".join(t for t in (text, tip, f"Key: {key}" if key else "") if t))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def set_face(self, text: str, glyph: str) -> None:
        """Changes the text and the glyph ("Play", "Pause")."""
        if (text, glyph) != (self.text(), self.glyph):
            self.glyph = glyph
            self.setText(text)
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    def set_compact(self, no_key: bool, no_text: bool) -> None:
        """Drops the key cap, or the text too; the accessible name and the tooltip stay."""
        if (no_key, no_text) != (self._no_key, self._no_text):
            self._no_key, self._no_text = no_key, no_text
            self.updateGeometry()
            self.update()

    @property
    def _is_dark(self) -> bool:
        return bool(self.property("look") == "primary")

    def sizeHint(self) -> QSize:
        look = theme.current()
        wide = 2.0 * look.px(11)
        if not self._no_text:
            bold = theme.metrics(theme.BODY, True, look.scale)
            wide += max(bold.horizontalAdvance(each) for each in (self.text(), self.other)) + 2
        wide += look.px(16 if self._no_text else 24) if self.glyph else 0
        wide += self._cap_width() + look.px(10) if self.key and not self._no_key else 0
        return QSize(round(wide), look.px(28))

    minimumSizeHint = sizeHint

    def _cap_width(self) -> float:
        look = theme.current()
        return max(
            look.px(17),
            theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(self.key) + look.px(8),
        )

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = "ink3" if not self.isEnabled() else "on_accent" if self._is_dark else "ink"
        x = float(look.px(11))
        if self.glyph:
            paint_glyph(
                painter,
                QRectF(x, (self.height() - look.px(16)) / 2, look.px(16), look.px(16)),
                self.glyph,
                look.colour(role),
            )
            x += look.px(24)
        painter.setFont(look.font(theme.BODY, self._is_dark or self.isChecked()))
        painter.setPen(look.colour(role))
        if not self._no_text:
            painter.drawText(
                QRectF(x, 0, self.width() - x, self.height()),
                Qt.AlignmentFlag.AlignVCenter,
                self.text(),
            )
        if self.key and not self._no_key:
            self._paint_cap(painter, role)
        painter.end()

    def _paint_cap(self, painter: QPainter, role: str) -> None:
        look = theme.current()
        wide = self._cap_width()
        cap = QRectF(
            self.width() - look.px(9) - wide, (self.height() - look.px(17)) / 2, wide, look.px(17)
        )
        painter.setPen(QPen(look.colour("on_accent" if role == "on_accent" else "edge"), 1))
        painter.drawRoundedRect(cap.translated(0.5, 0.5).adjusted(0, 0, -1, -1), 3, 3)
        painter.setPen(look.colour(role if role != "ink" else "ink2"))
        painter.setFont(look.font(theme.TABLE))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key)


class GlyphButton(QPushButton):
    """A small button that is only a glyph (first, back, on, last)."""

    def __init__(self, glyph: str, name: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.glyph = glyph
        self.setAccessibleName(name)
        self.setToolTip(f"{name}\nKey: {key}" if key else name)
        self.setProperty("look", "flat")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = theme.current().px(28)
        return QSize(side, side)

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        box = QRectF(0, 0, look.px(16), look.px(16))
        box.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        paint_glyph(painter, box, self.glyph, look.colour("ink" if self.isEnabled() else "ink3"))
        painter.end()
