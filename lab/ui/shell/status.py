"""The status bar: what is running and what is selected at the left, the command line of what is on
screen at the right.

The button of the status line that says what runs.

The foot of a page: a bar that says how far something has come, and words beside it.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from lab.ui.parts import detail, theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.tips import plain

PARTS = 1000  # of the bar
HEIGHT = 24
BRIEF = "Copy as command"
COMMAND_SHARE = 0.62  # largest share of the width for the command


class ProgressFoot(QWidget):
    """The bar is `wide` pixels at 100 %; buttons follow the words."""

    def __init__(self, name: str, wide: int, *buttons: QWidget) -> None:
        super().__init__()
        self.bar, self.words, self._wide = QProgressBar(), Elided("Progress"), wide
        self.bar.setTextVisible(False)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName(name)
        row(self.bar, (self.words, 1), *buttons, of=self, gap=8)
        theme.follow(self.redress)

    def redress(self) -> None:
        """The sizes of today's theme."""
        look = theme.current()
        self.bar.setFixedWidth(look.px(self._wide))
        self.words.setFont(look.font(theme.TABLE))

    def set_share(self, done: float, total: float) -> None:
        """So much is done; without a `total` the bar only moves."""
        self.bar.setRange(0, PARTS if total > 0 else 0)
        if total > 0:
            self.bar.setValue(round(PARTS * min(1.0, done / total)))


class RunningButton(QPushButton):
    """Hidden while nothing runs; its menu goes to each work, or stops it, at once or where its
    games end.
    """

    went = Signal(str)
    stopped = Signal(str)
    ending = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "flat")
        self.setAccessibleName("Running: nothing")
        self.setToolTip("What runs now, on whichever page; to go there, or to stop it.")
        self._names: tuple[str, ...] = ()
        self._playing: set[str] = set()
        self.setMenu(QMenu(self))
        theme.follow(self._restyled)
        self.hide()

    def _restyled(self) -> None:
        look = theme.current()
        self.setStyleSheet(f"min-height: 0; padding: 1px 6px; font-size: {look.px(12)}px;")

    def set_running(self, names: Sequence[str], playing: Collection[str] = ()) -> None:
        """What runs; `playing` are those that may begin no game any more."""
        if (tuple(names), set(playing)) == (self._names, self._playing):
            return
        self._names, self._playing, menu = tuple(names), set(playing), self.menu()
        menu.clear()
        for name in names:
            menu.addAction(f"Go to {name}").triggered.connect(partial(self._go, name))
            if name in playing:
                menu.addAction(f"Finish the games of {name}").triggered.connect(
                    partial(self._end, name)
                )
            menu.addAction(f"Stop {name}").triggered.connect(partial(self._stop, name))
        self.setText(f"{len(names)} running")
        self.setAccessibleName(f"Running: {', '.join(names)}")
        self.setVisible(bool(names))

    def _go(self, name: str, _on: bool = False) -> None:
        self.went.emit(name)

    def _end(self, name: str, _on: bool = False) -> None:
        self.ending.emit(name)

    def _stop(self, name: str, _on: bool = False) -> None:
        self.stopped.emit(name)


