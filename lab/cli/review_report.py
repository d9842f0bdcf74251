"""A review as text and as JSON."""

from __future__ import annotations

import math
from typing import Any

from lab.cli.show import table
from lab.files.codec import rounded
from lab.files.replay import Replay
from lab.files.review_lines import Review, ReviewedMove, encode_head, encode_move
from lab.match.seats import format_seat
from lab.review.following import states_of
from lab.review.judging import POINTS, span_of
from lab.review.marks import Thresholds, mark_of
from lab.review.order import Numbered, by_loss, moves_of
from lab.review.plan import ReviewPlan
from lab.review.summary import SeatSummary, summary_of
from lab.review.words import (
    line_labels,
    lost_words,
    mark_words,
    move_words,
    seat_lines,
    thirds_words,
    value_words,
)
from lab.words import numerals


def text_of(
    replay: Replay, plan: ReviewPlan, review: Review, thresholds: Thresholds, by_turn: bool
) -> str:
    """The whole review."""
    game, spec = replay.game, plan.head.spec
    moves = moves_of(review, plan.numbers)
    budget = spec.budget.words if spec.budget is not None else ""
    head = f"{game.title}, reviewed by {format_seat(spec, game, False)}, {budget} a search"
    seats = [_seat(replay, summary) for summary in _summaries(plan, moves, thresholds)]
    rows = _rows(plan, moves if by_turn else by_loss(moves), thresholds)
    right = range(4, 5 + 2 * any(math.isfinite(m.hindsight) for _, m in moves))
    parts = ["\n".join([head, *seats]), table(rows, right=(0, 1, *right)), _unit(moves)]
    return "\n\n".join(filter(None, parts))


def _summaries(
    plan: ReviewPlan, moves: list[Numbered], thresholds: Thresholds
) -> list[SeatSummary]:
    turns = len(plan.line.joints)
    return [summary_of(moves, seat, turns, thresholds) for seat in plan.seats]


def _seat(replay: Replay, summary: SeatSummary) -> str:
    first, second = seat_lines(summary)
    title = replay.setup.seats[summary.seat].title or "a person"
    said = f"Seat {summary.seat + 1}, {title}: {first}"
    return f"{said}; {second}\n  {thirds_words(summary)}" if second else said


def _unit(moves: list[Numbered]) -> str:
    if all(span_of(move) == POINTS for _, move in moves):
        return "A point is one hundredth of the chance to win, or of the expected score."
    return "Losses are in the units of the game's evaluation."


def _rows(plan: ReviewPlan, moves: list[Numbered], thresholds: Thresholds) -> list[list[str]]:
    hindsight = any(math.isfinite(move.hindsight) for _, move in moves)
    luck = any(math.isfinite(move.luck) for _, move in moves)
    extra = ["in hindsight"] * hindsight + ["luck"] * luck
    head = [plan.game.turn_word, "seat", "played", "best", "lost", *extra]
    rows = [[*head, "", "visits", "before", "after", "what would follow"]]
    for turn, move in moves:
        state = plan.line.states[turn - 1]
        best = move_words(plan.game, state, move.seat, move.best) if move.best else ""
        span = span_of(move)
        more = [_amount(move.hindsight, span)] * hindsight + [_amount(move.luck, span)] * luck
        rows.append(
            [
                str(turn),
                str(move.seat + 1),
                move_words(plan.game, state, move.seat, move.played),
                best,
                lost_words(move),
                *more,
                mark_words(move, thresholds),
                _shares(move),
                value_words(move.after_best),
                value_words(move.after_played),
                _following(plan, turn, move),
            ]
        )
    return rows


def _amount(points: float, span: float) -> str:
    return numerals.value(points / POINTS * span, 0 if span == POINTS else 2)


def _shares(move: ReviewedMove) -> str:
    pairs = (f"{numerals.percent(a)} / {numerals.percent(b)}" for a, b in move.shares)
    return ", ".join(pairs)


def _following(plan: ReviewPlan, turn: int, move: ReviewedMove) -> str:
    """What the review would have played, where that is something else."""
    if not move.is_judged or move.agrees or not move.lost:
        return ""
    line = plan.line
    states = states_of(plan.game, line.states[turn - 1], move, line.seed, turn - 1)
    return "  ".join(words for _, words in line_labels(plan.game, states[:-1], move.line)[:5])


def as_json(
    replay: Replay, plan: ReviewPlan, review: Review, thresholds: Thresholds
) -> dict[str, Any]:
    """The whole review as one object; turns are those of the line, counted from 1."""
    moves = moves_of(review, plan.numbers)
    return {
        **encode_head(plan.game, plan.head),
        "turns": len(plan.line.joints),
        "seats": [
            {
                "seat": each.seat,
                "player": replay.setup.seats[each.seat].title or "a person",
                "moves": each.moves,
                "lost": rounded(each.lost),
                "marks": dict(each.marks),
                "agreed": rounded(each.agreed),
                "thirds": [rounded(x) for x in each.thirds],
            }
            for each in _summaries(plan, moves, thresholds)
        ],
        "moves": [_move(plan, turn, move, thresholds) for turn, move in moves],
    }


def _move(
    plan: ReviewPlan, turn: int, move: ReviewedMove, thresholds: Thresholds
) -> dict[str, Any]:
    line = encode_move(move, turn)
    del line["reviewed"]
    state = plan.line.states[turn - 1]
    words = {
        "played_words": move_words(plan.game, state, move.seat, move.played),
        "best_words": move_words(plan.game, state, move.seat, move.best) if move.best else "",
    }
    return {"turn": turn, **line, **words, "mark": mark_of(move, thresholds)}
