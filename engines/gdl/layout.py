"""Where the tables of a sheet and the working memory of a position have their parts: both are flat
arrays of int32, and a header in the tables says where each part begins.
"""

# numbers in the header: atoms, facts, bodies, levels, ends of the three phases, the literal of the
# end, roles, roles that draw, words of the legal moves
(ATOMS, FACTS, BODIES, LEVELS, END_STILL, END_DOES, END_GOALS, TERMINAL) = range(8)
(ROLES, CHANCE, WORDS) = range(8, 11)
# parts of the tables: the fan-out of each atom, what each body belongs to, the queue of each atom's
# level, that of each level (both as places in the working memory), cycles,
# next literals, where moves, their atoms and goals of each role begin, and what they are
(OFF, FAN, HEAD, LEVEL, QUEUES, CYCLE, CYCLE_OFF, MEMBERS, NEXT, MOVE_OFF, DOES) = range(11, 22)
(WORD_OFF, WORD_ROLE, GOAL_OFF, GOALS, POINTS, START) = range(22, 28)
KEYS = 39  # two numbers of 31 bits for each fact, drawn once
# where in its fan-out an atom's own bodies begin, whose numbers follow one another, and where those
# begin in which it is negated
OWN, NEGATED = 40, 41

# parts of the working memory: queues, each behind its length, what bodies lack, the last moves,
# room for a list, facts that may change, how many, legal moves as bits, how many each role has
(W_QUEUE, W_LACK, W_MOVE, W_ROOM, W_CHANGED, W_LEGAL, W_COUNT) = range(28, 35)
SIZE = 36  # of the working memory
HEADER = 42
CYCLIC = 1 << 30  # added to the queue of an atom in a cycle
BITS = 30  # legal moves in a word: the sign stays free
