"""Sequences that have much in common, folded: neighbours that occur together again and again become
one item, and so do those, until nothing repeats that would save anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

LEAST = 2  # uses from which on a rule is shorter than what it stands for

Rule = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Folded:
    """The sequences with rules in place of what repeats; a rule stands for several items, which may
    be rules again.
    """

    sequences: tuple[Rule, ...]
    rules: Mapping[int, Rule]

    def unfolded(self, items: Iterable[int]) -> list[int]:
        """The items that these stand for, without rules."""
        out: list[int] = []
        for item in items:
            out += self.unfolded(self.rules[item]) if item in self.rules else [item]
        return out


def fold(sequences: Sequence[Sequence[int]]) -> Folded:
    """The sequences [N] of items from 0, folded."""
    found = [list(each) for each in sequences]
    rules: dict[int, Rule] = {}
    fresh = 1 + max((item for each in found for item in each), default=-1)
    while True:
        counts = Counter(pair for each in found for pair in pairwise(each))
        often = {pair for pair, count in counts.items() if count >= LEAST}
        if not often:
            break
        names = {pair: fresh + k for k, pair in enumerate(sorted(often))}
        fresh += len(names)
        rules |= {name: pair for pair, name in names.items()}
        found = [_joined(each, counts, names) for each in found]
    return _spared(found, rules)


def _joined(items: list[int], counts: Mapping[Pair, int], names: Mapping[Pair, int]) -> list[int]:
    """The items with pairs joined, the more frequent one of two that overlap."""
    out, k, pairs = list[int](), 0, list(pairwise(items))
    while k < len(items):
        pair = pairs[k] if k < len(pairs) else None
        rival = counts[pairs[k + 1]] if k + 1 < len(pairs) else 0
        if pair is not None and pair in names and counts[pair] >= rival:
            out.append(names[pair])
            k += 2
        else:
            out.append(items[k])
            k += 1
    return out


def _spared(sequences: list[list[int]], rules: dict[int, Rule]) -> Folded:
    """Without the rules that are used too seldom; the newest first, since they use older ones."""
    uses = Counter(item for each in (*sequences, *rules.values()) for item in each)
    seldom: set[int] = set()
    for name in sorted(rules, reverse=True):
        if uses[name] < LEAST:
            seldom.add(name)
            for item in rules[name]:
                uses[item] += uses[name] - 1
    short: dict[int, Rule] = {}

    def spelt(items: Iterable[int]) -> Rule:
        out: list[int] = []
        for item in items:
            out += short[item] if item in seldom else (item,)
        return tuple(out)

    for name in sorted(rules):
        short[name] = spelt(rules[name])
    kept = {name: items for name, items in short.items() if name not in seldom}
    return Folded(tuple(map(spelt, sequences)), kept)
