"""Joint enumeration: tries every joint action of the seat against every joint action of the others,
then judges the table by a rule.

Seed: the Smitsimax write-up: "calculate all possible combinations of moves. If one player has 6
possible moves and the other player does as well, then there are a total of 36 possible
combinations. You can then average the result, maximize your worst result or minimize your opponents
best result for each of your moves", and in its first version "maximize the best result". These four
rules are choices of a knob, and so is a fifth that needs no guess: the mixed strategy that secures
most whatever the others do.

Source: von Neumann, "Zur Theorie der Gesellschaftsspiele" (1928); Dantzig (1951) for its solution
as a linear program; Bosansky, Lisy, Lanctot, Cermak and Winands, "Algorithms for computing
strategies in two-player simultaneous move games" (2016).

Limits: the table has a cell for each combination, so it fits simultaneous games with at most
200,000 of them in a turn. Below the first turn the same rule judges the table of each position,
which multiplies the work by the size of the table for each turn, or everybody plays on by rest,
script or chance. An unfinished table is judged by what is known: its columns are filled one after
the other, in random order, so that all own actions have met the same replies. The mixed rule
assumes that what the seat gains the others lose. Where a turn has chance, cells are tried again and
again and averaged at the root, but only once each below it, where a lucky draw is taken at face
value.
"""

from search.joint.params import Params
from search.joint.search import JointEnumeration

__all__ = ["JointEnumeration", "Params"]
