"""Where games are played, as a record that forms keep and command lines say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lab.batch.computer import busy, cores, crowded
from lab.batch.games import Entrant
from lab.batch.processes import at_work
from lab.words.numerals import several


@dataclass(frozen=True)
class Workplace:
    """So many `processes` of this computer, or the workers of the cluster at `address`."""

    processes: int = field(default_factory=cores)
    address: str = ""

    @property
    def words(self) -> list[str]:
        """As words of a command line; none where that is what commands do without."""
        if self.address:
            return ["--cluster", self.address]
        return ["--processes", str(self.processes)] if self.processes != cores() else []

    def crowded(self, players: Iterable[Entrant]) -> str:
        """What to say before these players are started here where that may make programs late; ""
        for nothing.
        """
        if self.address or all(player.kind != "program" for player in players):
            return ""
        return crowded(self.processes, max(busy(), at_work()), cores())

    def running(self, per_minute: float = 0.0, games: int = 0) -> str:
        """What is running there: "2 games running on 2 of 2 cores, 90 a minute"; `games` at the
        same time, 0 where nobody knows.
        """
        pace = f", {per_minute:,.0f} a minute" if per_minute > 0 else ""
        if self.address:
            return f"{several(games, 'game') if games else 'games'} running on {self.address}{pace}"
        count = several(games or self.processes, "game")
        return f"{count} running on {self.processes} of {several(cores(), 'core')}{pace}"
