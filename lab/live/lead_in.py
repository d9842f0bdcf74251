"""The recorded match that is on the board while the searches of the first one are compiled.

It is a replay like any other: played by a search, with the statistics of each decision, and
repeated exactly by `replay --verify`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import resources
from lab.files.replay import Replay, ReplayError, load
from lab.live.conductor import Conductor
from lab.live.table import MatchTable
from lab.match.records import Setup

FILE: Path = resources.path("first-match.jsonl.gz")


def lead_in_to(setup: Setup) -> Replay | None:
    """A record of exactly this match, if the lab has one."""
    try:
        found = load(FILE)
    except (OSError, ReplayError):
        return None
    return found if found.setup == setup else None


def lead_in(conductor: Conductor) -> bool:
    """Has the record on the board until the searches of this match are prepared, if there is
    one.
    """
    coming = conductor.table.setup
    found = lead_in_to(coming)
    if found is not None:
        conductor.table = MatchTable(found.setup, conductor.folder, found)
        conductor.coming = conductor.table.setup = coming
    return found is not None


def lead_on(conductor: Conductor) -> None:
    """Begins the match that was led in, with what has been set meanwhile."""
    if conductor.coming is not None:
        conductor.new(replace(conductor.coming, seats=conductor.table.setup.seats), None)
