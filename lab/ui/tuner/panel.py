"""The left of the page: who is tuned against one or several benchmarks, each met equally often, the
knobs with their ranges, how much is played, and the button that starts it. Signals go out, setters
come in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from engines.knobs import Value
from lab.experiments.tuner.methods import METHODS
from lab.experiments.tuner.space import TunedKnob
from lab.match.budget import TIME, Budget
from lab.match.openings import USUAL, Openings
from lab.ui.explore.players import PlayerBox
from lab.ui.parts import detail
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry, TickMenu
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.number_boxes import CountBox, NumberBox
from lab.ui.setup.side_panel import UNITS, HandsBox, SidePanel, block, show_budget, side_by_side
from lab.ui.tuner.ranges import KnobRange
from lab.ui.tuner.records import TunerForm, TunerView

MOST = 6
ANOTHER = "Another benchmark: a setting that beats one player only is of little use"


class BenchmarkBoxes(QWidget):
    """A box for each benchmark; `changed` reports any edit, setters are silent."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[PlayerBox] = []
        self._entries: tuple[Entry, ...] = ()
        self._aside: QVBoxLayout | None = None
        self.more, self.fewer = QPushButton("Add another"), QPushButton("Remove")
        self._column, row = QVBoxLayout(), QHBoxLayout()
        whole = QVBoxLayout(self)
        for layout in (whole, self._column, row):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(8)
        for button in (self.more, self.fewer):
            button.setProperty("look", "fold")
            button.setFlat(True)
            row.addWidget(button)
        row.addStretch(1)
        whole.addLayout(self._column)
        whole.addLayout(row)
        self.more.setToolTip(ANOTHER)
        self.fewer.setToolTip("Removes the last benchmark")
        self.more.clicked.connect(self._add)
        self.fewer.clicked.connect(self._remove)

    def set_aside(self, place: QVBoxLayout) -> None:
        """Their settings are among other ones."""
        self._aside = place
        for box in self.boxes:
            box.set_aside(place)

    def fit_detail(self) -> None:
        """In Simple there is a button for another one only where there are several already."""
        self.more.setVisible(detail.is_full() or len(self.boxes) > 1)

    @property
    def texts(self) -> tuple[str, ...]:
        """The benchmarks as --against takes them; none in a game for one."""
        return () if self.isHidden() else tuple(box.text for box in self.boxes)

    def set_texts(self, texts: Sequence[str], entries: Sequence[Entry]) -> None:
        """Shows benchmarks; `entries` may be chosen."""
        self._entries = tuple(entries)
        self._match(max(1, len(texts)))
        for box, text in zip(self.boxes, texts, strict=False):
            box.set_players(entries)
            if box.text != text:
                box.choose(*player_of(text))

    def _match(self, count: int) -> None:
        while len(self.boxes) > count:
            box = self.boxes.pop()
            self._column.removeWidget(box)
            for part in (box, box.line):
                part.hide()
                part.deleteLater()
        while len(self.boxes) < count:
            name = f"Benchmark {len(self.boxes) + 1}" if self.boxes else "Benchmark"
            box = PlayerBox(name, "c=0.3", word="against" if not self.boxes else "and")
            box.set_players(self._entries)
            if self._aside is not None:
                box.set_aside(self._aside)
            box.chosen.connect(lambda _name: self.changed.emit())
            box.changed.connect(self.changed)
            self.boxes.append(box)
            self._column.addWidget(box)
        self.more.setEnabled(count < MOST)
        self.fewer.setVisible(count > 1)

    def _add(self) -> None:
        texts = self.texts
        known = {text.partition(":")[0] for text in texts}
        able = [entry.name for entry in self._entries if not entry.reason]
        new = next((name for name in able if name not in known), able[0] if able else "")
        self.set_texts((*texts, new), self._entries)
        self.changed.emit()

    def _remove(self) -> None:
        self._match(len(self.boxes) - 1)
        self.changed.emit()


def player_of(text: str) -> tuple[str, str]:
    """The name of a player, and its settings or its command."""
    name, _, settings = text.partition(":")
    return name, settings


def starts_offered(shown: str) -> Iterator[tuple[str, str]]:
    """Where games may begin, with what is in the box already: texts and words."""
    yield "", "the game's own"
    for text in dict.fromkeys(filter(None, (USUAL, shown))):
        yield text, Openings.named(text).words


KEPT = "Every finished game is kept. More games or other ranges go on from here."
MOST_GAMES = 1_000_000
START_TIP = "Plays games, or pauses\nKey: Space"
COMPLETE_TIP = "All games are played: ask for more in Games"


