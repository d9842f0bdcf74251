"""The button of the status line that says what runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from lab.ui.parts import theme


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
        theme.changed.connect(self._restyled)
        self._restyled()
        self.hide()

    def _restyled(self, _theme: object = None) -> None:
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
