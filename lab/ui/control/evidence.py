"""What the pages Arena, Experiments and Tuner have in common: a store's desk, what plays, games on
the board, a look at what is known while the page is on show or games are played, and what is said
when something fails.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from lab.live.trust import Trust
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.arena_games import ArenaGames
from lab.ui.control.arena_play import ArenaPlay
from lab.ui.control.setup import SetupControl
from lab.ui.setup.permission import Permission
from lab.ui.shell.three_parts import ThreePartPage
from lab.ui.shell.window import Window

TICK_MS, SHARE = 500, 10  # between two looks; a look may take one tenth of the time


class EvidenceControl(QObject):
    """A subclass makes its `page` when it is first shown, looks at each `tick`, and says what
    happens when a run has `_ended`, and what is tried `_once_more` when that is allowed. `what` is
    played, in words.
    """

    page: ThreePartPage | None

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        trust: Trust,
        what: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._what = window, seating, what
        self._permission = Permission(trust, what)
        self.page = None
        self.desk, self.play = StoreDesk(parent=self), ArenaPlay(self)
        self.games = ArenaGames(window, seating, self.desk, self)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self.desk.failed.connect(self._failed)
        self.play.ended.connect(self._ended)

    def _attend(self, page: ThreePartPage) -> None:
        """Follows a page."""
        page.error.chosen.connect(self._answered)
        page.watch_asked.connect(self.games.watch)
        page.shown.connect(self._shown)
        page.ended.connect(self.end)

    # -- what subclasses do ------------------------------------------------------------------------

    def tick(self) -> None:
        """Looks at what is known."""
        raise NotImplementedError

    def _ended(self, why: str) -> None:
        """A run has ended, with a sentence if not as it should."""
        raise NotImplementedError

    def _once_more(self) -> None:
        """Begins what was refused or has failed."""
        raise NotImplementedError

    # -- the page ----------------------------------------------------------------------------------

    def _shown(self, on: bool) -> None:
        """Nobody looks at a hidden page; what it plays goes on."""
        if on or self.play.running:
            self._timer.start(TICK_MS)
        else:
            self._timer.stop()

    def _rest(self, took_s: float, share: int = SHARE, least_ms: int = TICK_MS) -> None:
        """The next look comes after so many times as long as the last one took."""
        self._timer.setInterval(max(least_ms, round(share * 1000 * took_s)))

    def _answered(self, button: int) -> None:
        """What an error, or the question whether programs may be started, was answered with."""
        if self.page is not None:
            self.page.error.hide()
            self.page.take_keys()
        self._permission.answer(button == 0)
        if button == 0:
            self._once_more()

    def _failed(self, sentence: str) -> None:
        if self.page is not None:
            self.page.error.show_error(
                f"The {self._what} has stopped" if self.play.running else "That did not work",
                f"{sentence} Every finished game is kept.",
                "",
                ("Start again", "Close this"),
            )

    def end(self) -> None:
        """The window closes: no process is left, and nothing finished is lost."""
        self._timer.stop()
        self.play.end()
        self.desk.end()
