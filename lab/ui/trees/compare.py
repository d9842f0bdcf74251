"""Two settings searching the same position, side by side: each agent twice, and in words whether
they choose the same action.
"""

from __future__ import annotations

from dataclasses import replace

from lab.match.records import Thought
from lab.words import numerals
from lab.words.columns import Column, columns_of


def paired(
    first: Thought | None, second: Thought | None, names: tuple[str, str]
) -> tuple[Column, ...]:
    """Columns in the order agent, then setting; captions are the settings' names ("c 0.3", "c
    0.5").
    """
    both = [
        replace(column, caption=name)
        for thought, name in zip((first, second), names, strict=True)
        for column in columns_of((thought,), None)
    ]
    # sorting is stable: the first setting stays first
    return tuple(sorted(both, key=lambda c: (c.agent.seat, c.number)))


def verdict(columns: tuple[Column, ...]) -> str:
    """The difference in one line: "Pod 1: Left 9°, full (c 0.3), Ahead, full (c 0.5). Pod 2: both
    Ahead, full, 79 % and 85 %.".
    """
    sentences = []
    for number in dict.fromkeys(c.number for c in columns):
        own = [c for c in columns if c.number == number]
        shares = [numerals.percent(float(c.agent.stats.share[c.agent.stats.best])) for c in own]
        name = own[0].agent.name
        if len(own) < 2:
            sentences.append(
                f"{name}: {own[0].would_play} ({own[0].caption}); the other has not begun."
            )
        elif own[0].would_play == own[1].would_play:
            sentences.append(f"{name}: both {own[0].would_play}, {' and '.join(shares)}.")
        else:
            sentences.append(
                f"{name}: " + "; ".join(f"{c.would_play} ({c.caption})" for c in own) + "."
            )
    return " ".join(sentences)
