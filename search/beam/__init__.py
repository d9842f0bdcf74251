"""Beam search: layer by layer, only the best few sequences of own actions survive, against
opponents whose plan is predicted first.

Seed: "Agade Fall 2020 Challenge Postmortem" (Witch's Brew, 2nd place). In each layer every kept
state is expanded by every action, duplicate states are kept once, and the best 350 survive. A
sequence scores the discounted sum of changes of the evaluation (0.98 per turn); what the game calls
lasting (there: the ingredients) counts 0.1 discounted and 0.9 undiscounted, so that there is no
hurry to collect it. A fast beam for the opponent (depth 15, width 150, a quarter of the time, in
which we rest) finds the plan that it is then assumed to follow. Ideas that did not help the author
are available as knobs: one beam for each first action, a vote of the best sequences, beam stack
search.

Source: Lowerre, "The HARPY speech recognition system" (1976); Zhou and Hansen, "Beam-stack search:
integrating backtracking with beam search" (2005); for common random numbers Law, "Simulation
modeling and analysis" (2015).

Limits: it looks for its own best sequence and takes the others' as given, so it suits puzzles,
races and games with little interaction. Where every move is answered (Ultimate Tic-Tac-Toe) it sees
only the replies of its opponent model. Chance is one fixed draw for each depth, the same for all
sequences: plans are compared fairly, but each knows its luck in advance.
"""

from search.beam.params import Params
from search.beam.search import BeamSearch

__all__ = ["BeamSearch", "Params"]
