"""The games of one setting as a list; Enter, a double click or Watch opens one on the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lab.experiments.arena.standing import GameRow
from lab.ui.parts.games_table import GamesTable
from lab.ui.parts.messages import label
from lab.words.numerals import several

NONE = "Click a setting, in any chart or table, to list its games."


class SettingGames(QWidget):
    """Setters in; `watched` carries the number of a game."""

    watched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.words = label(NONE, "", self), QLabel()
        self.table, self.watch = GamesTable(), QPushButton("Watch")
        self.words.setProperty("look", "note")
        self.watch.setToolTip("Watch this game in the Match page\nKey: Enter")
        column, foot = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        foot.addWidget(self.words, 1)
        foot.addWidget(self.watch)
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self.watch.clicked.connect(self.table.open_current)
        self.table.opened.connect(lambda game: self.watched.emit(game.number))
        self.set_games("", ())

    def set_games(self, setting: str, games: Sequence[GameRow], bot: str = "") -> None:
        """The games of a setting, whose player is called `bot`; "" for none chosen."""
        self.title.setText(setting or NONE)
        self.table.set_games(games, bot)
        self.table.setVisible(bool(setting))
        self.words.setText(several(len(games), "game") if setting else "")
        self.watch.setVisible(bool(setting))
        self.watch.setEnabled(bool(games))
