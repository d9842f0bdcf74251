"""What a round robin proves: the score of every player against every other with its 95 % interval,
and its mean over all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from lab.experiments.robin.plan import SCRIPTED, Key, RobinPlan
from lab.experiments.robin.store import Met
from lab.experiments.stats import Score, score

EQUAL = 0.5  # what a player scores against itself


class RobinResult:
    """The results of a table at one moment; `met` and `failed` may still grow."""

    def __init__(self, plan: RobinPlan, met: Mapping[Key, Met], failed: Mapping[Key, str]) -> None:
        self.plan, self._met, self._failed = plan, met, failed

    @property
    def matches(self) -> int:
        """Finished matches of the plan."""
        return sum(key in self._met for key in self.plan.schedule())

    @property
    def failed(self) -> dict[Key, str]:
        """Matches of the plan that could not be finished, each with a sentence saying why."""
        return {key: self._failed[key] for key in self.plan.schedule() if key in self._failed}

    def score(self, player: str, other: str) -> Score:
        """The player's score against another; a seed played from both sides is one observation."""
        if not {player, other} <= set(self.plan.players):
            return score([])
        alone = self.plan.configured.seats == 1
        return score(
            list((self._compared(player, other) if alone else self._groups(player, other)).values())
        )

    def _groups(self, player: str, other: str) -> dict[int, list[float]]:
        pair = tuple(sorted((player, other)))
        side, found = pair.index(player), dict[int, list[float]]()
        for match in range(self.plan.matches):
            if (pair, match) in self._met:
                found.setdefault(match // 2, []).append(self._met[pair, match].points[side])
        return {seed: group for seed, group in found.items() if len(group) == 2}

    def _compared(self, player: str, other: str) -> dict[int, list[float]]:
        found = {}
        for match in range(self.plan.matches):
            mine, theirs = self._met.get(((player,), match)), self._met.get(((other,), match))
            if mine is not None and theirs is not None:
                (a,), (b,) = mine.points, theirs.points
                found[match] = [0.5 if a == b else float(a > b)]
        return found

    def mean(self, player: str) -> float | None:
        """The mean of the player's scores against all others, equally weighted; None before it has
        met them all.
        """
        means = [self.score(player, other).mean for other in self.plan.players if other != player]
        known = [m for m in means if m is not None]
        return sum(known) / len(known) if len(known) == len(means) else None

    @property
    def order(self) -> list[str]:
        """The players, the highest mean first; while pairs are missing, the best against `scripted`
        first.
        """
        players = self.plan.players
        means = {player: self.mean(player) for player in players}
        if None in means.values():
            found = {
                player: self.score(player, SCRIPTED).mean if player != SCRIPTED else EQUAL
                for player in players
            }
            means = {player: mean if mean is not None else -1.0 for player, mean in found.items()}
        return sorted(players, key=lambda player: -(means[player] or 0.0))

    def used(self, player: str) -> tuple[float, float]:
        """CPU milliseconds and iterations per decision, means over the player's matches; NaN before
        the first.
        """
        found = [
            (met.cpu_ms[i], met.iterations[i])
            for (pair, _), met in self._met.items()
            for i, p in enumerate(pair)
            if p == player
        ]
        if not found:
            return float("nan"), float("nan")
        return sum(ms for ms, _ in found) / len(found), sum(n for _, n in found) / len(found)

    def reached(self, player: str) -> tuple[float, float] | None:
        """In a game for one: the share of matches not lost, and the mean outcome of these, from 0
        to 1.
        """
        met = [
            self._met[(player,), match].points[0]
            for match in range(self.plan.matches)
            if ((player,), match) in self._met
        ]
        if self.plan.configured.seats > 1 or not met:
            return None
        kept = [2 * x - 1 for x in met if x >= 0.5]
        return len(kept) / len(met), sum(kept) / len(kept) if kept else 0.0