class Elided(QLabel):
    """One line that ends in an ellipsis where there is no room, of which `keeps` is the share of
    its parent's that it has in any case; the whole text is its tooltip and its accessible name.
    """

    def __init__(self, name: str, parent: QWidget | None = None, keeps: float = 0.0) -> None:
        super().__init__(parent)
        self._name, self._keeps = name, keeps
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.role = "ink2"

    def set_text(self, text: str) -> None:
        """Shows a text."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(f"{self._name}: {text}")
            self.setToolTip(plain(text))

    def minimumSizeHint(self) -> QSize:
        parent = self.parentWidget()
        room = round(self._keeps * parent.width()) if parent is not None else 0
        return QSize(min(room, self.sizeHint().width()), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        wide = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        return QSize(round(wide) + 2, super().sizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setPen(theme.current().colour(self.role))
            shown = QFontMetricsF(self.font()).elidedText(
                self.text(), Qt.TextElideMode.ElideRight, self.width()
            )
            painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown)


def with_short_names(line: str) -> str:
    """A command line in which files have their names without folders, to be read, not to be run."""
    try:
        words = shlex.split(line)
    except ValueError:
        return line
    found = {word: Path(word).name for word in words if Path(word).is_absolute()}
    for word, name in found.items():
        line = line.replace(shlex.quote(word), shlex.quote(name))
    return line


class StatusLine(QWidget):
    """Setters in, one signal out."""

    copy_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Status")
        self._line, self._mark = "", ""
        self.state = Elided("What runs", self, keeps=0.5)
        self.chosen = Elided("Selected", self)
        self.command = Elided("Command line", self)
        self.copy = QToolButton(self)
        self.copy.setProperty("look", "flat")
        self.copy.setIcon(icon("copy", "ink2"))
        self.copy.setAccessibleName("Copy the command line")
        self.copy.setToolTip(
            "Copy the command line\nPlays what is on screen without the window.\nKey: Ctrl+Shift+C"
        )
        self.copy.clicked.connect(self.copy_asked)
        self.folder, self._file = QPushButton("Show in folder", self), Path()
        self.running = RunningButton(self)
        self._said = ""  # the sentence that the folder goes with
        self.folder.setProperty("look", "flat")
        self.folder.clicked.connect(self._show_folder)
        self.folder.hide()
        box = row(self.state, self.running, self.folder, of=self, margins=(12, 1, 8, 0), gap=8)
        box.addSpacing(12)
        box.addWidget(self.chosen, 1)
        box.addWidget(self.command)
        box.addWidget(self.copy)
        theme.changed.connect(self._restyled)
        detail.changed.connect(self._show_command)
        self._restyled()

    def _restyled(self) -> None:
        look = theme.current()
        self.setFixedHeight(look.px(HEIGHT))
        for part in (self.state, self.chosen):
            part.setFont(look.font(theme.TABLE))
        self._show_command()
        self.folder.setStyleSheet(f"min-height: 0; padding: 1px 6px; font-size: {look.px(12)}px;")
        self.copy.setStyleSheet(f"min-height: 0; padding: 1px; max-height: {look.px(20)}px;")
        self.copy.setIconSize(QSize(look.px(14), look.px(14)))
        self._fit()

    def offer_folder(self, file: Path) -> None:
        """Offers to open the folder of a file that was written, as long as the sentence about it
        stays.
        """
        self._file, self._said = file, self.state.text()
        self.folder.setToolTip(plain(f"Open the folder of {file.name}\n{file.parent}"))
        self.folder.show()

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file.parent)))

    def set_state(self, text: str) -> None:
        """What is running."""
        self.state.set_text(text)
        if text != self._said:
            self.folder.hide()

    def set_chosen(self, text: str) -> None:
        """The selected action in words; "" for none. It takes precedence over the command line."""
        if text != self.chosen.text():
            self.chosen.set_text(text)
            self._show_command()

    def set_command(self, text: str, mark: str = "") -> None:
        """The command line; `mark` says why it does not play exactly what is on screen."""
        if (text, mark) != (self._line, self._mark):
            self._line, self._mark = text, mark if text else ""
            self.copy.setVisible(bool(text))
            self._show_command()

    def _show_command(self) -> None:
        marked = f"({self._mark}) {self._line}" if self._mark else self._line
        brief = bool(marked) and (bool(self.chosen.text()) or not detail.is_full())
        self.command.set_text(BRIEF if brief else with_short_names(marked))
        self.command.setToolTip(plain(marked))
        self.command.setFont(
            theme.current().font(theme.TABLE) if brief else theme.current().fixed_font(theme.TABLE)
        )
        self._fit()

    def _fit(self) -> None:
        self.command.setMaximumWidth(round(COMMAND_SHARE * max(200, self.width())))
        self.state.updateGeometry()  # it keeps a share of the width

    def resizeEvent(self, event: object) -> None:
        self._fit()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("chrome"))
            painter.fillRect(0, 0, self.width(), 1, theme.current().colour("line"))
