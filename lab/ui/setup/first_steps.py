"""First steps: three things to try, at the foot of Set-up, each ticked off when it is done."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.layout import column, hairline, row
from lab.ui.parts.messages import label, one_line

DONE = "All three done"


class FirstSteps(QWidget):
    """The next step is in ink, the others are pale. `closed` is given when they are put away for
    good.
    """

    closed = Signal()

    def __init__(self, count: int) -> None:
        super().__init__()
        self.setAccessibleName("First steps")
        self.title, self.close_button = one_line("", "note", self), QToolButton(self)
        self.marks = [QLabel(self) for _ in range(count)]
        self.lines = [label("", "", self) for _ in range(count)]
        self._texts: tuple[str, ...] = ()
        self._done = frozenset[int]()
        self.close_button.setText("Close")
        self.close_button.setProperty("look", "flat")
        self.close_button.setToolTip("Closes the first steps; they are in the menu Help")
        self.close_button.clicked.connect(self.closed)
        top, pairs = Qt.AlignmentFlag.AlignTop, zip(self.marks, self.lines, strict=True)
        steps = [row((mark, 0, top), (text, 1), gap=6) for mark, text in pairs]
        column(
            hairline(),
            column(row((self.title, 1), self.close_button), *steps, margins=(12, 6, 12, 12), gap=6),
            of=self,
            gap=0,
        )
        theme.changed.connect(self._show)

    def set_steps(self, texts: Sequence[str], done: Collection[int]) -> None:
        """What there is to try, and which of it has been done."""
        if (tuple(texts), done) != (self._texts, self._done):
            self._texts, self._done = tuple(texts), frozenset(done)
            self._show()

    def _show(self) -> None:
        look, done = theme.current(), self._done
        left = [i for i in range(len(self._texts)) if i not in done]
        self.title.setText(f"First steps, {len(done) + 1} of {len(self._texts)}" if left else DONE)
        for i, text in enumerate(self._texts):
            mark, line = self.marks[i], self.lines[i]
            mark.setFixedWidth(look.px(14))
            if i in done:
                mark.setPixmap(icon("check", "ink2").pixmap(look.px(14), look.px(14)))
            else:
                mark.setText(str(i + 1))
            ink = look.colour("ink" if left[:1] == [i] else "ink2").name()
            line.setText(text)
            line.setAccessibleName(f"{text} {'Done.' if i in done else ''}".rstrip())
            for part in (mark, line):
                part.setStyleSheet(f"color: {ink};")
