"""Names the moves that lost: slip, mistake and blunder, by thresholds that a person may move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lab.files.review_lines import ReviewedMove
from lab.words.settings import Settings

ERRORS = 2.0  # joint standard errors that a loss has to be above
SLIP, MISTAKE, BLUNDER = "slip", "mistake", "blunder"
GRAVE = (MISTAKE, BLUNDER)  # what the keys for mistakes go to


class Threshold(NamedTuple):
    """A name and the points from which on a loss has it."""

    name: str
    points: float


@dataclass(frozen=True)
class Thresholds:
    """From how many points on a move is marked."""

    slip: float = 4.0
    mistake: float = 9.0
    blunder: float = 20.0

    @property
    def grades(self) -> tuple[Threshold, ...]:
        """The gravest first."""
        return (
            Threshold(BLUNDER, self.blunder),
            Threshold(MISTAKE, self.mistake),
            Threshold(SLIP, self.slip),
        )


USUAL = Thresholds()


def set_in(settings: Settings) -> Thresholds:
    """The thresholds that a person has set."""
    return Thresholds(settings.slip, settings.mistake, settings.blunder)


def mark_of(move: ReviewedMove, thresholds: Thresholds = USUAL) -> str:
    """What the move is called; "" if it lost nothing that is worth a name, or nothing certain."""
    if not move.is_judged or move.lost <= ERRORS * move.error:
        return ""
    return next((name for name, points in thresholds.grades if move.lost >= points), "")
