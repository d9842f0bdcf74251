"""Lines of play: what the agents' plans lead to, played by the rules.

Shapes: [P] turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from engines.scene import Point
from lab.match.decide import movers
from lab.match.records import Ply
from search.base import AgentStats, Ints, generator


@dataclass(frozen=True)
class ExpectedLine:
    """A predicted line: the positions [P + 1] from the root on, the joint actions [P], and the
    plies of each tree in it. A tree that the agents share has everybody's plies.
    """

    states: tuple[State, ...]
    joints: tuple[tuple[int, ...], ...] = ()
    plies: Mapping[int, tuple[Ply, ...]] = field(default_factory=dict)

    def path(self, game: Game, agent: int) -> tuple[Point, ...]:
        """The agent's positions along the line; empty if the game has no places."""
        places = [game.position(s, agent) for s in self.states]
        return tuple(p for p in places if p is not None)


def common(game: Game, agents: Sequence[AgentStats]) -> bool:
    """Whether these are statistics of one tree in which the agents move in turn, so that its line
    holds everybody's actions.
    """
    return not game.simultaneous and len(agents) == 1


def follow(
    game: Game, state: State, agents: Sequence[AgentStats], instead: tuple[int, Ints] | None = None
) -> ExpectedLine:
    """Plays the agents' principal variations together from `state`, until an agent that has to move
    has no further action.

    `instead` = (agent, line) replaces that agent's own line. Agents that move at the same time and
    of which the search says nothing rest, follow the game's script, or take their first action.
    """
    plans = {a.agent: a.pv.tolist() for a in agents}
    if instead is not None:
        plans[instead[0]] = instead[1].tolist()
    teller = agents[0].agent if common(game, agents) else None
    rng, states, joints = generator(0), [state], list[tuple[int, ...]]()
    plies: dict[int, list[Ply]] = {agent: [] for agent in plans}
    while not game.rules.is_over(states[-1]):
        joint = next_joint(game, states[-1], plans, teller)
        if joint is None:
            break
        for agent in np.flatnonzero(joint != PASS).tolist():
            if teller is None and agent not in plans:
                continue  # the search says nothing of it
            plies[agent if teller is None else teller].append(
                Ply(agent, game.label(states[-1], agent, int(joint[agent])))
            )
        after = states[-1].copy()
        game.rules.step(after, joint, rng, None)
        states.append(after)
        joints.append(tuple(joint.tolist()))
    found = {agent: tuple(each) for agent, each in plies.items()}
    return ExpectedLine(tuple(states), tuple(joints), found)


def next_joint(
    game: Game, state: State, plans: Mapping[int, list[int]], teller: int | None
) -> Joint | None:
    """The next action of every agent that moves; None at the end of the line."""
    mover = int(game.rules.to_move(state))
    if mover == SIMULTANEOUS:
        return _next_together(game, state, plans)
    joint = np.full(game.agents, PASS, np.int64)
    plan = plans.get(mover if teller is None else teller, [])
    if not plan or not game.rules.is_legal(state, mover, plan[0]):
        return None
    joint[mover] = plan.pop(0)
    return joint


def _next_together(game: Game, state: State, plans: Mapping[int, list[int]]) -> Joint | None:
    """The same where all agents move at the same time."""
    joint, moving = np.full(game.agents, PASS, np.int64), movers(game, state)
    if not any(agent in plans for agent in moving):
        return None
    for agent, plan in plans.items():
        waits = agent not in moving
        if waits and (not plan or plan[0] != PASS):
            continue
        if not plan:
            return None
        joint[agent] = plan.pop(0)
        # each line comes from its own tree, a recorded one from any search
        if not waits and not game.rules.is_legal(state, agent, joint[agent]):
            return None
    for agent in moving:
        if agent not in plans:
            joint[agent] = resting(game, state, agent)
    return joint


def resting(game: Game, state: State, agent: int) -> int:
    """What disturbs least of an agent's actions; PASS for one that has none."""
    rules, actions = game.rules, np.zeros(game.max_actions, np.int64)
    if not rules.legal(state, agent, actions):
        return PASS
    action = int(actions[0])
    if rules.rest is not None:
        action = int(rules.rest(state, agent))
    elif rules.policy is not None:
        action = int(rules.policy(state, agent, generator(0)))
    return action if rules.is_legal(state, agent, action) else int(actions[0])