class TunerPanel(SidePanel):
    """Shows a `TunerForm` and gives it back as it was edited: `changed` carries it."""

    changed = Signal(object)
    open_asked = Signal(str)  # the name of a tuning

    def __init__(self) -> None:
        super().__init__("Tuner", "tuning")
        self.shown = TunerForm()
        self.rows: dict[str, KnobRange] = {}
        self._whole: dict[str, TunedKnob] = {}  # all knobs that can be tuned
        self._names: tuple[str, ...] = ()
        self._complete = False
        self.game = Combo("Game")
        self.player, self.rivals = PlayerBox("Player", "depth=6", varied=True), BenchmarkBoxes()
        self.count, self.choose = QLabel(), QPushButton("Choose …")
        self.unit = Combo("Unit of the budget")
        self.amount = NumberBox("Budget of a decision", 60, lambda: self.unit.name != TIME)
        self.games = CountBox("Games", 2, MOST_GAMES, TunerForm().games, 80)
        self.method, self.starts = Combo("Method"), Combo("Starts")
        budget = row((self.amount, 1), (self.unit, 2), gap=6)
        rows = (
            ("Budget", budget),
            ("Games", self.games),
            ("Starts", self.starts),
            ("Method", self.method),
        )
        self.hands = HandsBox(above=rows)
        self.open = QPushButton("Open …")
        self._list = QVBoxLayout()
        self._dress()
        self._lay_out()
        self._connect()

    # -- building ----------------------------------------------------------------------------------

    def _dress(self) -> None:
        self.unit.set_entries([Entry(*entry) for entry in UNITS])
        self.method.set_entries([Entry(n, m.title, m.help) for n, m in METHODS.items()])
        self.amount.setRange(0.001, 1e9)
        self.games.setSingleStep(100)
        self.games.setToolTip("In all, earlier ones of the same player included")
        self.count.setProperty("look", "note")
        self.choose.setProperty("look", "fold")
        self.choose.setFlat(True)
        self.choose.setToolTip("Which settings are tuned")
        self.open.setToolTip("Shows a tuning that is kept")

    def _lay_out(self) -> None:
        self._kept, self._lines = label(KEPT, "note", self), column(gap=8)
        inside = block(self.hands, tight=True)
        inside.layout().insertLayout(0, self._lines)  # type: ignore[union-attr] # it has one
        self.player.set_aside(self._lines)
        self.rivals.set_aside(self._lines)
        self.settings = Band("Settings", inside, "settings").follow_detail()
        open_ = side_by_side(self.open)
        self._stand((*self._blocks(), self.settings), block(open_, self._kept, tight=True))
        detail.changed.connect(self._fit_detail)
        self._fit_detail()

    def _redress(self) -> None:
        super()._redress()
        self.unit.setMinimumWidth(self.unit.needs)

    def _fit_detail(self) -> None:
        """In Simple nothing is said twice, and nothing offered that is not there."""
        full = detail.is_full()
        self._kept.setVisible(full)
        self.open.setVisible(full or bool(self._names))
        self.foot.setVisible(full or bool(self._names))
        self.rivals.fit_detail()

    def _blocks(self) -> Iterator[QWidget]:
        who = block(self.game, self.player, self.rivals, tight=True)
        yield who
        title, legend = (
            one_line("Settings to tune", "strong"),
            one_line("▾ usual   ● best so far", "caption"),
        )
        head = row((title, 1), self.count)
        marks = row((legend, 1), self.choose)
        self._list.setSpacing(5)
        what = block(head, self._list, marks, tight=True)
        self._fixed = (who, what, self.settings.body)
        yield what
        yield block(self.start, self.problem, tight=True)

    def _connect(self) -> None:
        for combo in (self.game, self.method, self.starts, self.unit):
            combo.picked.connect(self._edited)
        for box in (self.amount, self.games):
            box.valueChanged.connect(self._edited)
        self.hands.changed.connect(self._edited)
        for part in (self.player.chosen, self.player.changed, self.rivals.changed):
            part.connect(self._edited)
        self.choose.clicked.connect(self._offer_knobs)
        self.open.clicked.connect(self._offer_tunings)

    # -- what the user does ------------------------------------------------------------------------

    def _edited(self, _value: object = None) -> None:
        self.shown = self.form()
        self.settings.set_hint(f"{self.shown.games:,} games")
        self.changed.emit(self.shown)

    def _ranged(self, text: str) -> None:
        name = text.partition("=")[0]
        knobs = tuple(text if k.partition("=")[0] == name else k for k in self.shown.knobs)
        self.shown = replace(self.form(), knobs=knobs)
        self.changed.emit(self.shown)

    def _offer_knobs(self) -> None:
        menu = TickMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = [text.partition("=")[0] for text in self.shown.knobs]
        for name, knob in self._whole.items():
            action = menu.addAction(knob.title)
            action.setCheckable(True)
            action.setChecked(name in chosen)
            action.triggered.connect(lambda on, name=name: self.take_knob(name, on))
        menu.popup(self.choose.mapToGlobal(self.choose.rect().bottomLeft()))

    def take_knob(self, name: str, on: bool) -> None:
        """Tunes a knob over its whole range, or leaves it out."""
        kept = [text for text in self.shown.knobs if text.partition("=")[0] != name]
        knobs = tuple([*kept, self._whole[name].text] if on else kept)
        self.shown = replace(self.form(), knobs=knobs)
        self.changed.emit(self.shown)

    def _offer_tunings(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in self._names:
            action = menu.addAction(name.removeprefix("tune "))
            action.triggered.connect(lambda _on, name=name: self.open_asked.emit(name))
        if not self._names:
            menu.addAction("No tuning is kept yet").setEnabled(False)
        menu.popup(self.open.mapToGlobal(self.open.rect().bottomLeft()))

    # -- the form ----------------------------------------------------------------------------------

    def form(self) -> TunerForm:
        """What is in the boxes."""
        return replace(
            self.shown,
            game=self.game.name,
            seat=self.player.text,
            against=self.rivals.texts,
            games=self.games.value(),
            method=self.method.name,
            starts=self.starts.name,
            budget=Budget(self.unit.name, self.amount.value()).text,
            workplace=self.hands.workplace,
        )

    def set_games(self, games: Sequence[Entry]) -> None:
        """The games to choose from."""
        self.game.set_entries(games)

    def set_tunings(self, names: Sequence[str]) -> None:
        """The tunings that are kept."""
        self._names = tuple(names)
        self._fit_detail()

    def show_form(
        self, shown: TunerForm, varied: Sequence[Entry], others: Sequence[Entry], alone: bool
    ) -> None:
        """Fills every box; `varied` may be tuned, `others` may be benchmarks, of which a game for
        one has none.
        """
        self.shown = shown
        self.game.choose(shown.game)
        self.player.set_players(varied)
        if self.player.text != shown.seat:
            self.player.choose(*player_of(shown.seat))
        self.rivals.setVisible(not alone)
        self.rivals.set_texts(shown.against, others)
        show_budget(shown.budget, self.amount, self.unit)
        with QSignalBlocker(self.games):
            self.games.setValue(shown.games)
        self.hands.set_workplace(shown.workplace)
        self.settings.set_hint(f"{shown.games:,} games")
        self.unit.setMinimumWidth(self.unit.needs)
        self.method.choose(shown.method)
        self.starts.set_entries([Entry(*each) for each in starts_offered(shown.starts)])
        self.starts.choose(shown.starts)

    def set_knobs(
        self,
        whole: Sequence[TunedKnob],
        tuned: Sequence[TunedKnob],
        best: Mapping[str, Value],
    ) -> None:
        """All knobs that can be tuned, those that are with their ranges, and the best values so
        far by name.
        """
        self._whole = {knob.name: knob for knob in whole}
        wanted = [knob for knob in tuned if knob.name in self._whole]
        if [(k.name, self._whole[k.name]) for k in wanted] != [
            (name, row.whole) for name, row in self.rows.items()
        ]:
            self._make_rows(wanted)
        for knob in wanted:
            self.rows[knob.name].set_knob(knob, best.get(knob.name))
        self.count.setText(f"{len(wanted)} of {len(self._whole)}")
        self.set_running(self._running, self._complete)

    def _make_rows(self, wanted: Sequence[TunedKnob]) -> None:
        for line in self.rows.values():
            self._list.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.rows = {knob.name: KnobRange(self._whole[knob.name]) for knob in wanted}
        for line in self.rows.values():
            self._list.addWidget(line)
            line.changed.connect(self._ranged)

    def set_best(self, view: TunerView) -> None:
        """Marks the best values so far."""
        best = {knob.name: knob.best for knob in view.shown_knobs}
        for name, line in self.rows.items():
            line.set_knob(line.knob, best.get(name))

    def set_running(self, running: bool, complete: bool = False) -> None:
        """Whether games are played, or all are. What is played is fixed while games are."""
        super().set_running(running)
        self._complete = complete
        self.start.setEnabled(running or not complete)
        self.start.setToolTip(COMPLETE_TIP if complete and not running else START_TIP)
        for part in (*self._fixed, self.open):
            part.setEnabled(not running)
