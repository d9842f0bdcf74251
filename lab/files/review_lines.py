"""What a review says of a match's moves, and the lines of a replay that keep it.

* `{"review": {...}}`: the search that reviews (`algorithm`, all `params`, `weights`, `budget`), its
  `seed` and the `version` of the review. The `reviewed` lines after it are its own; a review that
  is written again goes on.
* `{"reviewed": number, "seat", ...}`: one move. `number` is that of the turn line; `played` and
  `best` have an action for each agent of the seat, `shares` their shares of the visits, agent by
  agent, [played, best]; `value` is what the position was worth for the seat before the move, with
  its `error`, `value_best` and `value_played` after either move; `lost` and `lost_error` are
  points, hundredths of the range of such values; `hindsight` the same with the others' actions
  known, `luck` what chance added; `line` the joint actions that would have followed, `nearest` the
  listed actions nearest to played ones that are not; `skipped` says why a move is not judged.
  Numbers that are not known are null. Later lines replace earlier ones.

A line that is damaged is left out, and nothing else is lost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.game import Game
from lab.files.codec import (
    OddLine,
    decode_seat,
    decode_value,
    encode_seat,
    encode_value,
    is_known,
    rounded,
)
from lab.match.seat import SearchSeat
from search.measure import SeatValue

VERSION = 1
MOST_PLIES = 10  # of the line that would have followed
ONE_MOVE, FORFEITED, UNKNOWN = "one move", "forfeit", "no value"  # why a move is not judged
SKIPPED = ("", ONE_MOVE, FORFEITED, UNKNOWN)


@dataclass(frozen=True)
class Estimate:
    """What a search says a position is worth for a seat, with its standard error in the units of
    the value; 0 where it has none.
    """

    value: SeatValue
    error: float = 0.0


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a seat, as a review sees it; `turn` is the number of the turn in the tree.

    `played` and `best` have an action for each agent of the seat: as sent, and as the search
    names it. `shares` are their shares of the visits, agent by agent. Points are hundredths of the
    range of the values; NaN where there are none.
    """

    turn: int
    seat: int
    played: tuple[int, ...]
    best: tuple[int, ...] = ()
    agrees: bool = False  # the best move was played
    shares: tuple[tuple[float, float], ...] = ()  # of the played action, of the best one
    value: Estimate | None = None  # before the move
    after_best: Estimate | None = None
    after_played: Estimate | None = None
    lost: float = math.nan
    error: float = math.nan
    hindsight: float = math.nan  # lost by what the others really played
    hindsight_error: float = math.nan
    luck: float = math.nan
    line: tuple[tuple[int, ...], ...] = ()  # joint actions, the best move first
    nearest: tuple[int, ...] = ()  # listed actions; () where the played ones are listed
    iterations: int = 0  # of the search of the position
    skipped: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether there is a loss, be it 0."""
        return not self.skipped and math.isfinite(self.lost)


@dataclass(frozen=True)
class ReviewHead:
    """The search that reviews, with its budget, and the seed of its random numbers."""

    spec: SearchSeat
    seed: int


@dataclass(frozen=True)
class Review:
    """What one search says of the moves of a match, by turn of the tree and seat."""

    head: ReviewHead
    moves: Mapping[tuple[int, int], ReviewedMove] = field(default_factory=dict)

    def with_moves(self, moves: Sequence[ReviewedMove]) -> Review:
        """The same with further moves, in place of older ones."""
        return Review(self.head, {**self.moves, **{(m.turn, m.seat): m for m in moves}})


def joined(reviews: Sequence[Review], head: ReviewHead, *moves: ReviewedMove) -> tuple[Review, ...]:
    """The reviews with further moves of the one that has this head."""
    same = next((each for each in reviews if each.head == head), Review(head))
    others = [each for each in reviews if each.head != head]
    return (*others, same.with_moves(moves))


# -- lines -----------------------------------------------------------------------------------------


def encode_head(game: Game, head: ReviewHead) -> dict[str, Any]:
    """The line that begins a review."""
    seat = encode_seat(game, head.spec)
    return {"review": {**seat, "seed": head.seed, "version": VERSION}}


def decode_head(game: Game, line: Mapping[str, Any]) -> ReviewHead:
    """The head; OddLine if its search does not exist here."""
    said = line["review"]
    spec, refusal = decode_seat(game, said)
    if not isinstance(spec, SearchSeat) or not is_known(spec):
        raise OddLine(refusal or "a review is by a search")
    seed = said["seed"]
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise OddLine("the seed of a review is no number")
    return ReviewHead(spec, seed)


_PLAIN = ("hindsight", "hindsight_error", "luck")


def encode_move(move: ReviewedMove, number: int) -> dict[str, Any]:
    """The line of one move, whose turn is line `number` of the file."""
    line: dict[str, Any] = {
        "reviewed": number,
        "seat": move.seat,
        "played": list(move.played),
        "best": list(move.best),
        "agrees": move.agrees,
        "shares": [[rounded(share) for share in pair] for pair in move.shares],
        "value": _encoded(move.value),
        "value_best": _encoded(move.after_best),
        "value_played": _encoded(move.after_played),
        "lost": rounded(move.lost),
        "lost_error": rounded(move.error),
        "line": [list(joint) for joint in move.line],
        "search": {"iterations": move.iterations},
    }
    line |= {n: rounded(getattr(move, n)) for n in _PLAIN if math.isfinite(getattr(move, n))}
    line |= {"nearest": list(move.nearest)} if move.nearest else {}
    return line | ({"skipped": move.skipped} if move.skipped else {})


def _encoded(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return encode_value(estimate.value) | {"error": rounded(estimate.error)}


def decode_move(game: Game, line: Mapping[str, Any], turn: int) -> ReviewedMove:
    """The move of turn `turn` of the tree that a line is about."""
    seat, skipped = line["seat"], line.get("skipped", "")
    if seat not in range(game.seats) or isinstance(seat, bool):
        raise OddLine(f"there is no seat {seat} to review")
    if skipped not in SKIPPED:
        raise OddLine("a move is skipped for no known reason")
    played, best = _actions(line["played"]), _actions(line["best"])
    agents = len(game.agents_of(seat))
    if len(played) != agents or len(best) not in (0, agents):
        raise OddLine("a reviewed move has actions of other agents")
    joints = tuple(_actions(joint) for joint in line["line"][:MOST_PLIES])
    if any(len(joint) != game.agents for joint in joints):
        raise OddLine("a line has actions of other agents")
    return ReviewedMove(
        turn=turn,
        seat=seat,
        played=played,
        best=best,
        agrees=bool(line.get("agrees", False)),
        shares=tuple((_number(a), _number(b)) for a, b in line["shares"]),
        value=_estimate(line["value"], game),
        after_best=_estimate(line["value_best"], game),
        after_played=_estimate(line["value_played"], game),
        lost=_number(line["lost"]),
        error=_number(line["lost_error"]),
        hindsight=_number(line.get("hindsight")),
        hindsight_error=_number(line.get("hindsight_error")),
        luck=_number(line.get("luck")),
        line=joints,
        nearest=_actions(line.get("nearest", ())),
        iterations=int(line["search"]["iterations"]),
        skipped=skipped,
    )


def _actions(values: Sequence[Any]) -> tuple[int, ...]:
    return tuple(int(v) for v in values)


def _number(number: Any) -> float:
    return math.nan if number is None else float(number)


def _estimate(line: Any, game: Game) -> Estimate | None:
    if line is None:
        return None
    error = line.get("error")
    return Estimate(
        decode_value(line, game.seats, game.graded), 0.0 if error is None else float(error)
    )


def review_lines(
    game: Game, reviews: Sequence[Review], numbers: Mapping[int, int]
) -> Iterator[dict[str, Any]]:
    """Lines that say all reviews again; `numbers` is each turn's in the file, and a turn without
    one is left out.
    """
    for review in reviews:
        yield encode_head(game, review.head)
        for move in review.moves.values():
            if move.turn in numbers:
                yield encode_move(move, numbers[move.turn])
