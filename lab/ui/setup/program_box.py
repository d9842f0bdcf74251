"""The block of a seat that a program plays: its command line, a file picker, the patience, and the
time limits of the contest.

Asks in a page's bar before a program that a file or a store names is started.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from lab.live.trust import Trust
from lab.match.seat import ProgramSeat, SeatSpec
from lab.programs.spec import PROGRAM, WARNINGS, Program
from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.layout import column
from lab.ui.parts.messages import ErrorBar, ErrorTitle, label
from lab.words.numerals import enumerated

RUNNERS = {
    ".py": (sys.executable,),
    ".js": ("node",),
    ".jar": ("java", "-jar"),
    ".sh": ("sh",),
    ".rb": ("ruby",),
    ".php": ("php",),
}
COMMAND_TIP = (
    "<div><b>Command</b></div><div>The command that starts the program, as in a terminal but "
    "without a shell. It is started once for a match, "
    "reads the contest's text on its standard input and answers on its standard output. "
    "Return: accept.</div>"
)
PATIENCE_TIP = (
    "<div><b>Time limit</b></div><div>The contest's limits are multiplied by this. Raise it for "
    "a slow computer, or while you debug.</div>"
)

WARNINGS_TIP = f"<div><b>{WARNINGS.title}</b></div><div>{WARNINGS.help}</div>"


def command_for(path: Path) -> str:
    """The command that runs a file: the file itself, or the interpreter for its extension where it
    is not executable.
    """
    runner = () if os.access(path, os.X_OK) else RUNNERS.get(path.suffix.lower(), ())
    return shlex.join([*runner, str(path)])


class ProgramBox(QWidget):
    """Setters in; `entered` reports the program the user wrote, with its limits, as after `cmd:`. A
    refused command stays in the line.
    """

    entered = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.line = QLineEdit(self)
        self.pick = QToolButton(self)
        self.patience, self.warnings = QDoubleSpinBox(self), QSpinBox(self)
        self.limits, self.error = label("", "note", self), ErrorTitle(self)
        self._program, self._limits = Program(), (0.0, 0.0, "turn")
        self._dress(name)
        self._lay_out()
        self.line.returnPressed.connect(self._take)
        self.line.editingFinished.connect(self._take_if_other)
        self.pick.clicked.connect(self.ask_file)
        self.patience.valueChanged.connect(self._turned)
        self.warnings.valueChanged.connect(self._turned)
        theme.follow(self._redress)
        self.error.hide()

    def _dress(self, name: str) -> None:
        self.line.setAccessibleName(f"{name}, command")
        self.line.setPlaceholderText("./mybot, or choose a file")
        self.line.setToolTip(COMMAND_TIP)
        self.pick.setIcon(icon("open", "ink"))
        self.pick.setAccessibleName(f"{name}, choose the program's file")
        self.pick.setToolTip(
            "<div><b>Choose a file</b></div><div>A program, or a script whose extension names "
            "its interpreter.</div>"
        )
        self.patience.setAccessibleName(f"{name}, multiple of the time limit")
        self.patience.setRange(0.01, 10_000.0)
        self.patience.setDecimals(2)
        self.patience.setPrefix("\u00d7 ")
        self.patience.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        self.patience.setKeyboardTracking(False)
        self.patience.setToolTip(PATIENCE_TIP)
        self.warnings.setAccessibleName(f"{name}, warnings before a late answer is none")
        self.warnings.setRange(int(WARNINGS.low), int(WARNINGS.high))
        self.warnings.setKeyboardTracking(False)
        self.warnings.setToolTip(WARNINGS_TIP)

    def _lay_out(self) -> None:
        (upper, lower, last) = [QHBoxLayout() for _ in range(3)]
        box = column(of=self, gap=6)
        for row in (upper, lower, last):
            row.setSpacing(6)
        upper.addWidget(self.line, 1)
        upper.addWidget(self.pick)
        name = QLabel("Time limit", self)
        name.setBuddy(self.patience)
        name.setToolTip(PATIENCE_TIP)
        lower.addWidget(name, 1)
        lower.addWidget(self.patience)
        warned = QLabel(WARNINGS.title, self)
        warned.setBuddy(self.warnings)
        warned.setToolTip(WARNINGS_TIP)
        last.addWidget(warned, 1)
        last.addWidget(self.warnings)
        box.addLayout(upper)
        box.addWidget(self.error)
        box.addLayout(lower)
        box.addLayout(last)
        box.addWidget(self.limits)

    def _redress(self) -> None:
        look = theme.current()
        self.line.setFont(look.fixed_font(theme.TABLE))
        self.pick.setIconSize(QSize(look.px(16), look.px(16)))
        for box in (self.patience, self.warnings):
            box.setFixedWidth(look.px(92))

    # -- setters -----------------------------------------------------------------------------------

    def set_program(
        self, program: Program, first_ms: float, later_ms: float, turn_word: str
    ) -> None:
        """Shows an accepted program, and the contest's limits, which its patience multiplies."""
        if program.command != self._program.command or not self.line.hasFocus():
            self.line.setText(program.command)
            self.line.end(False)  # the file's name is there
        self._program, self._limits = program, (first_ms, later_ms, turn_word)
        with QSignalBlocker(self.patience), QSignalBlocker(self.warnings):
            self.patience.setValue(program.patience)
            self.warnings.setValue(program.warnings)
        self.error.hide()
        self._tell_limits()

    def _tell_limits(self) -> None:
        first, later, word = self._limits
        times = self.patience.value()
        self.limits.setText(
            f"{times * first:,.0f} ms for its first answer, then {times * later:,.0f} ms a {word}."
        )

    def refuse(self, sentence: str) -> None:
        """Shows why the command is refused."""
        self.error.text.setText(sentence)
        self.error.show()

    def ask(self, until: str) -> None:
        """Lets the user write the command; `until` says what happens until then."""
        self.limits.setText(f"{self.limits.text()} {until}")
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- what the user did -------------------------------------------------------------------------

    def ask_file(self) -> None:
        """Asks for the program's file and accepts it."""
        path, _ = QFileDialog.getOpenFileName(self.window(), "Choose a program", self._folder())
        if path:
            self.take_file(Path(path))

    def _folder(self) -> str:
        words = (
            [Path(word) for word in shlex.split(self._program.command)]
            if self._program.command
            else []
        )
        return next((str(word.parent) for word in reversed(words) if word.is_file()), "")

    def take_file(self, path: Path) -> None:
        """Takes a file as the program."""
        self.line.setText(command_for(path))
        self._take()

    def _take_if_other(self) -> None:
        if self.line.text().strip() and self.line.text().strip() != self._program.command:
            self._take()

    def _take(self) -> None:
        self.error.hide()
        # as on the command line
        command = self.line.text().strip().removeprefix(f"{PROGRAM}:").strip()
        self.line.setText(command)
        self.entered.emit(self._written(command))
        if self.error.isHidden():
            self.line.clearFocus()  # so that letters are commands again

    def _written(self, command: str) -> str:
        return Program(command, self.patience.value(), self.warnings.value()).text

    def _turned(self, _value: float) -> None:
        self._tell_limits()
        if self._program.command:
            self.entered.emit(self._written(self._program.command))


