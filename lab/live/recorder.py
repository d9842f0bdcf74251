"""Saves a match while it is played, so that closing the lab needs no question and a crash loses
nothing.
"""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import platformdirs

from engines.game import State
from lab.files.placing import Place
from lab.files.replay import Replay, ReplayWriter
from lab.files.source import contents
from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import SeatSpec


def data_folder() -> Path:
    """Where a person's matches and settings are kept: $SMITSILAB_DATA, else the user's data
    folder.
    """
    chosen = os.environ.get("SMITSILAB_DATA")
    return (
        Path(chosen) if chosen else Path(platformdirs.user_data_dir("smitsilab", appauthor=False))
    )


def copy_match(source: Path, path: Path) -> None:
    """Writes a whole replay with the complete lines of `source`, which may still be growing: packed
    if the name `path` ends in `.gz`, else plain. OSError if it cannot be written.
    """
    text, _ = contents(source)
    lines = text[: text.rfind(b"\n") + 1]
    with Place(path, replaces=True) as place:
        place.draft.write_bytes(gzip.compress(lines, mtime=0) if path.suffix == ".gz" else lines)


class Recorder:
    """Writes one match; the file is created at its first turn. `problem` says why nothing can be
    written, "" if it can.
    """

    def __init__(
        self, folder: Path, setup: Setup, initial: State, replay: Replay | None = None
    ) -> None:
        self.path: Path | None = None
        self.problem = ""
        self._folder, self._setup, self._initial = folder, setup, initial
        self._writer: ReplayWriter | None = None
        self._earlier = replay  # a match being continued
        # who plays from now on
        self._specs = replay.seats[-1][1] if replay is not None and replay.seats else setup.seats
        self._kept = len(replay.turns) if replay is not None else 0

    def turn(self, turn: Turn) -> None:
        """Appends a turn."""
        if self._writer is None and not self.problem:
            self._try(self._open)
        self._write(lambda writer: writer.turn(turn))

    def seats(self, specs: Sequence[SeatSpec]) -> None:
        """Notes who plays from now on."""
        if self._writer is None and self._earlier is None:
            self._setup = replace(self._setup, seats=tuple(specs))
        self._specs = tuple(specs)
        self._write(lambda writer: writer.seats(specs))

    def back_to(self, turns: int) -> None:
        """Notes that all turns after the first `turns` were taken back."""
        self._kept = min(self._kept, turns)
        self._write(lambda writer: writer.back_to(turns))

    def end(self, outcome: Sequence[float], reason: str) -> None:
        """Notes how the match ended."""
        self._write(lambda writer: writer.end(outcome, reason))

    def close(self) -> None:
        """Closes the file."""
        self._write(lambda writer: writer.close())
        self._writer = None

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{self._setup.game}"
        names = (f"{stem}{'' if n == 0 else f'-{n}'}.jsonl.gz" for n in range(1000))
        self.path = next(
            self._folder / name for name in names if not (self._folder / name).exists()
        )
        self._writer = ReplayWriter(self.path, self._setup, self._initial)
        if self._earlier is not None:
            self._copy(self._earlier, self._writer)

    def _copy(self, replay: Replay, writer: ReplayWriter) -> None:
        """The part of a loaded match from which play continues."""
        seated = dict(replay.seats)
        for number, turn in enumerate(replay.turns[: self._kept]):
            if number in seated:
                writer.seats(seated[number])
            writer.turn(turn)
        writer.seats(self._specs)

    def _write(self, what: Callable[[ReplayWriter], None]) -> None:
        writer = self._writer
        if writer is not None:
            self._try(lambda: what(writer))

    def _try(self, what: Callable[[], None]) -> None:
        try:
            what()
        except OSError as error:
            self.problem = f"This match is not being saved: {error.strerror or error}."
            self._writer = None
