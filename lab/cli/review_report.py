"""A review as text, as Markdown and as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from lab.cli.show import table
from lab.files.codec import rounded
from lab.files.replay import Replay
from lab.files.review_lines import Review, ReviewedMove, encode_head, encode_move
from lab.match.seats import format_seat
from lab.review.judging import (
    POINTS,
    SeatSummary,
    Thresholds,
    mark_of,
    span_of,
    summary_of,
    unit_of,
)
from lab.review.matches import Numbered, by_loss, moves_of
from lab.review.positions import ReviewPlan, states_of
from lab.review.words import (
    hindsight_words,
    line_labels,
    lost_words,
    luck_words,
    mark_words,
    move_words,
    seat_lines,
    thirds_words,
    value_words,
)
from lab.words import numerals
from lab.words.printable import markdown
from lab.words.values import UNITS
from search.measure import ValueKind


def text_of(
    replay: Replay, plan: ReviewPlan, review: Review, thresholds: Thresholds, by_turn: bool
) -> str:
    """The whole review."""
    moves = _moves(plan, review)
    head = f"{replay.game.title}, {_by(replay, plan)}"
    seats = [": ".join(_seat(replay, each)) for each in _summaries(plan, moves, thresholds)]
    rows = _rows(plan, moves if by_turn else by_loss(moves), thresholds)
    parts = ["\n".join([head, *seats]), table(rows, right=_numbers(moves)), _unit(moves)]
    return "\n\n".join(filter(None, parts))


def markdown_of(
    replay: Replay, plan: ReviewPlan, review: Review, thresholds: Thresholds, by_turn: bool
) -> str:
    """The whole review as Markdown: a heading, a list of the seats, and a table of the moves."""
    moves = _moves(plan, review)
    seats = (_seat(replay, each) for each in _summaries(plan, moves, thresholds))
    listed = "\n".join(f"- **{markdown(name)}:** {markdown(said)}" for name, said in seats)
    by = _by(replay, plan)
    head, *rows = _rows(plan, moves if by_turn else by_loss(moves), thresholds)
    right = _numbers(moves)
    rule = ["---:" if k in right else "---" for k in range(len(head))]
    cells = ([markdown(cell) for cell in row] for row in (head, rule, *rows))
    grid = "\n".join(f"| {' | '.join(row)} |" for row in cells)
    title = f"# {replay.game.title}: review"
    return "\n\n".join((title, f"{by[0].upper()}{by[1:]}.", listed, grid, _unit(moves)))


def _moves(plan: ReviewPlan, review: Review) -> list[Numbered]:
    found = moves_of(review, plan.numbers)
    return [(turn, move) for turn, move in found if move.seat in plan.seats]


def _by(replay: Replay, plan: ReviewPlan) -> str:
    """By which search, with which budget."""
    spec = plan.head.spec
    budget = spec.budget.words if spec.budget is not None else ""
    return f"reviewed by {format_seat(spec, replay.game, False)}, {budget} a search"


def _summaries(
    plan: ReviewPlan, moves: list[Numbered], thresholds: Thresholds
) -> list[SeatSummary]:
    turns = len(plan.line.joints)
    return [summary_of(moves, seat, turns, thresholds) for seat in plan.seats]


def _seat(replay: Replay, summary: SeatSummary) -> tuple[str, str]:
    """Who it is, and how it played."""
    first, second = seat_lines(summary)
    name = f"Seat {summary.seat + 1}, {replay.setup.seats[summary.seat].title or 'a person'}"
    return name, f"{first}; {second}\n  {thirds_words(summary)}" if second else first


def _unit(moves: list[Numbered]) -> str:
    if all(span_of(move) == POINTS for _, move in moves):
        return "A point is one hundredth of the chance to win, or of the expected score."
    paid = all(unit_of(move) == UNITS[ValueKind.PAYOFF] for _, move in moves)
    return f"Losses are in the units of the game's {'payoffs' if paid else 'evaluation'}."


def _extras(moves: list[Numbered]) -> Sequence[tuple[str, Callable[[ReviewedMove], str]]]:
    """The columns that only some games have."""
    hindsight = any(math.isfinite(move.hindsight) for _, move in moves)
    luck = any(math.isfinite(move.luck) for _, move in moves)
    return [("in hindsight", hindsight_words)] * hindsight + [("luck", luck_words)] * luck


def _numbers(moves: list[Numbered]) -> tuple[int, ...]:
    """The columns that hold numbers."""
    return 0, 1, *range(4, 5 + len(_extras(moves)))


def _rows(plan: ReviewPlan, moves: list[Numbered], thresholds: Thresholds) -> list[list[str]]:
    extras = _extras(moves)
    head = [plan.game.turn_word, "seat", "played", "best", "lost", *(name for name, _ in extras)]
    rows = [[*head, "", "visits", "before", "after", "what would follow"]]
    for turn, move in moves:
        state = plan.line.states[turn - 1]
        rows.append(
            [
                str(turn),
                str(move.seat + 1),
                move_words(plan.game, state, move.seat, move.played),
                move_words(plan.game, state, move.seat, move.best) if move.best else "",
                lost_words(move),
                *(words(move) for _, words in extras),
                mark_words(move, thresholds),
                _shares(move),
                value_words(move.after_best),
                value_words(move.after_played),
                _following(plan, turn, move),
            ]
        )
    return rows


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
    moves = _moves(plan, review)
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
