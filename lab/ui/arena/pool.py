"""The pool of an arena: a box to tick for every bot, with its role, and the lines that add one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from lab.programs.spec import PATIENCE, PROGRAM, WARNINGS, Program, split
from lab.ui.arena.records import BENCHMARK, CANDIDATE, RETIRED, NewBot, PoolBot
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.number_boxes import NameLine, NumberBox
from lab.ui.parts.tips import plain
from lab.words.numerals import several

TIP = "Ticked bots are asked to play. A retired one keeps its games and its place.\n"
TIP += "Rename it: double-click, or F2\nDelete it and its games: Del"


class _NamedBox(QCheckBox):
    """A box that only a click on the box itself ticks: the name beside it is there to be read, and
    to be edited with a double-click.
    """

    named = Signal()

    def hitButton(self, pos: QPoint) -> bool:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        return self.style().subElementRect(part, option, self).adjusted(-4, -4, 4, 4).contains(pos)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.hitButton(event.position().toPoint()):
            super().mouseDoubleClickEvent(event)
        else:
            self.named.emit()


class _Row(QWidget):
    """One bot: ticked unless it is retired."""

    def __init__(self, pool: BotPool) -> None:
        super().__init__(pool)
        self.box, self.role = _NamedBox(self), one_line("", "note", self)
        self.box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line = NameLine(self.box, self)
        row((self.box, 1), (self.line, 1), self.role, of=self, gap=4)
        self._pool, self._name, self._text = pool, "", ""
        self.box.clicked.connect(self._clicked)
        self.box.named.connect(self.rename)
        self.line.renamed.connect(pool.renamed)

    def set_bot(self, bot: PoolBot, tested: str) -> None:
        """Shows a bot; `tested` is its part in the question, "" for none."""
        if bot.name != self._name:
            self.line.leave()
        self._name, self._text = bot.name, bot.text
        self.box.setText(bot.name)
        self.box.setChecked(bot.role != RETIRED)
        self.box.setToolTip(plain("\n".join(filter(None, (bot.name, bot.text, TIP)))))
        self.role.setText(tested or (bot.role if bot.role in (CANDIDATE, RETIRED) else ""))
        self.box.setAccessibleName(f"{bot.name}, {tested or bot.role}")

    def _clicked(self, on: bool) -> None:
        self._pool.retired.emit(self._name, not on)

    # -- another name, and deleting ----------------------------------------------------------------

    def rename(self) -> None:
        """The name can be edited."""
        self.line.begin(self._name)

    def delete(self) -> None:
        """Asks for the bot to be deleted."""
        self._pool.delete_asked.emit(self._name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts = {Qt.Key.Key_F2: self.rename, Qt.Key.Key_Delete: self.delete}
        act = acts.get(Qt.Key(event.key())) if self.line.isHidden() else None
        if act is not None:
            act()
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """What can be done with the bot."""
        menu = QMenu(self)
        self.fill(menu)
        return menu

    def fill(self, menu: QMenu) -> None:
        """Adds that to a menu."""
        rests = not self.box.isChecked()
        menu.addAction("Rename\tF2", self._rename_in_sight)
        copied = lambda: self._pool.copied.emit(self._name, self._text)  # noqa: E731 - one line
        menu.addAction("Add it with changes …", copied).setEnabled(bool(self._text))
        menu.addAction("Let it play again" if rests else "Retire", self.box.click)
        menu.addAction("Delete …\tDel", self.delete)

    def _rename_in_sight(self) -> None:
        self._pool.wanted.emit()
        self.rename()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().exec(event.globalPos())


class BotPool(QWidget):
    """`retired` carries a bot and whether it is to rest, `renamed` a bot and its new name,
    `delete_asked` a bot, `copied` one that another is to be made of, and its text.
    """

    copied = Signal(str, str)
    retired = Signal(str, bool)
    renamed = Signal(str, str)
    delete_asked = Signal(str)
    wanted = Signal()  # it has to be in sight

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[_Row] = []
        self.none = label("No bots yet: add two or more.", "note", self)
        self._column = column(self.none, of=self, gap=1)

    def set_bots(self, bots: Sequence[PoolBot], candidate: str, than: str) -> None:
        """Shows the bots."""
        while len(self.rows) < len(bots):
            self.rows.append(_Row(self))
            self._column.addWidget(self.rows[-1])
        for k, line in enumerate(self.rows):
            line.setVisible(k < len(bots))
        for line, bot in zip(self.rows, bots, strict=False):
            tested = {candidate: CANDIDATE, than: BENCHMARK}.get(bot.name, "")
            line.set_bot(bot, tested)
        self.none.setVisible(not bots)

    def fill(self, menu: QMenu, name: str) -> bool:
        """Adds what can be done with a bot; False where there is none of that name."""
        found = [row for row in self.rows if row.box.text() == name and not row.isHidden()]
        for line in found:
            line.fill(menu)
        return bool(found)


class NewBotLines(QWidget):
    """A name, a player and its settings, of a program its file and its time limit; `added` carries
    the bot, `left` that none is wanted, `grew` that the lines need more room.
    """

    added = Signal(object)
    left = Signal()
    grew = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name, self.settings = QLineEdit(), QLineEdit()
        self.player, self.role = Combo("Player of the new bot"), Combo("Role of the new bot")
        self.role.set_entries(
            [Entry(CANDIDATE, "candidate", "is it better?"), Entry(BENCHMARK, "benchmark")]
        )
        self.role.choose(CANDIDATE)
        self.add, self.cancel = QPushButton("Add"), QPushButton("Cancel")
        self.file, self.patience = QPushButton("File …"), NumberBox("Time limit", 52)
        self.warnings = NumberBox(WARNINGS.title, 40, lambda: True)
        for box, knob in ((self.patience, PATIENCE), (self.warnings, WARNINGS)):
            box.setRange(knob.low, knob.high)
            box.setToolTip(plain(knob.help))
        self.patience.setPrefix("× ")
        self._set_limits(Program())
        self._limit = QWidget()
        self.problem = label("", "note", self)
        for line, name, example in (
            (self.name, "Name of the new bot", "name, such as mybot v8"),
            (self.settings, "Settings of the new bot", "default settings"),
        ):
            line.setAccessibleName(name)
            line.setPlaceholderText(example)
            line.setTextMargins(5, 0, 2, 0)
        self._lay_out()
        self.add.clicked.connect(self._add)
        self.file.clicked.connect(self._browse)
        self.cancel.clicked.connect(lambda: self.left.emit())
        self.player.picked.connect(self._dress)
        self._dress()

    def _lay_out(self) -> None:
        limit = QGridLayout(self._limit)
        limit.setContentsMargins(0, 0, 0, 0)
        limit.setHorizontalSpacing(6)
        limit.addWidget(self.file, 0, 0)
        limit.addWidget(QLabel("Time limit"), 0, 1)
        limit.addWidget(self.patience, 0, 2)
        limit.addWidget(QLabel(WARNINGS.title), 1, 1)
        limit.addWidget(self.warnings, 1, 2)
        limit.setColumnStretch(2, 1)
        column(
            self.name,
            self.player,
            self.settings,
            self._limit,
            self.role,
            self.problem,
            row(self.add, self.cancel, 1, gap=8),
            of=self,
            margins=(0, 4, 0, 0),
            gap=6,
        )
        self.problem.hide()

    def _dress(self, _name: str = "") -> None:
        program = self.player.name == PROGRAM
        self._limit.setVisible(program)
        self.settings.setPlaceholderText("./mybot" if program else "default settings")
        self.settings.setToolTip(
            "The command that starts the program, as in a terminal but without a shell."
            if program
            else "As on the command line: c=0.5,solver=yes. Empty: the defaults."
        )

    def set_players(self, players: Sequence[Entry], usual: str, role: str) -> None:
        """Who can play the game, who plays it by default, and the role that is missing; the player
        that was chosen stays if it can play.
        """
        self.player.set_entries(players)
        if self.player.name not in [entry.name for entry in players if not entry.reason]:
            self.player.choose(usual)
        self.role.choose(role)
        self._dress()

    def set_problem(self, sentence: str) -> None:
        """Why the bot was not added; "" for nothing."""
        self.problem.setText(sentence)
        self.problem.setStyleSheet(f"color: {theme.current().colour('error').name()};")
        self.problem.setVisible(bool(sentence))
        self.grew.emit()

    def clear(self) -> None:
        """Empty lines for the next bot."""
        self.name.clear()
        self.settings.clear()
        self._set_limits(Program())
        self.set_problem("")

    def fill(self, name: str, text: str) -> None:
        """The lines of a bot like this one, to be changed."""
        player, _, settings = text.partition(":")
        self.player.choose(player)
        self._dress()
        program = split(settings) if player == PROGRAM else Program(settings)
        self.name.setText(f"{name} 2")
        self.settings.setText(program.command)
        self._set_limits(program)

    def _set_limits(self, program: Program) -> None:
        self.patience.setValue(program.patience)
        self.warnings.setValue(program.warnings)

    def _browse(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "The program's file")
        if path:
            self.choose_file(Path(path))

    def choose_file(self, path: Path) -> None:
        """The command that starts a file: with Python, where it has no right to be run itself."""
        words = [str(path)]
        if path.suffix == ".py" and not os.access(path, os.X_OK):
            words.insert(0, "python3")
        self.settings.setText(shlex.join(words))
        self.name.setText(self.name.text() or path.stem)

    def _add(self) -> None:
        settings = self.settings.text().strip()
        if self.player.name == PROGRAM and settings:
            limits = self.patience.value(), round(self.warnings.value())
            settings = Program(settings, *limits).text
        text = f"{self.player.name}:{settings}" if settings else self.player.name
        self.added.emit(NewBot(self.name.text().strip() or text, text, self.role.name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._add()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def count_words(pool: Sequence[PoolBot]) -> str:
    """How many benchmarks and candidates: "8 benchmarks, 1 candidate"."""
    playing = [bot for bot in pool if bot.role != RETIRED]
    new = sum(bot.role == CANDIDATE for bot in playing)
    found = [several(len(playing) - new, "benchmark")] if len(playing) > new else []
    return ", ".join([*found, *([several(new, "candidate")] if new else [])])
