"""The page of sweeps: the set-up, what can be said so far, the map, curve or table of scores, the
chosen point with the buttons that play it, and the progress.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QWidget

from engines.knobs import KnobError
from lab.experiments.sweep import SweepResult
from lab.match.seats import command
from lab.ui.explore import heat as says
from lab.ui.explore.chart import ScoreCurve, SweepChart
from lab.ui.explore.listing import Listing
from lab.ui.explore.map import SweepMap
from lab.ui.explore.panel import SweepPanel
from lab.ui.parts import theme
from lab.ui.parts.headline import Headline
from lab.ui.parts.layout import column, hairline, row
from lab.ui.parts.messages import Empty, ErrorBar, one_line
from lab.ui.parts.segments import Choice
from lab.ui.shell.status import ProgressFoot
from lab.ui.shell.three_parts import SIDE
from lab.ui.shell.workspaces import WorkspacePage


class ChosenLine(QWidget):
    """A point in words, and a button for each seat; `load_asked` carries the seat."""

    load_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._words, self._buttons = one_line("", "soft", self), QWidget(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        row, buttons = QHBoxLayout(self), QHBoxLayout(self._buttons)
        for layout in (row, buttons):
            layout.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self._buttons)
        self._buttons.hide()

    def text(self) -> str:
        """The words on show."""
        return self._words.text()

    def set_point(self, words: str, seats: int = 0) -> None:
        """Words, and how many seats the point can be loaded into; 0 where none is chosen."""
        self._words.setText(words)
        self._buttons.setVisible(seats > 0)
        if seats:
            self._set_buttons(seats)

    def _set_buttons(self, seats: int) -> None:
        row = self._buttons.layout()
        assert isinstance(row, QHBoxLayout)
        while row.count() > seats and (item := row.takeAt(row.count() - 1)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for seat in range(row.count(), seats):
            title = f"Play it as seat {seat + 1}"
            button = QPushButton(title)
            button.setToolTip(
                f"<div><b>{title}</b></div><div>Begins a match with this player in seat "
                f"{seat + 1}.</div>"
            )
            button.clicked.connect(lambda _=False, seat=seat: self.load_asked.emit(seat))
            row.addWidget(button)


PREPARING = "Preparing; the first time takes up to half a minute"


class ProgressLine(ProgressFoot):
    """Hidden until there is a sweep."""

    def __init__(self) -> None:
        super().__init__("Progress of the sweep", 200)

    def text(self) -> str:
        """The words on show."""
        return self.words.text()

    def show_state(self, result: SweepResult | None, running: bool, per_minute: float) -> None:
        """The results so far, and the recent rate of matches."""
        self.setVisible(result is not None or running)
        begins = running and (result is None or not result.matches)
        self.set_share(0, 0 if begins else 1)
        if begins or result is None:
            self.words.set_text(PREPARING if running else "")
            return
        self.set_share(result.matches, result.grid.total)
        self.words.set_text(says.progress(result, running, per_minute))


CHART, TABLE = "chart", "table"
# widths of the panel in a narrow, a usual and a wide window, pixels at 100 %
PANEL = (248, 256, 280)
NARROW, WIDE = 1280, 1900  # widths of such windows
UNITS = "% of points, 95 % interval"


class ExplorePage(WorkspacePage):
    """The whole of it. `load_asked` carries the game, the seat and the player of a point."""

    load_asked = Signal(object, int, object)
    start_asked = Signal()
    ended = Signal()

    def __init__(self, game: str = "csb") -> None:
        super().__init__()
        self.setAccessibleName("Sweep")
        self.panel = SweepPanel(self)
        self.result: SweepResult | None = None
        self.running, self.per_minute = False, 0.0
        self.map = SweepMap("Map of scores")
        self.curve = ScoreCurve("Curve of scores")
        self.listing = Listing()
        self.headline = Headline(wraps=True)
        self._choices: tuple[Choice, ...] = ()
        self._view = ""
        self.stack, self.empty, self.error = QStackedWidget(), Empty(), ErrorBar()
        self.chosen = ChosenLine()
        self.progress = ProgressLine()
        self.selected = -1
        self._shown: object = None
        self._lay_out()
        self._connect()
        theme.follow(self._fit)
        self.panel.show_game(game)
        self.show_result()

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        centre = QWidget()
        row(self.panel, hairline(upright=True), (centre, 1), of=self, gap=0)
        box = column(self.headline, self.error, of=centre, margins=(SIDE, 0, SIDE, 12), gap=8)
        self.error.hide()
        for part in (self.empty, self.map, self.curve, self.listing):
            self.stack.addWidget(part)
        box.addWidget(self.stack, 1)
        box.addWidget(self.chosen)
        box.addWidget(self.progress)

    def _connect(self) -> None:
        self.panel.start_asked.connect(self.start_asked)
        self.panel.copy_asked.connect(self._copy)
        self.chosen.load_asked.connect(self.load)
        for view in (self.map, self.curve, self.listing):
            view.picked.connect(self.select)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.isAncestorOf(self.window().focusWidget() or self):
            self.panel.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        look = theme.current()
        at_100 = self.width() / look.scale
        self.panel.setFixedWidth(
            look.px(PANEL[0] if at_100 <= NARROW else PANEL[2] if at_100 >= WIDE else PANEL[1])
        )

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def chart(self) -> SweepChart:
        """The picture that fits the result."""
        return (
            self.map if self.result is not None and len(self.result.grid.axes) == 2 else self.curve
        )

    def set_state(self, result: SweepResult | None, running: bool, per_minute: float) -> None:
        """What is known of a sweep, and whether it is being played."""
        self.result, self.running, self.per_minute = result, running, per_minute
        self.show_result()

    def show_result(self) -> None:
        """Shows everything again."""
        result = self.result
        anew = result is not None and self._shown != result.plan.question
        if anew and result is not None:
            self._shown = result.plan.question
            self.selected = -1
            self._views(result)
        for view in (self.map, self.curve):
            view.set_result(result if view is self.chart else None)
            view.select(self.selected if view is self.chart else -1)
        self._show_part()
        self._show_words()
        self._show_chosen()
        self.progress.show_state(result, self.running, self.per_minute)
        self.panel.set_running(self.running)

    def _views(self, result: SweepResult) -> None:
        """Map or curve, and table; more than two parameters have only the table."""
        drawn = (
            []
            if len(result.grid.axes) > 2
            else [Choice(CHART, "Map" if len(result.grid.axes) == 2 else "Curve")]
        )
        self._choices = (*drawn, Choice(TABLE, "Table"))
        self.views_changed.emit()

    @property
    def own_views(self) -> tuple[Choice, ...]:
        return self._choices

    @property
    def own_view(self) -> str:
        names = [str(choice.value) for choice in self._choices]
        return self._view if self._view in names else names[0] if names else ""

    def choose_view(self, name: str) -> None:
        self._view = name
        self._show_part()
        self.views_changed.emit()

    def _show_part(self) -> None:
        result = self.result
        shown: QWidget = (
            self.empty if result is None else self.listing if self.own_view == TABLE else self.chart
        )
        if shown is self.listing:  # a hidden table is not kept up to date
            self.listing.set_result(result)
            self.listing.select(self.selected)
        self.stack.setCurrentWidget(shown)
        if result is None:
            self._show_empty()

    def _show_empty(self) -> None:
        if self.running:
            self.empty.set_words(
                "Preparing the kernels and playing the first matches.",
                "The first time takes up to half a minute.",
            )
            return
        why = "The map shows how strong a search is at every setting, against one benchmark."
        self.empty.set_words(
            why,
            (
                "Choose at the left what to vary, then run. Or open results that smitsilab "
                "sweep has played."
            ),
        )

    def _show_words(self) -> None:
        said = says.verdict(self.result) if self.result is not None else ("No sweep yet", "")
        self.headline.set_words(*said, note=UNITS if self.result is not None else "")

    # -- one point ---------------------------------------------------------------------------------

    def select(self, point: int) -> None:
        """Selects a point."""
        self.selected = point
        self.chart.select(point)
        if self.stack.currentWidget() is self.listing:
            self.listing.select(point)
        self._show_chosen()

    def _show_chosen(self) -> None:
        result = self.result
        self.chosen.setVisible(result is not None)
        if result is None:
            return
        if 0 <= self.selected < len(result.points):
            self.chosen.set_point(says.point(result, self.selected), result.grid.game.seats)
            return
        drawn = "cell" if len(result.grid.axes) == 2 else "value"
        what = "row" if self.own_view == TABLE else drawn
        self.chosen.set_point(f"Choose a {what} to play it.")

    def load(self, seat: int) -> None:
        """Asks for a match with the selected point's player in a seat."""
        if self.result is not None and 0 <= self.selected < len(self.result.points):
            self.load_asked.emit(self.result.grid.game, seat, self.result.grid.seats[self.selected])

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command_line())

    # -- the window asks ---------------------------------------------------------------------------

    def state_words(self) -> str:
        if self.running:
            begun = self.result is not None and self.result.matches > 0
            place = self.panel.hands.workplace
            return place.running(self.per_minute) if begun else "Preparing"
        return ""

    def command_line(self) -> str:
        if self.result is not None and 0 <= self.selected < len(self.result.points):
            return command(self.result.grid.setup(self.selected, 0)[0])  # against the benchmark
        try:
            return self.panel.plan().command(*self.panel.hands.workplace.words)
        except KnobError:
            return ""

    def end(self) -> None:
        self.ended.emit()
