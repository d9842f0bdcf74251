"""UCT with a network against the same search written plainly, and what it promises."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from engines.knobs import Value, make
from search.base import DRAW, LOSS, WIN
from search.network import Network
from search.uct.proofs import DRAWN
from search.uct.search import UCT
from tests.matches import legal, random_match
from tests.search.networks import random_network, value_of

C, ALPHA = 0.2, 0.5
VALUED: Mapping[str, Value] = {"evaluation": "network", "c": C, "implicit": ALPHA}


def searching(game: Game, network: Network, **knobs: Value) -> UCT:
    found = UCT(game, None, None, 1)
    found.use(network, make(UCT.Params, {**VALUED, **knobs}))
    return found


def after(game: Game, state: State, action: int) -> State:
    found, joint = state.copy(), np.full(game.agents, PASS, np.int64)
    joint[int(game.rules.to_move(state))] = action
    game.rules.step(found, joint, None, None)
    return found


@dataclass
class Node:
    """A node of the reference; `visits`, `total` and `low` are for the seat that chose it."""

    state: State
    action: int = PASS
    visits: int = 0
    total: float = 0.0
    low: float = 0.0  # minimax value; infinite where a win or loss is proven
    least: int = -1  # what is certain: a loss, a draw or a win at least
    most: int = 1
    children: list[Node] = field(default_factory=list)


class Reference:
    """The search of the textbook's page: strict turns, one class, no arrays."""

    def __init__(
        self, game: Game, network: Network, state: State, c: float, rising: int, alpha: float
    ) -> None:
        self.game, self.network, self.root = game, network, Node(state)
        self.c, self.rising, self.alpha = c, rising, alpha

    def iterate(self) -> None:
        path, node, safe = [self.root], self.root, [False]
        while node.children:
            sure = max(child.least for child in node.children)
            still = [child for child in node.children if child.most > sure]
            safe.append(sure == 0)
            node = max(still, key=lambda child: self.bound(path[-1], child))
            path.append(node)
        sample = max(-1.0, min(1.0, self.expand(node)))
        self.root.visits += 1
        for place, drawn in zip(reversed(path), reversed(safe), strict=True):
            place.low = -max(child.low for child in place.children)
            place.least = -max(child.most for child in place.children)
            place.most = -max(child.least for child in place.children)
            sample = -sample
            if place is not self.root:
                place.visits += 1
                place.total += sample
            if drawn and place.low < 0.0:
                sample = 0.0  # the draw is better

    def bound(self, parent: Node, child: Node) -> float:
        bonus = 2 * self.c * math.sqrt(math.log(parent.visits) / child.visits)
        if self.rising:
            bonus *= 1 + math.log(1 + parent.visits / self.rising)
        return (1 - self.alpha) * child.total / child.visits + self.alpha * child.low + bonus

    def expand(self, node: Node) -> float:
        game, mover = self.game, int(self.game.rules.to_move(node.state))
        for action in legal(game, node.state, mover):
            child = Node(after(game, node.state, action), action, 1)
            if game.rules.is_over(child.state):
                out = np.zeros(game.seats)
                game.rules.outcome(child.state, out)
                child.total = out[mover]
                child.least = child.most = int(np.sign(out[mover]))
                child.low = math.copysign(math.inf, out[mover]) if out[mover] else 0.0
            else:
                child.total = child.low = -value_of(game, self.network, child.state, 1 - mover)
            node.children.append(child)
        return max(child.low for child in node.children)


@pytest.mark.parametrize("name", ["uttt", "tictactoe", "connect_four"])
@pytest.mark.parametrize(
    ("turns", "c", "rising", "alpha"), [(0, C, 0, ALPHA), (5, 0.6, 0, 0.15), (5, 0.1, 7, ALPHA)]
)
def test_it_is_the_search_that_is_written_plainly(
    name: str, turns: int, c: float, rising: int, alpha: float, uncompiled: Any
) -> None:
    game = games()[name]()
    network = random_network(game)
    state = [game.initial(1), *(after for _, _, after in random_match(game, 4, turns))][-1]
    search = searching(game, network, c=c, rising=rising, implicit=alpha)
    reference = Reference(game, network, state, c, rising, alpha)
    search.start(state, int(game.rules.to_move(state)))
    for done in range(1, 60):
        search.advance(1)
        if search.growth.proof[0]:
            break
        reference.iterate()
        stats = search.snapshot().agents[0]
        known = reference.root.children
        assert stats.visits.tolist() == [child.visits for child in known], done
        mean = [(child.total / child.visits + 1) / 2 for child in known]
        assert np.allclose(stats.mean, mean, atol=0.002)


