"""What a review says of moves, in words that are made from its numbers alone; window and command
line use the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engines.game import FORFEIT, PASS, Game, State
from lab.files.review_lines import FORFEITED, ONE_MOVE, Estimate, ReviewedMove, ReviewHead
from lab.match.decide import Decision
from lab.review.judging import ERRORS, POINTS, SeatSummary, Thresholds, mark_of, span_of, unit_of
from lab.words import numerals
from lab.words.numerals import plural, several
from lab.words.values import number_words
from search.base import LOSS, WIN
from search.measure import SeatValue, ValueKind

NAMES = {
    ValueKind.PROBABILITY: "chance to win",
    ValueKind.SCORE: "expected score",
    ValueKind.PAYOFF: "payoff",
    ValueKind.PART: "payoff from 0 lowest to 1 highest",
    ValueKind.EVALUATION: "evaluation",
    ValueKind.UNKNOWN: "value",
}
SHORT = {ValueKind.PROBABILITY: "Chance", ValueKind.SCORE: "Score", ValueKind.PAYOFF: "Payoff"}
SKIPPED = {ONE_MOVE: "one legal move", FORFEITED: "no valid move"}
PROVEN = {"win": "won", "loss": "lost", "draw": "drawn"}


def move_words(
    game: Game,
    state: State,
    seat: int,
    actions: Sequence[int],
    other: Sequence[int] | None = None,
) -> str:
    """A seat's actions in a position: "3 4"; with their agents' names where there are several.
    With an `other` move, only of agents that act otherwise there.
    """
    others = (
        other if other is not None and tuple(other) != tuple(actions) else (None,) * len(actions)
    )
    agents = [
        (agent, action)
        for agent, action, there in zip(game.agents_of(seat), actions, others, strict=True)
        if action not in (PASS, there)
    ]
    said = [_label(game, state, agent, action) for agent, action in agents]
    if len(actions) == 1:
        return said[0]
    names = (game.agent_name(agent) for agent, _ in agents)
    return "; ".join(f"{name}: {words}" for name, words in zip(names, said, strict=True))


def _label(game: Game, state: State, agent: int, action: int) -> str:
    return "no valid move" if action == FORFEIT else game.label(state, agent, action)


def player_name(game: Game, seat: int) -> str:
    """Who moved, as a sentence begins with it: the agent, or the seat of several."""
    agents = game.agents_of(seat)
    return game.agent_name(agents[0]) if len(agents) == 1 else f"Seat {seat + 1}"


# -- numbers ---------------------------------------------------------------------------------------


def value_words(estimate: Estimate | None) -> str:
    """A value: "36 %", "won"; a dash where there is none."""
    if estimate is None:
        return numerals.NOTHING
    if estimate.value.settled:
        return PROVEN[estimate.value.settled]
    return number_words(estimate.value)


def amount_words(points: float, span: float) -> str:
    """Points as they are said: whole points of chance, or the units of an evaluation."""
    if span == POINTS:
        return numerals.real(points, 0)
    return numerals.value(points / POINTS * span)


def lost_words(move: ReviewedMove) -> str:
    """What a move lost: "13 ± 1"; a dash where it is not judged."""
    if not move.is_judged:
        return numerals.NOTHING
    span = span_of(move)
    lost = amount_words(move.lost, span)
    return f"{lost} {numerals.PLUS_MINUS} {amount_words(move.error, span)}" if move.error else lost


def hindsight_words(move: ReviewedMove) -> str:
    """What it lost by what the others really played: "7 ± 1"; a dash where that is not known."""
    if not math.isfinite(move.hindsight):
        return numerals.NOTHING
    span, error = span_of(move), move.hindsight_error
    lost = amount_words(move.hindsight, span)
    return f"{lost} {numerals.PLUS_MINUS} {amount_words(error, span)}" if error > 0 else lost


def luck_words(move: ReviewedMove) -> str:
    """What chance added: "+3"; a dash where that is not known."""
    if not math.isfinite(move.luck):
        return numerals.NOTHING
    words = amount_words(move.luck, span_of(move))
    return f"+{words}" if move.luck > 0 and words.strip("0.") else words


def reading_words(move: ReviewedMove) -> str:
    """What the difference between foresight and hindsight says, where it is beyond the errors:
    "bad luck", "read them well", or "".
    """
    more = move.hindsight - move.lost
    if not math.isfinite(more) or abs(more) <= ERRORS * math.hypot(
        move.error, _finite(move.hindsight_error)
    ):
        return ""
    return "bad luck" if more > 0 else "read them well"


def _finite(number: float) -> float:
    return number if math.isfinite(number) else 0.0


def unit_words(move: ReviewedMove, count: float) -> str:
    """What an amount of that size is counted in: "points", "of the evaluation"."""
    unit = unit_of(move)
    return "point" if unit == "points" and round(count) == 1 else unit


# -- sentences -------------------------------------------------------------------------------------


def headline(game: Game, state: State, move: ReviewedMove) -> str:
    """What the move lost, in one sentence: "3 4 lost 13 points: O's chance to win fell from 36 % to
    23 %."
    """
    played = move_words(game, state, move.seat, move.played)
    if move.skipped == FORFEITED:
        return "No valid move was sent: what that lost is not counted."
    if move.skipped == ONE_MOVE:
        return f"{played} was the only legal move."
    if not move.is_judged:
        return f"The search has no value for {played}."
    if move.agrees:
        return f"{played} is what the review would play."
    if move.lost == 0:
        return f"{played} lost nothing.{_settled(move)}"
    span, name = span_of(move), player_name(game, move.seat)
    lost = f"{amount_words(move.lost, span)} {unit_words(move, move.lost)}"
    return f"{played} lost {lost}: {_fell(move, name)}."


def _settled(move: ReviewedMove) -> str:
    before, after = _value(move.value), _value(move.after_played)
    if before is not None and before.settled == LOSS:
        return " Every move loses here."
    return " It still wins." if after is not None and after.settled == WIN else ""


def _value(estimate: Estimate | None) -> SeatValue | None:
    return estimate.value if estimate is not None else None


def _fell(move: ReviewedMove, name: str) -> str:
    best, played = move.after_best, move.after_played
    assert best is not None and played is not None
    if best.value.settled and played.value.settled:
        return f"{name} had {_outcome(best.value)}, and now has {_outcome(played.value)}"
    what = NAMES[best.value.kind]
    return f"{name}'s {what} fell from {_plain(best.value)} to {_plain(played.value)}"


def _outcome(value: SeatValue) -> str:
    return f"a certain {value.settled}"


def _plain(value: SeatValue) -> str:
    return f"a certain {value.settled}" if value.settled else number_words(value)


def body(
    game: Game,
    state: State,
    move: ReviewedMove,
    head: ReviewHead,
    decision: Decision | None = None,
    thresholds: Thresholds | None = None,
) -> str:
    """The numbers behind it: shares of the visits, the search that moved, and what is uncertain."""
    if move.skipped:
        return ""
    said = [_shares(game, state, move, head), _mover(decision), _doubt(move, thresholds)]
    said += [_nearest(game, state, move), _hindsight(move), _luck(move)]
    return " ".join(filter(None, said))


def _shares(game: Game, state: State, move: ReviewedMove, head: ReviewHead) -> str:
    if len(move.shares) != 1:
        return ""
    played, best = move.shares[0]
    budget = head.spec.budget
    within = f"Within {budget.words}" if budget is not None else "It"
    if move.agrees:
        return f"{within} {numerals.percent(best)} of the review's visits go to it."
    best_words, played_words = (
        move_words(game, state, move.seat, each) for each in (move.best, move.played)
    )
    return (
        f"{within} {numerals.percent(best)} of the review's visits go to {best_words}, "
        f"{numerals.percent(played)} to {played_words}."
    )


def _mover(decision: Decision | None) -> str:
    if decision is None or not decision.iterations:
        return ""
    word = plural(decision.iterations, "iteration")
    return f"The search that moved had {decision.iterations:,} {word}."


def _doubt(move: ReviewedMove, thresholds: Thresholds | None) -> str:
    large = thresholds is not None and move.lost >= thresholds.slip
    if large and move.lost <= ERRORS * move.error:
        return f"The loss of {lost_words(move)} is within {ERRORS:g} errors: it is not marked."
    return ""


def _nearest(game: Game, state: State, move: ReviewedMove) -> str:
    if not move.nearest:
        return ""
    near = move_words(game, state, move.seat, move.nearest)
    return f"The move is not in the search's list; the nearest there is {near}."


def _hindsight(move: ReviewedMove) -> str:
    if not math.isfinite(move.hindsight):
        return ""
    lost, read = amount_words(move.hindsight, span_of(move)), reading_words(move)
    return f"By what the others really played it lost {lost}{f': {read}' if read else ''}."


def _luck(move: ReviewedMove) -> str:
    return f"Luck in this turn: {luck_words(move)}." if math.isfinite(move.luck) else ""


# -- seats -----------------------------------------------------------------------------------------


def seat_lines(summary: SeatSummary) -> tuple[str, str]:
    """A seat in two lines: "lost 2.4 points a move", "2 mistakes, 4 slips; as the review in 25 % of
    moves".
    """
    if not summary.moves:
        return "no moves reviewed yet", ""
    counts = [
        several(count, name) for name, count in summary.marks.items() if count or name != "blunder"
    ]
    agreed = f"as the review in {numerals.percent(summary.agreed)} of moves"
    return (
        f"lost {_mean_words(summary, summary.lost)} {summary.unit} a move",
        f"{', '.join(counts)}, {agreed}",
    )


def _mean_words(summary: SeatSummary, points: float) -> str:
    if summary.span == POINTS:
        return numerals.real(points, 1)
    return numerals.value(points / POINTS * summary.span, 3)


def thirds_words(summary: SeatSummary) -> str:
    """Points a move in each third of the match."""
    parts = ("first", "second", "last")
    said = [
        f"{name} third {_mean_words(summary, x)}"
        for name, x in zip(parts, summary.thirds, strict=True)
    ]
    return f"lost a move: {', '.join(said)}"


def mark_words(move: ReviewedMove, thresholds: Thresholds) -> str:
    """The name of its mark, or why there is none to give."""
    return mark_of(move, thresholds) or SKIPPED.get(move.skipped, "")


def line_labels(
    game: Game, states: Sequence[State], line: Sequence[tuple[int, ...]]
) -> list[tuple[int, str]]:
    """The moves of a line with who makes them (an agent; -1 where several move at once), from the
    positions [P + 1] that it leads through.
    """
    found = []
    for state, joint in zip(states, line, strict=False):
        moving = [agent for agent, action in enumerate(joint) if action != PASS]
        words = [_label(game, state, agent, joint[agent]) for agent in moving]
        found.append((moving[0] if len(moving) == 1 else -1, "; ".join(words)))
    return found
