"""`smitsilab review`: searches each move of a recorded match again, and says what it lost."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.knobs import KnobError, digits
from lab.batch.computer import cores
from lab.cli import INTERRUPTED, OK
from lab.cli.options import add_options, asked_by
from lab.cli.parser import add_force, check_free
from lab.cli.show import Progress, say, show_json, table
from lab.cli.starting import add_end_with_input, follow_input
from lab.files.codec import UNREADABLE, rounded
from lab.files.codingame import open_replay
from lab.files.placing import Place, holds_something
from lab.files.replay import Replay, ReplayError
from lab.files.replay_position import through
from lab.files.review_lines import Review, ReviewedMove, encode_head, encode_move
from lab.match.budget import Budget
from lab.match.seats import format_seat, parse_search
from lab.review.judging import (
    POINTS,
    SeatSummary,
    Thresholds,
    mark_of,
    ruler_of,
    span_of,
    summary_of,
    unit_of,
)
from lab.review.keeping import ReviewFile
from lab.review.matches import Numbered, by_loss, moves_of
from lab.review.positions import ReviewAsked, ReviewPlan, plan_of, reviewer, states_of
from lab.review.run import ReviewRun, ReviewStep, judge
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

BY_LOSS, BY_TURN = "loss", "turn"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, ReviewAsked)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="F",
        help="write a copy of the match with its review, move by move; the same command line goes "
        "on with it",
    )
    parser.add_argument("--by", choices=(BY_LOSS, BY_TURN), default=BY_LOSS, help="the order")
    add_options(parser, Thresholds)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one JSON object instead")
    how.add_argument("--markdown", action="store_true", help="print it as Markdown")
    how.add_argument(
        "--follow", action="store_true", help="print each move as a line of JSON when it is judged"
    )
    add_end_with_input(parser)
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Reviews what is not reviewed yet; Ctrl-C ends it, and what is done is printed and kept."""
    asked = asked_by(args, ReviewAsked)
    replay = _opened(asked)
    plan = _plan(asked, replay)
    if asked.move:
        return _judge(plan, asked.move)
    follow_input(args)
    review = _known(replay, plan, args)
    found, code = _reviewed(args, replay, plan, review)
    if args.follow:
        return code
    thresholds = ruler_of(found.moves.values()).thresholds(asked_by(args, Thresholds))
    if args.json:
        show_json(as_json(replay, plan, found, thresholds))
    else:
        made = markdown_of if args.markdown else text_of
        say(made(replay, plan, found, thresholds, args.by == BY_TURN))
    if code == INTERRUPTED:
        say("Stopped; the same command line goes on." if args.out else "Stopped.", file=sys.stderr)
    return code


def _opened(asked: ReviewAsked) -> Replay:
    """The line of the match that is reviewed."""
    replay = open_replay(asked.file)
    if asked.through is not None:
        if not asked.through <= len(replay.tree.tree):
            raise KnobError(f"There is no turn line {asked.through} in {asked.file}.")
        return replay.along(asked.through)
    return through(replay, asked.branch) if asked.branch else replay


def _plan(asked: ReviewAsked, replay: Replay) -> ReviewPlan:
    game, budget = replay.game, Budget.parse(asked.budget)
    spec = parse_search(asked.search, game, budget) if asked.search else reviewer(game, budget)
    spec = replace(spec, budget=spec.budget or budget)
    if not spec.searches:
        raise KnobError(f"{spec.title} does not search: it cannot review.")
    if asked.seat is not None and asked.seat > game.seats:
        raise KnobError(f"{game.title} has {game.seats} seats; there is no seat {asked.seat}.")
    seats = (asked.seat - 1,) if asked.seat is not None else ()
    return plan_of(replay, spec, asked.seed, seats, _turns(asked.turns))


def _turns(text: str) -> list[int] | None:
    """The turns of a list; None where there is none."""
    if not text:
        return None
    found = [digits(word.strip()) for word in text.split(",")]
    if None in found:
        raise KnobError(f"The turns {text} are not understood: write 12,30,41.")
    return [turn for turn in found if turn is not None]


# -- reviewing -------------------------------------------------------------------------------------


