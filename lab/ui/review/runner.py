"""Runs `smitsilab review` in a process of its own and gives away each move as it is judged.

The process ends with its input, so that a review is stopped at once and nothing outlives the
window; what is judged by then is kept.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

import lab
from engines.game import Game
from lab.files.codec import UNREADABLE
from lab.files.review_lines import ReviewHead, decode_head, decode_move

STOP_MS = 3000


class ReviewRunner(QObject):
    """At most one process. `judged` carries the head of the review (None where a single move was
    asked for) and a list of moves, `moved` that there is news of its progress, `finished` why it
    failed, or "".
    """

    judged = Signal(object, object)
    moved = Signal()
    finished = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
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

    def start(self, game: Game, words: Sequence[str]) -> None:
        """Starts `smitsilab review` with these arguments."""
        self.end()
        self._game, self._head, self._rest, self._stopping = game, None, b"", False
        self.done, self.total, self.note = 0, 0, "preparing the search"
        process = self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        roots = [str(Path(lab.__file__).parent.parent), environment.value("PYTHONPATH")]
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, roots)))
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._broke)
        follow = ("--follow", "--end-with-input")
        process.start(sys.executable, ["-m", "lab", "review", *words, *follow])
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