TITLE = "A recorded command is not started unasked"


class Permission:
    """Holds the players of something, such as an `"arena"`, until the question is answered."""

    def __init__(self, trust: Trust, what: str) -> None:
        self._trust, self._what = trust, what
        self._seats: tuple[SeatSpec, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return bool(self._seats)

    def confirm(self, *seats: SeatSpec) -> None:
        """A person at this computer has written these players."""
        self._trust.confirm_seats(seats)

    def has(self, seats: Sequence[SeatSpec], bar: ErrorBar) -> bool:
        """Whether all programs of these players may be started; if not, asks."""
        if self._trust.covers(seats):
            return True
        commands = [seat.program.command for seat in seats if isinstance(seat, ProgramSeat)]
        strange = [each for each in dict.fromkeys(commands) if not self._trust.knows(each)]
        several = len(strange) > 1
        self._seats = tuple(seats)
        bar.show_error(
            TITLE,
            f"This {self._what} plays with the program{'s' * several} {enumerated(strange)}, which "
            f"{'have' if several else 'has'} to be started on this computer.",
            "",
            (f"Start the program{'s' * several} here", "Close this"),
        )
        return False

    def answer(self, yes: bool) -> None:
        """The user's answer."""
        if yes:
            self._trust.confirm_seats(self._seats)
        self._seats = ()
