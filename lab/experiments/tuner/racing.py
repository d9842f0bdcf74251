"""Races on common seeds: in each round all that are left get the same number of games, and the
better half goes on.

`halving` is a race of settings at random, the usual one among them (Jamieson and Talwalkar,
"Non-stochastic best arm identification", 2016, whose successive halving gives each round the same
number of games; here each setting of a round gets the same number in every round).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab.experiments.tuner.book import Book
from lab.experiments.tuner.course import Play, Tried
from lab.experiments.tuner.gaussian import Model
from lab.experiments.tuner.hunt import EVERY, Asking, Hunt
from lab.experiments.tuner.proposing import propose
from lab.experiments.tuner.space import Setting

PROPOSED = 0.5  # of all groups, in `model_then_race`
AT_FIRST = 4  # groups of a proposed setting
MOST_PROPOSED = 160  # settings
RACERS, ROUNDS = 16, 4
MOST_HALVED = 128  # settings at random


def model_then_race(hunt: Hunt) -> Asking[None]:
    """The model proposes with half of the groups, then the best race."""
    share = PROPOSED * hunt.groups
    groups = hunt.whole(max(AT_FIRST, share / MOST_PROPOSED))
    count = max(1, int(share) // groups)
    tried = yield from propose(hunt, count, groups)
    yield from race(hunt, tried, hunt.groups - count * groups)


def race(hunt: Hunt, tried: Sequence[Tried], groups: int) -> Asking[None]:
    """The best by model and games race with `groups` groups in all."""
    racing = list(hunt.book(tried))
    for number in range(ROUNDS):
        racing = ranked(hunt, hunt.book(tried), racing)[: max(2, RACERS >> number)]
        for setting in racing:
            yield Play(setting, hunt.whole(groups / ROUNDS / len(racing)), f"race {number + 1}")
        tried = yield EVERY


def ranked(hunt: Hunt, book: Book, settings: Sequence[Setting]) -> list[Setting]:
    """The settings from the best down, by model and games together."""
    data, shape = hunt.model(book)
    means, _ = Model(data, shape, hunt.space.widths).played
    place = dict(zip(book, means.tolist(), strict=True))
    return sorted((s for s in settings if s in place), key=lambda s: -place[s])


def halving(hunt: Hunt) -> Asking[None]:
    """Random settings race, ranked by their own games alone."""
    rng = np.random.default_rng(hunt.seed)
    count = int(min(MOST_HALVED, max(2, hunt.groups // (2 * AT_FIRST)), hunt.space.size))
    racing = list(hunt.earlier) or [hunt.space.usual]
    tries = 0
    while len(racing) < count and (tries := tries + 1) < 100 * count:
        racing = list(dict.fromkeys([*racing, hunt.random(rng)]))
    groups = hunt.whole(hunt.groups / (2 * len(racing)))
    number = 1
    while len(racing) > 1:
        for setting in racing:
            yield Play(setting, groups, f"race {number}")
        book = hunt.book((yield EVERY))
        better = sorted(racing, key=lambda s: -book[s].mean if s in book else 0.0)
        racing, number = better[: len(racing) // 2], number + 1