def _known(replay: Replay, plan: ReviewPlan, args: argparse.Namespace) -> Review:
    """What an earlier run has found out by the same search, in the file itself or in --out."""
    known = _by(plan, replay)
    if args.out is None or args.out == args.file:
        return known
    earlier = _earlier(args.out, replay)
    if earlier is None:
        check_free(args.out, "--out", args.force)
        return known
    return known.with_moves(tuple(_by(plan, earlier).moves.values()))


def _by(plan: ReviewPlan, replay: Replay) -> Review:
    same = (each for each in replay.tree.reviews if each.head == plan.head)
    return next(same, Review(plan.head))


def _earlier(path: Path, replay: Replay) -> Replay | None:
    """A review of the same match that is there already."""
    if not holds_something(path):
        return None
    try:
        found = open_replay(path)
    except (ReplayError, *UNREADABLE):
        return None
    same = found.game.spec == replay.game.spec and len(found.tree.tree) == len(replay.tree.tree)
    turns = range(1, len(replay.tree.tree) + 1)
    same = same and all(found.tree.tree.joint(k) == replay.tree.tree.joint(k) for k in turns)
    return found if same and found.tree.reviews else None


def _reviewed(
    args: argparse.Namespace, replay: Replay, plan: ReviewPlan, review: Review
) -> tuple[Review, int]:
    """The whole review, and the exit code."""
    processes = cores() if args.processes is None else args.processes
    work, code = ReviewRun(plan, review.moves, processes), OK
    if args.follow:
        _print(encode_head(plan.game, plan.head))
    with ExitStack() as stack:
        bar = stack.enter_context(Progress(work.total, lines=not args.follow))
        file = _file(args.out, args.file, replay, plan, stack)
        if file is not None:
            file.add(tuple(review.moves.values()))
        try:
            for step in work.steps():
                bar.update(step.done, step.note)
                review = review.with_moves(step.moves)
                if file is not None:
                    file.add(step.moves)
                if args.follow:
                    _tell(step)
        except KeyboardInterrupt:
            code = INTERRUPTED
    return review, code


def _file(
    out: Path | None, source: Path, replay: Replay, plan: ReviewPlan, stack: ExitStack
) -> ReviewFile | None:
    if out is None:
        return None
    place = stack.enter_context(Place(out, replaces=True))
    return stack.enter_context(ReviewFile(source, place.draft, replay, plan.head))


def _tell(step: ReviewStep) -> None:
    """What is new, for a program that follows."""
    for move in step.moves:
        _print(encode_move(move, move.turn))
    _print({"done": step.done, "total": step.total, "note": step.note})


def _print(line: object) -> None:
    print(json.dumps(line, allow_nan=False), flush=True)


# -- another move ----------------------------------------------------------------------------------


def _judge(plan: ReviewPlan, words: str) -> int:
    """Judges a move that was not played."""
    turns = sorted(plan.turns or ())
    if len(turns) != 1:
        raise KnobError("--move needs --turns with one turn.")
    seats = [s for s in plan.line.deciders(turns[0] - 1) if s in plan.seats]
    if len(seats) != 1:
        raise KnobError("Several seats choose in that turn: name one with --seat.")
    move = judge(plan, turns[0], seats[0], _actions(plan, turns[0], seats[0], words))
    _print(encode_move(move, move.turn))
    return OK


def _actions(plan: ReviewPlan, turn: int, seat: int, words: str) -> tuple[int, ...]:
    """The move of that name; KnobError with those that there are."""
    moves = plan.line.moves(turn - 1, seat)
    named = {move_words(plan.game, plan.line.states[turn - 1], seat, each): each for each in moves}
    if words not in named:
        raise KnobError(f"There is no move {words} here, only {', '.join(sorted(named))}.")
    return named[words]


def text_of(
    replay: Replay, plan: ReviewPlan, review: Review, thresholds: Thresholds, by_turn: bool
) -> str:
    """The whole review."""
    moves = _moves(plan, review)
    head = f"{replay.game.title}, {_search_words(replay, plan)}"
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
    by = _search_words(replay, plan)
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


def _search_words(replay: Replay, plan: ReviewPlan) -> str:
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
