"""The searches of a review: by which algorithm, how deep, of which turns, and the command line that
does the same.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from engines.knobs import KnobError
from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.match.budget import ITERATIONS, Budget
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, make_seat
from lab.review.merged import MergedReview
from lab.review.plan import SEED, USUAL, reviewer
from lab.ui.control.moment import Moment
from lab.ui.parts.combos import Entry
from lab.ui.review.runner import ReviewRunner
from search import algorithms

NOTHING = "There is no move to review yet."


class ReviewSearch(QObject):
    """Starts the process that reviews; what it finds goes to the session, which keeps it. `ended`
    carries why it failed, or "".
    """

    told = Signal(str)
    ended = Signal(str)

    def __init__(self, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._moment = moment
        self.found = MergedReview()
        self._game: Game | None = None  # of the match that is searched
        # what to search once the match is in a file
        self._waiting: tuple[SearchSeat, Sequence[int] | None, int] | None = None
        self.seat: int | None = None  # whose moves are searched; None: everyone's
        self.processes: int | None = None  # that search; None: one for each core
        self.runner = ReviewRunner(self)
        self.runner.judged.connect(self._judged)
        self.runner.finished.connect(self.ended)

    @property
    def spec(self) -> SearchSeat:
        """The search that reviews: the one of the review so far, else the usual one."""
        if self.found.head is not None:
            return self.found.head.spec
        return reviewer(self._moment.game)

    @property
    def budget(self) -> Budget:
        """What each search gets."""
        return self.spec.budget or USUAL

    def start(self, spec: SearchSeat, turns: Sequence[int] | None = None, through: int = 0) -> None:
        """Searches what is missing of the line on the board, or of the line through a turn."""
        file, path = self._moment.session.file, self._moment.view.lines.path
        self._waiting, self._game = None, self._moment.game
        if not path:
            self.told.emit(NOTHING)
            return
        if file is None:
            self._waiting = spec, turns, through
            self._moment.session.keep()
            return
        words = [str(file), *self._of(spec), *self._whose(), "--through", str(through or path[-1])]
        words += ["--turns", ",".join(map(str, turns))] if turns is not None else []
        words += ["--processes", str(self.processes)] if self.processes is not None else []
        self.runner.start(self._moment.game, words)

    def look(self) -> None:
        """Begins what waited for the match to be in a file."""
        if self._waiting is not None and self._moment.session.file is not None:
            waited, self._waiting = self._waiting, None
            if self._moment.game is self._game:
                self.start(*waited)

    def again(self, name: str, iterations: int, turns: Sequence[int] | None) -> None:
        """Searches again, deeper or by another algorithm."""
        game, base = self._moment.game, self.spec
        try:
            spec = base if name == base.name else make_seat(algorithms()[name], game, {})
        except KnobError as error:
            self.told.emit(str(error))
            return
        self.start(replace(spec, budget=Budget(ITERATIONS, iterations)), turns)

    def stop(self) -> None:
        """Stops, or goes on where it was stopped."""
        if self.runner.running:
            self.runner.stop()
        else:
            self.start(self.spec)

    def _judged(self, head: ReviewHead | None, moves: Sequence[ReviewedMove]) -> None:
        """Keeps what was found, unless another match is on the board by now."""
        if self._moment.game is not self._game:
            self.runner.stop()
        elif head is not None:
            self._moment.session.review(head, moves)

    # -- words -------------------------------------------------------------------------------------

    def _of(self, spec: SearchSeat) -> list[str]:
        text = format_seat(spec, self._moment.game, with_budget=False)
        seed = self.found.head.seed if self.found.head is not None else SEED
        return ["--with", text, "--budget", (spec.budget or USUAL).text, "--seed", str(seed)]

    def _whose(self) -> list[str]:
        return [] if self.seat is None else ["--seat", str(self.seat + 1)]

    def judging(self, turn: int) -> list[str]:
        """The arguments that judge another move of a turn; () without a file."""
        file, path = self._moment.session.file, self._moment.view.lines.path
        if file is None or not path:
            return []
        words = [str(file), *self._of(self.spec), "--turns", str(turn)]
        return [*words, "--through", str(path[-1])]

    def command(self) -> str:
        """What reviews this match in a terminal."""
        file = self._moment.session.file
        if file is None:
            return ""
        return shlex.join(["smitsilab", "review", str(file), *self._of(self.spec), *self._whose()])

    def entries(self) -> list[Entry]:
        """The algorithms that may review."""
        game = self._moment.game
        found = sorted((a for a in algorithms().values() if a.searches), key=lambda a: a.title)
        return [Entry(a.name, a.title, a.note, a.supports(game) or "") for a in found]
