"""Two recorded matches compared: since when they are different, and how each ended.

And what is shown of several reviews of one match: for each move the newest word of the algorithm
that reviewed first, and as a second opinion that of any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engines.game import FORFEIT, PASS, Game, State, same
from lab.files.replay import Replay
from lab.files.review_lines import Review, ReviewedMove, ReviewHead
from lab.review.judging import summary_of
from lab.review.words import seat_lines
from lab.words.numerals import several

Key = tuple[int, int]  # turn of the tree, seat


@dataclass(frozen=True)
class MergedReview:
    """`moves` with the search of each, `others` the second opinions; `head` is the newest search
    of the first algorithm, None without a review.
    """

    head: ReviewHead | None = None
    moves: Mapping[Key, ReviewedMove] = field(default_factory=dict)
    heads: Mapping[Key, ReviewHead] = field(default_factory=dict)
    others: Mapping[Key, ReviewedMove] = field(default_factory=dict)
    other: ReviewHead | None = None


def merged(reviews: Sequence[Review], first: str = "") -> MergedReview:
    """The reviews in the order in which they were made; `first` is the algorithm whose word
    counts, by default that of the first review.
    """
    chosen = first or next((each.head.spec.name for each in reviews), "")
    moves: dict[Key, ReviewedMove] = {}
    heads: dict[Key, ReviewHead] = {}
    others: dict[Key, ReviewedMove] = {}
    head = other = None
    for review in reviews:
        if review.head.spec.name == chosen:
            head = review.head
            moves |= review.moves
            heads |= dict.fromkeys(review.moves, review.head)
        else:
            other = review.head
            others |= review.moves
    return MergedReview(head, moves, heads, others, other)


Numbered = tuple[int, ReviewedMove]  # with the turn of the line on show, counted from 1


def moves_of(review: Review, numbers: Sequence[int]) -> list[Numbered]:
    """The moves of a line whose turns have these numbers in the tree, by turn and seat."""
    turns = {number: turn for turn, number in enumerate(numbers, 1)}
    found = [(turns[m.turn], m) for m in review.moves.values() if m.turn in turns]
    return sorted(found, key=lambda pair: (pair[0], pair[1].seat))


def by_loss(moves: Sequence[Numbered]) -> list[Numbered]:
    """The largest loss first; moves that are not judged last."""
    return sorted(moves, key=lambda p: (-p[1].lost if p[1].is_judged else 1.0, p[0], p[1].seat))


NAMES = ("First", "Second")


@dataclass(frozen=True, eq=False)
class MatchesApart:
    """What is different, in sentences; `turn` is the first turn that is, None where there is none,
    and `states` are both positions after it, or the last ones.
    """

    sentences: tuple[str, ...]
    turn: int | None
    states: tuple[State, State]
    games: tuple[Game, Game]


def matches_apart(first: Replay, second: Replay) -> MatchesApart:
    """Compares the lines on show of two matches."""
    pair = first, second
    ends = tuple(map(_ended, NAMES, pair)) + tuple(filter(None, map(_reviewed, NAMES, pair)))
    turn, said = _parting(first, second)
    at = turn if turn is not None else max(len(first.turns), len(second.turns))
    states = _state(first, at), _state(second, at)
    return MatchesApart((said, *ends), turn, states, (first.game, second.game))


def _state(replay: Replay, turn: int) -> State:
    turns = replay.turns[:turn]
    return turns[-1].state if turns else replay.initial


def _parting(first: Replay, second: Replay) -> tuple[int | None, str]:
    """The first turn that is different, from 1, and a sentence about it."""
    game, word = first.game, first.game.turn_word
    if game.name != second.game.name:
        return None, f"They are of different games: {game.title} and {second.game.title}."
    if game.spec != second.game.spec:
        return None, f"Their options differ: {game.spec} and {second.game.spec}."
    if not same(first.initial, second.initial):
        return None, "They begin in different positions."
    for number, (one, other) in enumerate(zip(first.turns, second.turns, strict=False), 1):
        if one.joint != other.joint or not same(one.state, other.state):
            since = f"The same up to {word} {number - 1}." if number > 1 else "Different at once."
            played = (_words(each, number) for each in (first, second))
            how = ", ".join(f"the {n.lower()} {w}" for n, w in zip(NAMES, played, strict=True))
            return number, f"{since} In {word} {number} {how}."
    counts = len(first.turns), len(second.turns)
    if counts[0] == counts[1]:
        return None, f"All {counts[0]} {word}s are the same."
    longer = NAMES[counts[1] > counts[0]].lower()
    return min(counts) + 1, f"The same up to {word} {min(counts)}; only the {longer} goes on."


def _words(replay: Replay, number: int) -> str:
    """What was played in a turn: "has X 4 4"."""
    joint, before = replay.turns[number - 1].joint, _state(replay, number - 1)
    if not joint:
        return "has a position set up by hand"
    game = replay.game
    said = [
        f"{game.agent_name(agent)} "
        + ("without a valid move" if a == FORFEIT else game.label(before, agent, a))
        for agent, a in enumerate(joint)
        if a != PASS
    ]
    return f"has {'; '.join(said)}"


def _ended(name: str, replay: Replay) -> str:
    word, count = replay.game.turn_word, len(replay.turns)
    players = " against ".join(spec.title or "a person" for spec in replay.setup.seats)
    ended = (replay.reason or "it ended") if replay.outcome else "interrupted"
    return f"{name}: {players}, {several(count, word)}; {ended.rstrip('.')}."


def _reviewed(name: str, replay: Replay) -> str:
    """What each seat lost, where the match is reviewed."""
    found = merged(replay.tree.reviews)
    head = found.head
    if head is None:
        return ""
    review = next(each for each in replay.tree.reviews if each.head == head)
    moves = moves_of(review, replay.tree.tree.path(replay.end))
    seats = range(replay.game.seats)
    said = (seat_lines(summary_of(moves, seat, len(replay.turns)))[0] for seat in seats)
    each = "; ".join(f"seat {seat + 1} {words}" for seat, words in zip(seats, said, strict=True))
    return f"{name}, reviewed by {head.spec.title}: {each}."
