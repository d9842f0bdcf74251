"""The ledger of depth-first searches against plain recursion: nodes below each node, values, what
is known of them, and the nodes that are open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from search.alphabeta import AlphaBeta
from search.branches import CHANCE, Branches, Known, Path, Wish
from search.depth_first.ledger import ROWS
from search.depth_first.search import DepthFirst
from search.expectimax import Expectimax
from search.maxn import MaxN
from search.minimax import Minimax
from search.paranoid import Paranoid
from tests.matches import generator, legal
from tests.search.test_depth_first import searched, tree, values

PLAIN = {"deepening": False, "ordering": "listed", "table": 0}


class Node(NamedTuple):
    """What plain recursion finds at a node, for the searching seat."""

    nodes: int
    value: float
    known: Known
    skipped: int = 0
    cause: int = -1
    bound: float = np.nan  # at which it was cut


@dataclass
class Recursion:
    """Alpha-beta as textbooks write it, fail-soft, that notes every node by its path."""

    game: Game
    own: int
    cuts: bool = True
    found: dict[Path, Node] = field(default_factory=dict)
    stack: list[list[Any]] = field(default_factory=list)  # of each open node: side, best
    nodes: int = 0  # visited so far

    def search(self, state: State, depth: int, low: float, high: float, path: Path) -> float:
        """The value of a position for the searching seat."""
        self.nodes += 1
        before = self.nodes - 1
        if depth == 0 or self.game.rules.is_over(state):
            value = float(values(self.game, state)[self.own])
            self.found[path] = Node(1, value, Known.EXACT)
            return value
        mover = int(self.game.rules.to_move(state))
        side = 1 if self.game.owner[mover] == self.own else -1
        frame, alpha, beta = [side, -side * np.inf], low, high
        self.stack.append(frame)
        actions = legal(self.game, state, mover)
        done = 0
        for action in actions:
            if self.cuts and alpha >= beta:
                break
            joint = np.full(self.game.agents, PASS, np.int64)
            joint[mover] = action
            value = self.child(state, joint, depth, alpha, beta, (*path, action))
            done += 1
            if side * value > side * frame[1]:
                frame[1] = value
            if side > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        self.stack.pop()
        self.note(path, before, frame[1], (low, high), side, len(actions) - done)
        return float(frame[1])

    def child(
        self, state: State, joint: Any, depth: int, low: float, high: float, path: Path
    ) -> float:
        """The value after a turn; where it has several outcomes, their mean."""
        chances = np.ones(self.game.max_outcomes)
        count = self.game.rules.chance(state, joint, chances) if self.game.rules.chance else 1
        if count == 1:
            return self.search(self.after(state, joint, 0), depth - 1, low, high, path)
        self.nodes += 1
        before = self.nodes - 1
        stack, self.stack = self.stack, []  # each outcome is searched with an open window
        mean = 0.0
        for k in range(count):
            after = self.after(state, joint, k)
            mean += chances[k] * self.search(after, depth - 1, -np.inf, np.inf, (*path, k))
        self.stack = stack
        self.note(path, before, mean, (-np.inf, np.inf), 1, 0)
        return mean

    def after(self, state: State, joint: Any, outcome: int) -> State:
        """The position after a turn."""
        after = state.copy()
        if self.game.rules.settle:
            self.game.rules.settle(after, joint, outcome)
        else:
            self.game.rules.step(after, joint, generator(0), None)
        return after

    def note(
        self,
        path: Path,
        before: int,
        value: float,
        window: tuple[float, float],
        side: int,
        skipped: int,
    ) -> None:
        """Notes an inner node that was searched with a window, after `before` nodes."""
        (low, high), known = window, Known.EXACT
        if self.cuts:
            known = Known.AT_MOST if value <= low else known
            known = Known.AT_LEAST if value >= high else known
        bound = high if side > 0 else low
        causes = [k for k, (s, best) in enumerate(self.stack) if s != side and best == bound]
        bound = bound if skipped else np.nan
        cause = len(path) - len(self.stack) + causes[0] if skipped and causes else -1
        self.found[path] = Node(self.nodes - before, value, known, skipped, cause, bound)


def part(search: DepthFirst) -> Branches:
    """The whole ledger."""
    inner, before = tuple[Path, ...](), -1
    while len(inner) != before:
        before = len(inner)
        (found,) = search.branches(Wish((0,), keep=(inner,)))
        inner = tuple(found.path(row) for row in range(len(found)))
    return found


def agrees(found: Branches, right: Recursion, plies: int) -> None:
    """Every node of the recursion above the last recorded ply is a row with its numbers, and no
    other row was visited.
    """
    ledger = found.ledger
    assert ledger is not None
    rows = {found.path(row): row for row in range(len(found))}
    for path, node in right.found.items():
        if len(path) > plies:
            assert path not in rows
            continue
        row = rows[path]
        sign = 1 if int(ledger.seat[row]) == right.own else -1
        known = node.known
        if sign < 0 and known in (Known.AT_MOST, Known.AT_LEAST):
            known = Known.AT_MOST if known == Known.AT_LEAST else Known.AT_LEAST
        assert int(found.visits[row]) == node.nodes, path
        assert float(found.mean[row]) == pytest.approx(sign * node.value), path
        assert int(ledger.known[row]) == known, path
        assert float(ledger.bound[row]) == pytest.approx(sign * node.bound, nan_ok=True)
        assert (int(ledger.skipped[row]), int(ledger.cause[row])) == (node.skipped, node.cause)
    for path, row in rows.items():
        if path not in right.found:
            assert int(ledger.known[row]) == Known.CUT and not found.visits[row]
            assert np.isnan(found.mean[row])


TEXTS = [
    "MAX(MIN(3, 5, 10), MIN(2, 8, 5), MIN(7, 2, 3))",
    "MAX(MIN(MAX(MIN(5, 6), MIN(7, 4, 5)), MAX(3)), MIN(MAX(6, MIN(6, 9)), MAX(MIN(7, 5))))",
    # a deep cut: the grandchild is cut by what the root is sure of
    "MAX(6, MIN(MAX(MIN(5, 9), MIN(2, 3)), 8), MIN(MAX(MIN(4, 9, 12), 3), 7))",
    # two nodes above have what cuts MIN(4, 9): the one nearer to the root is the cause
    "MAX(5, MIN(MAX(5, MIN(4, 9)), 6), 2)",
    "MAX(MIN(4, CHANCE(0.5: MIN(8, 6, 7), 0.5: MAX(4, MIN(2, 9)))), "
    "MIN(CHANCE(0.25: 1, 0.75: 2), 7))",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_alphabeta_notes_what_plain_recursion_finds(text: str, seat: int) -> None:
    game, state = tree(text)
    right = Recursion(game, seat)
    value = right.search(state, 9, -np.inf, np.inf, ())
    search = searched(AlphaBeta, game, state, seat, **PLAIN)
    assert search.finished[-1].value == pytest.approx(value)
    agrees(part(search), right, 8)


@pytest.mark.parametrize("kind", [Minimax, Paranoid, Expectimax])
def test_others_on_a_text_tree(kind: type[DepthFirst]) -> None:
    text = "MAX(MIN(3, MAX(5, 1)), MIN(2, 8, 5), MIN(7, MAX(2, 4), 3))"
    game, state = tree(text)
    right = Recursion(game, 0, cuts=kind is Paranoid)
    right.search(state, 9, -np.inf, np.inf, ())
    params = PLAIN if kind is Paranoid else {"deepening": False}
    more = {"weights": "ranked", "share": 1.0} if kind is Expectimax else {}
    agrees(part(searched(kind, game, state, 0, **params, **more)), right, 8)


def test_expectimax_notes_the_mean_of_the_replies() -> None:
    game, state = tree("MAX(MIN(3, 5, 10), MIN(2, 8, 5))")
    for seat, mean in ((0, (6.0, 5.0)), (1, (-3.0, -2.0))):
        found = part(searched(Expectimax, game, state, seat))
        rows = [found.along((k,))[0] for k in (0, 1)]
        # a search for MIN takes its own best reply
        sign = 1 if found.ledger.seat[rows[0]] == seat else -1
        assert found.mean[rows] * sign == pytest.approx(mean)


def test_max_n_notes_each_movers_own_value() -> None:
    text = (
        "P1(P2(P3((1, 2, 6), (4, 3, 3)), P3((6, 1, 2), (7, 4, 1))), P2(P3((5, 1, 1), (1, 5, 2))))"
    )
    game, state = tree(text)
    found = part(searched(MaxN, game, state, 1))
    at = {found.path(row): row for row in range(len(found))}
    seats = {path: int(found.ledger.seat[row]) for path, row in at.items() if path}
    assert seats[0,] == 0 and seats[0, 1] == 1 and seats[0, 1, 0] == 2
    assert [float(found.mean[at[path]]) for path in ((0,), (1,))] == [1.0, 1.0]
    assert [float(found.mean[at[0, k]]) for k in (0, 1)] == [2.0, 1.0]
    assert [float(found.mean[at[0, 0, k]]) for k in (0, 1)] == [6.0, 3.0]
    assert float(found.mean[0]) == 2.0  # the root's is the searching seat's


def test_paranoid_values_of_three_seats_are_the_searching_seats() -> None:
    text = (
        "P1(P2(P3((1, 2, 6), (4, 3, 3)), P3((6, 1, 2), (7, 4, 1))), P2(P3((5, 1, 1), (1, 5, 2))))"
    )
    game, state = tree(text)
    search = searched(Paranoid, game, state, 0, **PLAIN)
    right = Recursion(game, 0)
    right.search(state, 9, -np.inf, np.inf, ())
    found = part(search)
    assert set(found.ledger.seat.tolist()) == {0}
    agrees(found, right, 8)


def test_the_deepest_plies_go_where_rows_do_not_suffice() -> None:
    """From the second move on, the rows end in the fifth ply."""
    game = games()["tictactoe"]()
    state = game.initial(1)
    game.rules.step(state, np.full(2, 4, np.int64), generator(0), None)
    own = int(game.rules.to_move(state))
    for kind in (Minimax, AlphaBeta):
        params = {"deepening": False} if kind is Minimax else PLAIN
        search = searched(kind, game, state, depth=5, **params)
        right = Recursion(game, own, cuts=kind is AlphaBeta)
        right.search(state, 5, -np.inf, np.inf, ())
        found = part(search)
        plies = int(found.depth.max())
        assert len(found) <= ROWS + game.max_actions
        assert plies == (4 if kind is Minimax else 5)
        agrees(found, right, plies)


def test_table_and_null_windows_note_no_wrong_bound() -> None:
    """Against the values of a search without cuts; as listed, some moves are searched again."""
    game = games()["tictactoe"]()
    sources, times = set[int](), set[int]()
    again = {"deepening": False, "ordering": "listed"}
    for cells, depth, more in (((0, 4, 8), 3, {}), ((0, 4, 8), 5, {}), ((0, 1, 2), 5, again)):
        state = game.initial(1)
        for cell in cells:
            joint = np.full(2, PASS, np.int64)
            joint[int(game.rules.to_move(state))] = cell
            game.rules.step(state, joint, generator(0), None)
        right = Recursion(game, 1, cuts=False)
        right.search(state, depth, -np.inf, np.inf, ())
        found = part(searched(AlphaBeta, game, state, depth=depth, table=1 << 12, **more))
        ledger = found.ledger
        assert ledger is not None and ledger.depth == depth and ledger.finished
        sources |= set(ledger.source.tolist())
        for row in range(len(found)):
            known = ledger.known[row]
            if known == Known.CUT:
                continue
            true = right.found[found.path(row)].value * (1 if ledger.seat[row] == 1 else -1)
            assert known in (Known.EXACT, Known.AT_MOST, Known.AT_LEAST)
            assert known == Known.AT_LEAST or true <= found.mean[row] + 1e-12
            assert known == Known.AT_MOST or true >= found.mean[row] - 1e-12
            below = int(found.visits[1:][found.parent[1:] == row].sum())
            assert int(found.visits[row]) > below
            if found.depth[row] == 1 and ledger.source[row] == 0:
                times.add(int(found.visits[row]) - below)
    assert times == {1, 2}, "with a null window, and some again"
    assert sources == {0, 1, 2}


@pytest.mark.parametrize("table", [0, 1 << 12])
def test_a_ledger_is_of_one_depth_and_has_the_snapshots_values(table: int) -> None:
    """After every few nodes: depths are never mixed, and open rows are what is searched."""
    game = games()["tictactoe"]()
    state, ended, depths = game.initial(1), False, set[tuple[int, bool]]()
    search = AlphaBeta(game, AlphaBeta.Params(depth=4, table=table, ordering="listed"))
    search.start(state, 0)
    assert not search.branches(Wish((0,)))
    while not ended:
        ended = search.advance(7)
        (found,) = search.branches(Wish((0,), keep=(((),),)))
        ledger, finished = found.ledger, search.finished
        assert ledger is not None
        depths.add((ledger.depth, ledger.finished))
        before = sum(f.nodes for f in finished[ledger.depth - 2 : ledger.depth - 1])
        until = finished[ledger.depth - 1].nodes if ledger.finished else search.snapshot().nodes
        assert found.full_visits == until - before
        stats, rows = search.snapshot().agents[0], found.children(0)
        assert sorted(found.action[rows].tolist()) == sorted(stats.actions.tolist())
        for row in rows[np.isin(ledger.known[rows], (Known.EXACT, Known.AT_MOST))]:
            k = stats.actions.tolist().index(int(found.action[row]))
            assert float(stats.mean[k]) == float(found.mean[row])
        assert tuple(stats.pv.tolist()) == found.line
        path = tuple(node.action for node in ledger.open[1:])
        assert path_is_searched(game, state, ledger.open)
        opened = {found.path(row) for row in np.flatnonzero(ledger.known == Known.OPEN)}
        if not ledger.finished:
            assert opened <= {path[:k] for k in range(len(path) + 1)}
            assert ledger.searching == ledger.depth
    assert not ledger.open and not ledger.searching and (4, True) in depths
    assert any(not finished for _, finished in depths)


def path_is_searched(game: Game, state: State, nodes: Any) -> bool:
    """Whether the open nodes follow one another by legal actions, each the one that is counted."""
    after = state.copy()
    for above, node in pairwise(nodes):
        mover = int(game.rules.to_move(after))
        actions = legal(game, after, mover)
        assert (above.chooser, node.mover, above.children) == (mover, mover, len(actions))
        assert node.action in actions and 1 <= above.place <= above.children
        joint = np.full(2, PASS, np.int64)
        joint[mover] = node.action
        game.rules.step(after, joint, generator(0), None)
    return True


def test_open_nodes_have_their_windows() -> None:
    """In the middle of the textbook's tree: MIN's second node, after its first leaf."""
    game, state = tree("MAX(MIN(3, 5, 10), MIN(4, 2, 5), MIN(7, 2, 3))")
    search = AlphaBeta(game, AlphaBeta.Params(**PLAIN))
    search.start(state, 0)
    search.advance(7)
    ledger = part(search).ledger
    assert ledger is not None
    root, second = ledger.open
    assert (root.alpha, root.beta, root.place, root.children, root.chooser) == (3, np.inf, 2, 3, 0)
    assert (second.alpha, second.beta, second.place, second.children) == (3, 4, 1, 3)
    assert (second.action, second.mover, second.chooser) == (1, 0, 1)
    rows = part(search)
    known = {rows.path(row): Known(int(rows.ledger.known[row])) for row in range(len(rows))}
    assert known[()] == known[1,] == Known.OPEN and known[0,] == Known.EXACT
    assert known[2,] == known[1, 1] == Known.NOT_YET


def test_looking_changes_no_search() -> None:
    game = games()["tictactoe"]()
    seen = []
    for looks in (False, True):
        search = AlphaBeta(game, AlphaBeta.Params(depth=6, table=1 << 12))
        search.start(game.initial(1), 0)
        while not search.advance(50):
            if looks:
                part(search)
        seen.append(repr(search.snapshot()))
    assert seen[0] == seen[1]


def test_outcomes_are_rows_of_chance() -> None:
    game, state = tree("MAX(CHANCE(0.5: MIN(8, 6), 0.5: MIN(4, 9)), CHANCE(0.25: 12, 0.75: 3))")
    found = part(searched(AlphaBeta, game, state, **PLAIN))
    movers = {found.path(row): int(found.mover[row]) for row in range(len(found))}
    assert movers[()] == -1 and movers[0,] == movers[0, 0] == 0
    assert movers[0, 0, 1] == CHANCE and movers[0, 0, 1, 0] == 1
    (row,) = found.along((0, 0, 1))[-1:]
    assert float(found.mean[row]) == 4.0 and int(found.ledger.seat[row]) == 0


def test_a_zoomed_part_keeps_its_numbers() -> None:
    game, state = tree(TEXTS[1])
    search = searched(AlphaBeta, game, state, **PLAIN)
    whole = part(search)
    (zoomed,) = search.branches(Wish((0,), focus=((0, 0),), keep=(((0, 0), (0, 0, 0)),)))
    assert zoomed.focus == (0, 0) and zoomed.full_visits == whole.full_visits
    at = {whole.path(row): row for row in range(len(whole))}
    for row in range(len(zoomed)):
        other = at[zoomed.path(row)]
        assert int(zoomed.visits[row]) == int(whole.visits[other])
        assert int(zoomed.mover[row]) == int(whole.mover[other])
    rest = whole.rest_visits + np.bincount(whole.parent[1:], whole.visits[1:], len(whole)).astype(
        np.int64
    )
    assert (rest[whole.visits > 1] == whole.visits[whole.visits > 1] - 1).all()
