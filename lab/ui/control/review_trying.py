"""Trying to find a better move oneself: what gives it away is hidden, and the answer is judged by
the same searches.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.review.words import headline, move_words
from lab.ui.review.page import ReviewPage
from lab.ui.review.runner import ReviewRunner
from lab.ui.review.view import ReviewRow, ReviewView


class Trying(QObject):
    """At most one move is being tried; `changed` where something else is to be shown."""

    changed = Signal()

    def __init__(self, page: ReviewPage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._row: ReviewRow | None = None
        self._tried: tuple[int, ...] = ()
        self._answer: ReviewedMove | None = None
        self._refusal = ""
        self._words: tuple[str, ...] = ()
        self.runner = ReviewRunner(self)
        self.runner.judged.connect(self._judged)
        self.runner.finished.connect(self._failed)
        page.board.tried.connect(self._take)

    @property
    def hides(self) -> bool:
        """Whether what is best must not be seen."""
        return self._row is not None and self._answer is None

    @staticmethod
    def possible(row: ReviewRow) -> bool:
        """Whether the move is one that can be clicked on the board."""
        game, moving = row.game, [k for k, a in enumerate(row.move.played) if a >= 0]
        if not row.move.is_judged or len(moving) != 1:
            return False
        agent = game.agents_of(row.move.seat)[moving[0]]
        return len(game.targets(row.state, agent)) > 1

    def begin(self, row: ReviewRow, words: Sequence[str]) -> None:
        """Hides the answer and waits for a click; `words` ask for a judgement."""
        self.leave()
        self._row, self._answer, self._tried, self._refusal = row, None, (), ""
        self._words = (*words, "--seat", str(row.move.seat + 1))
        self._page.board.set_trying(True)
        self.changed.emit()

    def leave(self) -> bool:
        """Shows everything again; whether a move was being tried."""
        was = self.hides
        if was:
            self.forget()
            self.changed.emit()
        return was

    def forget(self) -> None:
        """The answer is not shown any more."""
        self._row, self._answer = None, None
        self.runner.end()
        self._page.board.set_trying(False)

    def end(self) -> None:
        """The window closes."""
        self.runner.end()

    def _take(self, x: float, y: float) -> None:
        row = self._row
        if row is None or self._tried:
            return
        game, seat = row.game, row.move.seat
        place = next(k for k, action in enumerate(row.move.played) if action >= 0)
        agent = game.agents_of(seat)[place]
        action = game.cell(row.state, agent, x, y)
        if action is None:
            return
        self._refusal = game.explain(row.state, agent, action)
        if not self._refusal:
            self._tried = (*row.move.played[:place], action, *row.move.played[place + 1 :])
            self._judge(row)
        self.changed.emit()

    def _judge(self, row: ReviewRow) -> None:
        """The played and the best move are judged already."""
        if self._tried == row.move.played:
            self._show(row.move)
            return
        words = move_words(row.game, row.state, row.move.seat, self._tried)
        self.runner.start(row.game, [*self._words, "--move", words])

    def _judged(self, _head: ReviewHead | None, moves: Sequence[ReviewedMove]) -> None:
        if moves and self._row is not None:
            self._show(moves[-1])

    def _failed(self, failure: str) -> None:
        if failure and self.hides:
            self._tried, self._refusal = (), failure
            self.changed.emit()

    def _show(self, answer: ReviewedMove) -> None:
        self._answer = answer
        self._page.board.set_trying(False)
        self.changed.emit()

    def words(self, view: ReviewView) -> tuple[str, str] | tuple[()]:
        """What is said while a move is tried, and of the answer; () otherwise."""
        row = self._row
        if row is None:
            return ()
        if self._answer is not None:
            return self._verdict(row, self._answer)
        if self._tried:
            tried = move_words(row.game, row.state, row.move.seat, self._tried)
            return f"{tried}: searching what it is worth.", ""
        return "Which move would you play? Click it on the board.", self._refusal or (
            "Esc shows the answer."
        )

    @staticmethod
    def _verdict(row: ReviewRow, answer: ReviewedMove) -> tuple[str, str]:
        """Of the tried move, with that of the match."""
        said = headline(row.game, row.state, answer)
        if answer.played == row.move.played:
            return f"You chose the move of the match. {said}", ""
        return said, f"In the match: {headline(row.game, row.state, row.move)}"
