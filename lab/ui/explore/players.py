"""Who plays an experiment, an algorithm with its settings or a program with its command; and which
parameter is varied over which values.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engines.game import Game
from engines.knobs import Knob, knobs
from lab.experiments.sweep.grid import FARTHEST, MOST_VALUES, arguments, word
from lab.programs.spec import PROGRAM, hears
from lab.ui.parts import detail
from lab.ui.parts.band import Fold
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import one_line
from lab.ui.parts.number_boxes import DECIMALS, CountBox, NumberBox
from lab.ui.parts.slider import tooltip
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
    `chosen` another player; setters are silent. The owner can give the line a place of its own:
    `set_aside`.
    """

    chosen = Signal(str)
    changed = Signal()

    def __init__(self, name: str, example: str, varied: bool = False, word: str = "") -> None:
        super().__init__()
        self.combo, self.line = Combo(name), QLineEdit()
        self._name, self._example, self._varied = name, example, varied
        self.typed = False  # the text in the line was written here, not read from a file
        self._aside: QVBoxLayout | None = None
        self.line.setTextMargins(5, 0, 2, 0)
        row = QHBoxLayout()
        box = column(of=self, gap=8)
        row.setSpacing(8)
        if word:
            before = one_line(word, "soft")
            row.addWidget(before)
        row.addWidget(self.combo, 1)
        self._box = box
        box.addLayout(row)
        box.addWidget(self.line)
        self.combo.picked.connect(self._picked)
        self.line.textEdited.connect(self._edited)
        self._dress()

    def set_aside(self, place: QVBoxLayout) -> None:
        """Settings are among other ones; a command stays with its program."""
        self._aside = place
        self._place()

    def _place(self) -> None:
        if self._aside is not None:
            home = self._box if self.is_program else self._aside
            if home.indexOf(self.line) < 0:
                home.addWidget(self.line)

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
        self._place()
        whose = self._name.lower()
        name = f"Command of the {whose}" if self.is_program else f"Settings of the {whose}"
        self.line.setAccessibleName(name)
        own = "./mybot {depth}" if self._varied else "./mybot"
        usual = f"{whose}: default settings" if self._aside is not None else "default settings"
        self.line.setPlaceholderText(own if self.is_program else usual)
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


USUAL_COUNT = 7


