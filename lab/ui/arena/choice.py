"""The box that chooses an arena; F2 and Delete act on the one that is on show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from lab.ui.parts.combos import Combo, Entry

NEW = "\n"  # the entry for a new arena; no arena has this name
TIP = "Rename it: F2\nDelete it: Del"


class ArenaChoice(Combo):
    """`rename_asked` and `delete_asked` carry the arena on show."""

    rename_asked = Signal(str)
    delete_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Arena", parent)

    def set_arenas(self, names: Sequence[str], shown: str) -> None:
        """The arenas to choose from; `shown` is "" for a new one."""
        self.set_entries([*(Entry(name, name) for name in names), Entry(NEW, "New arena …")])
        self.choose(shown or NEW)
        self.setToolTip(TIP if shown else "")

    @property
    def shown(self) -> str:
        """The arena on show, "" for a new one."""
        return self.name if self.name != NEW else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = {Qt.Key.Key_F2: self.rename_asked, Qt.Key.Key_Delete: self.delete_asked}
        signal = asked.get(Qt.Key(event.key())) if self.shown else None
        if signal is not None:
            signal.emit(self.shown)
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """What can be done with the arena on show."""
        menu, name = QMenu(self), self.shown
        menu.addAction("Rename\tF2", lambda: self.rename_asked.emit(name))
        menu.addAction("Delete …\tDel", lambda: self.delete_asked.emit(name))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.shown:
            self.menu().exec(event.globalPos())
