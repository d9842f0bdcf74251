"""New evaluations of a game's file, checked and compiled in a process that waits for them."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from engines.game import Game
from engines.knobs import KnobError, changed
from engines.versions import Version
from lab.again import environment
from lab.check.blame import Flaw
from lab.check.confined import traced
from lab.check.run import pass_quickly

PATIENCE_S = 60.0  # for an answer


class Evaluator:
    """Such a process, for one file; it starts when it is asked first. Any thread may ask."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._process: subprocess.Popen[str] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None  # for its last trace
        self._lock = threading.Lock()
        self._stopped = False

    def ask(self, game: Game, before: Version | None = None) -> str:
        """Has the evaluation of the game that the file holds by now, with the same options, ready
        on disk, and returns the digest of the file's code; KnobError says what is wrong with it.
        With `before` only if the evaluation is all that kernels could see change since then, else
        "".
        """
        known = (before.rest, before.kernels) if before is not None else ()
        asked = json.dumps([game.name, changed(game.options), *known])
        with self._lock:
            process = self._process
            if process is None or process.poll() is not None:
                process = self._process = self._started()
            watch = threading.Timer(PATIENCE_S, process.kill)
            watch.daemon = True
            watch.start()
            text = ""
            with contextlib.suppress(OSError, ValueError):
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(f"{asked}\n")
                process.stdin.flush()
                text = process.stdout.readline()
            watch.cancel()
        if not text:
            raise KnobError(self._died(process))
        found = json.loads(text)
        if "digest" not in found:
            raise KnobError(found.get("unreadable") or Flaw(**found["found"]).sentence)
        if found["digest"]:
            pass_quickly(found["digest"])
        return str(found["digest"])

    def stop(self) -> None:
        """Ends it."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        if self._folder is not None:
            self._folder.cleanup()

    def _started(self) -> subprocess.Popen[str]:
        if self._stopped:
            raise KnobError("The window does not wait for it any more.")
        self._folder = self._folder or tempfile.TemporaryDirectory()
        words = ["-m", "lab.check.evaluator", str(self._path), str(self._trace)]
        return subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            text=True,
            encoding="utf-8",
        )

    @property
    def _trace(self) -> Path:
        return Path(self._folder.name if self._folder is not None else "") / "trace"

    def _died(self, process: subprocess.Popen[str]) -> str:
        """What brought it down, a sentence."""
        with contextlib.suppress(OSError, ValueError):  # closed by `stop`
            process.communicate()
        line, what = traced(self._trace, self._path)
        said = f"{what or 'the evaluation'} brought its process down"
        return Flaw(self._path.name, line or 1, said, grave=True).sentence
