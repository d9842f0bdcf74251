"""Texas Hold'em: each hand's share of the pot when the missing cards are dealt at random, and
exactly where all deals can be counted.

Seed: the minimax write-up's last page: Monte Carlo simulation "can also be used in simulating odds
for gambling games such as Texas Holdem Poker".

Source: the rules of Texas Hold'em; the evaluation of seven cards by bit masks of ranks follows the
poker-eval library.

Limits: nobody bets or folds, so these are odds of a showdown. All deals are counted where there are
at most six million of them: hands that are all known, or one unknown hand once the flop is.
"""

from search.estimators.holdem.estimator import Holdem

__all__ = ["Holdem"]
