"""The layers of a beam as a view shows them, against counts in plain Python."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from search import algorithms
from search.beam.bands import Bands, count_bands
from search.beam.layout import link_dtype
from search.branches import BeamBand, Wish
from search.forms import Layers


def begun(game: str, expansions: int, **params: object):  # type: ignore[no-untyped-def]
    """A beam on the game's middle position."""
    rules, kind = games()[game](), algorithms()["beam"]
    search = kind(rules, replace(kind.usual(rules), **params), seed=3)
    search.start(rules.bench_position(), 0)
    search.advance(expansions)
    return search


def layers_of(search, *bands: BeamBand) -> Layers:  # type: ignore[no-untyped-def]
    kept = search.kept(Wish((), bands=bands))
    assert isinstance(kept, Layers)
    return kept


@settings(max_examples=60, deadline=None)
@given(
    first=st.lists(st.integers(0, 5), max_size=80),
    seed=st.integers(0, 10**6),
    start=st.integers(0, 20),
)
def test_bands_are_those_of_a_plain_count(first: list[int], seed: int, start: int) -> None:
    """Equal scores occur; what is before `start` does not count."""
    scores = np.random.default_rng(seed).integers(-4, 4, len(first)).astype(float)
    start = min(start, len(first))
    kept, at, best = np.zeros(6, np.int64), np.full(6, -1), np.full(6, np.nan)
    links = np.zeros(len(first), link_dtype(games()["uttt"]()))
    links["first"], links["score"] = first, scores
    count_bands(links["first"], links["score"], start, len(first), kept, best, at)
    for band in range(6):
        own = [k for k in range(start, len(first)) if first[k] == band]
        assert kept[band] == len(own)
        assert at[band] == (max(own, key=lambda k: (scores[k], -k)) if own else -1)
        assert best[band] == scores[at[band]] if own else np.isnan(best[band])


CASES = [
    ("csb", 9000, {"width": 20}),
    ("uttt", 20_000, {"variant": "first", "width": 3}),
    ("brew", 6000, {"width": 40}),
    ("uttt", 6000, {"variant": "stack", "width": 5, "stack_depth": 4}),
]


@pytest.mark.parametrize(("game", "expansions", "params"), CASES, ids=str)
def test_layers_are_the_links_by_depth_and_first_action(
    game: str, expansions: int, params: dict[str, object]
) -> None:
    search = begun(game, expansions, **params)
    layers, links = layers_of(search), search.own._links
    depth = {0: 0}
    for link in range(1, search.own.nodes):
        depth[link] = depth[int(links["parent"][link])] + 1
    counted = Counter((depth[k], int(links["first"][k])) for k in depth if k)
    assert len(layers.kept) == max(depth.values()) >= 3
    numbers = search._bands.firsts.tolist()
    for (layer, place), kept in np.ndenumerate(layers.kept):
        assert kept == counted[layer + 1, numbers[place]]
    assert layers.kept.sum() == len(depth) - 1, "no node is left out"
    for layer in range(len(layers.kept)):
        own = np.array([links["score"][k] for k in depth if depth[k] == layer + 1])
        np.testing.assert_allclose(layers.spread[layer], np.quantile(own, [0, 0.25, 0.5, 0.75, 1]))
        assert np.nanmax(layers.best[layer]) == own.max()
    assert layers.firsts[layers.chosen].tolist() == search.choice().tolist()


@pytest.mark.parametrize(("game", "expansions", "params"), CASES[:3], ids=str)
def test_the_sequence_of_a_band_begins_and_ends_in_it(
    game: str, expansions: int, params: dict[str, object]
) -> None:
    search = begun(game, expansions, **params)
    whole = layers_of(search)
    assert whole.band is None and whole.line.tolist() == search.own.sequence()[:, :-1].tolist()
    assert whole.turns.tolist() == search.own.sequence()[:, -1].tolist()
    rarest = int(np.argmin(np.where(whole.kept[1] > 0, whole.kept[1], 1 << 40)))
    layers = layers_of(search, BeamBand(0, 1, tuple(whole.firsts[rarest].tolist())))
    assert layers.band == (1, rarest) and len(layers.line) == 2
    assert layers.line[0].tolist() == whole.firsts[rarest].tolist()
    assert layers.scores[-1] == whole.best[1, rarest]
    links, sizes = search.own.layers
    second = links["score"][1 + sizes[0] : 1 + sizes[:2].sum()]
    assert layers.places[-1] == (second > layers.scores[-1]).sum()


def test_a_band_of_another_seat_or_one_that_died_out_is_no_band() -> None:
    search = begun("uttt", 9000)
    whole = layers_of(search)
    dead = np.argwhere(whole.kept == 0)
    assert dead.size, "some first action has died out"
    layer, place = dead[-1].tolist()
    gone = BeamBand(0, layer, tuple(whole.firsts[place].tolist()))
    for band in (gone, BeamBand(1, 0, tuple(whole.firsts[0].tolist())), BeamBand(0, 99, (0,))):
        assert layers_of(search, band).band is None


def test_before_the_first_layer_there_is_nothing_to_see() -> None:
    layers = layers_of(begun("csb", 2))
    assert layers.kept.shape == (0, 0) and layers.firsts.shape == (0, 2)
    assert layers.chosen == -1 and layers.line.shape[0] == 0


def test_a_finished_layer_is_counted_once() -> None:
    links = np.zeros(4, link_dtype(games()["uttt"]()))
    links["first"], links["score"] = [-1, 2, 5, 2], [0.0, 3.0, 2.0, 1.0]
    bands = Bands()
    bands.count(links, np.array([3]), again=False)
    links["score"][1] = 9.0
    bands.count(links, np.array([3]), again=False)
    assert bands.kept.tolist() == [[2, 1]] and bands.best.tolist() == [[3.0, 2.0]]
    bands.count(links, np.array([3]), again=True)
    assert bands.best.tolist() == [[9.0, 2.0]]


def test_looking_changes_nothing() -> None:
    quiet, watched = begun("csb", 100), begun("csb", 100)
    for _ in range(5):
        layers_of(watched)
        for search in (quiet, watched):
            search.advance(700)
    assert quiet.own.sequence().tolist() == watched.own.sequence().tolist()
    assert quiet.own.nodes == watched.own.nodes
