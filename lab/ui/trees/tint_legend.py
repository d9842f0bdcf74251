"""The scale of a tint: from pale to dark, with the numbers at its ends."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.tips import plain
from lab.ui.trees.icicle_tints import FAINT, STRONG, spread_of
from lab.ui.trees.tree_parts import Tint, TreePart
from lab.words import numerals

BAR = 52  # pixels at 100 %


class TintLegend(QWidget):
    """A bar between two numbers or words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.ends = ("", "")

    def set_scale(self, tint: Tint, tree: TreePart | None) -> None:
        """The ends of a tint in that tree."""
        ends = ends_of_tint(tint, tree)
        if ends != self.ends:
            self.ends = ends
            told = f"Pale: {ends[0]}. Dark: {ends[1]}."
            mean = "\nThe average is over the visits of all nodes of the same side."
            self.setToolTip(plain(told + (mean if tint is Tint.MEAN else "")))
            self.setAccessibleName(f"Tint from {ends[0]} to {ends[1]}")
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        look = theme.current()
        words = sum(text_width(end, theme.AXIS) for end in self.ends)
        return QSize(round(words) + look.px(BAR + 14), look.px(20))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            left = text_width(self.ends[0], theme.AXIS) + look.px(6)
            room = QRectF(0, 0, self.width(), self.height())
            put(painter, room, self.ends[0], theme.AXIS, "ink2")
            put(painter, room, self.ends[1], theme.AXIS, "ink2", right=True)
            high = look.px(8)
            bar = QRectF(left, (self.height() - high) / 2, look.px(BAR), high)
            shades = QLinearGradient(bar.left(), 0, bar.right(), 0)
            for place, share in ((0.0, FAINT * STRONG), (1.0, STRONG)):
                colour = QColor(look.colour("ink"))  # its own: the theme's are shared
                colour.setAlphaF(share)
                shades.setColorAt(place, colour)
            painter.fillRect(bar, shades)


def ends_of_tint(tint: Tint, tree: TreePart | None) -> tuple[str, str]:
    """What pale and dark mean."""
    if tint is Tint.PROVEN:
        return "lost or open", "won"
    if tint is Tint.RECENT:
        return "0", "most"
    if tree is None:
        return "", ""
    spread = numerals.short(spread_of(tree.part))
    if tint is Tint.BOUND:
        return f"{numerals.MINUS}{numerals.short(2 * spread_of(tree.part))}", "highest"
    whose = "average " if tint is Tint.MEAN else ""  # of all nodes of the same side
    return f"{whose}{numerals.MINUS}{spread}", f"{whose}+{spread}"
