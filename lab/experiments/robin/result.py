"""What a round robin proves: the score of every player against every other with its 95 % interval,
its mean over all of them, and the players' ratings from all their meetings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lab.batch.faults import NONE, Faults, add_match
from lab.experiments.ratings import Meeting, Ratings, rate
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.stats import Score, score
from lab.words.scored import compared


@dataclass(frozen=True)
class Met:
    """One finished match: per side its points in [0, 1], CPU milliseconds and iterations per
    decision.
    """

    seed: int
    points: tuple[float, ...]
    turns: int
    reason: str
    cpu_ms: tuple[float, ...]
    iterations: tuple[float, ...]
    faults: tuple[Faults, ...] = ()  # per side, () for none; unknown of packed ones


class RobinResult:
    """The results of a table at one moment; `met` and `failed` may still grow. The games of
    `repeating` pairs are the same on every seed, so they count as one observation.
    """

    def __init__(
        self,
        plan: RobinPlan,
        met: Mapping[Key, Met],
        failed: Mapping[Key, str],
        repeating: Collection[Pair] = (),
    ) -> None:
        self.plan, self.met, self._failed = plan, met, failed
        self.repeating = tuple(pair for pair in plan.pairs if pair in repeating)

    @property
    def matches(self) -> int:
        """Finished matches of the plan."""
        return sum(key in self.met for key in self.plan.schedule())

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
            if (pair, match) in self.met:
                found.setdefault(match // 2, []).append(self.met[pair, match].points[side])
        whole = {seed: group for seed, group in found.items() if len(group) == 2}
        return _first(whole) if pair in self.repeating else whole

    def _compared(self, player: str, other: str) -> dict[int, list[float]]:
        found = {}
        for match in range(self.plan.matches):
            mine, theirs = self.met.get(((player,), match)), self.met.get(((other,), match))
            if mine is not None and theirs is not None:
                (a,), (b,) = mine.points, theirs.points
                found[match] = [compared(a, b)]
        return _first(found) if {(player,), (other,)} <= set(self.repeating) else found

    def mean(self, player: str) -> float | None:
        """The mean of the player's scores against all others, equally weighted; None before it has
        met them all.
        """
        means = [self.score(player, other).mean for other in self.plan.players if other != player]
        known = [m for m in means if m is not None]
        return sum(known) / len(known) if len(known) == len(means) else None

    @property
    def ratings(self) -> Ratings:
        """The ratings of all who are connected by meetings. In a game for one there are none: each
        plays alone, so the outcomes themselves compare players.
        """
        if self.plan.configured.seats == 1:
            return rate([])
        return rate(
            Meeting.of(a, b, [sum(group) / len(group) for group in self._groups(a, b).values()])
            for a, b in self.plan.pairs
        )

    @property
    def order(self) -> list[str]:
        """The players, the highest rating first; in a game for one the highest mean. Players
        without any meeting come last.
        """
        ratings = self.ratings
        if self.plan.configured.seats > 1:
            return [*ratings.players, *(p for p in self.plan.players if p not in ratings)]
        means = {player: self.mean(player) for player in self.plan.players}
        return sorted(means, key=lambda player: -(means[player] or 0.0))

    def used(self, player: str) -> tuple[float, float]:
        """CPU milliseconds and iterations per decision, means over the player's matches; NaN before
        the first.
        """
        found = [
            (met.cpu_ms[i], met.iterations[i])
            for (pair, _), met in self.met.items()
            for i, p in enumerate(pair)
            if p == player
        ]
        if not found:
            return float("nan"), float("nan")
        return sum(ms for ms, _ in found) / len(found), sum(n for _, n in found) / len(found)

    @property
    def faults(self) -> dict[str, Faults]:
        """What spoiled the matches, by player."""
        found = dict.fromkeys(self.plan.players, NONE)
        for pair, match in self.plan.schedule():
            if (pair, match) in self.met:
                add_match(found, pair, self.met[pair, match].faults)
        return found

    def reached(self, player: str) -> tuple[float, float] | None:
        """In a game for one: the share of matches not lost, and the mean outcome of these, from 0
        to 1.
        """
        met = [
            self.met[(player,), match].points[0]
            for match in range(self.plan.matches)
            if ((player,), match) in self.met
        ]
        if self.plan.configured.seats > 1 or not met:
            return None
        kept = [2 * x - 1 for x in met if x >= 0.5]
        return len(kept) / len(met), sum(kept) / len(kept) if kept else 0.0


def _first(groups: dict[int, list[float]]) -> dict[int, list[float]]:
    """The first group alone."""
    return {seed: groups[seed] for seed in sorted(groups)[:1]}
