"""A process that plays jobs for `LocalHands`: `{"prepare": …}` compiles what a seat needs, every
other line is a `GroupJob`. A line `{"frame": n}` is answered at once, also during a job, with the
game that is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lab.batch.serve import serve
from lab.batch.work import play, prepared
from lab.files.codec import encode_value
from lab.match.play import Turn


class Table:
    """The game that is being played; one thread plays, another may ask for a frame."""

    def __init__(self) -> None:
        self._shown: tuple[int, Turn] | None = None

    def answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Does one job."""
        if "prepare" in job:
            return prepared(*job["prepare"])
        try:
            return play(job, self._see)
        finally:
            self._shown = None

    def _see(self, seating: int, turn: Turn) -> None:
        self._shown = seating, turn

    def frame(self) -> dict[str, Any] | None:
        """The position on the board, None if no game has had a turn."""
        shown = self._shown
        if shown is None:
            return None
        seating, turn = shown
        return {
            "seating": seating,
            "turn": turn.turn,
            "state": turn.state.tobytes().hex(),
            "values": [encode_value(value) for value in turn.values],
        }


if __name__ == "__main__":
    table = Table()
    serve(lambda line: table.answer, table.frame)
