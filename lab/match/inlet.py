"""The lines that a referee sends, in the pieces in which they come.

A thread of its own reads them, so that after a line that nobody understands the rest of its turn
can be left out: what has come already, and what follows at once.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from typing import IO

LONGEST_LINE = 1 << 16
SETTLE_S = 0.02  # lines of one turn follow one another sooner
SILENT_S = 1.0  # a turn of which no more comes for so long is all that there is of it


class Silence(ValueError):
    """A turn that seems to go on, but of which no more comes; a sentence."""


class Inlet:
    """Gives the lines one by one when called; EOFError after the last, Silence if a turn does not
    go on. `at` counts the lines; people at a terminal may take their time.
    """

    def __init__(self, source: IO[bytes]) -> None:
        self.at = 0
        self._amid = False  # whether a turn has begun
        self._patience_s = None if source.isatty() else SILENT_S
        self._ended = False
        self._lines: deque[str] = deque()
        self._pieces: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        # what has no buffer of its own has no lock that a waiting thread could hold at the end
        source = getattr(source, "raw", source)
        threading.Thread(target=self._read, args=(source,), name="inlet", daemon=True).start()

    def __call__(self) -> str:
        try:
            while not self._lines:
                self._take(self._patience_s if self._amid else None)
        except queue.Empty:
            raise Silence("The turn seems to go on, but no more of it comes.") from None
        self.at += 1
        self._amid = True
        return self._lines.popleft()

    def begin(self) -> None:
        """The next line is the first of a turn, for which there is no hurry."""
        self._amid = False

    def skip(self) -> None:
        """Leaves out all lines that have come, until none comes for a moment."""
        try:
            while True:
                self.at += len(self._lines)
                self._lines.clear()
                self._take(SETTLE_S)
        except (EOFError, queue.Empty):
            return

    def _take(self, wait_s: float | None) -> None:
        """The next piece; EOFError at the end, queue.Empty if none comes in time."""
        piece = None if self._ended else self._pieces.get(timeout=wait_s)
        if piece is None:
            self._ended = True
            raise EOFError(f"The text ends after line {self.at}.")
        self._lines.extend(piece)

    def _read(self, source: IO[bytes]) -> None:
        rest = b""
        try:
            while piece := source.read(LONGEST_LINE):
                *whole, rest = (rest + piece).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    whole, rest = [*whole, rest], b""
                self._pieces.put([_decoded(line) for line in whole])
        finally:
            if rest:
                self._pieces.put([_decoded(rest)])
            self._pieces.put(None)


def _decoded(line: bytes) -> str:
    return line.decode(errors="replace").rstrip()
