"""Output of the commands: a progress line on stderr, aligned tables and JSON on stdout."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TextIO

from lab.words import numerals
from lab.words.printable import printable, printable_json

CLEAR = "\r\x1b[K"  # the line that the cursor is on
WIDTH = 24  # of the progress bar, in characters
EVERY_S = 0.1
SILENT_S = 30.0  # the longest silence of lines
RATED_S = 2.0  # before, nothing is said of the time left


def say(text: str, file: TextIO | None = None, flush: bool = False) -> None:
    """Prints lines that may contain text from a file or a program."""
    print(printable(text), file=file, flush=flush)


class Progress:
    """A progress bar on stderr; without a terminal nothing, or with `lines` an occasional line.
    Where nobody knows the `total`, it is 0: then there is no bar, and lines grow rarer.
    """

    def __init__(
        self, total: int, lines: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.total, self._now = total, now
        self._terminal = sys.stderr.isatty()
        self._lines = lines and not self._terminal
        self._shown, self._said, self._said_at = 0.0, -1.0, now()
        self._began: tuple[float, float] | None = None  # when, and what was done then

    def update(self, done: float, note: str, told: str = "") -> None:
        """Shows that `done` of the total are done; a sentence that is `told` stays above the
        bar.
        """
        if told:
            print(
                f"{CLEAR if self._terminal else ''}{printable(told)}", file=sys.stderr, flush=True
            )
        share = min(1.0, done / self.total) if self.total else 0.0
        if self._lines and self._is_worth_a_line(done, share):
            say(note, file=sys.stderr, flush=True)
        ended = bool(self.total) and done >= self.total
        if self._terminal and (ended or self._now() - self._shown > EVERY_S):
            self._shown = self._now()
            bar = f"{'━' * round(WIDTH * share):<{WIDTH}} {100 * share:3.0f} %  "
            print(
                f"{CLEAR}{bar * bool(self.total)}{printable(note)}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def left(self, done: float) -> str:
        """The time left, as ", 3 min left", at the pace since this was asked first; "" before that
        can be said.
        """
        if self._began is None:
            self._began = self._now(), done
        since, before = self._began
        elapsed, more = self._now() - since, done - before
        if elapsed < RATED_S or more <= 0 or done >= self.total:
            return ""
        return f", {numerals.duration(elapsed / more * (self.total - done))} left"

    def _is_worth_a_line(self, done: float, share: float) -> bool:
        """At every tenth, or without a total whenever half as much again is done; and after a long
        silence.
        """
        now = float(int(10 * share)) if self.total else done
        grown = now > (self._said if self.total else 1.5 * self._said)
        worth = grown or self._now() - self._said_at >= SILENT_S
        if worth:
            self._said, self._said_at = now, self._now()
        return worth

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._terminal and self._shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = (), indent: str = "") -> str:
    """Rows as aligned columns; the columns numbered in `right` are right-aligned."""
    if not rows:
        return ""
    shown = [[printable(cell).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in shown) for k in range(len(rows[0]))]
    lines = []
    for row in shown:
        cells = [
            f"{cell:>{w}}" if k in right else f"{cell:<{w}}"
            for k, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def show_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """One JSON object on one line; a non-finite number is an error, never `NaN`."""
    print(printable_json(json.dumps(value, allow_nan=False, ensure_ascii=False)))
