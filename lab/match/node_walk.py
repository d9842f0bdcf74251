"""Playing the way to a node of a tree by the rules.

Must be used in the search's thread, which may call rules and read the tree. Shapes: [P] turns,
[A] agents, [R] rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from engines.scene import Point, Target
from lab.match.decide import movers
from lab.match.lines import drawn, resting
from lab.match.node_line import Draws, LineWish, NodeLine, Others
from search.base import Ints, Snapshot, generator
from search.branches import CHANCE, Branches, Path, Wish

DRAWS = 24
FURTHER = 24  # plies that a line goes on below its node
ROWS = 512  # of a part in which a line is followed
MOST_KNOWN = 2000  # rows of the others' trees from which lines are drawn

Harvest = Callable[[Wish], tuple[Branches, ...]]
Ply = tuple[int, int]  # agent, action
Plan = list[Ply]  # of one tree


@dataclass(frozen=True)
class Walk:
    """The positions [P + 1] and joint actions [P] of a line, and for each position how many plies
    of the leading plan led to it.
    """

    states: tuple[State, ...]
    joints: tuple[Joint, ...]
    used: tuple[int, ...]

    def turns_to(self, plies: int) -> int | None:
        """The turns after which so many plies have been played; None if the line ends before."""
        return next((turn for turn, used in enumerate(self.used) if used >= plies), None)


class NodeWalks:
    """Makes the lines to the nodes of one search; while the plans stay the same, so does the
    record.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._root = game, state
        self._key: object = None
        self._last: NodeLine | None = None

    def line(self, wish: LineWish, harvest: Harvest, snapshot: Snapshot) -> NodeLine | None:
        """The way to the wish's node; None if the search has no tree of that agent."""
        agent, path = wish.node
        found = line_through(harvest, agent, path)
        if found is None:
            return None
        part, plan, path = found
        plans: dict[int, Plan] = {}
        if not part.common and wish.others is not Others.HELD:
            plans = {
                s.agent: [(s.agent, action) for action in s.pv.tolist()]
                for s in snapshot.agents
                if s.agent != agent
            }
        drawn = wish.others is Others.TRIED and not part.common
        moment = (part.generation, part.iterations) if drawn else ()
        key = (wish.node, wish.others, moment, tuple(plan), repr(plans))
        if key != self._key:
            draws = self._draws(harvest, agent, path, plan, plans) if drawn else []
            self._key = key
            self._last = self._record(wish, part, path, plan, plans, draws)
        return self._last

    def _record(
        self,
        wish: LineWish,
        part: Branches,
        path: Path,
        plan: Plan,
        plans: Mapping[int, Plan],
        draws: Sequence[Walk],
    ) -> NodeLine:
        """The record of a line; of several draws the first one that reaches the node."""
        game = self._game
        arrived = [walk for walk in draws if walk.turns_to(len(path)) is not None]
        walk = (arrived or draws or [self._walk(part, plan, plans)])[0]
        at = walk.turns_to(len(path))
        node = walk.states[len(walk.joints) if at is None else at]
        return NodeLine(
            agent=wish.node[0],
            path=path,
            others=wish.others,
            joints=tuple(tuple(joint.tolist()) for joint in walk.joints),
            words=tuple(
                tuple(
                    game.label(state, a, int(joint[a])) if joint[a] != PASS else ""
                    for a in range(game.agents)
                )
                for state, joint in zip(walk.states, walk.joints, strict=False)
            ),
            scenes=tuple(game.scene(state) for state in walk.states),
            paths=tuple(places(game, walk, a) for a in range(game.agents)),
            at=len(walk.joints) if at is None else at,
            reached=at is not None,
            known=turns_known(game, part, plan),
            cells=tuple(
                cell_of(game, state, joint)
                for state, joint in zip(walk.states, walk.joints, strict=False)
            ),
            targets=cells(game, node) if at is not None else (),
            draws=Draws(
                tuple(tuple(places(game, each, a) for a in range(game.agents)) for each in draws),
                len(arrived) / len(draws),
            )
            if draws
            else None,
        )

    def _walk(self, part: Branches, plan: Plan, plans: Mapping[int, Plan], seed: int = 0) -> Walk:
        """Plays the plans until the first of them has nothing more to say."""
        game, rng = self._game, generator(seed)
        lead, others = list(plan), {agent: list(each) for agent, each in plans.items()}
        states, joints, used = [self._root], list[Joint](), [0]
        while lead and not game.rules.is_over(states[-1]):
            if part.common:
                joint = joint_of_common(game, states[-1], lead)
            else:
                joint = joint_of_own(game, states[-1], part.agent, lead, others)
            if joint is None:
                break
            states.append(played(game, states[-1], joint, lead, rng))
            joints.append(joint)
            used.append(len(plan) - len(lead))
        return Walk(tuple(states), tuple(joints), tuple(used))

    def _draws(
        self, harvest: Harvest, agent: int, path: Path, plan: Plan, plans: Mapping[int, Plan]
    ) -> list[Walk]:
        """Lines in which the others play as often as their trees have tried each action."""
        parts = harvest(Wish(tuple(plans), most=MOST_KNOWN))
        own = next(part for part in harvest(Wish((agent,), most=1)) if part.agent == agent)
        found = []
        for number in range(DRAWS):
            rng = generator(number)
            drawn = {part.agent: drawn_line(part, rng) for part in parts}
            found.append(self._walk(own, plan, drawn, number))
        return found


