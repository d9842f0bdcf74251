"""The right of the page: the race, all settings at once, which knobs matter, and the history. Where
the height is short, bands fold from the bottom up.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.tuner import says
from lab.ui.tuner.asides import History, Importance
from lab.ui.tuner.parallel import HIGH, ParallelSettings
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.tables import LEAST_ROW, ROW, Race

LINES = "a line is a setting; best tenth dark"
SPACES = 30  # between the parts, pixels
FEWEST = 6  # rows of the race that are shown before anything folds


class TunerAside(QWidget):
    """Setters in; `setting_chosen` carries a setting, `filtered` those that are kept."""

    setting_chosen = Signal(object)
    filtered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.hint = QLabel("Race of the best"), Elided("Race")
        self.race, self.parallel = Race(), ParallelSettings()
        self.importance, self.history = Importance(), History()
        self.parallel_band = Band("All settings at once", self.parallel, "parallel")
        self.importance_band = Band("Which knobs matter", self.importance, "importance")
        self.history_band = Band("History", self.history, "history")
        self.bands = (self.history_band, self.importance_band, self.parallel_band)
        self.parallel.setToolTip("Drag along an axis to filter; a click takes that back")
        self._lay_out()
        for part in (self.race, self.parallel):
            part.setting_chosen.connect(self.setting_chosen)
        self.parallel.filtered.connect(self.filtered)
        theme.changed.connect(self._redress)
        self._redress()

    def _lay_out(self) -> None:
        self.top = QWidget()
        row, column = QHBoxLayout(self.top), QVBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 0)
        row.setSpacing(8)
        self.title.setProperty("look", "title")
        row.addWidget(self.title)
        row.addWidget(self.hint, 1)
        self.parallel_band.set_hint(LINES)
        self.importance_band.set_hint("share of the model's variance")
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(4)
        column.addWidget(self.top)
        column.addWidget(self.race)
        for band in reversed(self.bands):
            band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            band.toggled_by_hand.connect(self.fit)
            column.addWidget(band)
        column.addStretch(1)

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self.top.setFixedHeight(look.px(TITLE_LINE))
        self.hint.setFont(look.font(theme.TABLE))
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._redress()

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        title, hint = says.race_title(view)
        self.title.setText(title)
        self.hint.set_text(hint)
        self.race.set_view(view)
        self.parallel.set_view(view)
        self.importance.set_view(view)
        self.history.set_view(view)
        for part in (self.race, *self.bands):
            part.setVisible(view.found is not None)
        self.history_band.setVisible(bool(view.history))
        self.fit()

    def fit(self, _event: object = None) -> None:
        """Folds bands from the bottom up until the rest fits, except what was opened by hand."""
        look, rows = theme.current(), max(1, len(self.race.model_.rows))
        title = self.parallel_band.title.sizeHint().height() + 1
        head = self.race.horizontalHeader().sizeHint().height() + 4
        few = head + min(rows, FEWEST) * look.px(LEAST_ROW)
        room = self.height() - SPACES - self.top.height() - few - len(self.bands) * title
        least = self.parallel.minimumSizeHint().height()
        needs = {
            self.parallel_band: least,
            self.importance_band: self.importance.sizeHint().height(),
            self.history_band: self.history.sizeHint().height(),
        }
        fits = True
        for band, need in needs.items():
            fits = fits and room >= need
            on = fits if band.by_hand is None else band.by_hand
            if band.is_open != on:
                band.set_open(on)
            room -= need if on else 0
        room = max(0, room)
        if self.parallel_band.is_open:
            more = min(look.px(HIGH) - least, room // 2 if rows > FEWEST else room)
            self.parallel.setFixedHeight(least + max(0, more))
            room -= max(0, more)
        self._fit_race(few + room, head, rows)

    def _fit_race(self, room: int, head: int, rows: int) -> None:
        look = theme.current()
        each = max(look.px(LEAST_ROW), min(look.px(ROW), (room - head) // rows))
        self.race.set_row_height(each)
        whole = min(rows, max(2, (room - head) // each))  # no row is cut
        self.race.setFixedHeight(head + whole * each)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
