"""One generation as eleven lines of code; a step of the lesson names those that it is in.

Its words are the heads of the lesson's table: sequence, plan, fitness. A test runs the listing, and
its children are the kernel's.
"""

from __future__ import annotations

LISTING = (
    "def generation(population):",
    "    for sequence in population:",
    "        sequence.fitness = play(sequence.plan)",
    "    children = fittest(population, elite)",
    "    while len(children) < len(population):",
    "        first = max(draw(population, 3), key=fitness)",
    "        second = max(draw(population, 3), key=fitness)",
    "        child = crossover(first, second)",
    "        children.append(mutate(child))",
    "    return children",
)
# the lines of each part
LINES = ((1, 2), (3,), (5, 6), (7, 8), ())
