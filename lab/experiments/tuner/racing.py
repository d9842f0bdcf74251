"""Races on common seeds: in each round all that are left get the same number of games, and the
better half goes on.

`halving` is a race of settings at random, the usual one among them (Jamieson and Talwalkar,
"Non-stochastic best arm identification", 2016, whose successive halving gives each round the same
number of games; here each setting of a round gets the same number in every round).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from lab.experiments.tuner.book import Book
from lab.experiments.tuner.course import Play, Tried
from lab.experiments.tuner.gaussian import Model
from lab.experiments.tuner.hunt import EVERY, Asking, Hunt
from lab.experiments.tuner.proposing import propose
from lab.experiments.tuner.space import Setting

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
