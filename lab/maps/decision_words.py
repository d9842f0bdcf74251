"""Decisions over a match, in words: what a smaller budget would have changed, what is enough."""

from __future__ import annotations

from lab.maps.decisions import PARTS, SAME, MatchDecisions
from lab.words import numerals

PART_WORDS = {2: "half", 4: "a quarter"}  # of PARTS


def value_of_time(found: MatchDecisions, word: str, iteration: str) -> str:
    """In how many turns a half and a quarter of the budget would have played something else, what
    that would have lost, and until when a quarter was enough.
    """
    last, said = found.marks[-1], []
    for part in PARTS:
        lost = found.lost(part)
        if not lost:
            continue
        changed = len(found.changed(found.marks.index(last // part)))
        mean = numerals.value(sum(points for _, points in lost) / len(lost))
        said.append(
            f"{PART_WORDS[part]} of {numerals.count(last)} {iteration}s plays something else in "
            f"{changed} of {len(found.answered)} {word}s and loses {mean} {found.unit} a {word}"
        )
    if not said:
        return ""
    told = "; ".join(said)
    return f"{told[0].upper()}{told[1:]}, judged like a review. {_until(found, word, iteration)}"


def _until(found: MatchDecisions, word: str, iteration: str) -> str:
    """Until which turn a quarter of the budget loses nothing."""
    lost = found.lost(PARTS[-1])
    costly = [turn for turn, points in lost if points > 0]
    least = f"{numerals.count(found.marks[-1] // PARTS[-1])} {iteration}s"
    if not costly:
        return f"{least} are enough in all {word}s."
    free = [turn for turn, _ in lost if turn < costly[0]]
    return f"{least} are enough until {word} {free[-1]}." if free else ""


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
