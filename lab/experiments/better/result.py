"""What the games of a test say: the bar between its two ends, sentences, and everything as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from statistics import fmean
from typing import Any

from lab.batch.faults import Faults, add_games, told
from lab.batch.games import SeatRecord, SeatScore
from lab.experiments.arena.standing import TestBar
from lab.experiments.better.question import BetterQuestion
from lab.experiments.sequential import Evidence
from lab.experiments.verdicts import (
    BETTER,
    NEVER_DIFFERED,
    NOT_BETTER,
    OPEN,
    distinct,
    distinct_words,
)
from lab.words import numerals
from lab.words.numerals import enumerated


def bar(question: BetterQuestion, names: tuple[str, str]) -> TestBar:
    """How far the test has come; `names` are what people call the two."""
    used = cpu_ms(seats_of(question, 0)), cpu_ms(seats_of(question, 1))
    said = sentences(question, names)
    made = made_bar(question.evidence, question.values, names, said, used)
    return replace(made, word=question.word)


def made_bar(
    evidence: Evidence,
    values: Sequence[float],
    names: tuple[str, str],
    said: tuple[str, str],
    used: tuple[float | None, float | None],
) -> TestBar:
    """The bar of the groups with these values in order; `said` are the verdict and what it rests
    on, `used` the CPU milliseconds a decision of the two.
    """
    test, score = evidence.test, evidence.score
    low, high = test.limits
    return TestBar(
        candidate=names[0],
        than=names[1],
        bounds=test.bounds,
        risks=test.risks,
        low=low,
        high=high,
        curve=tuple(float(x) for x in test.curve(values)[1:]),
        word=evidence.word,
        sentence=said[0],
        detail=said[1],
        bins=tuple(evidence.groups.items()),
        score=None if score.mean is None else (score.mean, score.low, score.high),
        elo=score.elo,
        groups=evidence.count,
        more=evidence.left,
        cpu_ms=used,
        values=tuple(values),
    )


def sentences(question: BetterQuestion, names: tuple[str, str]) -> tuple[str, str]:
    """The verdict, and what it rests on and is spoiled by."""
    said, rest = _sentences(question, names)
    lines = "" if question.stopped else distinct_words(distinct(_games(question)))
    return said, " ".join(filter(None, [rest, lines, *told(faults(question, names))]))


def _games(question: BetterQuestion) -> Iterator[tuple[int, str]]:
    """The moves of games that count, after which of the two played where they play apart."""
    return ((group.ask.part, game.moves) for group in question.counting for game in group.games)


def faults(question: BetterQuestion, names: tuple[str, str]) -> dict[str, Faults]:
    """What spoiled the games that count, by player; those of a pool have their own names."""
    found = dict[str, Faults]()
    for group in question.counting:
        own = names if not question.plan.apart else (names[group.ask.part],)
        mates = [side.text for side in group.ask.lineup.sides[len(own) :]]
        add_games(found, group.games, (*own, *mates))
    return found


def _sentences(question: BetterQuestion, names: tuple[str, str]) -> tuple[str, str]:
    first, second = names
    unit = question.plan.unit
    said = question.evidence.sentence(first, second)
    if question.stopped == NEVER_DIFFERED:
        count = numerals.several(len(question.values), unit)
        return (
            f"{first} and {second} {NEVER_DIFFERED}.",
            f"They played the same moves in the first {count}.",
        )
    if question.stopped:
        return said[0], f"{question.stopped[0].upper()}{question.stopped[1:]}. {said[1]}"
    return (_of_each(question, names) or said[0]), " ".join([said[1], *_each(question)])


def _of_each(question: BetterQuestion, names: tuple[str, str]) -> str:
    """The verdict that the players of a pool change or confirm; "" where it is not up to them."""
    first, second = names
    by_word: dict[str, list[str]] = {}
    for name, evidence in question.against.items():
        by_word.setdefault(evidence.word, []).append(name)
    if worse := by_word.get(NOT_BETTER):
        return f"{first} is worse than {second} against {enumerated(worse)}."
    if not by_word or question.evidence.word != BETTER:
        return ""
    if unsettled := by_word.get(OPEN):
        against = f"against {enumerated(unsettled)} it may be worse"
        return f"{first} is better than {second} on the whole; {against}."
    return f"{first} is better than {second}, and worse against none."


def _each(question: BetterQuestion) -> Iterator[str]:
    """What is known against each player of the pool, one sentence each."""
    for name, evidence in question.against.items():
        said = "not settled" if evidence.word == OPEN else evidence.words
        yield f"Against {name}: {said}, {evidence.score.text}."


def seats_of(question: BetterQuestion, which: int) -> Iterator[SeatRecord]:
    """What the candidate (0) or the other one (1) did in the games that count."""
    wanted = (0, which) if question.plan.apart else (which, 0)
    for group in question.counting:
        for game in group.games:
            yield from (s for s in game.seats if (s.side, group.ask.part) == wanted)


def by_seat(question: BetterQuestion) -> list[SeatScore]:
    """What the candidate scored in each seat, in the games that count; none in a game for one."""
    if question.plan.configured.seats == 1:
        return []
    found: dict[int, list[float]] = {}
    for seat in seats_of(question, 0):
        found.setdefault(seat.seat + 1, []).append(seat.points)
    return [SeatScore(seat, fmean(own), len(own)) for seat, own in sorted(found.items())]


def cpu_ms(seats: Iterable[SeatRecord]) -> float | None:
    """CPU milliseconds a decision; None without decisions."""
    own = list(seats)
    decisions = sum(seat.decisions for seat in own)
    return 1000 * sum(seat.cpu_s for seat in own) / decisions if decisions else None


def block(question: BetterQuestion, names: tuple[str, str]) -> str:
    """The test as fastchess prints it; ValueError where it is not made of pairs."""
    how = f"{question.plan.budget}, {question.plan.configured.title}"
    wins = sum(game.points(0) > 0.5 for group in question.counting for game in group.games)
    return question.evidence.block(*names, how, wins)


def as_json(question: BetterQuestion, failures: Sequence[str]) -> dict[str, Any]:
    """Everything as one object."""
    names = question.plan.seat, question.plan.than
    shown = bar(question, names)
    mean, low, high = shown.score or (None, None, None)
    return question.plan.question | {
        "verdict": shown.word,
        "words": question.evidence.words,
        "against": {
            name: {"verdict": each.word, "score": each.score.mean, "groups": each.count}
            for name, each in question.against.items()
        },
        "sentence": shown.sentence,
        "detail": shown.detail,
        "stopped": question.stopped,
        "ratio": shown.ratio,
        "limits": [shown.low, shown.high],
        "score": mean,
        "low": low,
        "high": high,
        "elo": list(shown.elo),
        "groups": shown.groups,
        "games": sum(len(group.games) for group in question.counting),
        "distinct": distinct(_games(question))[0],
        "points": {f"{x:.10g}": n for x, n in shown.bins},
        "cpu_ms": list(shown.cpu_ms),
        "seats": [asdict(each) for each in by_seat(question)],
        "faults": {name: each.line for name, each in faults(question, names).items()},
        "failures": list(failures),
        "experiment": question.plan.name,
        "command": question.plan.command(),
    }
