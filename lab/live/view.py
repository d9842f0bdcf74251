"""What a session's readers get: the newest state of everything, as one frozen record behind one
reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engines.game import Game
from lab.live.crew import Key
from lab.live.worker import Worker
from lab.match.play import Turn
from lab.match.records import Frame, Setup, Status


@dataclass(frozen=True)
class View:
    """A match and its searches at one moment."""

    game: Game
    frames: tuple[Frame, ...]
    status: Status
    setup: Setup
    asked: tuple[int, ...] = ()  # agents whose person is to move
    workers: Mapping[Key, Worker] = field(default_factory=dict)
    can_redo: bool = False
    file: Path | None = None
    turns: tuple[Turn, ...] = ()
