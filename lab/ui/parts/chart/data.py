"""The numbers behind a chart, as text for the clipboard and as a CSV file.

What every chart offers under the right mouse button, the menu key and Ctrl+C: its data, and the
way back to the whole range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QStandardPaths, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from lab.export.cells import lines
from lab.files.placing import Place
from lab.ui.parts import pictures
from lab.ui.parts.tips import Bubble

BACK = Qt.Key.Key_Backspace
DataCell = str | float | None  # None and NaN are empty cells


class DataMenu(QObject):
    """Watches a widget. `data` gives the numbers that are on show, None while there are none;
    `back` shows the whole range and says whether anything changed, None where nothing zooms.
    """

    def __init__(
        self,
        widget: QWidget,
        data: Callable[[], ChartData | None],
        back: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(widget)
        self._widget, self._data, self._back = widget, data, back
        self._folder = ""
        self.above: Callable[[QMenu], None] | None = None  # adds what can be done besides
        self.menu: QMenu | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent):
            self.open(event)
            return True
        if isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Copy):
            if event.type() == QEvent.Type.KeyPress:
                self.copy()
            event.accept()
            return event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return event.key() == BACK and self._back is not None and self._back()
        return False

    def made(self) -> QMenu:
        """The menu; entries without data are disabled."""
        menu, some = QMenu(self._widget), self._data() is not None
        if self.above is not None:
            self.above(menu)
        copied = menu.addAction("Copy data", self.copy)
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        saved = menu.addAction("Save data as CSV ...", self.ask)
        for action in (copied, saved):
            action.setEnabled(some)
        menu.addSeparator()
        pictures.add_entries(menu, self._widget)
        if self._back is not None:
            menu.addSeparator()
            menu.addAction("Back to all", self._back).setShortcut(QKeySequence(BACK))
        return menu

    def open(self, event: QContextMenuEvent) -> None:
        """Opens the menu at the pointer, or in the middle when a key asked for it."""
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = self.made()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        middle = self._widget.mapToGlobal(self._widget.rect().center())
        self.menu.popup(middle if by_key else event.globalPos())

    def copy(self) -> None:
        """Puts the data on the clipboard, with tabs between the cells."""
        if (data := self._data()) is not None:
            QGuiApplication.clipboard().setText(data.tabs)

    def ask(self) -> None:
        """Asks for a name and writes the file; the data are those of the moment of asking."""
        data = self._data()
        if data is None:
            return
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        folder = Path(self._folder or QStandardPaths.writableLocation(documents))
        path, _ = QFileDialog.getSaveFileName(
            self._widget, "Save the data", str(folder / data.file_name), "CSV (*.csv)"
        )
        if path:
            self._folder = str(Path(path).parent)
            if why := save(data, Path(path)):
                Bubble(self._widget).say(why, self._widget.rect().center())


@dataclass(frozen=True)
class ChartData:
    """What is drawn: `name` proposes a file name, `heads` name the columns and their units, `rows`
    hold as many cells each.
    """

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[DataCell, ...], ...]

    def text(self, delimiter: str) -> str:
        """All rows under their heads."""
        return lines([self.heads, *self.rows], delimiter)

    @property
    def csv(self) -> str:
        """The text of the file."""
        return self.text(",")

    @property
    def tabs(self) -> str:
        """The text for the clipboard: spreadsheets put it into cells."""
        return self.text("\t")

    @property
    def file_name(self) -> str:
        """The proposed name of the file."""
        words = "".join(c if c.isalnum() else " " for c in self.name.lower()).split()
        return f"{'-'.join(words)}.csv"


def save(data: ChartData, path: Path) -> str:
    """Writes the file; returns why that failed in a sentence, else ""."""
    try:
        with Place(path, replaces=True) as place:
            place.draft.write_text(data.csv, encoding="utf-8", newline="")
    except OSError as error:
        return f"{path.name} was not saved: {error.strerror or error}."
    return ""
