"""The middle of the page: the standing over the crosstable, or the list of games, or in a narrow
window what is being played; below them who plays next, the verdict, and the progress.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lab.ui.arena import says
from lab.ui.arena.crosstable import CrossTable
from lab.ui.arena.games import GamesView
from lab.ui.arena.records import ArenaView
from lab.ui.arena.standing import StandingTable
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Empty, ErrorBar, label
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.verdict_line import VerdictLine
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided

STANDING, GAMES, LIVE = "standing", "games", "live"
CHOICES = (
    Choice(STANDING, "Standing", "Ratings, and each against each"),
    Choice(GAMES, "Games", "The list of games"),
)
LIVE_CHOICE = Choice(LIVE, "Live", "Games being played, and the test")
PARTS = 1000  # of the progress bar
ROWS, CELLS = (22, 33), (22, 38)  # heights of rows, least and most, pixels at 100 %
HINT = "% of points of the row against the column; the paler, the less sure"


class Tables(QWidget):
    """Standing and crosstable, which share the height: rows as high as usual if all fit, lower ones
    if not, and at last both scroll.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.standing, self.cross = StandingTable(), CrossTable()
        self.band = Band("Each against each", self.cross, "cross")
        self.band.set_hint(HINT)
        self.band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.remarks = label("", "note", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.standing)
        column.addWidget(self.band)
        column.addWidget(self.remarks)
        column.addStretch(1)
        self.band.toggled_by_hand.connect(self.fit)
        theme.changed.connect(self.fit)

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        many = len(view.rows) != len(self.standing.view.rows)
        self.standing.set_view(view)
        self.cross.set_view(view)
        following = view.standing.next
        first = following.sentence if following is not None else ""
        words = " ".join((first, *view.standing.remarks)).strip()
        changed = words != self.remarks.text()
        self.remarks.setText(words)
        self.remarks.setVisible(bool(words))
        if many or changed:
            self.fit()

    def fit(self, _event: object = None) -> None:
        """Shares the height out."""
        look, rows = theme.current(), max(1, len(self.standing.view.rows))
        heads = self.standing.horizontalHeader().sizeHint().height()
        title = self.band.title.sizeHint().height() + 1
        open_ = self.band.is_open
        numbers = self.cross.horizontalHeader().sizeHint().height() if open_ else 0
        words = self.remarks.heightForWidth(self.width()) if self.remarks.text() else 0
        room = self.height() - heads - title - numbers - words - 24
        usual = rows * (look.px(ROWS[1]) + (look.px(CELLS[1]) if open_ else 0))
        share = max(0.0, min(1.0, room / max(1, usual)))
        high = max(look.px(ROWS[0]), int(share * look.px(ROWS[1])))
        cell = max(look.px(CELLS[0]), int(share * look.px(CELLS[1])))
        self.standing.set_row_height(high)
        self.cross.set_row_height(cell)
        above, below = heads + rows * high + 2, numbers + rows * cell + 2
        if above + below > room + heads + numbers + 4:
            whole = room + heads + numbers
            above = min(above, max(heads + 3 * high, whole // 2 if open_ else whole))
            below = max(numbers + 3 * cell, whole - above)
        self.standing.setFixedHeight(above)
        self.cross.setFixedHeight(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class ArenaCentre(QWidget):
    """Setters in; the tables' and the list's own signals out."""

    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.caption = QLabel("Standing"), Elided("Arena")
        self.switch = Segments("View", CHOICES)
        self.tables, self.games = Tables(), GamesView()
        self.empty, self.error = Empty(), ErrorBar()
        self.stack = QStackedWidget()
        self.live = QWidget()  # filled by the page while the window is narrow
        self.verdict, self.bar, self.words = VerdictLine(), QProgressBar(), Elided("Progress")
        self._lay_out()
        self.switch.chosen.connect(self._choose)
        theme.changed.connect(self._redress)
        self._redress()

    def _lay_out(self) -> None:
        self._top = QWidget()
        row, foot = QHBoxLayout(self._top), QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(10)
        self.title.setProperty("look", "title")
        self.bar.setTextVisible(False)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName("Progress of the arena")
        row.addWidget(self.title)
        row.addWidget(self.caption, 1)
        row.addWidget(self.switch)
        foot.setSpacing(8)
        foot.addWidget(self.bar)
        foot.addWidget(self.words, 1)
        inside = QVBoxLayout(self.live)
        inside.setContentsMargins(0, 0, 0, 0)
        for page in (self.empty, self.tables, self.games, self.live):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 0, 12, 10)
        column.setSpacing(8)
        for part in (self._top, self.error):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        column.addWidget(self.verdict)
        column.addLayout(foot)
        self.error.hide()

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.bar.setFixedWidth(look.px(160))
        for part in (self.caption, self.words):
            part.setFont(look.font(theme.TABLE))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._redress()

    # -- setters -----------------------------------------------------------------------------------

    @property
    def shown(self) -> str:
        """STANDING, GAMES or LIVE."""
        return str(self.switch.value())

    def show_part(self, name: str) -> None:
        """Shows the standing, the games, or what is being played."""
        self.switch.set_value(name)
        self._show()

    def _choose(self, name: object) -> None:
        self._show()
        self.view_chosen.emit(str(name))

    def _show(self) -> None:
        part = {STANDING: self.tables, GAMES: self.games, LIVE: self.live}[self.shown]
        has = bool(self.tables.standing.view.rows)
        self.stack.setCurrentWidget(part if has or self.shown != STANDING else self.empty)
        self.title.setText({GAMES: "Games", LIVE: "Being played"}.get(self.shown, "Standing"))

    def set_live(self, page: QWidget | None) -> None:
        """Takes what is being played into the switch, or gives it back."""
        inside = self.live.layout()
        assert inside is not None
        if page is not None:
            inside.addWidget(page)
            page.show()
        self.switch.set_choices([*CHOICES, LIVE_CHOICE] if page is not None else CHOICES)
        self._show()

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.tables.set_view(view)
        self.games.set_bots([row.name for row in view.rows])
        self.caption.set_text(view.standing.note)
        self.verdict.set_words(*says.verdict(view))
        self.verdict.setVisible(bool(view.rows))
        found = view.standing.progress
        self.bar.setRange(0, PARTS if found.total else 0)  # without an end it only moves
        self.bar.setValue(round(PARTS * min(1.0, found.done / max(1, found.total))))
        self.bar.setVisible(view.running or bool(found.total))
        self.words.set_text(says.progress(view))
        self._show()

    def set_empty(self, why: str, help: str, button: str = "") -> None:
        """What is said while there is no standing."""
        self.empty.set_words(why, help, button)

    def focus_cell(self) -> tuple[int, int] | None:
        """The current cell of the crosstable, or the current row of the standing and the next
        one, whichever has the focus.
        """
        cross, standing = self.tables.cross, self.tables.standing
        if cross.hasFocus() and cross.currentIndex().isValid():
            here = cross.currentIndex()
            return here.row(), here.column()
        row = standing.currentIndex().row()
        return (row, row + 1) if 0 <= row < len(standing.view.rows) - 1 else None
