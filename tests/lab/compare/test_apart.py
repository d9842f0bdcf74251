"""What two trees spend differently on the same path, against a recomputation in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from lab.compare.numbers import alike, apart, paths
from lab.match.budget import Budget
from lab.match.decide import Player
from lab.match.seats import parse_seat
from search.branches import Branches, Path, Wish


def part(game: str, spec: str, iterations: int, agent: int = 0, focus: Path = ()) -> Branches:
    """A part of one agent's tree of the game's bench position."""
    known = games()[game].configure()
    seat = parse_seat(spec, known, Budget.parse("1it"))
    player = Player(known, known.owner[agent], seat, 1)
    player.begin(known.bench_position(), 0)
    player.search.advance(iterations)
    (found,) = player.search.branches(Wish((agent,), (focus,)))
    return found


def shares(tree: Branches) -> dict[Path, float]:
    """The share of all visits by path."""
    return {tree.path(row): float(tree.visits[row]) / tree.full_visits for row in range(len(tree))}


@pytest.mark.parametrize(
    ("game", "specs", "agent"),
    [
        ("tictactoe", ("uct:c=0.3", "uct:c=2"), 0),
        ("csb", ("smitsimax", "smitsimax:c=3"), 2),
    ],
)
def test_each_row_says_how_much_more_its_tree_spends(game, specs, agent):
    first, second = part(game, specs[0], 400, agent), part(game, specs[1], 700, agent)
    assert alike(first, second)
    for own, other in ((first, second), (second, first)):
        found, theirs = apart(own, other), shares(other)
        assert list(paths(own)) == [own.path(row) for row in range(len(own))]
        for row, (path, share) in enumerate(shares(own).items()):
            assert found[row] == pytest.approx(share - theirs.get(path, 0.0))
    assert np.abs(apart(first, second)).max() > 0.05
    assert apart(first, first) == pytest.approx(np.zeros(len(first)))


def test_a_part_that_is_zoomed_into_has_paths_from_the_root():
    whole = part("tictactoe", "uct", 500)
    best = whole.line[:1]
    zoomed = part("tictactoe", "uct", 500, focus=best)
    assert paths(zoomed)[0] == best
    assert apart(zoomed, whole) == pytest.approx(np.zeros(len(zoomed)))


@pytest.mark.usefixtures("uncompiled")
def test_trees_of_other_agents_or_another_form_are_not_alike():
    own, other = part("csb", "smitsimax", 50, 0), part("csb", "smitsimax", 50, 3)
    common = part("csb", "duct", 50, 0)
    assert not alike(own, other) and not alike(own, common) and alike(common, common)
