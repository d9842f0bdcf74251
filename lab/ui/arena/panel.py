"""The set-up of an arena: which arena, the question, the button that plays, and as folds how it is
played and its pool; `begin` is the form of a new one, for the middle of the page. Signals go out,
setters come in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QProgressBar, QPushButton, QWidget

from lab.experiments.pairing import CANDIDATE as FIRST
from lab.experiments.pairing import HELPS, RULES, Rule
from lab.match.budget import TIME, Budget
from lab.ui.arena import records as form
from lab.ui.arena.pool import BotPool, NewBotLines, count_words
from lab.ui.arena.question import RULE_TIP, TITLES, ArenaChoice, QuestionBox, StartLine
from lab.ui.arena.records import CANDIDATE, ArenaForm, NewBot
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label
from lab.ui.parts.number_boxes import NameLine, NumberBox
from lab.ui.parts.tips import plain
from lab.ui.setup.side_panel import UNITS, HandsBox, SidePanel, block, show_budget, side_by_side
from lab.words.numerals import several

NAMELESS = "Name the arena first."
START_TIP, FEW_TIP = "Plays games, or pauses\nKey: Space", "Add two bots or more first"
FINISH_TIP = "Plays the games that are running to their end and begins none; Pause ends them"
PARTS = 1000  # of the bar
FORM = 440  # width of the form of a new arena, pixels at 100 %
VERSION = re.compile(r"v\d{1,3}")  # the end of a name that fits on the button


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
    begun = Signal(bool)  # whether a new arena is to be made

    def __init__(self) -> None:
        super().__init__("Arena", "arena")
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
        self.hands = HandsBox()
        self.question, self.pool, self.lines = QuestionBox(), BotPool(), NewBotLines()
        self.count, self.about = QLabel(), label("", "note", self)
        self.add, self.promote = QPushButton("Add a bot"), QPushButton("Promote")
        self.report, self.playing = QAction("Report", self), QLabel()
        self.next = label("", "note", self)
        self.left, self.bar = label("", "note", self), QProgressBar()
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
        for words in (self.count, self.playing):
            words.setProperty("look", "note")
        self.bar.setTextVisible(False)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName("Progress of the arena")
        self.creates.setProperty("look", "primary")
        self.finish.setToolTip(FINISH_TIP)
        self.finish.hide()
        self.report.setEnabled(False)
        self.report.setToolTip("Writes the standing and the test into one file\nKey: R")
        self.add.setToolTip("Another player for the pool")

    def _lay_out(self) -> None:
        self.begin = self._form_of_new()
        self._which = block(self.arena, self.new_name, self.about)
        self._ask, self._play = block(self.question), block(self.start, self.left, self.bar)
        following = row(QLabel("Next pair"), (self.rule, 1), gap=8)
        settings = (self.question.terms, following, self.next, self.hands)
        body = block(*settings, side_by_side(self.finish))
        self.settings = Band("Settings", body, "settings")
        pool = block(self.count, self.pool, side_by_side(self.promote))
        self.bots = Band("Bots", pool, "bots")
        bands = [band.follow_detail() for band in (self.settings, self.bots)]
        foot = block(self.problem, self.lines, row(self.add, 1, self.playing, gap=8))
        self._stand((self._which, self._ask, self._play, *bands), foot)
        self.lines.hide()
        detail.changed.connect(self._fit_detail)

    def _fit_detail(self) -> None:
        """In Simple the bots are in the standing alone, and its menu changes them."""
        self.bots.setVisible(bool(self.shown.name) and (detail.is_full() or self.bots.is_open))

    def _form_of_new(self) -> QWidget:
        """Name, game and budget of a new arena, below one another."""
        grid, out, budget = QGridLayout(), QWidget(), row((self.amount, 1), (self.unit, 1), gap=6)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for k, (name, part) in enumerate((("Name", self.name), ("Game", self.game))):
            grid.addWidget(QLabel(name), k, 0)
            grid.addWidget(part, k, 1)
        grid.addWidget(QLabel("Budget"), 2, 0)
        grid.addLayout(budget, 2, 1)
        grid.addWidget(QLabel("Starts"), 3, 0)
        grid.addWidget(self.starts, 3, 1)
        grid.setColumnStretch(1, 1)
        self.wrong = label("", "note", out)
        self.wrong.setAccessibleName("What is wrong with the new arena")
        column(grid, self.wrong, side_by_side(self.creates), 1, of=out, gap=12)
        return out

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
        self.pool.wanted.connect(self._show_pool_fold)
        self.add.clicked.connect(self._toggle_lines)
        self.lines.left.connect(self.close_lines)
        self.lines.added.connect(self._add)
        self.lines.grew.connect(self._show_lines)
        self.promote.clicked.connect(lambda: self.promoted.emit(self._newest))
        self.finish.clicked.connect(lambda: self.finish_asked.emit())
        self.report.triggered.connect(lambda: self.report_asked.emit())

    def _redress(self) -> None:
        super()._redress()
        look = theme.current()
        self.wrong.setStyleSheet(f"color: {look.colour('error').name()};")
        self.begin.setMaximumWidth(look.px(FORM))

    # -- what the user does ------------------------------------------------------------------------

    def _choose(self, _name: str) -> None:
        self.arena_chosen.emit(self.arena.shown)
        if not self.arena.shown:
            self.name.setFocus()

    def _edited(self, _value: object = None) -> None:
        self.shown = self.form()
        self._show_pool()
        self._allow_copy()
        self._say_hints()
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

    def _show_adding(self, on: bool) -> None:
        """Either the lines of a new bot or the button that opens them; black where the first thing
        to do is to add bots.
        """
        self.lines.setVisible(on)
        self.add.setVisible(not on)
        look = "primary" if len(self.shown.playing) < 2 else ""
        for button in (self.add, self.lines.add):
            theme.set_look(button, look)

    def _toggle_lines(self) -> None:
        on = self.lines.isHidden()
        self._show_adding(on)
        if on:
            self.lines.name.setFocus()
            self._show_lines()

    def _copy_bot(self, name: str, text: str) -> None:
        if self.lines.isHidden():
            self._toggle_lines()
        self.lines.fill(name, text)
        self.lines.settings.setFocus()

    def _show_pool_fold(self) -> None:
        self.bots.set_open(True)
        self._fit_detail()

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
        self._show_adding(False)

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
        enough = len(shown.playing) > 1
        self._ask.setVisible(enough)
        for part in (self._play, self.settings, self.foot):
            part.setVisible(not new)
        self._fit_detail()
        self._show_adding(not self.lines.isHidden())
        self.begun.emit(new)
        if another:
            self.name.clear()
            self.new_name.leave()
        if another or added:
            self._leave_lines()
        if created or added:
            self._creating = self._adding = ""
            self.add.setFocus()
        self.start.setEnabled(enough)
        self.start.setToolTip(START_TIP if enough else FEW_TIP)
        self.starts.show_starts(new, shown.count, shown.starts)
        self._allow_copy()
        self._show_question()
        self._show_pool()
        self._say_hints()

    def _say_hints(self) -> None:
        self.settings.set_hint(self.question.hint)
        playing = several(len(self.shown.playing), "bot") if self.shown.pool else ""
        self.bots.set_hint(playing)
        self.playing.setText(playing)

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

    def set_running(self, running: bool, begun: bool = False) -> None:
        """Whether games are played, and whether there are some already."""
        super().set_running(running)
        self.report.setEnabled(begun)
        self.finish.setVisible(running)

    def set_progress(self, words: str, done: float, total: float, on: bool) -> None:
        """How much is left, and as a bar, which only moves without a `total`."""
        self.left.setText(words)
        self.left.setVisible(bool(words))
        self.bar.setRange(0, PARTS if total > 0 else 0)
        if total > 0:
            self.bar.setValue(round(PARTS * min(1.0, done / total)))
        self.bar.setVisible(on)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))

    def set_ending(self, ending: bool) -> None:
        """Whether the last games are played."""
        self.finish.setEnabled(not ending)
