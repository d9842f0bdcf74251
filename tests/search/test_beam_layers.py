"""The layers of a beam: the order of their nodes, and how they grow."""

from __future__ import annotations

import numpy as np
import pytest

from engines.records import records
from search.beam import BeamSearch
from search.beam.layout import layers_of, node_dtype, wider
from search.beam.ranking import FEW, arrange, select
from tests.games.potions import Potions

POTIONS = Potions()


@pytest.mark.parametrize("n", [1, 2, FEW, FEW + 1, 3 * FEW, 500])
@pytest.mark.parametrize("values", [1, 3, 10**6], ids=["all equal", "many equal", "all different"])
def test_the_order_of_nodes(n: int, values: int) -> None:
    """The best `keep` come first, then all of them in order; other parts of `order` stay."""
    random = np.random.default_rng(n + values)
    nodes, order = records(n + 7, node_dtype(POTIONS)), random.permutation(n + 7)
    nodes["score"] = random.integers(values, size=n + 7) - 0.5
    nodes["born"] = random.permutation(n + 7)
    low, high, keep = 3, 3 + n, max(1, n // 3)
    before = order.copy()
    best = sorted(before[low:high], key=lambda k: (-nodes[k].score, nodes[k].born))
    select(nodes, order, low, high, keep)
    assert set(order[low : low + keep]) == set(best[:keep])
    arrange(nodes, order, low, low + keep, keep)
    assert order[low : low + keep].tolist() == best[:keep]
    arrange(nodes, order, low, high, high - low)
    assert order[low:high].tolist() == best
    outside = [*range(low), *range(high, n + 7)]
    assert order[outside].tolist() == before[outside].tolist()


def test_wider_layers_keep_their_nodes() -> None:
    """The layers of a running beam move apart with their nodes."""
    search = BeamSearch(POTIONS, BeamSearch.Params(width=40, depth=8, stop=False), seed=4)
    search.start(POTIONS.initial(1), 0)
    search.advance(900)
    store = search._beams[0].store
    moved = wider(store, 3 * layers_of(store)[1])
    for layer in range(2):
        old, new = (layers_of(x)[1] * layer for x in (store, moved))
        some = slice(0, int(store.room[0].used) if layer != store.room[0].depth % 2 else 40)
        was, now = store.order[old:][some], moved.order[new:][some]
        assert (now - new).tolist() == (was - old).tolist()
        for theirs, ours in ((store.nodes, moved.nodes), (store.states, moved.states)):
            for name in ours.dtype.names:
                np.testing.assert_array_equal(ours[name][now], theirs[name][was])
    assert sorted(moved.order) == list(range(len(moved.nodes)))
