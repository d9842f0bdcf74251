"""The QActions of all commands: their keys, which of them are on, and which make sense now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from lab.ui.shell.commands import COMMANDS, Command

# switches, which a held key must not turn twice
ONCE = ("play", "think", "hint", "freeze", "compare", "maps", "review", "lecture", "quiz")
ANYWHERE = {command.name for command in COMMANDS if command.anywhere}


class Actions(QObject):
    """The QActions of all commands. `asked` carries the name of a command that the user gave, and
    its state.
    """

    asked = Signal(str, bool)
    able = Signal()  # other commands make sense now

    def __init__(self, window: QWidget, keys: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(window)
        self.by_name: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._away, self._resting, self._senseless = False, set[str](), set[str]()
        for command in COMMANDS:
            self.by_name[command.name] = self._make(command, window)
        for name, sequences in (keys or {}).items():
            if name in self.by_name:
                self._bind(name, sequences)

    def _make(self, command: Command, window: QWidget) -> QAction:
        action = QAction(command.title, window)
        action.setAutoRepeat(command.name not in ONCE)
        action.setObjectName(command.name)
        action.setCheckable(command.check)
        action.setToolTip(command.words)
        action.setStatusTip("")
        if command.short:
            action.setIconText(command.short)
        if command.group:
            group = self._groups.setdefault(command.group, QActionGroup(self))
            group.addAction(action)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.triggered.connect(self._told)
        window.addAction(action)
        return action

    def _told(self, checked: bool) -> None:
        sender = self.sender()
        if sender is not None:
            self.asked.emit(sender.objectName(), checked)

    def set(self, name: str, on: bool) -> None:
        """Shows a command as on or off, silently."""
        self.by_name[name].setChecked(on)  # no signal: only the user's own commands emit `asked`

    def enable(self, name: str, on: bool) -> None:
        """Whether a command makes sense now."""
        (self._senseless.discard if on else self._senseless.add)(name)
        self._show_able(name)

    def set_away(self, away: bool, resting: Collection[str] = ()) -> None:
        """Disables the match's commands and their keys while another workspace is on show, and
        those that rest there.
        """
        self._away, self._resting = away, set(resting)
        self._show_able(*self.by_name)

    def _show_able(self, *names: str) -> None:
        changed = False
        for name in names:
            rests = name in self._senseless | self._resting
            on = not rests and (name in ANYWHERE or not self._away)
            if self.by_name[name].isEnabled() != on:
                self.by_name[name].setEnabled(on)
                changed = True
        if changed:
            self.able.emit()

    # -- keys --------------------------------------------------------------------------------------

    def keys(self, name: str) -> tuple[str, ...]:
        """The key sequences of a command, as people read them."""
        return tuple(
            key.toString(QKeySequence.SequenceFormat.NativeText)
            for key in self.by_name[name].shortcuts()
        )

    def rebind(self, name: str, key: str) -> str:
        """Gives a command another key ("" for none); returns why it is refused, or ""."""
        holder = next(
            (
                c
                for c in COMMANDS
                if c.name != name and key and QKeySequence(key) in self.by_name[c.name].shortcuts()
            ),
            None,
        )
        if holder is not None:
            return f"{key} already does: {holder.words}. Give that another key first."
        self._bind(name, [key] if key else [])
        return ""

    def _bind(self, name: str, sequences: Sequence[str]) -> None:
        self.by_name[name].setShortcuts(
            [QKeySequence(key) for key in sequences if isinstance(key, str)]
        )

    def reset(self) -> None:
        """Restores all keys to their defaults."""
        for command in COMMANDS:
            self._bind(command.name, command.keys)

    def changed_keys(self) -> dict[str, list[str]]:
        """The bindings that differ from the defaults, for the settings."""
        found = {}
        for command in COMMANDS:
            now = [key.toString() for key in self.by_name[command.name].shortcuts()]
            if now != [QKeySequence(key).toString() for key in command.keys]:
                found[command.name] = now
        return found


Handlers = Mapping[str, Callable[[bool], None]]
