"""DUCT: one tree in which all agents choose at once, each by its own statistics; each joint action
leads to its own child.

Seed: the Xmas Rush write-up by Legend 1st of that contest. A node keeps n1 + n2 evaluations instead
of n1 n2, and a child for each joint action. c = 0.3 is its first guess for values from -1 to 1, c =
0.05 its own setting for Xmas Rush (a preset). A push that wins unless it is countered keeps its
value here, because the opponent cannot see it coming; a search that lets one side move second
considers it refuted.

Source: Finnsson and Bjoernsson, "Simulation-based approach to general game playing" (2008); Tak,
Lanctot and Winands, "Monte Carlo tree search variants for simultaneous move games" (2014);
Bosansky, Lisy, Lanctot, Cermak and Winands, "Algorithms for computing strategies in two-player
simultaneous move games" (2016). Shafiei, Sturtevant and Schaeffer, "Comparing UCT versus CFR in
simultaneous games" (2009) show that UCB1 need not reach an equilibrium here.

Limits: it plays every game; where players take turns it is UCT. Only regret matching and Exp3
approach an equilibrium, and only in two-sided zero-sum games. Even then the default final choice,
"most visits", plays one action; the preset "equilibrium" draws from the learned mixture. With
chance or hidden information a node sees many positions: statistics then belong to action codes, and
regret is spread over all actions that were ever legal there. All players are assumed to know the
sampled hidden information.
"""

from search.duct.params import Params
from search.duct.search import DUCT

__all__ = ["DUCT", "Params"]
