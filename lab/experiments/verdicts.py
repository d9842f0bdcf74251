"""What a score and its interval allow to be said, in words that every table, test and comparison
shares, and which series of games can say nothing at all.

A word is never stored: it is computed from the games that it speaks of, each time it is shown.

A series may be stopped early without fooling oneself. Whoever looks after every match and stops at
the first clear interval finds a difference between equals far more often than in 5 % of all series.
So a series is looked at `LOOKS` times, at equal distances, with an interval wide enough that equals
look different in 5 % of all series, the looks taken together: Pocock, "Group sequential methods in
the design and analysis of clinical trials" (Biometrika 64, 1977), whose constant for four looks is
2.361.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from lab.batch.games import GameRecord
from lab.batch.tape import moves
from lab.experiments.stats import CLOSE, ENOUGH, Score, interval, interval_of

Word = Literal["better", "not better", "about equal", "worse for sure", "open"]
BETTER: Word = "better"
NOT_BETTER: Word = "not better"
EQUAL: Word = "about equal"
WORSE: Word = "worse for sure"
OPEN: Word = "open"

LEAD = 0.95  # the probability of being better than the next one from which one leads
EVEN = 0.5  # what a player scores against its equals
SAME = 3  # groups from which games that are all alike are pointed out
NEVER_DIFFERED = "never made a difference"
_NUMBERS = ("none", "this one", "these two", "these three", "these four")

Group = Sequence[GameRecord]  # every seating of one line-up on one seed


def word(
    interval: tuple[float, float], count: int, equal: float = CLOSE, even: float = EVEN
) -> Word:
    """What `count` observations with this interval of their mean say; `equal` is how far from
    `even` a score may be and still count as equal. "Not better" leaves open whether it is worse.
    """
    low, high = interval
    if count < ENOUGH:
        return OPEN
    if low > even:
        return BETTER
    if high < even:
        return WORSE
    if high <= even + equal:
        return EQUAL if low >= even - equal else NOT_BETTER
    return OPEN


def sentence(said: Word, first: str, second: str, equal: float = CLOSE) -> str:
    """The word as a sentence about two players."""
    return {
        BETTER: f"{first} is better than {second}.",
        NOT_BETTER: f"{first} is not better than {second} by {points(equal)}.",
        EQUAL: f"{first} and {second} are about equal.",
        WORSE: f"{first} is worse than {second} for sure.",
        OPEN: f"It is not settled whether {first} is better than {second}.",
    }[said]


def leads(better: float | None) -> bool:
    """Whether the first of a standing leads: it is better than the second with that probability."""
    return better is not None and better >= LEAD


def points(share: float) -> str:
    """A difference of scores: "5 points", "1 point", "2.5 points"."""
    number = f"{abs(round(100 * share, 6)):g}"
    return f"{number} point{'' if number == '1' else 's'}"


def spoils(games: Group) -> bool:
    """Whether somebody lost a turn of a group by a late or bad answer."""
    return any(game.spoiled for game in games)


def never_differed(groups: Sequence[Group]) -> bool:
    """Whether two players played alike in each of the first groups, so that more games between
    them cannot say anything: with the seats swapped every seat did the same. Groups that all are
    one and the same game do not count unless their tapes are known: short games often look alike.
    """
    first = groups[:SAME]
    if len(first) < SAME or not all(_swaps(group) for group in first):
        return False
    taped = all(game.tape for group in first for game in group)
    return taped or len({_played(group[0]) for group in first}) > 1


def repeated(groups: Sequence[Group], once: int = 1) -> str:
    """The sentence for two players whose games do not depend on the seed: the first groups are the
    same games again after `once` of them, one for each start. "" where they differ.
    """
    first = [tuple(_played(game) for game in group) for group in groups[: once + SAME - 1]]
    again = list(zip(first, first[once:], strict=False))
    if len(again) < SAME - 1 or any(before != after for before, after in again):
        return ""
    return without_chance(len(first[0]))


def without_chance(games: int, who: str = "both") -> str:
    """What is said of players whose groups of so many games repeat."""
    words = _NUMBERS[games] if games < len(_NUMBERS) else f"these {games}"
    return f"{who} play without chance: more games would repeat {words}"


def repeats(groups: Sequence[Group], once: int = 1) -> bool:
    """Whether all groups of one start, of which there are `once` in turn, are the same games, so
    that they are one observation, and some start has two. The actions of SAME that could repeat
    have to be known, or of all where there are fewer; the others are compared by what is known of
    them.
    """
    again = [each for each in _by_start(groups, once) if len(each) > 1]
    taped = [[group for group in each if all(g.tape for g in group)] for each in again]
    most = sum(len(each) - 1 for each in again)
    if not again or sum(len(each) - 1 for each in taped if each) < min(SAME - 1, most):
        return False
    actions = (len({tuple(moves(g.tape) for g in group) for group in each}) for each in taped)
    rest = (len({tuple(_played(g, "") for g in group) for group in each}) for each in again)
    return all(each <= 1 for each in (*actions, *rest))


def said_once(groups: Sequence[Group], once: int = 1) -> Sequence[Group]:
    """The groups that are observations: where they repeat, the first of each start."""
    if not repeats(groups, once):
        return groups
    return [each[0] for each in _by_start(groups, once)]


def _by_start(groups: Sequence[Group], once: int) -> list[list[Group]]:
    found: dict[int, list[Group]] = {}
    for group in groups:
        found.setdefault(group[0].seed % once, []).append(group)
    return list(found.values())


def distinct(games: Iterable[tuple[int, str]]) -> tuple[int, int]:
    """How many games differ from all others of their part, and how many there are; of games whose
    moves are known, of which each is a part and the `GameRecord.moves`.
    """
    known = [(part, moves) for part, moves in games if moves]
    return len(set(known)), len(known)


def distinct_words(found: tuple[int, int]) -> str:
    """What is said of a score where games repeat others, "" where all differ."""
    differ, games = found
    if differ == games:
        return ""
    return (
        f"Only {differ:,} of {games:,} games are distinct: the interval is one of these lines, not "
        "of the game; random openings play others."
    )


def says_nothing(groups: Sequence[Group], once: int = 1) -> str:
    """Why more games of two players would say nothing, as half a sentence: they have played alike,
    or their games repeat after `once` groups, one for each start. "" where they do not, or where
    the first groups have no tapes.
    """
    first = groups[: once + SAME - 1]
    if not all(game.tape for group in first for game in group):
        return ""
    alike = all(never_differed(first[k:]) for k in range(once))
    return NEVER_DIFFERED * alike or repeated(first, once)


def _swaps(group: Group) -> bool:
    """Whether all seatings of the group are one game, seat for seat."""
    return len(group) > 1 and len({_played(game) for game in group}) == 1


def _played(game: GameRecord, tape: str | None = None) -> tuple[object, ...]:
    """What is equal in two games that were played alike; clocks and sides are not in it. `tape`
    stands for the game's own, if it is given.
    """
    seats = ((s.outcome, s.decisions, s.iterations, s.nodes) for s in game.seats)
    return (game.turns, game.reason, moves(game.tape if tape is None else tape), *seats)


LOOKS, Z = 4, 2.361
EVEN_SCORE = 0.5


def looks(total: int) -> tuple[int, ...]:
    """After how many of `total` observations a series is looked at, the last time at its end."""
    at = (total * k // LOOKS for k in range(1, LOOKS))
    return (*(n for n in at if ENOUGH <= n < total), total)


def is_settled(count: int, total: float, squares: float) -> bool:
    """Whether `count` observations with this sum and sum of squares settle who is better."""
    low, high = interval_of(count, total, squares, Z)
    return count >= ENOUGH and not low <= EVEN_SCORE <= high


def bounds(observations: Sequence[float]) -> tuple[float, float]:
    """The interval that holds with 95 % although the series may have been stopped early."""
    return interval(observations, Z)


def series_words(
    observations: Sequence[float], score: Score, first: str, second: str
) -> tuple[str, str]:
    """What a series says of two players: the verdict, and what it stands on. `observations` are the
    first one's mean results of each seed.
    """
    if score.mean is None:
        return "No match is finished yet.", ""
    low, high = bounds(observations)
    facts = (
        f"{first} scores {100 * score.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f} %): "
        f"{score.wins:,} won, {score.draws:,} drawn, {score.losses:,} lost of {score.matches:,} "
        "matches."
    )
    if score.count < ENOUGH:
        return "Too few matches to say.", facts
    if not low <= EVEN_SCORE <= high:
        return f"{first if low > EVEN_SCORE else second} is stronger.", facts
    if low >= EVEN_SCORE - CLOSE and high <= EVEN_SCORE + CLOSE:
        return f"{first} and {second} are about equal.", facts
    return "It is not settled who is better.", facts
