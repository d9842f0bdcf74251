"""Playing A against B from the position that is compared."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from engines.game import Game, State
from engines.knobs import KnobError
from lab.batch.workplace import Workplace
from lab.compare.contest import MATCHES, contest
from lab.experiments.sweep import SweepPlan
from lab.files.codec import checksum
from lab.files.replay_position import keep_position
from lab.live.recorder import data_folder
from lab.live.trust import Trust
from lab.match.records import Contesting, Setup
from lab.ui.compare.contest_box import ContestBox
from lab.ui.control.sweep_run import SweepRun
from lab.words import numerals

ALONE = "A game for one has nobody to play against."
SAME = "A and B are the same player."
UNTOLD = "B or A is a program that nobody has allowed to start here."
NEAR = "sides swapped from each; stops when settled"
READY = "from here, sides swapped; stops when settled"


def folder() -> Path:
    """Where the positions of contests are kept."""
    return data_folder() / "compare"


class ContestControl(QObject):
    """One contest at a time; its result stays while the same players are compared there."""

    def __init__(self, box: ContestBox, run: SweepRun, trust: Trust, parent: QObject) -> None:
        super().__init__(parent)
        self._box, self.runner, self._trust = box, run, trust
        self.matches = MATCHES
        self._question: tuple[object, ...] = ()
        self.shake = 0  # positions near the compared one that matches begin in; 0: in that one
        self._asked: tuple[Game, Setup, State, tuple[Contesting, Contesting]] | None = None
        run.moved.connect(self.show)
        box.asked.connect(self.ask)
        box.shaken.connect(self.set_shake)

    def set_question(
        self, game: Game, setup: Setup, state: State, sides: tuple[Contesting, Contesting]
    ) -> None:
        """Other players, budgets or another position: what was played for others stops."""
        question = (game.spec, checksum(state), sides, self._shaken(game))
        if question != self._question:
            self.runner.stop()
            self.runner.forget()
            self._question = question
        self._asked = game, setup, state, sides
        self.show()

    def set_shake(self, count: int) -> None:
        """Plays from that many positions near the compared one, 0: from that one."""
        self.shake = count
        if self._asked is not None:
            self.set_question(*self._asked)

    def _shaken(self, game: Game) -> int:
        """The positions near the compared one, 0 in a game in which none can be drawn."""
        editing = game.editing()
        return self.shake if editing is not None and editing.shakes else 0

    def ask(self, on: bool) -> None:
        """Plays on, or stops."""
        if not on:
            self.runner.stop()
        elif self._asked is not None and not self._refusal():
            self.runner.start(self._plan(), Workplace())

    def _plan(self) -> SweepPlan:
        assert self._asked is not None  # a question was asked
        game, setup, state, sides = self._asked
        start = keep_position(folder(), setup, state)
        return contest(game, *sides, start, self.matches, self._shaken(game))

    def _refusal(self) -> str:
        """Why they cannot play each other, "" if they can."""
        if self._asked is None:
            return ""
        game, _, _, sides = self._asked
        if game.seats < 2:
            return ALONE
        if sides[0] == sides[1]:
            return SAME
        return "" if self._trust.covers(sides) else UNTOLD

    def show(self) -> None:
        """Shows what is known by now."""
        runner, result = self.runner, self.runner.result
        if self._asked is not None:
            editing = self._asked[0].editing()
            self._box.set_shakes(editing is not None and bool(editing.shakes), self.shake)
        self._box.set_state(runner.running, self._note(), self._refusal())
        if result is not None and result.matches:
            self._box.set_result(*self._said())
        else:
            self._box.set_result("", runner.failure)

    def _said(self) -> tuple[str, str]:
        result = self.runner.result
        assert result is not None  # the caller has looked
        try:
            words, facts = result.series("A", "B")
        except KnobError as error:
            return "", str(error)
        failed = f"{len(result.failed)} matches failed." if result.failed else ""
        return words, " ".join(filter(None, (facts, failed, self.runner.failure)))

    def _note(self) -> str:
        runner, result = self.runner, self.runner.result
        if not runner.running:
            return NEAR if self._asked is not None and self._shaken(self._asked[0]) else READY
        if result is None or not result.matches:
            return "preparing ..."
        done = f"{result.matches} of at most {result.grid.total}"
        rate = runner.per_minute
        if not rate:
            return done
        left = numerals.duration(60 * (result.grid.total - result.matches) / rate)
        return f"{done}, {left} left at most"
