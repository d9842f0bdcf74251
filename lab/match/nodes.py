"""What the nodes of a tree are called: their paths played by the rules, as a search would.

Words are made once and kept, since a node's action is called the same while the position is
searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from lab.match.decide import movers
from lab.match.lines import chances, drawn, outcome_words
from search.base import generator
from search.branches import CHANCE, Branches, Path

MOST = 200  # words made at a time: some milliseconds
MOST_OPEN = 24  # plies that a depth-first search is in at the moment
MOST_KEPT = 20_000  # words, then all are made again
Turn = tuple[State, Joint]  # a position, and what the agents have chosen in it so far


class NodeNames:
    """The words for the nodes below one root position.

    In an agent's own tree the others play their own lines; where these end, the first of their
    legal actions. Must be used in the search's thread, which may call rules.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._root = game, state
        self._room = np.zeros(game.max_actions, np.int64)
        self._forget()

    def _forget(self) -> None:
        self._words: dict[Path, str] = {}
        self._briefs: dict[Path, str] = {}
        self._turns: dict[Path, Turn] = {(): (self._root, self._nothing())}

    def _nothing(self) -> Joint:
        return np.full(self._game.agents, PASS, np.int64)

    def words(
        self, part: Branches, lines: Mapping[int, Path], wanted: int = MOST
    ) -> Mapping[Path, str]:
        """What the actions of the part's rows are called; of those that are new, the first `wanted`
        rows. `lines` are the principal variations, by agent.
        """
        if len(self._words) > MOST_KEPT:
            self._forget()
        paths = [part.focus]
        self._follow(part, lines)
        for row in range(1, len(part)):
            above = paths[int(part.parent[row])]
            path = (*above, int(part.action[row]))
            paths.append(path)
            if wanted and path not in self._words and above in self._turns:
                self._name(path, int(part.mover[row]), part, lines)
                wanted -= 1
        paths += self._name_open(part, lines)
        return MappingProxyType({path: self._words[path] for path in paths if path in self._words})

    def _name_open(self, part: Branches, lines: Mapping[int, Path]) -> list[Path]:
        """Names the nodes that a depth-first search is in; their paths."""
        paths = list[Path]()
        path: Path = ()
        for node in part.ledger.open[1 : MOST_OPEN + 1] if part.ledger is not None else ():
            above, path = path, (*path, node.action)
            if path not in self._words and above in self._turns:
                self._name(path, node.mover, part, lines)
            paths.append(path)
        return paths

    def briefs(self, words: Mapping[Path, str]) -> Mapping[Path, str]:
        """The same actions in at most three characters, as far as the game has that."""
        short = {path: self._briefs[path] for path in words}
        return MappingProxyType({path: brief for path, brief in short.items() if brief})

    def _follow(self, part: Branches, lines: Mapping[int, Path]) -> None:
        """Names the nodes from the root to the focus, whose movers the part does not say."""
        for length in range(1, len(part.focus) + 1):
            path = part.focus[:length]
            if path in self._turns or path[:-1] not in self._turns:
                continue
            if not part.common:
                self._name(path, part.agent, part, lines)
                continue
            state, joint = self._turns[path[:-1]]
            mover = self._next_mover(state, joint, path[-1], part)
            self._name(path, mover, part, lines)

    def _next_mover(self, state: State, joint: Joint, action: int, part: Branches) -> int:
        """Who can have chosen an action here; CHANCE after a turn with several outcomes."""
        game = self._game
        chosen = all(joint[a] != PASS for a in movers(game, state))
        if part.ledger is not None and chosen and len(chances(game, state, joint)) > 1:
            return CHANCE
        if not game.simultaneous:
            after = self._stepped(state, joint) if (joint != PASS).any() else state
            return int(game.rules.to_move(after))
        free = [a for a in range(game.agents) if joint[a] == PASS]
        fits = [a for a in free if game.rules.is_legal(state, a, action)]
        return (fits or [0])[0]

    def _name(self, path: Path, mover: int, part: Branches, lines: Mapping[int, Path]) -> None:
        state, joint = self._turns[path[:-1]]
        if mover == CHANCE:
            self._turns[path] = drawn(self._game, state, joint, path[-1]), self._nothing()
            self._words[path] = outcome_words(self._game, state, joint, path[-1])
            return
        if not self._still_chooses(joint, mover, part):
            if not part.common:
                joint = self._with_others(state, joint, part.agent, len(path) - 2, lines)
            state, joint = self._stepped(state, joint), self._nothing()
        joint = joint.copy()
        joint[mover] = path[-1]
        self._turns[path] = state, joint
        self._words[path] = self._game.label(state, mover, path[-1])
        self._briefs[path] = self._game.brief(state, mover, path[-1])

    def _still_chooses(self, joint: Joint, mover: int, part: Branches) -> bool:
        """Whether the mover chooses in the same turn as those before it."""
        if not part.common or not self._game.simultaneous:
            return bool((joint == PASS).all())
        return bool(joint[mover] == PASS)

    def _with_others(
        self, state: State, joint: Joint, agent: int, turn: int, lines: Mapping[int, Path]
    ) -> Joint:
        """The joint action in which the others play their lines."""
        rules, joint = self._game.rules, joint.copy()
        mover = int(rules.to_move(state))
        for other in range(self._game.agents):
            if other == agent or mover not in (SIMULTANEOUS, other):
                continue
            line = lines.get(other, ())
            count = int(rules.legal(state, other, self._room))
            if turn < len(line) and rules.is_legal(state, other, line[turn]):
                joint[other] = line[turn]
            elif count:
                joint[other] = self._room[0]
        return joint

    def _stepped(self, state: State, joint: Joint) -> State:
        after = state.copy()
        self._game.rules.step(after, joint, generator(0), None)
        return after
