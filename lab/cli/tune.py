"""`smitsilab tune`: finds the values of a player's knobs that score best against its benchmarks,
with few games, and says how to test what it found.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from lab.cli import OK
from lab.cli.batch import SHOWN_FAILURES
from lab.cli.options import add_options, given
from lab.cli.playing import Playing, add_hands, add_store, hands_of, play, stored, warn_if_crowded
from lab.cli.show import say, show_json, table
from lab.experiments.better.question import BetterQuestion
from lab.experiments.better.result import as_json as test_as_json
from lab.experiments.better.result import bar
from lab.experiments.running import PlaysGames
from lab.experiments.tuner.gaussian import load_meanwhile
from lab.experiments.tuner.optuna_study import written
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion, begun
from lab.experiments.tuner.report import (
    as_json,
    headline,
    knob_rows,
    race_rows,
    sentences,
    test_command,
    worth_testing,
)
from lab.experiments.tuner.shown import shown
from lab.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, TunePlan)
    parser.add_argument(
        "--test",
        action="store_true",
        help="then test what was found on seeds that no tuning uses, until it is settled",
    )
    add_store(parser)
    add_hands(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and what is known is still printed."""
    more = stored(args)
    with Store(args.store) as store, hands_of(args) as hands:
        question = TuneQuestion(begun(store, TunePlan(**given(args, TunePlan))))
        plan = question.plan
        load_meanwhile()  # Ctrl-C is answered by what the model says
        warn_if_crowded(hands, plan.everyone)
        playing = play(plan.name, question, store, hands)
        failures, tested = playing.run.failures, None
        if args.test and question.ended:
            tested, playing = _test(question, store, hands) or (None, playing)
        if plan.method.startswith("optuna"):
            _write_study(question, store)
        if args.json:
            show_json(_everything(question, failures, tested))
        else:
            _tell(question, failures, tested, more)
        return playing.code(OK, plan.command(*["--test"] * args.test, *more))


def _test(
    question: TuneQuestion, store: Store, hands: PlaysGames
) -> tuple[BetterQuestion, Playing] | None:
    """Tests the answer, if there is one worth it."""
    answer = question.answer
    if answer is None or not worth_testing(question, answer):
        return None
    plan = question.plan.test(answer.setting)
    tested = BetterQuestion(plan)
    store.experiment(plan.name, "test", plan.file)
    return tested, play(plan.name, tested, store, hands)


def _write_study(question: TuneQuestion, store: Store) -> None:
    """Puts the study beside the store, for optuna-dashboard."""
    plan, path = question.plan, store.path.with_suffix(".optuna.db")
    name = f"{plan.name}; {', '.join(plan.knobs)}; {plan.games} games, {plan.method}"
    written(path, name, plan.space, question.tried)
    say(f"The study is kept too: optuna-dashboard sqlite:///{path}", file=sys.stderr)


def _everything(
    question: TuneQuestion, failures: list[str], tested: BetterQuestion | None
) -> dict[str, Any]:
    found = as_json(question, shown(question)) | {"failures": failures}
    return found | ({"tested": test_as_json(tested, [])} if tested else {})


def _tell(
    question: TuneQuestion, failures: list[str], tested: BetterQuestion | None, more: list[str]
) -> None:
    say(f"{headline(question)}\n")
    found = shown(question)
    if found is not None:
        say(f"{table(knob_rows(found), right=(2, 3, 4))}\n")
        rows = race_rows(question, found)
        say(f"{table(rows, right=range(len(rows[0]) - 2))}\n")
    answer = found.answer if found else None
    say(sentences(question, answer))
    for sentence in failures[:SHOWN_FAILURES]:
        say(sentence)
    if tested is not None:
        result = bar(tested, (tested.plan.seat, tested.plan.than))
        say(f"\n{result.sentence} {result.detail}")
    elif answer is not None and worth_testing(question, answer):
        say(f"\nTest it:\n{test_command(question, answer, *more)}")
    sys.stdout.flush()
