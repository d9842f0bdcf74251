"""A check from outside: starts its parts one after the other, each in a process of its own, so that
nothing that a file does can hurt whoever asks.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines.cache_folder import cache_folder
from engines.knobs import KnobError
from engines.own_files import ENDING, ENDINGS
from engines.versions import SHEET, code_digest
from lab.again import environment
from lab.check.blame import Flaw
from lab.check.confined import traced

LAWS = 3  # a check of other laws counts as none
SILENT_S = 240.0  # seconds without a word after which a part is ended
_PARTS = {
    "plain": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {"NUMBA_BOUNDSCHECK": "1"},
    "quick": {"NUMBA_DISABLE_JIT": "1"},
    "load": {"NUMBA_DISABLE_JIT": "1"},
    "sheet": {},  # of which no code runs
}
ALL, QUICK, LOADS, OF_SHEETS = ("load", "plain", "compiled"), ("quick",), ("load",), ("sheet",)
TO_START = (*LOADS, *QUICK)
_passed: set[str] = set()  # a few matches, before the whole check
_DOING = {
    "load": "loading it",
    "sheet": "reading its rules",
    "plain": "playing it as plain Python",
    "quick": "playing it as plain Python",
    "compiled": "compiling its rules",
}


@dataclass
class CheckReport:
    """What a check found. `unreadable` says why nothing could be checked, "" if it could."""

    path: Path
    seed: int
    findings: list[Flaw] = field(default_factory=list)
    unreadable: str = ""
    matches: int = 0
    positions: int = 0

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.unreadable and not self.findings

    @property
    def refusal(self) -> str:
        """Why no match can be played, a sentence; "" if at most words, pictures or texts are
        wrong.
        """
        grave = (each.sentence for each in self.findings if not each.plays)
        return self.unreadable or next(grave, "")

    @property
    def fatal(self) -> str:
        """Why no process can go on that loads or shows it, a sentence; "" if one can."""
        graves = (each.sentence for each in self.findings if each.grave)
        return self.unreadable or next(graves, "")

    @property
    def playable(self) -> bool:
        """Whether a match can be played."""
        return not self.refusal


class Checking:
    """A check that runs, of all parts or a QUICK one; `stop` ends it at any moment, from any
    thread.
    """

    def __init__(
        self,
        path: Path,
        seed: int = 1,
        tell: Callable[[str], object] = str,
        parts: Sequence[str] = ALL,
    ) -> None:
        self.report, self._tell, self._asked = CheckReport(path, seed), tell, tuple(parts)
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def run(self) -> CheckReport:
        """Checks; what passes is known as passed from now on, what passes quickly in this process
        alone.
        """
        self.report.unreadable = _unreadable(self.report.path)
        digest = code_digest(self.report.path)
        for part in OF_SHEETS if self.report.path.suffix == SHEET else self._asked:
            if self.report.playable and not self._stopped:
                self._tell(_DOING[part])
                self._part(part)
        if self.report.playable and not self._stopped and self._asked == QUICK:
            _passed.add(digest)
        if self.report.playable and not self._stopped and digest and self._asked in (ALL, LOADS):
            said = "\n".join(each.sentence for each in self.report.findings)
            stamp = _stamp(digest, self._asked)
            with contextlib.suppress(OSError):  # it is checked again
                stamp.parent.mkdir(parents=True, exist_ok=True)
                stamp.write_text(said, encoding="utf-8")
        if self.report.path.suffix == SHEET and self.report.playable and not self._stopped:
            from lab.check.sheets import wrong_words  # only now: a sheet's rules come with it

            self.report.findings += wrong_words(self.report.path)  # not kept: they are no rules
        return self.report

    def stop(self) -> None:
        """Ends it."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def _part(self, part: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self._run_part(part, Path(folder) / "trace")

    def _run_part(self, part: str, trace: Path) -> None:
        report, now, done = self.report, "", False
        given = part, report.path.resolve(), report.seed, trace
        words = ["-m", "lab.check.compiled", *map(str, given)]
        with subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment() | _PARTS[part],
            text=True,
            encoding="utf-8",
        ) as process:
            self._process = process
            watch = _watch(process)
            for text in process.stdout or ():
                watch = _watch(process, watch)
                line: dict[str, Any] = json.loads(text)
                now = line.get("now", now)
                if part == "sheet" and "now" in line:
                    self._tell(now)
                report.unreadable = line.get("unreadable", report.unreadable)
                if "found" in line:
                    self._take(Flaw(**line["found"]))
                if "matches" in line:
                    done = True
                    report.matches += line["matches"]
                    report.positions += line["positions"]
            code = process.wait()
            watch.cancel()
        if not done and not report.unreadable and not self._stopped:
            report.findings.append(self._died(code, now, trace))

    def _take(self, found: Flaw) -> None:
        """Keeps what no earlier part has found."""
        known = {(each.line, each.said) for each in self.report.findings}
        if (found.line, found.said) not in known:
            self.report.findings.append(found)

    def _died(self, code: int, now: str, trace: Path) -> Flaw:
        """What brought a part down."""
        line, what = traced(trace, self.report.path.resolve())
        if line:
            said = f"{what} brought its process down ({_signal(code)})"
            return Flaw(self.report.path.name, line, said, grave=True)
        how = "did not come back"
        if code not in (-_number("SIGVTALRM"), -_number("SIGKILL")):
            how = f"brought its process down ({_signal(code)})"
        where = f" while {now}" if now else ""
        return Flaw(self.report.path.name, 1, f"the game {how}{where}", grave=True)


def playable(digest: str) -> bool:
    """Whether code of this digest can be played, as far as a check has found."""
    return bool(digest) and (digest in _passed or _stamp(digest).exists())


def pass_quickly(digest: str) -> None:
    """Has code of this digest be playable in this process: its evaluation was checked, and the rest
    of it before.
    """
    _passed.add(digest)


def remarks(digest: str) -> list[str]:
    """What the check has found all the same."""
    with contextlib.suppress(OSError, ValueError):
        return _stamp(digest).read_text(encoding="utf-8").splitlines()
    return []


def demand_loadable(path: Path) -> None:
    """KnobError where a process that loads this file of Python could not go on; that is known once
    for each text of it.
    """
    digest = code_digest(path) if path.suffix == ENDING and path.is_file() else ""
    if digest and not playable(digest) and not _stamp(digest, LOADS).exists():
        report = Checking(path, parts=LOADS).run()
        if report.refusal:
            raise KnobError(report.refusal)


def demand_startable(path: Path) -> None:
    """KnobError where a window that opens on the game of this file could not go on: until the whole
    check has passed it shows the start, and no more.
    """
    if path.suffix != ENDING or not path.is_file() or playable(code_digest(path)):
        return
    if said := Checking(path, parts=TO_START).run().fatal:
        raise KnobError(said)


def _stamp(digest: str, parts: tuple[str, ...] = ALL) -> Path:
    name = hashlib.sha256(" ".join((digest, str(LAWS), *parts)).encode()).hexdigest()[:24]
    return cache_folder() / "checked" / name


def _unreadable(path: Path) -> str:
    """Why there is nothing to check."""
    if path.suffix not in ENDINGS or not path.is_file():
        return f"{path} is not a Python file or a sheet; its name should end in .py or .kif."
    return ""


def _watch(
    process: subprocess.Popen[str], before: threading.Timer | None = None
) -> threading.Timer:
    if before is not None:
        before.cancel()
    timer = threading.Timer(SILENT_S, process.kill)
    timer.daemon = True
    timer.start()
    return timer


def _number(name: str) -> int:
    return int(getattr(signal, name, 0))


def _signal(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
