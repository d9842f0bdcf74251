"""The set-up of an arena: which arena, how it is played, the question, the pool, and the buttons.
Signals go out, setters come in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from lab.experiments.pairing import CANDIDATE as FIRST
from lab.experiments.pairing import EVENLY, HELPS, RULES, Rule
from lab.match.budget import TIME, Budget
from lab.ui.arena import records as form
from lab.ui.arena.pool import BotPool, NewBotLines
from lab.ui.arena.question import ArenaChoice, QuestionBox, StartLine
from lab.ui.arena.records import CANDIDATE, ArenaForm, NewBot, PoolBot
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import label
from lab.ui.parts.name_line import NameLine
from lab.ui.parts.number_boxes import NumberBox
from lab.ui.parts.tips import plain
from lab.ui.setup.side_panel import UNITS, HandsBox, SidePanel, block, show_budget, side_by_side
from lab.words.numerals import several

KEPT = "Every finished game is kept. Close the window at any time; the arena goes on from here."
NAMELESS = "Name the arena first."
START_TIP, FEW_TIP = "Plays games, or pauses\nKey: Space", "Add two bots or more first"
FINISH_TIP = "Plays the games that are running to their end and begins none; Pause ends them"
FIXED = "Fixed: games of one arena are played under the same rules, with the same budget."
VERSION = re.compile(r"v\d{1,3}")  # the end of a name that fits on the button
TITLES: dict[Rule, str] = {
    HELPS: "where it helps",
    EVENLY: "evenly",
    FIRST: "candidate first",
}
RULE_TIP = "<div><b>Next pair</b></div>" + "".join(
    f"<div>{TITLES[name].capitalize()}: {words}.</div>" for name, words in RULES.items()
)


class ArenaPanel(SidePanel):
    """Shows an `ArenaForm`, and gives it back as it was edited."""

    changed = Signal(object)  # ArenaForm
    arena_chosen = Signal(str)  # "" for a new one
    created = Signal(object)  # ArenaForm with the name of the new arena
    bot_added = Signal(object)  # NewBot
    retired = Signal(str, bool)
    renamed = Signal(str, str)
    bot_delete_asked = Signal(str)
    arena_renamed = Signal(str, str)
    delete_asked = Signal(str)  # an arena
    promoted = Signal(str)
    finish_asked = Signal()
    report_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Arena", "arena", parent)
        self.shown = ArenaForm()
        self._rule: Rule | None = None  # chosen by the user
        self._creating = ""  # the arena that was asked for
        self._adding = ""  # the bot that was asked for
        self.arena, self.game = ArenaChoice(), Combo("Game")
        self.new_name = NameLine(self.arena)
        self.name = QLineEdit()
        self.unit, self.rule = Combo("Unit of the budget"), Combo("Next pair")
        self.amount = NumberBox("Budget of a decision", 48, self._counts)
        self.starts = StartLine()
        self.hands = HandsBox(above=[("Next pair", self.rule)])
        self.question, self.pool, self.lines = QuestionBox(), BotPool(), NewBotLines()
        self.count = QLabel()
        self.add, self.promote = QPushButton("Add a bot …"), QPushButton("Promote")
        self.report = QPushButton("Report …")
        self.finish, self.creates = QPushButton("Finish games"), QPushButton("Create")
        self._dress()
        self._lay_out()
        self._connect()
        self.show_form(ArenaForm(), ())

    def _counts(self) -> bool:
        """Whether the budget is a number of something, not a time."""
        return self.unit.name != TIME

    # -- building ----------------------------------------------------------------------------------

    def _dress(self) -> None:
        self.unit.set_entries([Entry(*entry) for entry in UNITS])
        self.rule.set_entries([Entry(*entry) for entry in TITLES.items()])
        self.rule.setToolTip(RULE_TIP)
        self.amount.setRange(0.001, 1e9)
        self.name.setAccessibleName("Name of the new arena")
        self.name.setPlaceholderText("name, such as night-1")
        self.name.setTextMargins(5, 0, 2, 0)
        self.count.setProperty("look", "note")
        self.creates.setProperty("look", "primary")
        self.finish.setToolTip(FINISH_TIP)
        self.finish.hide()
        self.report.setToolTip("Writes the standing and the test into one file\nKey: R")
        self.add.setToolTip("Another player for the pool")

    def _lay_out(self) -> None:
        self._blocks = tuple(self._made())
        buttons, more = side_by_side(self.start, self.report), side_by_side(self.finish)
        self._stand(self._blocks, block(self.problem, buttons, more, label(KEPT, "note", self)))

    def _made(self) -> Iterator[QWidget]:
        first = QHBoxLayout()
        first.setSpacing(6)
        for part, share in ((QLabel("Budget"), 0), (self.amount, 1), (self.unit, 2)):
            first.addWidget(part, share)
        yield block(
            self.arena,
            self.new_name,
            self.name,
            self.game,
            first,
            self.starts,
            self.hands,
            self.creates,
        )
        yield block(self.question)
        head, title = QHBoxLayout(), QLabel("Pool")
        title.setProperty("look", "strong")
        head.addWidget(title, 1)
        head.addWidget(self.count)
        yield block(head, self.pool, side_by_side(self.add, self.promote), self.lines)

    def _connect(self) -> None:
        self.arena.picked.connect(self._choose)
        self.arena.rename_asked.connect(self.new_name.begin)
        self.arena.delete_asked.connect(self.delete_asked)
        self.new_name.renamed.connect(self.arena_renamed)
        self.unit.picked.connect(self._edited)
        self.rule.picked.connect(self._pick_rule)
        self.amount.valueChanged.connect(self._edited)
        self.hands.changed.connect(self._edited)
        self.question.changed.connect(self._edited)
        self.name.textEdited.connect(self._edited)
        self.game.picked.connect(self._edited)
        self.starts.changed.connect(self._edited)
        self.creates.clicked.connect(self._create)
        self.name.returnPressed.connect(self._create)
        self.pool.retired.connect(self.retired)
        self.pool.renamed.connect(self.renamed)
        self.pool.delete_asked.connect(self.bot_delete_asked)
        self.pool.copied.connect(self._copy_bot)
        self.add.clicked.connect(self._toggle_lines)
        self.lines.left.connect(self.close_lines)
        self.lines.added.connect(self._add)
        self.lines.grew.connect(self._show_lines)
        self.promote.clicked.connect(lambda: self.promoted.emit(self._newest))
        self.finish.clicked.connect(lambda: self.finish_asked.emit())
        self.report.clicked.connect(lambda: self.report_asked.emit())

    # -- what the user does ------------------------------------------------------------------------

    def _choose(self, _name: str) -> None:
        self.arena_chosen.emit(self.arena.shown)
        if not self.arena.shown:
            self.name.setFocus()

    def _edited(self, _value: object = None) -> None:
        self.shown = self.form()
        self._show_pool()
        self._allow_copy()
        self.changed.emit(self.shown)

    def _allow_copy(self) -> None:
        self.copy_button.setEnabled(bool(self.shown.name or self.shown.new_name))

    def _pick_rule(self, rule: str) -> None:
        self._rule = next(name for name in RULES if name == rule)
        self._edited()

    def _create(self) -> None:
        name = self.name.text().strip()
        if name:
            self._creating = name
            self.created.emit(replace(self.form(), name=name))
        else:
            self.set_problem(NAMELESS)
            self.name.setFocus()

    def _toggle_lines(self) -> None:
        on = self.lines.isHidden()
        self.lines.setVisible(on)
        if on:
            self.lines.name.setFocus()
            self._show_lines()

    def _copy_bot(self, name: str, text: str) -> None:
        if self.lines.isHidden():
            self._toggle_lines()
        self.lines.fill(name, text)
        self.lines.settings.setFocus()

    def _show_lines(self) -> None:
        """Scrolls to the lines of a new bot, once they have their place."""
        if not self.lines.isHidden():
            QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.lines.cancel))

    def _add(self, bot: NewBot) -> None:
        self._adding = bot.name
        self.bot_added.emit(bot)

    def close_lines(self) -> None:
        """No bot is added."""
        self._leave_lines()
        self.add.setFocus()

    def _leave_lines(self) -> None:
        self._adding = ""
        self.lines.clear()
        self.lines.hide()

    # -- the form ----------------------------------------------------------------------------------

    def form(self) -> ArenaForm:
        """What is in the boxes."""
        return replace(
            self.shown,
            new_name=self.name.text().strip(),
            starts=self.starts.path if not self.shown.name else "",
            game=self.game.name,
            budget=Budget(self.unit.name, self.amount.value()).text,
            following=self._rule,
            workplace=self.hands.workplace,
            candidate=self.question.candidate.name,
            than=self.question.than.name,
            bounds=self.question.bounds,
            risks=self.question.risks,
        )

    def set_games(self, games: Sequence[Entry]) -> None:
        """The games that a new arena may have."""
        self.game.set_entries(games)

    def show_form(self, shown: ArenaForm, arenas: Sequence[str]) -> None:
        """Fills every box; `arenas` are those to choose from."""
        new, created = not shown.name, shown.name == self._creating != ""
        added = self._adding in [bot.name for bot in shown.pool]
        another = shown.name != self.shown.name
        self.shown, self._rule = shown, shown.following
        self.arena.set_arenas(arenas, shown.name)
        self.game.choose(shown.game)
        show_budget(shown.budget, self.amount, self.unit)
        self.hands.set_workplace(shown.workplace)
        self.rule.choose(shown.following or (FIRST if shown.candidate else HELPS))
        for part in (self.name, self.creates):
            part.setVisible(new)
        for fixed in (self.game, self.amount, self.unit):
            fixed.setEnabled(new)
            fixed.setToolTip("" if new else FIXED)
        several, (_, question, pool) = len(shown.playing) > 1, self._blocks
        question.setVisible(several)
        pool.setVisible(not new)
        if another:
            self.name.clear()
            self.new_name.leave()
        if another or added:
            self._leave_lines()
        if created or added:
            self._creating = self._adding = ""
            self.add.setFocus()
        self.start.setEnabled(several)
        self.start.setToolTip(START_TIP if several else FEW_TIP)
        self.starts.show_starts(new, shown.count, shown.starts)
        self._allow_copy()
        self._show_question()
        self._show_pool()

    def _show_question(self) -> None:
        shown = self.shown
        asked = shown.candidate, shown.than
        names = [b.name for b in shown.pool if b.role != form.RETIRED or b.name in asked]
        self.question.set_question(names, shown.candidate, shown.than, shown.bounds, shown.risks)

    @property
    def _newest(self) -> str:
        """The candidate that may become a benchmark: that of the question before others."""
        new = [bot.name for bot in self.shown.pool if bot.role == CANDIDATE]
        return self.shown.candidate if self.shown.candidate in new else (new or [""])[-1]

    def _show_pool(self) -> None:
        shown = self.shown
        self.pool.set_bots(shown.pool, shown.candidate, shown.than)
        self.count.setText(count_words(shown.pool))
        name = self._newest
        self.promote.setEnabled(bool(name))
        short = name.rpartition(" ")[2]
        self.promote.setText(f"Promote {short}" if VERSION.fullmatch(short) else "Promote")
        after = "It stays where it is in the standing; the next bot is the candidate."
        said = f"Makes {name} a benchmark\n{after}" if name else "Makes the candidate a benchmark"
        self.promote.setToolTip(plain(said))

    def set_running(self, running: bool, begun: bool) -> None:
        """Whether games are played, and whether there are some already."""
        super().set_running(running, begun)
        self.report.setEnabled(begun)
        self.finish.setVisible(running)

    def set_ending(self, ending: bool) -> None:
        """Whether the last games are played."""
        self.finish.setEnabled(not ending)


def count_words(pool: Sequence[PoolBot]) -> str:
    """How many benchmarks and candidates: "8 benchmarks, 1 candidate"."""
    playing = [bot for bot in pool if bot.role != "retired"]
    new = sum(bot.role == CANDIDATE for bot in playing)
    found = [several(len(playing) - new, "benchmark")] if len(playing) > new else []
    return ", ".join([*found, *([several(new, "candidate")] if new else [])])
