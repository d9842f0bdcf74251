"""A process that plays jobs for `LocalHands`: `{"prepare": …}` compiles what a seat needs, every
other line is a `GroupJob`. A line `{"frame": n}` is answered at once, also during a job, with the
game that is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lab.batch.frames import Table
from lab.batch.serve import serve
from lab.batch.work import prepared

table = Table()


def answer(job: Mapping[str, Any]) -> dict[str, Any]:
    """Does one job."""
    return prepared(*job["prepare"]) if "prepare" in job else table.play(job)


if __name__ == "__main__":
    serve(lambda line: answer, table.frame)
