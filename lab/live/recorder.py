"""Saves a match while it is played, so that closing the lab needs no question and a crash loses
nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import platformdirs

from engines.game import Game, State
from lab.files.replay import Replay, ReplayWriter
from lab.files.replay_reader import PlayedTree
from lab.files.review_lines import ReviewedMove, ReviewHead, review_lines
from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.seats import game_of
from lab.match.turn_tree import START, TurnNote, TurnTree


def data_folder() -> Path:
    """Where a person's matches and settings are kept: $SMITSILAB_DATA, else the user's data
    folder.
    """
    chosen = os.environ.get("SMITSILAB_DATA")
    return (
        Path(chosen) if chosen else Path(platformdirs.user_data_dir("smitsilab", appauthor=False))
    )


class Recorder:
    """Writes one match, of which `tree` is the tree, with the `settings` of now; the file, `path`,
    is created with the first turn or comment. `problem` says why nothing can be written, "" if it
    can.
    """

    def __init__(
        self,
        folder: Path,
        setup: Setup,
        initial: State,
        tree: Callable[[], TurnTree],
        settings: Callable[[], tuple[SeatSpec, ...]],
        replay: Replay | None = None,
    ) -> None:
        self.path: Path | None = None
        self.problem = ""
        self._source = replay.path if replay is not None else None
        self._folder, self._setup, self._initial, self._tree = folder, setup, initial, tree
        self._settings = settings
        self._writer: ReplayWriter | None = None
        self._edited: type[Game] | None = None
        self._earlier = replay.tree if replay is not None else None  # a match being continued
        # who plays from now on, with the settings that the decisions' changes are of
        self.specs = replay.seats if replay is not None else setup.seats
        self._told: tuple[SeatSpec, ...] = ()  # the settings of now, as they are in the file
        self._at = self._earlier.tip if self._earlier is not None else START
        self._review: ReviewHead | None = None  # whose lines were written last
        # each turn's newest line in the file
        self._numbers = {START: START}
        self._count = 0

    def turn(self, before: int, number: int, turn: Turn) -> None:
        """Appends turn `number` of the tree, which follows `before`."""
        self.keep()
        self._stand_at(before)
        self._settle()
        self._write(lambda writer: writer.turn(turn))
        self._count += 1
        self._numbers[number], self._at = self._count, number

    def _stand_at(self, turn: int) -> None:
        """Says which turn is on the board, unless it follows from the line before."""
        if turn == self._at or self._writer is None:
            return
        tree = self._tree()
        depth = tree.depth(turn)
        at = None if tree.leads_to(turn, self._at) else self._numbers[turn]
        self._at = turn
        self._write(lambda writer: writer.back_to(depth, at))

    def seats(self, specs: Sequence[SeatSpec]) -> None:
        """Notes who plays from now on."""
        if self._writer is None and self._earlier is None:
            self._setup = replace(self._setup, seats=tuple(specs))
        self.specs = self._told = tuple(specs)
        self._write(lambda writer: writer.seats(specs))

    def _settle(self) -> None:
        """Notes the settings of now, if they are others than in the file."""
        settings = self._settings()
        if settings != self._told:
            self._told = settings
            self._write(lambda writer: writer.settings(settings))

    def edited(self, kind: type[Game]) -> None:
        """Notes that the game is another version of its file from now on."""
        self._edited = kind
        self._write(lambda writer: writer.edited(kind))

    def back_to(self, turn: int) -> None:
        """Notes that all turns of the line on the board after `turn` were taken back."""
        self._stand_at(turn)

    def main(self, turn: int) -> None:
        """Notes which line is the main one."""
        self._about(turn, lambda writer, number: writer.main(number))

    def note(self, turn: int, note: TurnNote) -> None:
        """Notes a comment about a turn."""
        self._about(turn, lambda writer, number: writer.note(number, note))

    def name(self, turn: int, text: str) -> None:
        """Notes a branch's name."""
        self._about(turn, lambda writer, number: writer.name(number, text))

    def drop(self, turn: int) -> None:
        """Notes that a branch was deleted."""
        self._about(turn, lambda writer, number: writer.drop(number))
        if self._tree().leads_to(turn, self._at):
            self._at = self._tree().before(turn)

    def restore(self, turn: int) -> None:
        """Notes that a deleted branch is back."""
        self._about(turn, lambda writer, number: writer.restore(number))

    def review(self, head: ReviewHead, moves: Sequence[ReviewedMove]) -> None:
        """Notes what a review says of some moves."""
        if head != self._review:
            self.keep()
            self._write(lambda writer: writer.review(head))
            self._review = head
        for move in moves:
            self._about(move.turn, partial(_note_reviewed, move))

    def _about(self, turn: int, what: Callable[[ReplayWriter, int], None]) -> None:
        """Appends a line about a turn."""
        self.keep()
        self._write(lambda writer: what(writer, self._numbers[turn]))

    def end(self, outcome: Sequence[float], reason: str) -> None:
        """Notes how the match ended."""
        self._write(lambda writer: writer.end(outcome, reason))

    def close(self) -> None:
        """Closes the file."""
        self._settle()
        self._write(lambda writer: writer.close())
        self._writer = None

    @property
    def file(self) -> Path | None:
        """The file that has the match: the one that is written, else the one it was read from."""
        return self.path or self._source

    def keep(self) -> None:
        """Has a file of its own written from now on."""
        if self._writer is None and not self.problem:
            self._try(self._begin)

    def _begin(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{self._setup.game}"
        names = (f"{stem}{'' if n == 0 else f'-{n}'}.jsonl.gz" for n in range(1000))
        self.path = next(
            self._folder / name for name in names if not (self._folder / name).exists()
        )
        self._writer = ReplayWriter(self.path, self._setup, self._initial)
        self._told = self._setup.seats
        if self._edited is not None:
            self._writer.edited(self._edited)
        if self._earlier is not None:
            self._copy(self._earlier, self._writer)

    def _copy(self, whole: PlayedTree, writer: ReplayWriter) -> None:
        """All that was in the file that the match was loaded from."""
        specs = settings = self._setup.seats
        at, turns = 0, {n: t for t, n in enumerate(whole.newest, 1)}
        for number, played in enumerate(whole.played, 1):
            if played.before != at:
                writer.back_to(played.line["turn"] - 1, played.before)
            if played.seats != specs:
                writer.seats(played.seats)
                settings = played.seats
            if played.settings != settings:
                writer.settings(played.settings)
            writer.write(played.line)
            if turns.get(number) in whole.ends:
                writer.end(*whole.ends[turns[number]])
            specs, settings, at = played.seats, played.settings, number
        self._count = len(whole.played)
        self._numbers |= dict(enumerate(whole.newest, 1))
        for line in whole.remarks(self._numbers):
            writer.write(line)
        for line in review_lines(game_of(self._setup), whole.reviews, self._numbers):
            writer.write(line)
        writer.back_to(whole.tree.depth(whole.tip), self._numbers[whole.tip])
        writer.seats(self.specs)
        self._told = self.specs

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


def _note_reviewed(move: ReviewedMove, writer: ReplayWriter, number: int) -> None:
    writer.reviewed(number, move)
