"""The recorded match that is on the board while the searches of the first one are compiled.

It is a replay like any other: played by a search, with the statistics of each decision, and
repeated exactly by `replay --verify`.
"""

from __future__ import annotations

from pathlib import Path

import resources
from lab.files.replay import Replay, ReplayError, load
from lab.match.records import Setup

FILE: Path = resources.path("first-match.jsonl.gz")


def lead_in_to(setup: Setup) -> Replay | None:
    """A record of exactly this match, if the lab has one."""
    try:
        found = load(FILE)
    except (OSError, ReplayError):
        return None
    return found if found.setup == setup else None
