"""Smitsimax: one tree for each agent; all agents move at once, down to a set depth; then every tree learns from one evaluation.

Source: MSmits, "Smitsimax" (CodinGame playground). A tree's node stands for the agent's own sequence of actions, not for a position: what
the other agents do differs from iteration to iteration. Related: Bjoernsson and Finnsson, "CadiaPlayer: a simulation-based general game
player" (2009); Tak, Lanctot and Winands, "Monte Carlo tree search variants for simultaneous move games" (2014).
"""

from search.smitsimax.params import Params
from search.smitsimax.search import Smitsimax

__all__ = ["Params", "Smitsimax"]
