"""`smitsilab test`: is one player better than another? Plays until the answer is known, and says it
in words and by its exit code: 0 better, 1 not better, 3 open.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from engines.knobs import KnobError
from lab.cli import DIFFERENCE, OK, OPEN, InputError
from lab.cli.options import add_options, given
from lab.cli.playing import (
    add_hands,
    add_permission,
    add_store,
    ask_for_bots,
    ask_for_programs,
    hands_of,
    play,
    stored,
    warn_if_crowded,
)
from lab.cli.show import say, show_json
from lab.cli.starting import starts_of
from lab.experiments.arena.pool import NewArenaAsked
from lab.experiments.better.plan import BetterPlan
from lab.experiments.better.question import BetterQuestion
from lab.experiments.better.result import as_json, bar, block, by_seat
from lab.experiments.running import Run
from lab.experiments.verdicts import BETTER, NEVER_DIFFERED, NOT_BETTER
from lab.files.codec import OddLine
from lab.files.source import text_of
from lab.programs.spec import PROGRAM, written
from lab.store.store import Store
from lab.words.numerals import enumerated


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, BetterPlan)
    pool = (
        "let both play the same seeds against these instead of one another: a file with a player "
        "a line, or an arena"
    )
    parser.add_argument("--pool", metavar="F|ARENA", help=pool)
    add_permission(parser, "a pool's file, or an arena of another store,")
    add_options(parser, NewArenaAsked, ("starts",))
    parser.add_argument(
        "--again", action="store_true", help="play seeds that this pair has not played yet"
    )
    add_store(parser)
    add_hands(parser)
    parser.add_argument(
        "--block", action="store_true", help="also print the result as fastchess does"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object instead")
    course = "print the course instead: the score and the ratio after each group, as CSV"
    form.add_argument("--csv", action="store_true", help=course)


def run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and what is known is still printed."""
    with Store(args.store) as store, hands_of(args) as hands:
        plan = _plan(args, store)
        if args.block and plan.unit != "pair":
            raise InputError("--block prints pairs of games: of two players in a game for two.")
        question = BetterQuestion(plan)
        store.experiment(plan.name, "test", plan.file)
        warn_if_crowded(hands, plan.everyone)
        playing = play(plan.name, question, store, hands)
        _tell(args, question, playing.run)
        return playing.code(verdict_code(question), command(args, plan))


def verdict_code(question: BetterQuestion) -> int:
    """The exit code of what is known."""
    word = question.word
    if word == NOT_BETTER or question.stopped == NEVER_DIFFERED:
        return DIFFERENCE
    return OK if word == BETTER and not question.stopped else OPEN


def command(args: argparse.Namespace, plan: BetterPlan) -> str:
    """The command that goes on with the test."""
    words = ["--pool", args.pool] if args.pool else []
    words += ["--starts", str(args.starts)] if args.starts else []
    return plan.command(*words, *stored(args))


def _plan(args: argparse.Namespace, store: Store) -> BetterPlan:
    pool = _pool(args, store) if args.pool else ()
    starts = starts_of(args.starts, args.game)
    plan = BetterPlan(**given(args, BetterPlan), pool=pool, starts=starts)
    return replace(plan, seed=_fresh(plan, store)) if args.again else plan


def _fresh(plan: BetterPlan, store: Store) -> int:
    """The seed after the last one that the two have played."""
    games = [game for _, each in plan.asks(0) for game in store.games(each, None, plan.name)]
    return max([plan.seed - 1, *(game.seed for game in games)]) + 1


def _pool(args: argparse.Namespace, store: Store) -> tuple[str, ...]:
    """The players of a file, one a line, or the bots of an arena that are not retired; InputError
    where programs among them may not be started.
    """
    text: str = args.pool
    if Path(text).exists():
        try:
            lines = [line.strip() for line in text_of(Path(text)).splitlines()]
        except OddLine as error:
            raise InputError(f"{text} for --pool cannot be read: {error}.") from None
        found = tuple(line for line in lines if line and not line.startswith("#"))
        ask_for_programs(args, text, found)
    else:
        arenas = store.arenas(text)
        if not arenas:
            raise InputError(f"There is neither a file nor an arena {text} for --pool.")
        bots = [bot for bot in arenas[0].bots if bot.role != "retired"]
        found = tuple(bot.entrant.text for bot in bots)
        ask_for_bots(args, text, bots)
    for seat in found:
        if seat.startswith(f"{PROGRAM}:"):
            written(seat.removeprefix(f"{PROGRAM}:")).check()
    if not found:
        raise KnobError(f"{text} for --pool has no players.")
    return found


def _tell(args: argparse.Namespace, question: BetterQuestion, played: Run) -> None:
    if args.json:
        again = {"command": command(args, question.plan)}
        show_json(as_json(question, played.failures) | again)
        return
    plan = question.plan
    first, second = args.seat, args.than
    shown = bar(question, (first, second))
    if args.csv:
        rows = [["group", "score", "ratio"]]
        course = zip(shown.values, shown.curve, strict=True)
        rows += [[f"{k}", f"{x:.10g}", f"{ratio:.6g}"] for k, (x, ratio) in enumerate(course, 1)]
        say("\n".join(map(",".join, rows)))
        return
    say(f"{plan.configured.title}: {first} against {second}, {plan.words}, seeds from {plan.seed}")
    say(f"{shown.sentence} {shown.detail}")
    if seats := by_seat(question):
        say(f"{first} scored {enumerated([each.text for each in seats])}.")
    if args.block:
        say(f"\n{block(question, (first, second))}")
    sys.stdout.flush()
