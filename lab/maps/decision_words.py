"""Decisions over a match, in words: what a smaller budget would have changed, what is enough."""

from __future__ import annotations

from lab.maps.decisions import PARTS, SAME, MatchDecisions
from lab.words import numerals

PART_WORDS = {2: "half", 4: "a quarter"}


def value_of_time(found: MatchDecisions, word: str, iteration: str) -> str:
    """In how many turns a half and a quarter of the budget would have played something else, and by
    how much the whole search rates that lower.
    """
    count, last = len(found.answered), found.marks[-1]
    parts = [part for part in PARTS if last // part in found.marks[:-1]]
    if not count or not parts:
        return ""
    said = []
    for part in parts:
        mark = found.marks.index(last // part)
        lower = numerals.value(found.lower(mark), 3)
        changed = len(found.changed(mark))
        said.append(f"{PART_WORDS[part]} in {changed} of {count}, rated {lower} lower on average")
    return (
        f"{word.capitalize()}s with another action if the search had only a part of "
        f"{numerals.count(last)} {iteration}s: {'; '.join(said)} ({found.unit}, by the whole "
        f"search, all {word}s)."
    )


def enough(found: MatchDecisions, word: str, iteration: str) -> str:
    """The smallest number of iterations that plays the same in most turns."""
    if not found.answered:
        return ""
    mark = next(m for m in range(len(found.marks)) if found.same(m) >= SAME)
    least, share = found.marks[mark], numerals.percent(found.same(mark))
    if least == found.marks[-1]:
        most = numerals.percent(SAME)
        return f"No smaller number of {iteration}s plays the same in {most} of the {word}s."
    return f"{numerals.count(least)} {iteration}s play the same in {share} of the {word}s."


def late(found: MatchDecisions, word: str) -> str:
    """The turns whose favourite changed last, where more time pays."""
    last = found.changed(len(found.marks) - 2) if len(found.marks) > 1 else []
    if not last:
        return ""
    named = ", ".join(map(str, last[:6])) + (" and others" if len(last) > 6 else "")
    return f"Still changing between the last two marks: {word} {named}."


def together(found: MatchDecisions, word: str) -> str:
    """The mean share of iterations on the joint line."""
    shares = [share for _, share in found.on_line(len(found.marks) - 1)]
    if not shares:
        return ""
    lowest = min(found.on_line(len(found.marks) - 1), key=lambda each: each[1])
    mean = numerals.percent(sum(shares) / len(shares))
    return f"On average {mean}; least {numerals.percent(lowest[1])}, in {word} {lowest[0]}."
