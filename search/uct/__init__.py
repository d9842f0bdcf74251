"""UCT: one tree for all agents; each iteration walks down by UCB1, adds a node, plays on at random and backs the result up.

Source: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning" (2006). A node belongs to the agent whose action leads into it, and its
statistics are that agent's, so any number of seats works (max^n; Sturtevant 2008). Simultaneous turns are serialised: the agents choose one
after the other, and who chooses later knows what the earlier ones chose; the turn is played when all have chosen.
"""

from search.uct.params import Params
from search.uct.search import UCT

__all__ = ["UCT", "Params"]
