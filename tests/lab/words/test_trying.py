"""The child said to be tried next is the one that the search tries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from lab.ui.trees.node_words import Trial, Why, tried_next
from search import algorithms
from search.branches import Wish

TIE = 1e-5  # kernels compare in single precision
PAIRS = [
    ("csb", "smitsimax", {"c": 0.4, "random_visits": 12}, 300),
    ("uttt", "uct", {"c": 0.6}, 1000),
    ("tictactoe", "uct", {"solver": True}, 300),
    ("goofspiel", "uct", {"c": 1.1}, 300),
]


@pytest.mark.parametrize(("game", "algorithm", "params", "steps"), PAIRS, ids=str)
def test_in_single_steps_the_child_said_to_be_next_is_the_one_tried(
    game: str, algorithm: str, params: dict[str, object], steps: int
) -> None:
    rules = games()[game]()
    kind = algorithms()[algorithm]
    search = kind(rules, replace(kind.usual(rules), **params), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(3000)
    wish = Wish(tuple(stats.agent for stats in search.snapshot().agents), most=1500)
    before, checked, inner = search.branches(wish), 0, 0
    for _ in range(steps):
        search.advance(1)
        after = search.branches(wish)
        for old, new in zip(before, after, strict=True):
            grown = dict(zip(new.node.tolist(), new.visits.tolist(), strict=True))
            bounds, row = old.bounds(), 0
            while (family := old.children(row)).size and not old.rest[row]:
                said = tried_next(old, bounds, row)
                tried = [r for r in family.tolist() if grown.get(int(old.node[r])) != old.visits[r]]
                if len(tried) != 1:
                    break  # the walk left the tree here, or the rows of it
                if said.row is not None and (said.why is Why.ONLY or not said.lead <= TIE):
                    assert tried == [said.row], (said, bounds[family])
                    checked += 1
                    inner += row > 0
                row = tried[0]
        before = after
    assert checked > steps / 4 and inner > steps / 40


def test_what_is_not_decided_by_bounds_names_no_child() -> None:
    rules = games()["csb"]()
    kind = algorithms()["smitsimax"]
    search = kind(rules, replace(kind.usual(rules), random_visits=50), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(3)
    (part,) = search.branches(Wish((0,), keep=(((),),)))
    untried = int((part.visits[part.children(0)] == 0).sum())
    assert tried_next(part, part.bounds(), 0) == Trial(Why.UNTRIED, untried=untried)
    search.advance(27)
    (part,) = search.branches(Wish((0,)))
    assert tried_next(part, part.bounds(), 0).why is Why.RANDOM
    leaf = int(np.argmax(part.depth))
    assert not part.children(leaf).size and tried_next(part, part.bounds(), leaf).why is Why.LEAF
