"""UCT: one tree for all agents; each iteration walks down by UCB1, adds a node, plays on at random
and backs the result up.

A node belongs to the agent whose action leads into it, and its statistics are that agent's, so any
number of seats works (max^n). Simultaneous turns are serialised: the agents choose one after the
other, and later ones know the earlier choices; the turn is played when all have chosen.
Seed: the decoupled-MCTS write-up, which starts from it: "I do not distinguish between MCTS and what
could be called UCT". It decouples the players because a serialised tree gives one side knowledge it
could not have.
Source: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning" (2006); Sturtevant, "An analysis
of UCT in multi-player games" (2008). Knobs: Winands, Bjoernsson and Saito, "Monte-Carlo tree search
solver" (2008); Lanctot et al., "Monte Carlo tree search with heuristic evaluations using implicit
minimax backups" (2014); Gelly and Silver, "Monte-Carlo tree search and rapid action value
estimation in computer Go" (2011); Gelly and Wang, "Exploration exploitation in Go" (2006); Coulom,
"Computing Elo ratings of move patterns in the game of Go" (2007), for progressive widening; Auer,
Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem" (2002); Finnsson
and Björnsson, "Simulation-based approach to general game playing" (2008), for playouts that learn.
Limits: in simultaneous games the side that chooses second knows too much, and the answer is no
equilibrium. The solver needs two seats that move in turn without chance or hidden information,
implicit minimax a zero-sum game of two agents; elsewhere they stay off. With chance a node stands
for all outcomes, and its mean is taken over them.
"""

from search.uct.params import Params
from search.uct.search import UCT

__all__ = ["UCT", "Params"]
