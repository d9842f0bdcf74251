"""Smitsimax: one tree for each agent; all agents move at once, down to a set depth; then every tree
learns from one evaluation.

Seed: the Smitsimax write-up. "Smitsimax has a separate tree for each pod": in each iteration all
trees choose at once, by chance on the first visits of a node and by UCB1 later, on scores scaled to
the range seen so far; the turn is played, and the evaluation at the set depth goes back up each
tree. A node stands for the agent's own sequence of actions, not for a position: what the others do
differs each time.
Source: MSmits, "Smitsimax" (CodinGame playground). Related: Bjoernsson and Finnsson, "CadiaPlayer:
a simulation-based general game player" (2009); Tak, Lanctot and Winands, "Monte Carlo tree search
variants for simultaneous move games" (2014).
Where the actions of an agent vary between the visits of a node, it can compare those that are legal
now: `search/smitsimax/subset.py`, after Cowling, Powley and Whitehouse (2012).
Limits: games in which the legal actions depend on what the others did are refused, since one node
would then stand for positions with different actions. Means are taken over whatever the others did,
and decoupled UCB statistics do not converge to an equilibrium, so where unpredictability matters
the root's visit shares are no reliable mixed strategy.
"""

from search.smitsimax.params import Params
from search.smitsimax.search import Smitsimax

__all__ = ["Params", "Smitsimax"]