def test_calls_leave_no_trace(uncompiled: Any) -> None:
    game = games()["uttt"]()
    network, state = random_network(game), game.initial(1)
    whole, parts = searching(game, network), searching(game, network)
    for each in (whole, parts):
        each.start(state, 0)
    whole.advance(40)
    for n in (1, 2, 7, 30):
        parts.advance(n)
    one, other = whole.snapshot().agents[0], parts.snapshot().agents[0]
    assert one.visits.tolist() == other.visits.tolist()
    assert one.mean.tolist() == other.mean.tolist()


def test_a_win_is_proven_and_a_loss_avoided(uncompiled: Any) -> None:
    """X to move wins at once; where O threatens, X has to block, and everything else is lost."""
    game = games()["tictactoe"]()
    state = game.initial(1)
    for action in (0, 3, 1, 4):
        state = after(game, state, action)
    search = searching(game, random_network(game))
    search.start(state, 0)
    assert search.advance(1)
    assert search.choice().tolist() == [2]
    assert search.snapshot().agents[0].proven[search.snapshot().agents[0].best] == WIN
    state = game.initial(1)
    for action in (0, 4, 8, 2):
        state = after(game, state, action)  # O has 4 and 2, and threatens 6
    search.start(state, 0)
    search.advance(300)
    assert search.choice().tolist() == [6]
    stats = search.snapshot().agents[0]
    lost = [a for a, p in zip(stats.actions.tolist(), stats.proven, strict=True) if p == LOSS]
    assert 6 not in lost


@pytest.mark.parametrize("moves", [(0, 4), (0, 4, 8), (4, 0)])
def test_a_draw_in_hand_is_not_searched_again(moves: tuple[int, ...], uncompiled: Any) -> None:
    """Iterations go where a win may be, so that nothing else is left soon."""
    game = games()["tictactoe"]()
    state = game.initial(1)
    for action in moves:
        state = after(game, state, action)
    search = searching(game, random_network(game))
    search.start(state, len(moves) % 2)
    search.advance(300)
    assert search.growth.proof[0] == DRAWN
    stats = search.snapshot().agents[0]
    assert stats.proven[stats.best] == DRAW


def test_the_tree_is_kept_and_its_sums_fit(uncompiled: Any) -> None:
    game = games()["uttt"]()
    search, state = searching(game, random_network(game)), game.initial(1)
    search.start(state, 0)
    search.advance(60)
    own, reply = search.snapshot().agents[0].pv[:2].tolist()
    state = after(game, after(game, state, own), reply)
    search.start(state, 0, np.array([PASS, reply], np.int64))
    kept = search.snapshot()
    assert kept.reused > 0
    search.advance(20)
    s = search.snapshot()
    tree = search.tree
    for node in range(search.used):
        first, count = int(tree.first_child[node]), int(tree.child_count[node])
        if not count:
            continue
        below = search.growth.implicit[first : first + count].max()
        sign = 1 if node == 0 else -1
        assert search.growth.implicit[node] == pytest.approx(sign * below)
    assert s.value is not None
    assert 0.0 <= s.value.number <= 1.0


def test_other_knobs_of_playouts_do_nothing(uncompiled: Any) -> None:
    game = games()["tictactoe"]()
    network, state = random_network(game), game.initial(1)
    found = []
    for knobs in ({}, {"rave": 500, "first_play": True, "widening": True, "playout_depth": 3}):
        search = searching(game, network, **knobs)
        search.start(state, 0)
        search.advance(50)
        found.append(search.snapshot().agents[0].visits.tolist())
    assert found[0] == found[1]


def test_it_is_refused_where_there_is_no_network() -> None:
    game = games()["pacman"]()
    search = UCT(game, None, None, 1)
    search.start(game.initial(1), 0)
    said = search.update(replace(search.params, evaluation="network"))
    assert said is not None
    assert said.endswith(".")
    assert search.network is None
