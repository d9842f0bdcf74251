"""One iteration as code; a step of the lesson names the lines that it is in.

Its words are the heads of the lesson's tables: agent, value, lowest, highest, visits, total,
bound. A test runs the listing, and its trees are the kernel's.
"""

from __future__ import annotations

SELECTION, EVALUATION, SCALING, BACKPROPAGATION = range(4)
LISTING = (
    "def iteration(agents, state):",
    "    for turn in range(depth):",
    "        for agent in agents:",
    "            agent.path.append(choose(agent))",
    "        state = play(state, actions(agents))",
    "    for agent, value in evaluation(agents, state):",
    "        agent.lowest = min(agent.lowest, value)",
    "        agent.highest = max(agent.highest, value)",
    "        for node in agent.path:",
    "            node.visits += 1",
    "            node.total += value",
    "",
    "def choose(agent):",
    "    node = agent.path[-1]",
    "    if untried(node):",
    "        return chance(untried(node))",
    "    if node.visits < random_visits:",
    "        return chance(children(node))",
    "    return max(children(node), key=bound)",
)
TURN = (1, 2, 3, 4)
RULE_LINES = {"untried": (14, 15), "random": (16, 17), "UCB": (18,)}
# the lines of the other parts
LINES = {EVALUATION: (5,), SCALING: (6, 7), BACKPROPAGATION: (8, 9, 10)}
