"""Races on common seeds: in each round all that are left get the same number of games, and the
better half goes on.

`halving` is a race of settings at random, the usual one among them (Jamieson and Talwalkar,
"Non-stochastic best arm identification", 2016, whose successive halving gives each round the same
number of games; here each setting of a round gets the same number in every round).

Settings that a model of the knobs proposes.

A third of the settings are random ones, the usual one first. Each of the others is the best of many
points by an upper bound of the model, mean plus a width times the standard deviation. The width is
drawn for each proposal, so that some look for the unknown and some for the best. The points are
random ones and neighbours of the best known settings.

Settings whose results are not in count at their predicted mean (the "kriging believer" of
Ginsbourger, Le Riche and Carraro, "Kriging is well-suited to parallelize optimization", 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from lab.experiments.tuner.course import AHEAD, EVERY, Asking, Book, Hunt, Play, Tried
from lab.experiments.tuner.gaussian import GaussianData, Model, Smoothness
from lab.experiments.tuner.space import Floats, Setting, Space

AT_RANDOM = 1 / 3  # of the settings
REFIT = 12  # settings between two searches for the model's shape
WIDEST = 1.5  # width of the upper bound, in standard deviations
RANDOM_POINTS, NEAR_POINTS = 150, 150
CENTRES = 10  # settings whose neighbours are looked at
MOVED, NEAR = 0.5, 0.1  # the share of the knobs that a neighbour moves, and how far


def propose(hunt: Hunt, count: int, groups: int) -> Asking[Sequence[Tried]]:
    """Plays `count` settings, `groups` groups each, and returns what came of them."""
    rng = np.random.default_rng(hunt.seed)
    drawn = max(1, int(count * AT_RANDOM) - len(hunt.earlier))
    asked = [setting for setting in (hunt.space.usual,) if setting not in hunt.even]
    asked += [hunt.random(rng) for _ in range(min(drawn, count) - len(asked))]
    for number, setting in enumerate(asked):
        yield Play(setting, hunt.begin + number * groups, groups, "random")
    shape: Smoothness | None = None
    for number in range(len(asked), count):
        book = hunt.book((yield number - AHEAD + 1))
        if shape is None or number % REFIT == 0:
            shape = hunt.model(book, shape)[1]
        asked.append(_proposal(hunt, book, shape, asked[max(0, number - AHEAD + 1) :], rng))
        yield Play(asked[-1], hunt.begin + number * groups, groups, "model")
    return (yield count)


def _proposal(
    hunt: Hunt, book: Book, shape: Smoothness, pending: Sequence[Setting], rng: np.random.Generator
) -> Setting:
    data = _with_pending(hunt, book, shape, pending)
    model = Model(data, shape, hunt.space.widths)
    points = _points(hunt.space, list(book), model.played[0][: len(book)], rng)
    means, deviations = model.predict(hunt.space.features_at(points))
    return hunt.space.at(points[int(np.argmax(means + WIDEST * rng.random() * deviations))])


def _with_pending(
    hunt: Hunt, book: Book, shape: Smoothness, pending: Sequence[Setting]
) -> GaussianData:
    """The book's data and the settings in progress at their predicted mean."""
    data = hunt.data(book)
    features = hunt.space.features(pending)
    means, _ = Model(data, shape, hunt.space.widths).predict(features)
    usual = float(np.median(data.noise)) if data.noise.size else 0.0
    return GaussianData(
        np.vstack([data.features, features]),
        np.concatenate([data.means, means]),
        np.concatenate([data.noise, np.full(len(pending), usual)]),
    )


def _points(
    space: Space, known: Sequence[Setting], means: Floats, rng: np.random.Generator
) -> Floats:
    """The shares [M, K] of points at random, and of neighbours of the best known settings."""
    found = rng.random((RANDOM_POINTS, len(space.knobs)))
    best = np.argsort(-means, kind="stable")[:CENTRES]
    if not best.size:
        return found
    centres = np.array([space.shares(known[int(i)]) for i in best])
    return np.vstack([found, _neighbours(space, centres[np.arange(NEAR_POINTS) % best.size], rng)])


