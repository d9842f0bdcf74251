"""Lines of play: what the agents' plans lead to, played by the rules.

Shapes: [P] turns.

What chance draws below a turn with several outcomes, played and in words.

What the actions are called that a search without a tree keeps: the layers of a beam, the
sequences of a population.

Sequences are played by the rules, with what the search takes the others to do. Words are made once
and kept, since many sequences begin alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from engines.scene import Point
from lab.match.decide import movers
from lab.match.records import NamedLayers, NamedSequences, Ply
from lab.words import numerals
from search.base import AgentStats, Ints, generator
from search.forms import Layers, Sequences

MOST = 200  # turns played and named at a time: some milliseconds
MOST_KEPT = 5_000  # positions, then all are made again
APART = " · "  # between the actions of the agents of one seat
Played = tuple[tuple[int, ...], ...]  # joint actions from the root


class KeptNames:
    """The words for what a search keeps below one root position.

    Must be used in the search's thread, which may call rules.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._root = game, state
        self._forget()

    def _forget(self) -> None:
        self._states: dict[Played, State] = {(): self._root}
        self._words: dict[Played, tuple[str, ...]] = {}

    # -- sequences ---------------------------------------------------------------------------------

    def sequences(self, kept: Sequences, wanted: int = MOST) -> NamedSequences:
        """What the actions of the sequences are called; of the turns that are new, the first
        `wanted`.
        """
        if len(self._states) > MOST_KEPT:
            self._forget()
        rows = []
        for actions, length in zip(kept.actions, kept.lengths, strict=True):
            row, played = [], Played()
            for joint in actions[:length].tolist():
                before, played = played, (*played, tuple(joint))
                if played not in self._words and wanted and before in self._states:
                    self._play(before, played)
                    wanted -= 1
                row.append(self._words.get(played, ("",) * self._game.agents))
            rows.append(tuple(row))
        return NamedSequences(kept, tuple(rows))

    def _play(self, before: Played, played: Played) -> None:
        """Names the last joint action and keeps the position that it leads to."""
        state, joint = self._states[before], np.array(played[-1], np.int64)
        self._words[played] = self._named(state, joint)
        after = state.copy()
        self._game.rules.step(after, joint, generator(0), None)
        self._states[played] = after

    def _named(self, state: State, joint: Joint) -> tuple[str, ...]:
        """What each agent does; "" for one that waits."""
        return tuple(
            self._game.label(state, agent, action) if action != PASS else ""
            for agent, action in enumerate(joint.tolist())
        )

    # -- layers ------------------------------------------------------------------------------------

    def layers(self, layers: Layers) -> NamedLayers:
        """What the first actions and those of the line are called."""
        firsts = tuple(self._together(self._root, layers.agents, x) for x in layers.firsts)
        return NamedLayers(layers, firsts, self._line(layers))

    def _line(self, layers: Layers) -> tuple[str, ...]:
        found: list[str] = []
        state, turn = self._root.copy(), 0
        for actions, when in zip(layers.line, layers.turns.tolist(), strict=True):
            while turn < when:
                self._step(state, layers, turn, None)
                turn += 1
            found.append(self._together(state, layers.agents, actions))
            self._step(state, layers, turn, actions)
            turn += 1
        return tuple(found)

    def _together(self, state: State, agents: tuple[int, ...], actions: Ints) -> str:
        """What the agents of the seat do, in one text."""
        pairs = zip(agents, actions.tolist(), strict=True)
        return APART.join(self._game.label(state, a, k) for a, k in pairs if k != PASS)

    def _step(self, state: State, layers: Layers, turn: int, own: Ints | None) -> None:
        """Plays a turn in place: `own` for the seat, for the others their plan, else rest."""
        rules, mover = self._game.rules, int(self._game.rules.to_move(state))
        joint = np.full(self._game.agents, PASS, np.int64)
        for agent in range(self._game.agents):
            if mover not in (SIMULTANEOUS, agent) or rules.is_over(state):
                continue
            if own is not None and agent in layers.agents:
                joint[agent] = own[layers.agents.index(agent)]
            elif agent not in layers.agents:
                planned = int(layers.plan[turn, agent]) if turn < len(layers.plan) else PASS
                follows = planned != PASS and rules.is_legal(state, agent, planned)
                joint[agent] = planned if follows else resting(self._game, state, agent)
        rules.step(state, joint, generator(0), None)


def drawn(game: Game, state: State, joint: Joint, outcome: int) -> State:
    """The position after the turn with that outcome."""
    after = state.copy()
    settle = game.rules.settle
    assert settle is not None  # only such games have nodes of chance
    settle(after, joint, outcome)
    return after


def chances(game: Game, state: State, joint: Joint) -> list[float]:
    """The probability of each outcome of a turn, one for a turn without chance."""
    found = np.ones(game.max_outcomes)
    count = 1 if game.rules.chance is None else int(game.rules.chance(state, joint, found))
    return [float(x) for x in found[:count]]


def outcome_words(game: Game, state: State, joint: Joint, outcome: int) -> str:
    """What an outcome is called."""
    found = chances(game, state, joint)
    share = f", {numerals.percent(found[outcome])}" if outcome < len(found) else ""
    return f"outcome {outcome + 1}{share}"


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
