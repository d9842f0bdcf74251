"""How expectimax weights the replies of others, as numbers for a sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """How the replies of others are weighted, as in `search.depth_first.sums.weigh`."""

    model: str = "uniform"
    share: float = 1.0
    temperature: float = 0.2

    def of(self, values: list[float]) -> list[float]:
        """A weight for each value; they add up to 1."""
        n, low = len(values), min(range(len(values)), key=values.__getitem__)
        if self.model == "ranked" and n > 1:
            return [self.share if k == low else (1 - self.share) / (n - 1) for k in range(n)]
        if self.model == "softmax":
            mass = [math.exp((values[low] - v) / self.temperature) for v in values]
            return [m / sum(mass) for m in mass]
        return [1 / n] * n
