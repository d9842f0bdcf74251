"""The set-up of a sweep: what is played, what is varied, the button that plays, and as a fold how
much and where. Signals go out, setters come in.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engines.knobs import KnobError
from lab.experiments.sweep import SweepPlan
from lab.experiments.sweep.plan import DECIDE, EVEN
from lab.match.budget import Budget
from lab.match.seats import parse_game, suiting
from lab.ui.explore.players import AxisBlock, PlayerBox, player_entries
from lab.ui.parts import detail
from lab.ui.parts.band import Band, Fold
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import label
from lab.ui.parts.number_boxes import CountBox
from lab.ui.setup.side_panel import HandsBox, SidePanel, block, side_by_side
from lab.ui.setup.usual import game_entries

KEPT = "Every finished game is kept. Close the window at any time; the sweep goes on from there."
BUDGETS = (("ms", "ms"), ("it", "iterations"), ("n", "nodes"))
USUAL_BUDGET, USUAL_PAIRS = (1000, "it"), 20
FIRST_UP = "depth"


class SweepPanel(SidePanel):
    """Makes a Plan from the contents of its boxes."""

    changed = Signal()
    open_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Sweep", "sweep", parent)
        self._given: SweepPlan | None = (
            None  # a plan as read from a file, until something is changed
        )
        self._game = ""
        self.game = Combo("Game")
        self.player = PlayerBox("Player", "depth=6", varied=True)
        self.benchmark = PlayerBox("Opponent", "c=0.3", word="against")
        self.across, self.up = AxisBlock("Across"), AxisBlock("Up", optional=True)
        self.amount = CountBox("Budget a move", 1, 1_000_000_000, USUAL_BUDGET[0], 64)
        self.unit = Combo("Unit of the budget")
        self.pairs = CountBox("Pairs a cell", 1, 100_000, USUAL_PAIRS, 64)
        self.rule = Combo("Next cell")
        self.open = QPushButton("Open results …")
        self.file = QLabel()
        self.pairs_label = QLabel("Pairs a cell")
        rows = ((self.pairs_label, self.pairs), ("Next cell", self.rule))
        self.hands = HandsBox(above=rows)
        self._inputs = [
            self.game,
            self.player,
            self.benchmark,
            self.across,
            self.up,
        ]
        self._inputs += [self.amount, self.unit, self.pairs, self.rule, self.hands, self.open]
        self._dress()
        self._lay_out()
        self._connect()
        self.game.set_entries(game_entries())
        self._say_hint()

    # -- building ----------------------------------------------------------------------------------

    def _dress(self) -> None:
        self.unit.set_entries([Entry(name, title) for name, title in BUDGETS])
        self.unit.choose(USUAL_BUDGET[1])
        self.rule.set_entries([Entry(DECIDE, "where it matters"), Entry(EVEN, "each in turn")])
        self.rule.choose(DECIDE)
        self.rule.setToolTip(
            "<div><b>Next cell</b></div><div>Where it matters: after a first share for "
            "every cell, pairs go where they help most to "
            "settle which is best. Each in turn: every cell gets the same number.</div>"
        )
        self.pairs.setToolTip(
            "<div><b>Pairs a cell</b></div><div>A pair is one seed played from both seats. "
            "Where it matters: a cell's mean share.</div>"
        )
        self.open.setToolTip(
            "<div><b>Open results</b></div><div>Shows a sweep that was played before, or takes "
            "one from a file.</div>"
        )
        self.file.setProperty("look", "note")
        self.file.setWordWrap(True)

    def _lay_out(self) -> None:
        self._stand((*self._blocks(), self.settings), self._foot())

    def _blocks(self) -> Iterator[QWidget]:
        yield block(self.game, self.player, self.benchmark)
        yield block(self.across)
        yield block(self.up)
        budget = QHBoxLayout()
        budget.setSpacing(6)
        for part, share in ((QLabel("Budget"), 0), (self.amount, 2), (self.unit, 3)):
            budget.addWidget(part, share)
        yield block(self.problem, self.start)
        lines, inside = column(gap=8), block(budget, self.hands)
        inside.layout().insertLayout(0, lines)  # type: ignore[union-attr] # it has one
        for box in (self.player, self.benchmark):
            box.set_aside(lines)
        self.settings = Band("Settings", inside, "settings").follow_detail()

    def _foot(self) -> QWidget:
        self._kept, page = label(KEPT, "note", self), QWidget()
        column(self.file, of=page)
        self._where = Fold(page)
        self._where.set_captions("Where results are kept", "Where results are kept")
        detail.changed.connect(self._fit_foot)
        foot = block(side_by_side(self.open), self._kept, self._where, page)
        self._fit_foot()
        return foot

    def _fit_foot(self) -> None:
        for part in (self._kept, self._where):
            part.setVisible(detail.is_full())
        if not detail.is_full():
            self._where.open(False)

    def _say_hint(self) -> None:
        self.settings.set_hint(f"{self.amount.value():,} {self.unit.currentText()}")

    def _connect(self) -> None:
        self.game.picked.connect(self._choose_game)
        self.player.chosen.connect(self._choose_player)
        self.player.changed.connect(self._edited)
        self.benchmark.chosen.connect(self._edited)
        self.benchmark.changed.connect(self._edited)
        for box in (self.amount, self.pairs):
            box.valueChanged.connect(self._edited)
        for combo in (self.unit, self.rule):
            combo.picked.connect(self._edited)
        for axis in (self.across, self.up):
            axis.changed.connect(self._edited)
        self.open.clicked.connect(lambda: self.open_asked.emit())

    def _redress(self) -> None:
        super()._redress()
        self.unit.setMinimumWidth(self.unit.sizeHint().width())

    # -- what is in the boxes ----------------------------------------------------------------------

    def _choose_game(self, name: str) -> None:
        self.show_game(name)
        self._edited()

    def _choose_player(self, _name: str) -> None:
        self._show_axes()
        self._edited()

    def _edited(self, _value: object = None) -> None:
        self._given = None
        self._say_hint()
        self.changed.emit()

    def show_game(self, text: str) -> None:
        """Shows a game: who can play it, and what can be varied."""
        self._game = text
        game = parse_game(text)
        self.game.choose(game.name)
        before, rival = self.player.combo.name, self.benchmark.combo.name
        varied, opponents = player_entries(game)
        self.player.set_players(varied)
        self.benchmark.set_players(opponents)
        names, usual = [e.name for e in varied if not e.reason], suiting(game)
        first = usual if usual in names else next(iter(names), "")
        self.player.choose(before if before in names else first)
        known = {e.name for e in opponents if not e.reason}
        self.benchmark.choose(rival if rival in known else self.player.combo.name)
        self.pairs_label.setText(
            {1: "Matches a cell", 2: "Pairs a cell"}.get(game.seats, "Rounds a cell")
        )
        self.benchmark.setVisible(game.seats > 1)
        self._show_axes()

    def _show_axes(self) -> None:
        found = self.player.axes(parse_game(self._game))
        names = [n for n, _ in found]
        first = "c" if "c" in names else next(iter(names), "")
        second = FIRST_UP if FIRST_UP in names and first != FIRST_UP else ""
        self.across.set_knobs(found, kept if (kept := self.across.knob.name) in names else first)
        self.up.set_knobs(found, kept if (kept := self.up.knob.name) in names else second)

    def show_plan(self, plan: SweepPlan) -> None:
        """Fills every box from a plan; boxes that cannot hold it are ignored until something
        is changed.
        """
        self.show_game(plan.game)
        name, _, settings = plan.seat.partition(":")
        rival, _, theirs = (plan.against[0] if plan.against else "").partition(":")
        self.player.choose(name, settings)
        self.benchmark.choose(rival, theirs)
        self._show_axes()
        for axis, text in zip((self.across, self.up), [*plan.vary, "", ""][:2], strict=True):
            axis.choose(text.partition("=")[0])
            axis.show_text(text)
        budget = Budget.parse(plan.budget)
        numbers = (
            (self.amount, round(budget.amount)),
            (self.pairs, plan.matches // plan.grid.game.seats),
        )
        for box, value in numbers:
            with QSignalBlocker(box):
                box.setValue(value)
        self.unit.choose(budget.kind)
        self.rule.choose(plan.rule)
        self._say_hint()
        self._given = plan

    def plan(self) -> SweepPlan:
        """The plan in the boxes; KnobError says what is wrong with it."""
        if self._given is not None:
            return self._given
        game = parse_game(self._game)
        seat, rival = self.player.text, self.benchmark.text
        vary = tuple(filter(None, (self.across.text, self.up.text)))
        against = (rival,) if game.seats > 1 else ()
        budget = f"{self.amount.value()}{self.unit.name}"
        plan = SweepPlan(
            self._game,
            seat,
            vary,
            against,
            self.pairs.value() * game.seats,
            budget,
            1,
            self.rule.name,
        )
        if len(vary) == 2 and self.across.knob.name == self.up.knob.name:
            raise KnobError("Across and up should vary different parameters.")
        _ = plan.grid
        return plan

    @property
    def typed(self) -> bool:
        """Whether every command of a program in the boxes was written here."""
        boxes = [self.player, self.benchmark]
        return self._given is None and all(b.typed for b in boxes if b.is_program)

    # -- state -------------------------------------------------------------------------------------

    def set_running(self, running: bool) -> None:
        """Whether the sweep runs."""
        super().set_running(running)
        for part in self._inputs:
            part.setEnabled(not running)

    def set_problem(self, sentence: str) -> None:
        """What is wrong in the boxes; "" for nothing."""
        super().set_problem(sentence)
        self.start.setEnabled(not sentence)

    def set_file(self, path: str) -> None:
        """Where results are kept."""
        self.file.setText(path)