def _neighbours(space: Space, shares: Floats, rng: np.random.Generator) -> Floats:
    """The points [M, K] with about half of their knobs moved: numbers a little, choices to any
    value.
    """
    moved = rng.random(shares.shape) < MOVED
    moved[np.arange(len(shares)), rng.integers(shares.shape[1], size=len(shares))] = True
    near = np.clip(shares + NEAR * rng.standard_normal(shares.shape), 0, 1)
    jumps = np.array([knob.kind == "values" for knob in space.knobs])
    out: Floats = np.where(moved, np.where(jumps, rng.random(shares.shape), near), shares)
    return out


PROPOSED = 0.7  # of all groups, in `model_then_race`
AT_FIRST = 2  # groups of a proposed setting
MOST_PROPOSED = 160  # settings
RACERS, ROUNDS = 16, 4
MOST_HALVED = 128  # settings at random
HALVED = 8  # groups for each of them, over all rounds


def model_then_race(hunt: Hunt) -> Asking[None]:
    """The model proposes with most of the groups, then the best race."""
    share = PROPOSED * hunt.groups
    groups = hunt.whole(max(AT_FIRST, share / MOST_PROPOSED))
    count = max(1, int(share) // groups)
    tried = yield from propose(hunt, count, groups)
    yield from race(hunt, tried, count * groups)


def race(hunt: Hunt, tried: Sequence[Tried], asked: int) -> Asking[None]:
    """The best by model and games race with the groups that remain after the `asked` ones."""
    groups, first = hunt.groups - asked, hunt.begin + asked
    racing = [setting for setting in hunt.book(tried) if setting not in hunt.even]
    for number in range(ROUNDS):
        now = groups // (ROUNDS - number)
        most = min(max(2, RACERS >> number), max(1, now // hunt.pool))
        racing = ranked(hunt, hunt.book(tried), racing)[:most]
        groups -= yield from _round(hunt, racing, first, now, number + 1)
        first += now
        tried = yield EVERY


def _round(
    hunt: Hunt, racing: Sequence[Setting], first: int, groups: int, number: int
) -> Asking[int]:
    """Shares groups out evenly among those that race, all from number `first` on; returns how
    many.
    """
    asked = 0
    for setting, share in zip(racing, hunt.split(groups, max(1, len(racing))), strict=False):
        if share:
            yield Play(setting, first, share, f"race {number}")
            asked += share
    return asked


def ranked(hunt: Hunt, book: Book, settings: Sequence[Setting]) -> list[Setting]:
    """The settings from the best down, by model and games together."""
    data, shape = hunt.model(book)
    means, _ = Model(data, shape, hunt.space.widths).played
    place = dict(zip(book, means.tolist(), strict=True))
    return sorted((s for s in settings if s in place), key=lambda s: -place[s])


def halving(hunt: Hunt) -> Asking[None]:
    """Random settings race, ranked by their own games alone."""
    rng = np.random.default_rng(hunt.seed)
    count = int(min(MOST_HALVED, max(2, hunt.groups // HALVED), hunt.space.size))
    racing = [s for s in hunt.earlier or [hunt.space.usual] if s not in hunt.even]
    tries = 0
    while len(racing) < count and (tries := tries + 1) < 100 * count:
        racing = list(dict.fromkeys([*racing, hunt.random(rng)]))
    sizes = list(takewhile(lambda size: size > 1, (len(racing) >> k for k in range(64))))
    left, each = hunt.groups, hunt.whole(hunt.groups / max(1, sum(sizes)))
    for number, size in enumerate(sizes, 1):
        racing = racing[:size]
        groups = left if number == len(sizes) else min(left, each * size)
        left -= yield from _round(hunt, racing, hunt.begin + hunt.groups - left, groups, number)
        book = hunt.book((yield EVERY))
        racing.sort(key=lambda s: -book[s].mean if s in book else 0.0)
