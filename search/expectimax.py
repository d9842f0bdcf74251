"""Expectimax: minimax in which the others' replies are weighed instead of assuming the worst one.

Seed: the write-up on adversarial search. A MIN layer is replaced by chance nodes: each possible
reply has a weight, and the node is the sum of weight times value; with weight 1 on the lowest value
it is minimax. Its listing takes even weights; here they are even, given by rank, or made by a model
of the opponent.
Source: Michie, "Game-playing and game-learning automata" (1966); Russell and Norvig, "Artificial
Intelligence", chapter 5; McKelvey and Palfrey, "Quantal response equilibria for normal form games"
(1995) for the softmax.
Limits: nothing is cut here, so it is shallower than alpha-beta. Where values have known bounds,
*-minimax can cut chance nodes too (Ballard, "The *-minimax search procedure for trees containing
chance nodes", 1983); that is not done here. The model assumes that the others only care about the
searching seat's value. Simultaneous turns are played one after the other. Hidden information is
taken as sampled.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import RESTART, choice, number
from search.depth_first.params import Plain
from search.depth_first.search import UncutSearch
from search.depth_first.sums import RANKED, SOFTMAX, UNIFORM
from search.formulas import REPLIES

MODELS = {"uniform": UNIFORM, "ranked": RANKED, "softmax": SOFTMAX}


@dataclass(frozen=True)
class Params(Plain):
    """Expectimax's knobs."""

    weights: str = choice(
        "uniform",
        {
            "uniform": "all alike",
            "ranked": "the best reply apart",
            "softmax": "the better, the likelier",
        },
        "Replies",
        "How likely the others' replies are taken to be.",
        effect=RESTART,
        main=True,
        idle_if={"game.alone": True},
    )
    share: float = number(
        1.0,
        0.0,
        1.0,
        "Weight of the best reply",
        (
            "With the best reply apart: the weight of the reply that hurts most; the others "
            "share the rest. At 1 this is minimax."
        ),
        effect=RESTART,
        idle_if={"weights": ("uniform", "softmax"), "game.alone": True},
    )
    temperature: float = number(
        0.2,
        0.001,
        1000.0,
        "Temperature",
        "With the better, the likelier: how much worse a reply may be and still be likely, "
        "in units of the value. Low: nearly minimax. "
        "High: nearly all alike.",
        log=True,
        effect=RESTART,
        idle_if={"weights": ("uniform", "ranked"), "game.alone": True},
    )


class Expectimax(UncutSearch):
    """The own side takes the highest value; the others' replies are weighed by how likely they are
    taken to be.

    It trusts the others to err, which wins more against weak players and less against strong ones.
    Chance is weighed exactly.
    """

    name = "expectimax"
    title = "Expectimax"
    note = "replies are weighed"
    Params = Params
    formulas = REPLIES

    def _model(self) -> tuple[int, float, float]:
        p = self.params
        return MODELS[p.weights], p.share, p.temperature
