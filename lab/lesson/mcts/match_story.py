"""The lesson on a position of a match: any game that UCT plays, with the knobs of its search there.

Trees are too wide for small boards, so an iteration has the positions of its walk for one board.
Playouts that end in an evaluation are counted in the game's units; means are shares of the range of
all values that the agent has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.game import Game
from engines.knobs import HasFields, KnobError
from engines.scene import Target
from lab.lesson.mcts.positions import SmallPosition
from lab.lesson.mcts.records import ROOT, Picture, TreeNode
from lab.lesson.mcts.sentences import Story, points_in_words
from lab.lesson.mcts.steps import PLAYOUT, RESULTS, SELECTION, TreeStep, Units
from lab.lesson.words import listed
from lab.match.node_line import NodeLine, Others
from lab.words import numerals
from search.tree import Tree
from search.uct import UCT
from search.uct.params import TO_THE_END, Params
from search.uct.tracing import ONLY_PLAIN, Trace, TracedUCT

MANY = 4  # agents whose values are listed
RAW = Units(0.0, 1.0)  # the game's units


def searching(game: Game, params: Params, weights: HasFields | None, seed: int) -> TracedUCT:
    """The lesson's search; KnobError where it cannot be followed."""
    refusal = UCT.supports(game)
    if refusal:
        raise KnobError(f"UCT does not fit {game.title}: {refusal}")
    search = TracedUCT(game, params, weights, seed=seed)
    if not search.is_plain:
        raise KnobError(ONLY_PLAIN)
    return search


@dataclass(frozen=True, eq=False)
class MatchStory(Story):
    """One iteration on a position of a match."""

    search: Params = field(default_factory=Params)

    @property
    def to_end(self) -> bool:
        """Whether playouts go to the end of the match, so that its result counts."""
        return self.search.playout_depth >= TO_THE_END

    def units(self, agent: int, after: bool = False) -> Units:
        low, scale = self.trace.ranges[after][agent]
        return Units(float(low), float(scale))

    def summed(self, agent: int) -> Units:
        return RESULTS if self.to_end else RAW

    @property
    def manner(self) -> str:
        """How the playout's moves were found."""
        return "scripted" if self.search.playout == "scripted" else "random"

    @property
    def counted(self) -> str:
        """What goes back."""
        return "points" if self.to_end else "value"

    @property
    def playing(self) -> str:
        how = "by the game's script" if self.search.playout == "scripted" else "at random"
        far = "to the end" if self.to_end else f"for at most {self.search.playout_depth} more turns"
        return f"all play {how} {far}"

    @property
    def _is_over(self) -> bool:
        return bool(self.position.game.rules.is_over(self.trace.end))

    @property
    def without_playout(self) -> str:
        return super().without_playout if self._is_over else "The playout depth is 0."

    @property
    def result_words(self) -> str:
        over = self.position.game.reason(self.trace.end) or "the match is over"
        return over if self._is_over else "the position is evaluated"

    @property
    def shares(self) -> str:
        game = self.position.game
        each = [
            f"{game.agent_name(agent)} gets {_gain(self.gained(agent), self.to_end)}"
            for agent in range(game.agents)
        ]
        return listed(each) if len(each) <= MANY else f"{', '.join(each[:MANY])} and so on"

    def turns(self, step: TreeStep) -> int:
        """How many turns are on the board in a step."""
        inside = len(self.trace.walked) - 1
        if step.part >= PLAYOUT:
            return inside + len(self.trace.played)
        chosen = self.trace.path[len(step.walked) - 2] if len(step.walked) > 1 else None
        if chosen is None:
            return 0
        # in a simultaneous turn the others may still have to choose
        following = self.trace.path[len(step.walked) - 1 :]
        waits = step.part == SELECTION and following and following[0].turn == chosen.turn
        return min(inside, chosen.turn + (0 if waits else 1))


def _gain(x: float, points: bool) -> str:
    return points_in_words(x) if points else numerals.real(x, 3)


class MatchWalks:
    """The names of the nodes that were reached, and the positions of each iteration."""

    def __init__(self, found: SmallPosition) -> None:
        self._found, self.names = found, dict[int, str]()
        self._parents, self._movers = dict[int, tuple[int, int]](), dict[int, str]()

    def add(self, trace: Trace, after: Tree) -> None:
        """Names the actions at the nodes of a walk."""
        game = self._found.game
        for chosen in trace.path:
            self._movers[chosen.node] = game.agent_name(chosen.agent)
            first, state = int(after.first_child[chosen.node]), trace.walked[chosen.turn]
            for node in range(first, first + int(after.child_count[chosen.node])):
                if node not in self.names:
                    action = int(after.action[node])
                    self.names[node] = game.label(state, chosen.agent, action)
                    self._parents[node] = chosen.node, chosen.agent

    def nodes(self) -> dict[int, TreeNode]:
        """The nodes that were reached and their siblings; they have no boards of their own."""
        state = self._found.state
        out = {0: TreeNode(-1, ROOT, "", state, "", self._movers.get(0, ""))}
        for node, (parent, agent) in self._parents.items():
            mover = self._movers.get(node, "")
            out[node] = TreeNode(parent, agent, self.names[node], state, "", mover)
        return out

    def played(self, trace: Trace) -> tuple[tuple[str, Picture], ...]:
        """The playout in words, the last node first."""
        game, out = self._found.game, [("", "")]
        states = (trace.leaf, *trace.played)
        for before, joint in zip(states, trace.playout, strict=False):
            words = [
                f"{game.agent_name(agent)} {game.label(before, agent, int(action))}"
                for agent, action in enumerate(joint)
                if action >= 0
            ]
            out.append((", ".join(words), ""))
        return tuple(out)

    def line(self, trace: Trace, after: Tree) -> NodeLine:
        """The positions of the walk and of the playout, for the board."""
        game = self._found.game
        states = (*trace.walked, *trace.played)
        places = [[game.position(state, a) for state in states] for a in range(game.agents)]
        paths = tuple(tuple(p for p in each if p is not None) for each in places)
        turns = len(states) - 1
        cells = () if any(paths) else self._cells(trace, after, turns)
        scenes = tuple(game.scene(state) for state in states)
        nothing = ((),) * turns
        return NodeLine(-1, (), Others.BEST, nothing, nothing, scenes, paths, turns, True, 0, cells)

    def _cells(self, trace: Trace, after: Tree, turns: int) -> tuple[Target | None, ...]:
        """The cells of the actions in the tree, where each is a turn of its own."""
        game, out = self._found.game, list[Target | None]([None] * turns)
        if not game.simultaneous:
            for chosen, state in zip(trace.path, trace.walked, strict=False):
                if chosen.turn < turns:
                    targets = game.targets(state, chosen.agent)
                    action = int(after.action[chosen.child])
                    found = (target for target in targets if target.action == action)
                    out[chosen.turn] = next(found, None)
        return tuple(out)