class AxisBlock(QWidget):
    """One varied parameter: its name, the range and number of its values, and whether they differ
    by equal factors. Setters are silent.
    """

    changed = Signal()

    def __init__(self, title: str, optional: bool = False) -> None:
        super().__init__()
        self._optional = optional
        self._knobs: dict[str, Knob] = {}
        self.title, self.knob = QLabel(title), Combo(title)
        self.low = NumberBox(f"{title}: lowest value")
        self.high = NumberBox(f"{title}: highest value")
        self.count = CountBox(f"{title}: how many values", 2, MOST_VALUES, USUAL_COUNT, 48)
        self.log = QCheckBox("log scale")
        self.log.setToolTip(
            "<div><b>Log scale</b></div><div>The values differ by equal factors instead of "
            "equal steps.</div>"
        )
        self._all = one_line("", "note")
        self._all.setWordWrap(True)
        self._opened = False  # by the user
        self._range, self._inside = QWidget(), QWidget()
        self.fold = Fold(self._inside, subject=title)
        self._lay_out()
        detail.changed.connect(self._fit_detail)
        self._fit_detail()
        for box in (self.low, self.high, self.count):
            box.valueChanged.connect(self._edited)
        self.log.toggled.connect(self._edited)
        self.fold.folded.connect(self._keep_open)
        self.knob.picked.connect(self._picked)

    def _lay_out(self) -> None:
        whole, grid, row = QVBoxLayout(self), QGridLayout(), QHBoxLayout(self._range)
        for layout in (whole, row):
            layout.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        row.setSpacing(4)
        grid.addWidget(self.title, 0, 0)
        grid.addWidget(self.knob, 0, 1)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 3)
        self.title.setBuddy(self.knob)
        for part, stretch in (
            (self.low, 4),
            (_soft("to"), 0),
            (self.high, 4),
            (_soft("in"), 0),
            (self.count, 3),
        ):
            row.addWidget(part, stretch)
        whole.addLayout(grid)
        column(self._range, self.log, of=self._inside, gap=8)
        whole.addWidget(self.fold)
        whole.addWidget(self._inside)
        whole.addWidget(self._all)

    def _fit_detail(self) -> None:
        """In Simple the range is folded behind its words."""
        number = self._is_number
        self.fold.setVisible(number and not detail.is_full())
        self._inside.setVisible(number and (detail.is_full() or self._opened))
        self._say_range()

    def _keep_open(self, opened: bool) -> None:
        self._opened = opened

    @property
    def _is_number(self) -> bool:
        knob = self._knobs.get(self.knob.name)
        return knob is not None and knob.kind in ("number", "integer")

    def _say_range(self) -> None:
        ends = f"{word(self.low.value())} to {word(self.high.value())}"
        said = f"{ends}, {self.count.value()} values{', log scale' * self.log.isChecked()}"
        self.fold.set_captions(said, said)

    # -- setters -----------------------------------------------------------------------------------

    def set_knobs(self, knobs: Sequence[tuple[str, Knob]], chosen: str) -> None:
        """The available parameters, by the names that `--vary` takes."""
        if dict(knobs) == self._knobs and chosen == self.knob.name:
            return
        self._knobs = dict(knobs)
        entries = [
            Entry(name, knob.title, "weight" if name.startswith("w.") else "")
            for name, knob in knobs
        ]
        self.knob.set_entries([*([Entry("", "nothing")] if self._optional else []), *entries])
        self.choose(chosen)

    def choose(self, name: str) -> None:
        """Varies another parameter, over its whole range."""
        self.knob.choose(name)
        knob = self._knobs.get(name)
        number = knob is not None and knob.kind in ("number", "integer")
        self._fit_detail()
        self._all.setVisible(knob is not None and not number)
        self.knob.setToolTip(
            tooltip(knob) if knob is not None else "The map's second parameter; none gives a curve."
        )
        if knob is None:
            return
        if not number:
            values = list(knob.choices.values()) if knob.kind == "choice" else ["yes", "no"]
            self._all.setText(f"All values: {', '.join(values)}")
            return
        if knob.low <= -FARTHEST:  # nobody knows what suits a program's argument
            self.set_range(0.0, 1.0, 5, False)
            return
        span = knob.high - knob.low
        self.set_range(
            knob.low,
            knob.high,
            min(USUAL_COUNT, round(span) + 1) if knob.kind == "integer" else USUAL_COUNT,
            knob.log and knob.low > 0,
        )

    def set_range(self, low: float, high: float, count: int, log: bool) -> None:
        """The range of values, their number and their spacing."""
        knob = self._knobs[self.knob.name]
        for part in (self.low, self.high, self.count, self.log):
            part.blockSignals(True)
        for box, value in ((self.low, low), (self.high, high)):
            box.setDecimals(0 if knob.kind == "integer" else DECIMALS)
            box.setRange(knob.low, knob.high)
            box.setValue(value)
        self.count.setValue(count)
        self.log.setChecked(log)
        for part in (self.low, self.high, self.count, self.log):
            part.blockSignals(False)
        self._say_range()

    def show_text(self, text: str) -> None:
        """Fills the boxes from a text as `--vary` takes it; of a list of numbers they show the ends
        and the count.
        """
        name, _, rest = text.partition("=")
        if name not in self._knobs or self._knobs[name].kind not in ("number", "integer"):
            return
        parts = rest.split(":")
        if len(parts) >= 3:
            self.set_range(float(parts[0]), float(parts[1]), int(parts[2]), len(parts) == 4)
        else:
            values = [float(item) for item in rest.split("|")]
            self.set_range(min(values), max(values), len(values), self.log.isChecked())

    # -- what is chosen ----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """As `--vary` takes it; "" where nothing is varied."""
        knob = self._knobs.get(self.knob.name)
        if knob is None:
            return ""
        if knob.kind in ("choice", "switch"):
            return (
                f"{self.knob.name}={'|'.join(knob.choices) if knob.kind == 'choice' else 'yes|no'}"
            )
        ends = f"{word(self.low.value())}:{word(self.high.value())}:{self.count.value()}"
        return f"{self.knob.name}={ends}{':log' if self.log.isChecked() else ''}"

    def _picked(self, name: str) -> None:
        self.choose(name)
        self.changed.emit()

    def _edited(self, _value: object = None) -> None:
        self._say_range()
        self.changed.emit()


def _soft(text: str) -> QLabel:
    out = one_line(text, "soft")
    return out
