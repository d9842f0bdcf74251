"""Plays an experiment in its own process, with a command line that the user could type, and
follows the file it writes.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
import time
import zlib
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

import lab
from lab.batch.errors import BatchError
from lab.batch.workplace import Workplace
from lab.experiments.sweep import SweepPlan, SweepResult
from lab.experiments.sweep.store import SweepReader
from lab.live.recorder import data_folder

# how often the file is read; reading may take one twentieth of the time
LOOK_MS, SHARE = 400, 20
STOP_MS = 3000
RATE_S = 60.0  # the rate is that of the last minute


def folder() -> Path:
    """Where experiments are kept."""
    return data_folder() / "explore"


def file_of(plan: SweepPlan) -> Path:
    """The file of an experiment: the same question continues in the same file."""
    varied = "-".join(text.partition("=")[0] for text in plan.vary)
    words = [plan.game.partition(":")[0], plan.seat.partition(":")[0], varied]
    mark = zlib.crc32(json.dumps(plan.question, sort_keys=True).encode())
    return folder() / f"{'-'.join(words)}-{mark:08x}.jsonl"


def latest() -> Path | None:
    """The latest experiment."""
    with contextlib.suppress(OSError):
        return max(folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, default=None)
    return None


class Runner(QObject):
    """At most one process, at most one file; `moved` reports something new to show."""

    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.result: SweepResult | None = None
        self.failure = ""
        self._reader: SweepReader | None = None
        self._process: QProcess | None = None
        self._stopping = False
        self._rate: list[tuple[float, int]] = []  # (seconds, matches) of the last minute
        self._before = 0  # matches in the file when the process began
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)

    @property
    def running(self) -> bool:
        """Whether matches are being played."""
        return self._process is not None

    @property
    def per_minute(self) -> float:
        """Recent matches a minute; 0 until there is enough to measure."""
        if len(self._rate) < 2 or self._rate[-1][0] - self._rate[0][0] < 1:
            return 0.0
        (then, before), (now, after) = self._rate[0], self._rate[-1]
        return 60 * (after - before) / (now - then)

    # -- files -------------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Shows a file's results; BatchError if it contains none."""
        reader = SweepReader(path)
        reader.look()
        if reader.results is None:
            raise BatchError(f"{path} holds no results of a sweep.")
        self.path, self._reader, self.failure = path, reader, ""
        self.result = SweepResult(reader.results.plan.grid, reader.results)
        self.moved.emit()

    def forget(self) -> None:
        """Shows nothing: another experiment is being set up."""
        self.path, self._reader, self.result, self.failure = None, None, None, ""
        self.moved.emit()

    def look(self) -> None:
        """Reads what is new in the file."""
        began = time.monotonic()
        if self._reader is None:
            return
        try:
            new = self._reader.look()
        except (BatchError, OSError) as error:
            self.failure = str(error)
            self.stop()
            self.moved.emit()
            return
        found = self._reader.results
        if new and found is not None:
            self.result = SweepResult(found.plan.grid, found)
        matches = self.result.matches if self.result is not None else 0
        # not counting the preparation
        recent = [(t, n) for t, n in self._rate if began - t < RATE_S and n > self._before]
        self._rate = [*recent, (began, matches)]
        self._timer.setInterval(max(LOOK_MS, round(SHARE * 1000 * (time.monotonic() - began))))
        self.moved.emit()

    # -- the process -------------------------------------------------------------------------------

    def start(self, plan: SweepPlan, path: Path, place: Workplace) -> None:
        """Plays what a plan still lacks."""
        if self._process is not None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.path != path:
            self.path, self._reader, self.result = path, SweepReader(path), None
        self.failure, self._stopping, self._rate = "", False, []
        self._before = self.result.matches if self.result is not None else 0
        words = shlex.split(plan.command(str(path), place.words))[1:]
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        roots = [
            str(Path(lab.__file__).parent.parent),
            *filter(None, [environment.value("PYTHONPATH")]),
        ]
        environment.insert("PYTHONPATH", os.pathsep.join(roots))
        process.setProcessEnvironment(environment)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._broke)
        self._process = process
        process.start(sys.executable, ["-m", "lab", *words, "--end-with-input"])
        self._timer.start(LOOK_MS)
        self.moved.emit()

    def stop(self) -> None:
        """Pauses: closes the process's input, which ends it; what is finished is in the file."""
        if self._process is not None:
            self._stopping = True
            self._process.closeWriteChannel()

    def end(self) -> None:
        """Stops and waits; a process that does not react is killed, which loses nothing either."""
        self.stop()
        if self._process is not None and not self._process.waitForFinished(STOP_MS):
            self._process.kill()
            self._process.waitForFinished(STOP_MS)
        self._timer.stop()

    def _broke(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._close(
                f"The process that plays the matches could not be started ({sys.executable})."
            )

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        assert self._process is not None
        said = (
            bytes(self._process.readAllStandardError().data())
            .decode(errors="replace")
            .strip()
            .splitlines()
        )
        if self._stopping or (status == QProcess.ExitStatus.NormalExit and code in (0, 1)):
            self._close("")
        else:
            words = (
                said[-1].removeprefix("smitsilab: ")
                if said
                else f"The process that plays the matches ended with code {code}."
            )
            self._close(words)

    def _close(self, failure: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self._timer.stop()
        self.look()
        self.failure = self.failure or failure
        self.moved.emit()
