"""The rows of a match's reviews: what each search says of each move."""

from __future__ import annotations

from collections.abc import Iterator

from lab.export.cells import Cell
from lab.export.match_rows import Part, PlayedHere, sent, turns_of, value_cells, whose
from lab.export.schema import Row
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.match.seats import format_seat
from lab.review.marks import USUAL, Thresholds, mark_of
from lab.review.ruler import ruler_of


def review(replay: Replay, part: Part) -> Iterator[Row]:
    """A row for each agent of each reviewed move, review by review."""
    here = {each.place: each for each in turns_of(replay, part)}
    for each in replay.tree.reviews:
        limits = ruler_of(each.moves.values()).thresholds(USUAL)
        found = (move for move in each.moves.values() if move.turn in here)
        for move in sorted(found, key=lambda m: (here[m.turn].turn.turn, m.seat)):
            if part.has(move.seat):
                yield from _rows(replay, part, each.head, move, here[move.turn], limits)


def _rows(
    replay: Replay,
    part: Part,
    head: ReviewHead,
    move: ReviewedMove,
    here: PlayedHere,
    limits: Thresholds,
) -> Iterator[Row]:
    game, spec = replay.game, head.spec
    common: dict[str, Cell] = {
        "algorithm": spec.title,
        "settings": format_seat(spec, game, with_budget=False),
        "budget": spec.budget.words if spec.budget is not None else None,
        "iterations": move.iterations,
        "mark": mark_of(move, limits) or None,
        "agrees": move.agrees,
        "lost_points": move.lost,
        "lost_error_points": move.error,
        "hindsight_points": move.hindsight,
        "hindsight_error_points": move.hindsight_error,
        "luck_points": move.luck,
        "skipped": move.skipped or None,
        **value_cells(move.value.value if move.value is not None else None),
    }
    for k, agent in enumerate(game.agents_of(move.seat)):
        if part.has_agent(agent):
            names = whose(game, here.turn.turn, move.seat, agent)
            yield {**names, **common, **_actions(replay, move, here, k, agent)}


def _actions(
    replay: Replay, move: ReviewedMove, here: PlayedHere, k: int, agent: int
) -> dict[str, Cell]:
    """What the agent played, and what the review would have."""
    row = sent(replay.game, here.before, agent, move.played[k])
    if move.best:
        best = sent(replay.game, here.before, agent, move.best[k])
        row |= {"best_action": best.get("action"), "best_words": best.get("words")}
    if k < len(move.shares):
        row["share"], row["best_share"] = move.shares[k]
    return row
