"""A referee's lines, as they arrive.

They are read in a separate thread, so that after a line that is not understood the rest of its turn
can be skipped: what has already arrived, and what follows immediately.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from typing import IO

LONGEST_LINE = 1 << 16
SETTLE_S = 0.02  # lines of one turn arrive within this gap
SILENT_S = 1.0  # a turn that is silent for this long is taken to be incomplete


class Silence(ValueError):
    """A turn that seems incomplete, but no more lines arrive; carries a sentence."""


class Inlet:
    """Returns the next line when called; EOFError after the last, Silence if a turn does not
    continue. `at` counts the lines. A terminal has no time limit.
    """

    def __init__(self, source: IO[bytes]) -> None:
        self.at = 0
        self._amid = False  # a turn has begun
        self._patience_s = None if source.isatty() else SILENT_S
        self._ended = False
        self._lines: deque[str] = deque()
        self._pieces: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        # unbuffered: a waiting thread holds no buffer lock at interpreter shutdown
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
        """The next line is the first of a turn, which may take any time to arrive."""
        self._amid = False

    def skip(self) -> None:
        """Skips all lines that have arrived, until none arrives for a moment."""
        try:
            while True:
                self.at += len(self._lines)
                self._lines.clear()
                self._take(SETTLE_S)
        except (EOFError, queue.Empty):
            return

    def _take(self, wait_s: float | None) -> None:
        """The next chunk; EOFError at the end, queue.Empty on a timeout."""
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
