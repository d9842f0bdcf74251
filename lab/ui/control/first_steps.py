"""What a newcomer tries first, and when each of it is done."""

from __future__ import annotations

from PySide6.QtCore import QObject

from lab.match.seat import SearchSeat
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.settings import Settings

EXPLORATION = "exploration"  # how the title of such a knob begins
DRAG, THINK, CELL = range(3)


class FirstStepsControl(QObject):
    """Shows the three steps until they are closed, or done when the window closes."""

    def __init__(
        self,
        window: Window,
        moment: Moment,
        seating: SetupControl,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._seating = window, moment, seating
        self._settings = settings
        self._done, self._looked = set[int](), False
        self._part = window.setup.first_steps
        self._part.closed.connect(self._close)
        self._part.setVisible(settings.first_steps)
        window.setup.param_changed.connect(self._turned)
        window.centre.timeline.scrubbed.connect(self._clicked)
        tree = window.trees.pages.tree
        tree.icicles.chosen.connect(self._picked)
        tree.outline.chosen.connect(self._picked)

    def begin(self) -> None:
        """Shows them from the first, below the seats."""
        self._done, self._looked = set(), False
        self._settings.first_steps = True
        self._window.show_workspace(MATCH)
        if not self._window.setup_shown:
            self._window.toggle_setup(True)
        self._part.show()
        self.show()

    def _close(self) -> None:
        self._settings.first_steps = False
        self._part.hide()
        self._window.centre.board.setFocus()

    @property
    def _slider(self) -> tuple[int, str, str]:
        """The first seat whose search explores, the knob and its title."""
        game = self._seating.game
        for seat, spec in enumerate(self._seating.setup.seats):
            if isinstance(spec, SearchSeat) and spec.kind is not None:
                for knob in spec.kind.knobs(game):
                    if knob.main and knob.title.lower().startswith(EXPLORATION):
                        return seat, knob.name, "Exploration"
        return 0, "", ""

    def show(self) -> None:
        """Which are done; called with each reading of the session."""
        if self._part.isHidden():
            return
        seat, _, title = self._slider
        drag = (
            f"Drag {title} of seat {seat + 1} and watch its bars spread out."
            if title
            else "Choose Smitsimax or UCT for seat 1 and drag Exploration."
        )
        if self._looked and self._moment.status.holding:
            self._done.add(THINK)
        word = self._moment.game.turn_word
        think = f"Click a {word} in the curve, then Think on."
        cell = "Open Tree and click a cell: the board goes there."
        self._part.set_steps((drag, think, cell), frozenset(self._done))
        if len(self._done) == 3:
            self._settings.first_steps = False  # the next start is without them

    def _turned(self, seat: int, name: str, _value: object) -> None:
        wanted, knob, _ = self._slider
        if (seat, name) == (wanted, knob):
            self._done.add(DRAG)

    def _clicked(self, _turn: int) -> None:
        self._looked = True

    def _picked(self) -> None:
        self._done.add(CELL)
