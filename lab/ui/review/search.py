"""The searches of a review: by which algorithm, how deep, of which turns, and the command line that
does the same; and of a move that a person tries, while what gives the best one away is hidden.

They run in a process that ends with its input, so that a review is stopped at once and nothing
outlives the window; what is judged by then is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from engines.game import Game
from engines.knobs import KnobError
from lab.again import environment
from lab.files.codec import UNREADABLE
from lab.files.review_lines import ReviewedMove, ReviewHead, decode_head, decode_move
from lab.match.budget import ITERATIONS, Budget
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, make_seat
from lab.review.matches import MergedReview
from lab.review.positions import SEED, USUAL, ReviewAsked, reviewer
from lab.review.words import headline, move_words
from lab.ui.board.hand import Hand
from lab.ui.control.moment import Moment
from lab.ui.parts.combos import Entry
from lab.ui.review.page import ReviewPage
from lab.ui.review.view import ReviewRow, ReviewView
from lab.words.asked import words_of
from search import algorithms

STOP_MS = 3000


class ReviewRunner(QObject):
    """At most one process. `judged` carries the head of the review (None where a single move was
    asked for) and a list of moves, `moved` that there is news of its progress, `finished` why it
    failed, or "".
    """

    judged = Signal(object, object)
    moved = Signal()
    finished = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.done, self.total, self.note = 0, 0, ""
        self._process: QProcess | None = None
        self._game: Game | None = None
        self._head: ReviewHead | None = None
        self._rest = b""
        self._stopping = False

    @property
    def running(self) -> bool:
        """Whether moves are being searched."""
        return self._process is not None

    def start(self, game: Game, asked: ReviewAsked) -> None:
        """Starts `smitsilab review`."""
        self.end()
        self._game, self._head, self._rest, self._stopping = game, None, b"", False
        self.done, self.total, self.note = 0, 0, "preparing the search"
        process = self._process = QProcess(self)
        variables = QProcessEnvironment.systemEnvironment()
        variables.insert("PYTHONPATH", environment()["PYTHONPATH"])
        process.setProcessEnvironment(variables)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._broke)
        follow = ("--follow", "--end-with-input")
        process.start(sys.executable, ["-m", "lab", asked.kind, *words_of(asked), *follow])
        self.moved.emit()

    def stop(self) -> None:
        """Closes the process's input, which ends it."""
        if self._process is not None:
            self._stopping = True
            self._process.closeWriteChannel()

    def end(self) -> None:
        """Stops and waits; a process that does not react is killed, which loses nothing either."""
        process = self._process
        self.stop()
        if process is not None and not process.waitForFinished(STOP_MS):
            process.kill()
            process.waitForFinished(STOP_MS)

    # -- what it says ------------------------------------------------------------------------------

    def _read(self) -> None:
        if self._process is None:
            return
        text = self._rest + bytes(self._process.readAllStandardOutput().data())
        *lines, self._rest = text.split(b"\n")
        moves: list[Any] = []
        for line in lines:
            found = json.loads(line)
            if "review" in found:
                self._head = decode_head(self._game, found) if self._game is not None else None
            elif "reviewed" in found:
                moves += self._move(found)
            else:
                self.done, self.total, self.note = found["done"], found["total"], found["note"]
        if moves:
            self.judged.emit(self._head, moves)
        self.moved.emit()

    def _move(self, line: Mapping[str, Any]) -> list[Any]:
        try:
            return [decode_move(self._game, line, line["reviewed"])] if self._game else []
        except UNREADABLE:
            return []

    def _broke(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._close(f"The process that reviews could not be started ({sys.executable}).")

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        process = self._process
        if process is None:
            return
        said = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        good = status == QProcess.ExitStatus.NormalExit and code == 0
        last = said.splitlines()[-1] if said else f"The review ended with code {code}."
        self._close("" if self._stopping or good else last.removeprefix("smitsilab: "))

    def _close(self, failure: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self.moved.emit()
        self.finished.emit(failure)


NOTHING = "There is no move to review yet."


class ReviewSearch(QObject):
    """Starts the process that reviews; what it finds goes to the session, which keeps it. `ended`
    carries why it failed, or "".
    """

    told = Signal(str)
    ended = Signal(str)

    def __init__(self, moment: Moment, parent: QObject) -> None:
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
        asked = replace(
            self._asked(file, spec),
            turns=",".join(map(str, turns or ())),
            through=through or path[-1],
            processes=self.processes,
        )
        self.runner.start(self._moment.game, asked)

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

    def _asked(self, file: Path, spec: SearchSeat) -> ReviewAsked:
        text = format_seat(spec, self._moment.game, with_budget=False)
        seed = self.found.head.seed if self.found.head is not None else SEED
        seat = None if self.seat is None else self.seat + 1
        return ReviewAsked(file, text, (spec.budget or USUAL).text, seed, seat)

    def judging(self, row: ReviewRow) -> ReviewAsked | None:
        """What judges another move in place of a row's; None without a file."""
        file, path = self._moment.session.file, self._moment.view.lines.path
        if file is None or not path:
            return None
        asked, seat = self._asked(file, self.spec), row.move.seat + 1
        return replace(asked, turns=str(row.turn), through=path[-1], seat=seat)

    def command(self) -> str:
        """What reviews this match in a terminal."""
        file = self._moment.session.file
        return "" if file is None else self._asked(file, self.spec).command()

    def entries(self) -> list[Entry]:
        """The algorithms that may review."""
        game = self._moment.game
        found = sorted((a for a in algorithms().values() if a.searches), key=lambda a: a.title)
        return [Entry(a.name, a.title, a.note, a.supports(game) or "") for a in found]


class Trying(QObject):
    """At most one move is being tried; `changed` where something else is to be shown."""

    changed = Signal()

    def __init__(self, page: ReviewPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._row: ReviewRow | None = None
        self._tried: tuple[int, ...] = ()
        self._answer: ReviewedMove | None = None
        self._refusal = ""
        self._asked: ReviewAsked | None = None
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

    def begin(self, row: ReviewRow, asked: ReviewAsked) -> None:
        """Hides the answer and waits for a click on the move that is then `asked` about."""
        self.leave()
        self._row, self._answer, self._tried, self._refusal = row, None, (), ""
        self._asked = asked
        game, agent = row.game, self._agent(row)
        targets, stands = game.targets(row.state, agent), game.position(row.state, agent)
        self._page.board.set_trying(Hand(targets, stands=stands))
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
        self._page.board.set_trying(None)

    def end(self) -> None:
        """The window closes."""
        self.runner.end()

    @staticmethod
    def _agent(row: ReviewRow) -> int:
        """The one that moved."""
        place = next(k for k, action in enumerate(row.move.played) if action >= 0)
        return row.game.agents_of(row.move.seat)[place]

    def _take(self, x: float, y: float) -> None:
        row = self._row
        if row is None or self._tried:
            return
        game, agent = row.game, self._agent(row)
        place = game.agents_of(row.move.seat).index(agent)
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
        assert self._asked is not None
        self.runner.start(row.game, replace(self._asked, move=words))

    def _judged(self, _head: ReviewHead | None, moves: Sequence[ReviewedMove]) -> None:
        if moves and self._row is not None:
            self._show(moves[-1])

    def _failed(self, failure: str) -> None:
        if failure and self.hides:
            self._tried, self._refusal = (), failure
            self.changed.emit()

    def _show(self, answer: ReviewedMove) -> None:
        self._answer = answer
        self._page.board.set_trying(None)
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
