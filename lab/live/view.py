"""What a session's readers get: the newest state of everything, as one frozen record behind a
single reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engines.cache_folder import complaint
from engines.game import Game
from lab.files.review_lines import Review
from lab.live.conductor import Conductor
from lab.live.crew import AGAIN, AHEAD, ASIDE, COMPARED, HINT, MATCH, Key
from lab.live.rivals import Rivals
from lab.live.worker import Worker
from lab.match.history import MatchLines
from lab.match.play import Turn
from lab.match.records import (
    FAILED,
    OVER,
    PERSON,
    PREPARING,
    SEARCHING,
    WAITING,
    Frame,
    Setup,
    Status,
    Thought,
)
from lab.match.seat import SearchSeat


@dataclass(frozen=True)
class MatchView:
    """A match and its searches at one moment."""

    game: Game
    frames: tuple[Frame, ...]
    status: Status
    setup: Setup
    asked: tuple[int, ...] = ()  # agents a person has to move now
    workers: Mapping[Key, Worker] = field(default_factory=dict)
    brings_back: bool = False  # `undo` brings back a line that was left or deleted
    lines: MatchLines = field(default_factory=MatchLines)
    ahead: Frame | None = None  # the turn that `redo` would restore
    file: Path | None = None
    turns: tuple[Turn, ...] = ()
    obeyed: int = 0  # the number of the last command that has taken effect here
    rivals: Rivals | None = None  # A and B of `compare`
    reviews: tuple[Review, ...] = ()
    saving: bool = False  # what happens now is written to `file`
    versions: int = 0  # of the game's file that followed the one that the match began with

    @property
    def can_redo(self) -> bool:
        """Whether turns were taken back."""
        return self.ahead is not None

    def thought(self, seat: int) -> Thought | None:
        """The seat's newest thought, live or finished."""
        for kind in (ASIDE, MATCH):
            worker = self.workers.get((seat, kind))
            if worker is not None and worker.thought is not None:
                return worker.thought
        latest = self.frames[-1].thoughts
        return latest[seat] if latest else None

    def covers(self, seat: int) -> bool:
        """Whether fair play covers what this seat's search thinks of the latest position: it
        chooses at the same time as a person who has not decided yet.
        """
        spec = self.setup.seats[seat]
        searches = isinstance(spec, SearchSeat) and spec.searches
        return self.game.simultaneous and searches and bool(self.asked)


def opening(conductor: Conductor, obeyed: int = 0) -> MatchView:
    """A match that was just opened; its rules may not be compiled yet."""
    table, status = conductor.table, Status(WAITING, conductor.playing)
    frames, versions = table.history.frames, table.versions
    return MatchView(table.game, frames, status, table.setup, obeyed=obeyed, versions=versions)


def following(conductor: Conductor, before: MatchView, obeyed: int) -> MatchView:
    """The match as it is now; frames that are the same stay the same object."""
    table, history = conductor.table, conductor.table.history
    looked = conductor.failure is None and table.deciders is not None
    asked = table.asked() if looked else ()
    old, frames = before.frames, history.frames
    same = len(old) == len(frames) and all(a is b for a, b in zip(old, frames, strict=True))
    return MatchView(
        table.game,
        old if same else frames,
        _status(conductor, asked),
        table.setup,
        asked,
        conductor.crew.workers(),
        conductor.brings_back,
        table.lines,
        history.ahead,
        table.recorder.file,
        before.turns if same else history.turns,
        obeyed,
        conductor.rivals,
        table.reviews,
        table.recorder.path is not None,
        table.versions,
    )


def _status(conductor: Conductor, asked: tuple[int, ...]) -> Status:
    status = Status(
        activity=_activity(conductor, asked),
        playing=conductor.playing,
        holding=conductor.held is not None,
        to_move=asked,
        failure=conductor.failure,
        notes=_notes(conductor),
        program_notes=conductor.crew.program_notes(),
    )
    if conductor.failure is None:
        running = conductor.crew.running
        aside = (AGAIN, AHEAD, *COMPARED)
        busy = {seat for (seat, kind), r in running.items() if r.busy and kind not in aside}
        status = replace(status, searching=tuple(sorted(busy)))
    shown = conductor.kernels.shown
    if shown is None:
        return status
    return replace(
        status,
        progress=shown.progress,
        seconds=shown.seconds,
        preparing=shown.title,
        leads_in=conductor.coming is not None,
    )


def _activity(conductor: Conductor, asked: tuple[int, ...]) -> str:
    if conductor.failure is not None:
        return FAILED
    if conductor.kernels.shown is not None and not asked:
        return PREPARING
    if conductor.held is None and conductor.table.over:
        return OVER
    if conductor.held is None and asked:
        return PERSON
    aside = (AGAIN, AHEAD, HINT, *COMPARED)
    running = conductor.crew.running
    match_runs = any(r.busy for (_, kind), r in running.items() if kind not in aside)
    return SEARCHING if match_runs else WAITING


def _notes(conductor: Conductor) -> tuple[str, ...]:
    crew = conductor.crew
    found = (
        *conductor.notes,
        *(r.worker.note for r in crew.running.values()),
        *crew.notes,
        conductor.kernels.note,
        conductor.table.recorder.problem,
        complaint(),
    )
    return tuple(note for note in found if note)
