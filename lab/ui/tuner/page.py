"""The page that tunes a player: knobs at the left, what is known of them in the middle, at the
right the race, all settings at once, which settings matter, and the history. Where the height is
short, bands of the right fold from the bottom up.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.part import ViewPart
from lab.ui.shell.three_parts import FoldingSide, PartWidths, ThreePartPage
from lab.ui.tuner import records as says
from lab.ui.tuner.centre import ASIDE, CURVES, GAMES, MAP, TunerCentre
from lab.ui.tuner.panel import TunerPanel
from lab.ui.tuner.parallel import HIGH, ParallelSettings
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.tables import LEAST_ROW, ROW, Race

SPACE = 6  # above and below a line of text, pixels
LATEST = 8  # lines of the history


class Importance(ViewPart[TunerView]):
    """The share of the effect of each knob, the weightiest first."""

    def __init__(self) -> None:
        super().__init__("Which settings matter")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = DataMenu(self, self.data)

    def rows(self) -> list[tuple[str, float]]:
        """Titles and shares."""
        view = self.view or TunerView()
        return [(view.shown_knobs[k].title, view.shown_knobs[k].share) for k in view.weighty]

    def content_height(self) -> float:
        return len(self.rows()) * text_line(theme.TABLE, SPACE) + theme.current().px(8)

    def lines(self) -> list[str]:
        return [f"{title}: {says.percent(share)}" for title, share in self.rows()]

    def data(self) -> ChartData | None:
        """The shares as rows."""
        rows = tuple((title, 100 * share) for title, share in self.rows())
        return ChartData("Which settings matter", ("setting", "share of the effect %"), rows)

    def paint_view(self, painter: QPainter, view: TunerView) -> None:
        look, line, rows = theme.current(), text_line(theme.TABLE, SPACE), self.rows()
        pad = look.px(12)
        names = max((text_width(title) for title, _ in rows), default=0.0)
        names = min(names + look.px(12), 0.45 * self.width())
        number = text_width("100 %") + look.px(6)
        for k, (title, share) in enumerate(rows):
            top = k * line
            put(painter, QRectF(pad, top, names - 4, line), title, theme.TABLE)
            wide = self.width() - 2 * pad - names - number
            bar = QRectF(pad + names, top + line / 2 - look.px(4), max(4.0, wide), look.px(8))
            painter.fillRect(bar, look.colour("track"))
            bar.setWidth(bar.width() * min(1.0, max(0.0, share)))
            painter.fillRect(bar, look.colour("ink2"))
            room = QRectF(self.width() - pad - number, top, number, line)
            put(painter, room, says.percent(share), theme.TABLE, right=True)


class History(ViewPart[TunerView]):
    """What happened, the latest lines of it."""

    def __init__(self) -> None:
        super().__init__("History")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = DataMenu(self, self.data)

    def rows(self) -> list[tuple[str, str]]:
        """Times and words."""
        found = self.view.history if self.view is not None else ()
        return [(says.clock(each.at), each.words) for each in found]

    def content_height(self) -> float:
        count = min(LATEST, len(self.rows()))
        return max(1, count) * text_line(theme.TABLE, SPACE) + theme.current().px(8)

    def lines(self) -> list[str]:
        return [f"{at} {words}" for at, words in self.rows()]

    def data(self) -> ChartData | None:
        """All lines."""
        return ChartData("History", ("at", "what"), tuple(self.rows()))

    def paint_view(self, painter: QPainter, view: TunerView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, SPACE)
        pad = look.px(12)
        rows = self.rows()[-LATEST:]
        times = max((text_width(at) for at, _ in rows), default=0.0) + look.px(12)
        for k, (at, words) in enumerate(rows):
            put(painter, QRectF(pad, k * line, times, line), at, theme.TABLE, "ink2")
            room = QRectF(pad + times, k * line, self.width() - 2 * pad - times, line)
            put(painter, room, words, theme.TABLE)


LINES = "a line is a setting; best tenth dark"
SPACES = 30  # between the parts, pixels
FEWEST = 6  # rows of the race that are shown before anything folds


class TunerAside(FoldingSide):
    """Setters in; `setting_chosen` carries a setting, `filtered` those that are kept."""

    setting_chosen = Signal(object)
    filtered = Signal(object)

    def __init__(self) -> None:
        super().__init__("Race of the best", "Race")
        self.race, self.parallel = Race(), ParallelSettings()
        self.importance, self.history = Importance(), History()
        self.parallel_band = Band("All settings at once", self.parallel, "parallel")
        self.importance_band = Band("Which settings matter", self.importance, "importance")
        self.history_band = Band("History", self.history, "history")
        self.bands = (self.history_band, self.importance_band, self.parallel_band)
        self.parallel.setToolTip("Drag along an axis to filter; a click takes that back")
        self._lay_out()
        for part in (self.race, self.parallel):
            part.setting_chosen.connect(self.setting_chosen)
        self.parallel.filtered.connect(self.filtered)
        theme.changed.connect(self._redress)
        detail.changed.connect(self.fit)
        self._redress()

    def _lay_out(self) -> None:
        column = self.column
        self.parallel_band.set_hint(LINES)
        self.importance_band.set_hint("share of the model's variance")
        column.addWidget(self.race)
        for band in reversed(self.bands):
            band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            band.toggled_by_hand.connect(self.fit)
            column.addWidget(band)
        column.addStretch(1)

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
        self.parallel_band.set_answer(f"{len(view.tried):,} tried")
        top = next(iter(self.importance.rows()), None)
        self.importance_band.set_answer(f"{top[0]} {says.percent(top[1])}" if top else "")
        self.history_band.set_answer(self.history.rows()[-1][1] if view.history else "")
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
            on = fits and detail.is_full() if band.by_hand is None else band.by_hand
            if band.is_open != on:
                band.set_open(on)
            room -= need if on else 0
        few, room = few + min(0, room), max(0, room)  # no part covers another one
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


class TunerPage(ThreePartPage):
    """The whole of the page; it knows records, not stores. `games_wanted` carries a setting whose
    games are to be listed, `watch_asked` the number of a game.
    """

    games_wanted = Signal(object)

    widths = PartWidths((240, 256, 280), 0.297, (350, 620))
    keys = (Qt.Key.Key_Space, Qt.Key.Key_T, Qt.Key.Key_Escape)

    def __init__(self) -> None:
        self.panel, self.centre, self.aside = TunerPanel(), TunerCentre(), TunerAside()
        super().__init__("Tuner", self.panel, self.centre, self.aside)
        self.view = TunerView()
        centre = self.centre
        for chosen in (centre.slices, centre.settings, centre.map, self.aside):
            chosen.setting_chosen.connect(self.list_games)
        centre.games.watched.connect(self.watch_asked)
        self.aside.filtered.connect(centre.slices.set_filter)
        self.aside.filtered.connect(centre.settings.set_filter)
        self._dress()
        self.set_view(self.view)

    def take_focus(self) -> None:
        """The keys go to the button that starts the tuning, or its test."""
        start, test = self.panel.start, self.centre.test
        (start if start.isEnabled() else test).setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: TunerView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.aside.set_view(view)
        self.panel.set_best(view)
        self.panel.set_running(view.running, 0 < view.total <= view.played)
        self._set_alone(view.found is None)

    # -- the user ----------------------------------------------------------------------------------

    def list_games(self, setting: object) -> None:
        """Asks for the games of a setting, and shows their list."""
        self.centre.show_part(GAMES)
        self.games_wanted.emit(setting)

    def _obey(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif key == Qt.Key.Key_T:
            self.centre.test.click()
        elif self.centre.shown in (GAMES, MAP, ASIDE):
            self.centre.show_part(CURVES)
