"""One iteration as code; a step of the lesson names the lines that it is in.

Its words are the heads of the lesson's tables: action, value, lowest, highest, visits, total,
bound. A test runs the listing, and its trees are the kernel's.
"""

from __future__ import annotations

SELECTION, EVALUATION, SCALING, BACKPROPAGATION = range(4)
LISTING = (
    "def iteration(agents, state):",
    "    for turn in range(depth):",
    "        for agent in agents:",
    "            agent.path.append(choose(agent.path[-1]))",
    "        state = play(state, [agent.path[-1].action for agent in agents])",
    "    for agent, value in zip(agents, evaluation(state)):",
    "        agent.lowest = min(agent.lowest, value)",
    "        agent.highest = max(agent.highest, value)",
    "        for node in agent.path:",
    "            node.visits += 1",
    "            node.total += value",
    "",
    "def choose(node):",
    "    if untried(node):",
    "        return chance(untried(node))",
    "    if node.visits < random_visits:",
    "        return chance(children(node))",
    "    return max(children(node), key=bound)",
)
TURN = (1, 2, 3, 4)
RULE_LINES = {"untried": (13, 14), "random": (15, 16), "UCB": (17,)}
# the lines of the other parts
LINES = {EVALUATION: (5,), SCALING: (6, 7), BACKPROPAGATION: (8, 9, 10)}
