"""The middle of the page: the verdict, and below it the standing over the crosstable, or the list
of games, or in a narrow window what is being played; or the form of a new arena.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.arena import says
from lab.ui.arena.games import GamesView
from lab.ui.arena.records import ArenaView
from lab.ui.arena.standing import CrossTable, StandingTable
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import QuestionBar, label
from lab.ui.parts.segments import Choice
from lab.ui.shell.three_parts import TabbedCentre

STANDING, GAMES, LIVE = "standing", "games", "live"
CHOICES = (
    Choice(STANDING, "Standing", "Ratings, and each against each"),
    Choice(GAMES, "Games", "The list of games"),
)
LIVE_CHOICE = Choice(LIVE, "Live", "Games being played, and the test")
RULES_TIP = "The rules of this game have changed. Games are compared under one version only."
ROWS, CELLS = (22, 33), (22, 38)  # heights of rows, least and most, pixels at 100 %
HINT = "points in % of the row; pale: unsure"
NEW = "A new arena", "A pool of bots that play one another under the same rules"


class StandingTables(QWidget):
    """Standing and crosstable, which share the height: rows as high as usual if all fit, lower ones
    if not, and at last both scroll.
    """

    def __init__(self) -> None:
        super().__init__()
        self.standing, self.cross = StandingTable(), CrossTable()
        self.band = Band("Each against each", self.cross, "cross")
        self.band.set_hint(HINT)
        self.band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.remarks = label("", "note", self)
        column(self.standing, self.band, self.remarks, 1, of=self, gap=6)
        self.band.toggled_by_hand.connect(self.fit)
        for changed in (theme.changed, detail.changed):
            changed.connect(self.fit)

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.band.set_answer(says.met(view))
        self.band.setVisible(len(view.rows) > 1)
        many = len(view.rows) != len(self.standing.view.rows)
        self.standing.set_view(view)
        self.cross.set_view(view)
        words = " ".join(view.standing.remarks)
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
            half = whole // 2 if open_ else whole  # and no row is cut
            above = min(above, heads + max(3, (half - heads) // high) * high + 2)
            below = numbers + max(3, (whole - above - numbers) // cell) * cell + 2
        self.standing.setFixedHeight(above)
        self.cross.setFixedHeight(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class ArenaCentre(TabbedCentre):
    """Setters in; the tables' and the list's own signals out."""

    def __init__(self) -> None:
        super().__init__(CHOICES, LIVE_CHOICE)
        self.tables, self.games, self.question = StandingTables(), GamesView(), QuestionBar()
        self._why = "", ""  # there is no standing yet
        self._new: QWidget | None = None  # the form of a new arena, while one is to be made
        self.rules = Combo("Version of the rules")
        self.rules.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.rules.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.rules.setToolTip(RULES_TIP)
        self.rules.hide()
        self._stand((self.tables, self.games), above=(self.rules, self.question))

    # -- setters -----------------------------------------------------------------------------------

    def set_new(self, form: QWidget | None) -> None:
        """The form of a new arena in place of all else; None for an arena that is there."""
        if form is not None and self.stack.indexOf(form) < 0:
            self.stack.addWidget(form)
        self._new = form
        self._show()
        self.views_changed.emit()

    @property
    def choices(self) -> tuple[Choice, ...]:
        return super().choices if self._new is None else ()

    @property
    def shown(self) -> str:
        return super().shown if self._new is None else STANDING

    def _show(self) -> None:
        part = {STANDING: self.tables, GAMES: self.games, LIVE: self.tab}[self.shown]
        view = self.tables.standing.view
        has = bool(view.rows) or self.shown != STANDING
        self.stack.setCurrentWidget(self._new or (part if has else self.empty))
        said = says.verdict(view) if view.rows else self._why
        self.headline.set_words(*(NEW if self._new is not None else said))

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.tables.set_view(view)
        self.games.set_bots([row.name for row in view.rows])
        if not view.rows:
            self.games.set_games(())
        self._show()

    def set_rules(self, entries: Sequence[Entry]) -> None:
        """The versions of the rules that have a standing, the one of now last and chosen; there is
        nothing to choose from fewer than two.
        """
        self.rules.set_entries(entries[::-1])
        self.rules.choose(entries[-1].name if entries else "")
        self.rules.setVisible(len(entries) > 1)

    def set_empty(self, why: str, help: str) -> None:
        """What is said while there is no standing."""
        self._why = why, help
        self._show()

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
