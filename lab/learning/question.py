"""What `smitsilab learn` asks: which game is learned, how much is played, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from lab.words.asked import GAME, CommandQuestion, option

MOST = 1 << 24


@dataclass(frozen=True)
class LearnQuestion(CommandQuestion):
    """A network to be learned."""

    kind: ClassVar[str] = "learn"

    game: str = option(GAME, flag="")
    out: str = option("the file of the network; beside it, what is needed to go on later")
    generations: int = option("how many networks follow one another", 12, low=1, high=1000)
    positions: int = option(
        "for each generation, from the trees of its matches", 1_500_000, low=1000, high=MOST
    )
    iterations: int = option("of each decision in these matches", 600, low=2, high=1 << 20)
    least: int = option(
        "visits of a node that is learned from", 20, low=2, high=1 << 20, title="Least visits"
    )
    trials: int = option(
        "matches of each network against the last one that was kept",
        60,
        low=2,
        high=10_000,
        title="Test matches",
    )
    opening: int = option(
        "at most so many random turns begin a match", 8, high=64, title="Random turns"
    )
    rate: int = option(
        "of learning, in thousandths, at the begin of a pass; a twentieth at its end",
        20,
        low=1,
        high=1000,
        title="Learning rate",
    )
    seconds: int = option(
        "of CPU time after which no further generation begins; 0: no limit",
        0,
        usual="0, no limit",
        high=1 << 24,
        title="CPU seconds",
    )
    seed: int = option("of all that is drawn", 1, high=1 << 40, always=True)

    @property
    def folder(self) -> Path:
        """Where it is kept what is needed to go on."""
        return Path(self.out).with_suffix(".learning")