def line_through(harvest: Harvest, agent: int, path: Path) -> tuple[Branches, Plan, Path] | None:
    """The tree of an agent, its line through a node and on along the most visited children, and the
    longest part of the node's path that it has.
    """
    parts = harvest(Wish((agent,), most=1, keep=((path,),)))
    part = next((p for p in parts if p.common or p.agent == agent), None)
    if part is None:
        return None
    rows = part.along(path)
    path = path[: rows.size]
    if part.line[: len(path)] == path:  # below the principal variation's nodes it goes on itself
        rows = part.along(part.line)
    plan = plies_of(part, rows)
    while len(plan) < len(path) + FURTHER:
        below = tuple(action for _, action in plan)
        parts = harvest(Wish((agent,), focus=(below,), most=ROWS))
        own = next(p for p in parts if p.common or p.agent == agent)
        if not (rows := further(own)).size:
            break
        plan += plies_of(own, rows)
    return part, plan[: len(path) + FURTHER], path


def plies_of(part: Branches, rows: Ints) -> Plan:
    """Who chooses what along rows."""
    return list(zip(part.mover[rows].tolist(), part.action[rows].tolist(), strict=True))


def further(part: Branches) -> Ints:
    """The rows from the focus down along the most visited children, of equals the first; of a
    depth-first search along its best ones.
    """
    found: list[int] = []
    row, ledger = 0, part.ledger
    while (below := part.children(row)).size:
        if ledger is not None:
            below = below[part.action[below] == ledger.best[row]]
        if not part.visits[below].any():
            break
        row = int(below[np.argmax(part.visits[below])])
        found.append(row)
    return np.array(found, np.int64)


def drawn_line(part: Branches, rng: np.random.Generator) -> Plan:
    """A line down one tree, each action with its share of its siblings' visits."""
    found: list[int] = []
    row = 0
    while (below := part.children(row)).size and (total := int(part.visits[below].sum())):
        row = int(rng.choice(below, p=part.visits[below] / total))
        found.append(row)
    return plies_of(part, np.array(found, np.int64))


def played(game: Game, state: State, joint: Joint, plan: Plan, rng: np.random.Generator) -> State:
    """The position after a turn; the outcome is that of the plan where it goes on with one."""
    if plan and plan[0][0] == CHANCE:
        return drawn(game, state, joint, plan.pop(0)[1])
    after = state.copy()
    game.rules.step(after, joint, rng, None)
    return after


def joint_of_common(game: Game, state: State, plan: Plan) -> Joint | None:
    """The next turn of a plan that says who chooses; its plies are taken from it. None at the end
    of the plan, or where an action is not legal.
    """
    joint, waiting = np.full(game.agents, PASS, np.int64), list(movers(game, state))
    while waiting and plan and plan[0][0] in waiting:
        agent, action = plan[0]
        if not game.rules.is_legal(state, agent, action):
            return None
        joint[agent] = action
        waiting.remove(agent)
        plan.pop(0)
    if waiting and not plan:  # the others of this turn have not been tried
        return None
    for agent in waiting:
        joint[agent] = resting(game, state, agent)
    return joint


def joint_of_own(
    game: Game, state: State, agent: int, lead: Plan, others: Mapping[int, Plan]
) -> Joint | None:
    """The next turn in which `agent` follows `lead` and the others their own plans, or rest if they
    have none. None where a plan that is needed ends, or an action is not legal.
    """
    joint, moving = np.full(game.agents, PASS, np.int64), movers(game, state)
    for each in range(game.agents):
        plan = lead if each == agent else others.get(each)
        if each not in moving:
            if plan and plan[0][1] == PASS:  # trees count turns in which an agent waits
                plan.pop(0)
            continue
        if plan is None:
            joint[each] = resting(game, state, each)
            continue
        if not plan or not game.rules.is_legal(state, each, plan[0][1]):
            return None
        joint[each] = plan.pop(0)[1]
    return joint


def turns_known(game: Game, part: Branches, plan: Plan) -> int:
    """The turns for which a plan has plies."""
    if not part.common or not game.simultaneous:
        return sum(agent != CHANCE for agent, _ in plan)
    turns, chosen = 0, set[int]()
    for agent, _ in (ply for ply in plan if ply[0] != CHANCE):
        if not turns or agent in chosen:
            turns, chosen = turns + 1, set()
        chosen.add(agent)
    return turns


def places(game: Game, walk: Walk, agent: int) -> tuple[Point, ...]:
    """Where an agent is along a line; () if the game has no places."""
    found = [game.position(state, agent) for state in walk.states]
    return tuple(place for place in found if place is not None)


def cells(game: Game, state: State) -> tuple[Target, ...]:
    """The cells of whoever moves, in games of alternating moves whose agents have no places."""
    mover = int(game.rules.to_move(state))
    if mover == SIMULTANEOUS or game.rules.is_over(state) or game.position(state, mover):
        return ()
    return tuple(game.targets(state, mover))


def cell_of(game: Game, state: State, joint: Joint) -> Target | None:
    """The cell of the action that was played."""
    mover = int(game.rules.to_move(state))
    return next((t for t in cells(game, state) if t.action == int(joint[mover])), None)
