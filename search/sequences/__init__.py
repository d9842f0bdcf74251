"""Searches over sequences of actions: what the genetic algorithm, annealing and shooting share.

A sequence holds one gene in [0, 1) for each agent and own turn; gene g stands for legal action
number floor(g * count) of the position that it meets, so any sequence can be played in any game.
One trial plays a sequence from the root to the horizon and takes the evaluation there as its
fitness. The other seats follow a model: a plan that their own short search found first, the game's
script, rest, or chance.
"""

from search.sequences.knobs import horizon, opponent, opponent_trials
from search.sequences.search import SequenceSearch
from search.sequences.trial import LONGEST

__all__ = ["LONGEST", "SequenceSearch", "horizon", "opponent", "opponent_trials"]
