"""Joint lines drawn at random from what one search knows: down its trees each action with its share
of visits, then played by the rules.

Must be used in the search's thread, which may call rules and read the trees. Shapes: [L] lines,
[P] turns, [A] agents, [R] rows of a part, [Q] plies.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.game import PASS, Game, Joint, State
from lab.match.node_line import DrawnLines, DrawWish
from lab.match.node_walk import Harvest, Plan, Ply, joint_of_common, joint_of_own
from search.base import Floats, Ints, generator
from search.branches import Branches, Wish

ROWS = 10_000  # of each tree, at most, in which lines are drawn
NOBODY = -1

Drawn = tuple[Ints, Ints]  # of one tree: who chooses [L, Q], NOBODY beyond its end; what [L, Q]


def draw_lines(
    game: Game, state: State, seat: int, wish: DrawWish, harvest: Harvest
) -> DrawnLines | None:
    """Lines from the trees as they are; None for a search without trees, or a depth-first one,
    whose nodes are no expectations.
    """
    parts = harvest(Wish(tuple(range(game.agents)), most=ROWS))
    if not parts or parts[0].ledger is not None:
        return None
    rng, most = generator(0), wish.turns * (game.agents if parts[0].common else 1)
    drawn = [drawn_plies(part, wish.lines, most, rng) for part in parts]
    play = _Playing(game, parts, drawn, wish)
    play.on(state, np.arange(wish.lines), 0, (0,) * len(parts))
    known = {agent for who, _ in drawn for agent in np.unique(who).tolist()} - {NOBODY}
    at = parts[0].generation, parts[0].iterations
    return DrawnLines(seat, *at, tuple(sorted(known)), play.places, play.turns)


def drawn_plies(part: Branches, lines: int, most: int, rng: np.random.Generator) -> Drawn:
    """Lines of at most `most` plies down one tree.

    Siblings keep the order of the arena, so equal random numbers draw nearly equal lines while the
    tree grows.
    """
    children = np.lexsort((part.node, part.parent))[1:]  # grouped by parent, without the focus
    rows = np.arange(len(part))
    first, last = (np.searchsorted(part.parent[children], rows, s) for s in ("left", "right"))
    sums = np.append(0, np.cumsum(part.visits[children]))
    who, what = np.full((lines, most), NOBODY), np.full((lines, most), PASS)
    row, goes_on = np.zeros(lines, np.int64), np.ones(lines, bool)
    for ply in range(most):
        low, high = sums[first[row]], sums[last[row]]
        goes_on &= high > low
        if not goes_on.any():
            break
        ticket = low + np.floor(rng.random(lines) * (high - low)).astype(np.int64)
        found = np.searchsorted(sums, ticket, "right") - 1
        row = np.where(goes_on, children[np.where(goes_on, found, 0)], row)
        who[goes_on, ply] = part.mover[row[goes_on]]
        what[goes_on, ply] = part.action[row[goes_on]]
    return who, what


def _plan(who: Ints, what: Ints) -> Plan:
    """One line of one tree, up to its end."""
    known = who != NOBODY
    return list(zip(who[known].tolist(), what[known].tolist(), strict=True))


class _Playing:
    """Plays lines by the rules; those that begin alike are played together for as long as they are
    alike.
    """

    def __init__(
        self, game: Game, parts: Sequence[Branches], drawn: Sequence[Drawn], wish: DrawWish
    ) -> None:
        self._game, self._parts, self._rng = game, parts, generator(0)
        self._plans = [[_plan(*line) for line in zip(*each, strict=True)] for each in drawn]
        self._plies = game.agents if parts[0].common else 1  # of each tree in a turn, at most
        self.places = np.full((wish.lines, wish.turns + 1, game.agents, 2), np.nan)
        self.turns = np.zeros(wish.lines, np.int64)

    def on(self, state: State, lines: Ints, turn: int, at: tuple[int, ...]) -> None:
        """Plays `lines` on from the position after `turn` turns; `at` are the plies of each tree
        that led there. A line ends before a turn that a tree does not know or that is not legal.
        """
        self.places[lines, turn] = places_in(self._game, state)
        self.turns[lines] = turn
        if turn + 1 == self.places.shape[1] or self._game.rules.is_over(state):
            return
        for group in self._alike(lines, at):
            plans = [self._plan(number, int(group[0]), at[number]) for number in range(len(at))]
            before = [len(plan) for plan in plans]
            joint = self._joint(state, plans)
            if joint is None:
                continue
            after = state.copy()
            self._game.rules.step(after, joint, self._rng, None)
            used = (n - len(plan) for n, plan in zip(before, plans, strict=True))
            self.on(after, group, turn + 1, tuple(map(sum, zip(at, used, strict=True))))

    def _alike(self, lines: Ints, at: tuple[int, ...]) -> list[Ints]:
        """The lines in groups that go on with the same plies."""
        if lines.size == 1:
            return [lines]
        groups: dict[tuple[Ply, ...], list[int]] = {}
        for line in lines.tolist():
            following = (self._plan(number, line, ply) for number, ply in enumerate(at))
            groups.setdefault(tuple(ply for plan in following for ply in plan), []).append(line)
        return [np.array(group) for group in groups.values()]

    def _plan(self, number: int, line: int, ply: int) -> Plan:
        """What one tree says of a line's next turn."""
        return self._plans[number][line][ply : ply + self._plies]

    def _joint(self, state: State, plans: list[Plan]) -> Joint | None:
        """The next turn; its plies are taken from the plans."""
        if self._parts[0].common:
            return joint_of_common(self._game, state, plans[0])
        own = {part.agent: plan for part, plan in zip(self._parts, plans, strict=True)}
        return joint_of_own(self._game, state, NOBODY, [], own)


def places_in(game: Game, state: State) -> Floats:
    """Where each agent is, [A, 2]; NaN for one that is nowhere."""
    found = [game.position(state, agent) for agent in range(game.agents)]
    return np.array([(np.nan, np.nan) if place is None else place for place in found])
