"""Who plays an experiment: an algorithm with its settings, or a program with its command."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engines.game import Game
from engines.knobs import Knob, knobs
from lab.experiments.sweep.grid import arguments
from lab.programs.spec import PROGRAM, hears
from lab.ui.parts.combos import Combo, Entry
from search import algorithms

SETTINGS_TIP = (
    "<div><b>{name}</b></div><div>As on the command line: {example}. Empty: the defaults.</div>"
)
COMMAND_TIP = (
    "<div><b>{name}</b></div><div>The command that starts the program, as in a terminal but "
    "without a shell.{varied}</div>"
)
VARIED = " Names in braces are what can be varied: ./mybot --depth {depth}"


class PlayerBox(QWidget):
    """A list of players, and a line for settings or a command. `changed` reports any edit,
    `chosen` another player; setters are silent.
    """

    chosen = Signal(str)
    changed = Signal()

    def __init__(self, name: str, example: str, varied: bool = False, word: str = "") -> None:
        super().__init__()
        self.combo, self.line = Combo(name), QLineEdit()
        self._name, self._example, self._varied = name, example, varied
        self.typed = False  # the text in the line was written here, not read from a file
        self.line.setTextMargins(5, 0, 2, 0)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        row.setSpacing(8)
        if word:
            before = QLabel(word)
            before.setProperty("look", "soft")
            row.addWidget(before)
        row.addWidget(self.combo, 1)
        column.addLayout(row)
        column.addWidget(self.line)
        self.combo.picked.connect(self._picked)
        self.line.textEdited.connect(self._edited)
        self._dress()

    def set_players(self, entries: Sequence[Entry]) -> None:
        """Who can play."""
        self.combo.set_entries(entries)

    def choose(self, name: str, settings: str | None = None) -> None:
        """Chooses a player; `settings` are its settings or its command, None to keep the line."""
        self.combo.choose(name)
        if settings is not None:
            self.line.setText(settings)
            self.typed = False
        self._dress()

    @property
    def is_program(self) -> bool:
        """Whether a program plays."""
        return self.combo.name == PROGRAM

    @property
    def text(self) -> str:
        """The player as `--seat` takes it."""
        settings = self.line.text().strip()
        return f"{self.combo.name}:{settings}" if settings else self.combo.name

    def axes(self, game: Game) -> list[tuple[str, Knob]]:
        """What can be varied."""
        if self.is_program:
            return [(knob.name, knob) for knob in arguments(self.line.text())]
        return axes_of(game, self.combo.name)

    def _picked(self, name: str) -> None:
        self.line.clear()
        self.typed = True
        self._dress()
        self.chosen.emit(name)
        if self.is_program:
            self.line.setFocus()

    def _edited(self, _text: str) -> None:
        self.typed = True
        if self.is_program and self._varied:
            self.chosen.emit(self.combo.name)
        else:
            self.changed.emit()

    def _dress(self) -> None:
        """The line's words: for settings, or for a command."""
        whose = self._name.lower()
        name = f"Command of the {whose}" if self.is_program else f"Settings of the {whose}"
        self.line.setAccessibleName(name)
        own = "./mybot {depth}" if self._varied else "./mybot"
        self.line.setPlaceholderText(own if self.is_program else "default settings")
        self.line.setToolTip(
            COMMAND_TIP.format(name=name, varied=VARIED if self._varied else "")
            if self.is_program
            else SETTINGS_TIP.format(name=name, example=self._example)
        )


def player_entries(game: Game) -> tuple[list[Entry], list[Entry]]:
    """Who can be varied, and who can be the benchmark."""
    fitting = sorted(
        (a for a in algorithms().values() if a.supports(game) is None),
        key=lambda a: (not a.searches, a.title),
    )
    mute = "" if hears(game) else f"{game.title} has no text that a program could read"
    program = Entry(PROGRAM, "A program ...", "your own, in any language", mute)
    varied = [Entry(a.name, a.title, a.note) for a in fitting if a.searches and a.knobs(game)]
    return [*varied, program], [*(Entry(a.name, a.title, a.note) for a in fitting), program]


def axes_of(game: Game, name: str) -> list[tuple[str, Knob]]:
    """What can be varied of an algorithm: main parameters first, then the others, then the game's
    evaluation weights.
    """
    if name not in algorithms():
        return []
    own = sorted(algorithms()[name].knobs(game), key=lambda k: not k.main)
    return [(k.name, k) for k in own] + [(f"w.{k.name}", k) for k in knobs(game.EvalParams)]
