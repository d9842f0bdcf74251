"""Replays of games, written by the process that plays them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from lab.batch.games import GroupJob, canonical
from lab.files.placing import Place
from lab.files.replay import save
from lab.match.play import MatchResult

NAMED = 16  # hex digits of who played under which rules


def written_replay(job: GroupJob, seating: int, result: MatchResult) -> str:
    """Writes a game into the folder of its job; returns the name of the file, which is the same
    whenever this game is played. OSError where it cannot be written.
    """
    path = Path(job.replays, f"{_meeting(job)}-{job.seed}-{seating}.jsonl.gz")
    path.parent.mkdir(parents=True, exist_ok=True)
    with Place(path, replaces=True) as place:
        save(place.draft, result)
    return path.name


def _meeting(job: GroupJob) -> str:
    """A digest of all of a job but its seed and seatings."""
    facts = (job.game, job.sides, job.clock, job.budget, job.start, job.expects, job.programs)
    return hashlib.sha256(canonical(facts).encode()).hexdigest()[:NAMED]
