"""A list of entries beside a page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Signal
from PySide6.QtWidgets import QFrame, QListView, QWidget

from lab.ui.parts.combos import NAME, Entry, EntryModel


class EntryList(QListView):
    """One entry is chosen; `chosen` gives the name of each that becomes so."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.entries: tuple[Entry, ...] = ()

    @property
    def name(self) -> str:
        """The name of the chosen entry, "" for none."""
        return str(self.currentIndex().data(NAME) or "")

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Replaces the list and chooses its first entry."""
        before, self.entries = self.model(), tuple(entries)
        self.setModel(EntryModel(self.entries, self))
        if before is not None:
            before.deleteLater()
        self.choose(self.entries[0].name if entries else "")

    def choose(self, name: str) -> None:
        """Chooses an entry, if there is one of that name."""
        names = [each.name for each in self.entries]
        if name in names:
            self.setCurrentIndex(self.model().index(names.index(name), 0))

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.name)
