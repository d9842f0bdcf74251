"""`smitsilab sweep`: plays a player at many settings against a benchmark, on all cores, and says
which one may be called the best.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.knobs import KnobError
from lab.batch.entrants import entrant
from lab.batch.games import canonical
from lab.cli import DIFFERENCE, OK
from lab.cli.batch import SHOWN_FAILURES, add_arguments, check_out, tell_failures
from lab.cli.options import add_options, given
from lab.cli.playing import hands_of, play, stored, warn_if_crowded
from lab.cli.show import say, show_json, table
from lab.cli.starting import add_end_with_input, follow_input
from lab.experiments.ledger import write_lines
from lab.experiments.running import PlaysGames
from lab.experiments.series import Played
from lab.experiments.sweep.grid import word
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.question import SweepQuestion, known, lines_of, read
from lab.experiments.sweep.result import Key, PointResult, SweepResult
from lab.experiments.verdicts import BETTER, EQUAL, OPEN, WORSE
from lab.match.seat import ProgramSeat
from lab.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, SweepPlan)
    add_arguments(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the table"
    )
    add_end_with_input(parser)


def run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and the results so far are still printed."""
    plan = _plan(args)
    for seat in (*plan.grid.seats[:1], *plan.grid.against):
        if isinstance(seat, ProgramSeat):
            seat.program.check()
    follow_input(args)
    with Store(args.store) as store, hands_of(args) as hands:
        return _play(SweepQuestion(plan), store, hands, args)


def _play(
    question: SweepQuestion, store: Store, hands: PlaysGames, args: argparse.Namespace
) -> int:
    plan = question.plan
    store.experiment(question.name, "sweep", canonical(plan.line))
    check_out(args.out, plan.question, _held, known(store, question.name, plan))
    warn_if_crowded(hands, (entrant(plan.grid.game, seat) for seat in plan.grid.settings))
    playing = play(question.name, question, store, hands, at_once=args.end_with_input)
    result = question.result
    if args.out is not None:
        every = known(store, question.name, plan) | question.results.played
        write_lines(args.out, lines_of(replace(question.results, played=every)))
    _tell_all(result, args)
    code = DIFFERENCE if result.failed else OK
    return playing.code(code, plan.command(*stored(args)))


def _held(path: Path) -> tuple[Mapping[str, object], Mapping[Key, Played]]:
    found = read(path)
    return found.plan.question, found.played


def _tell_all(result: SweepResult, args: argparse.Namespace) -> None:
    if args.json:
        show_json(as_json(result))
    else:
        _tell(result)
    sys.stdout.flush()


def _plan(args: argparse.Namespace) -> SweepPlan:
    if args.turn is not None and not args.start:
        raise KnobError("--turn counts the turns of a replay: name it with --from.")
    plan = SweepPlan(**given(args, SweepPlan))
    return plan if args.matches else plan.with_usual_matches()


def _tell(result: SweepResult) -> None:
    grid = result.grid
    against = f"against {', '.join(grid.plan.against)}" if grid.plan.against else "alone"
    say(
        f"{grid.game.title}: {grid.plan.seat} {against}, {grid.budget.words}, seeds from "
        f"{grid.plan.seed}\n"
    )
    say(f"{_table(result)}\n\n{result.sentence}")
    tell_failures(result.failed, grid.named)
    if len(result.failed) > SHOWN_FAILURES:
        print(f"{len(result.failed) - SHOWN_FAILURES} more matches failed.")


def _table(result: SweepResult) -> str:
    names = [axis.name for axis in result.grid.axes]
    rows = [[*names, "matches", "wins", "draws", "losses", "score, 95 % interval", ""]]
    for point in result.points:
        score, values = point.score, [word(v) for v in point.values]
        counts = [str(score.matches), *("" if n is None else str(n) for n in score.counts)]
        rows.append(
            [
                *values,
                *counts,
                "the benchmark itself" if point.itself else score.text,
                _mark(result, point),
            ]
        )
    return table(rows, right=range(len(names) + 4))


def _mark(result: SweepResult, point: PointResult) -> str:
    said = result.word(point)
    if point is not result.best:
        return said if said in (WORSE, EQUAL) else ""
    if said == BETTER:
        return "best by its lower bound"
    return "highest lower bound" if said == OPEN else f"highest lower bound, {said}"


def as_json(result: SweepResult) -> dict[str, Any]:
    """Everything as one object."""
    grid, best = result.grid, result.best
    about = result.plan.question | {
        "matches": result.plan.matches,
        "plan": result.plan.rule,
        "command": result.plan.command(),
    }
    failures = [{"point": k, "match": m, "error": error} for (k, m), error in result.failed.items()]
    found: dict[str, Any] = {
        "points": [_point(result, p) for p in result.points],
        "best": best.point if best else None,
    }
    found |= {
        "better_than_benchmark": result.answer == BETTER,
        "answer": result.answer,
        "sentence": result.sentence,
        "finished": result.finished,
    }
    return (
        about
        | found
        | {
            "played": result.matches,
            "at_most": grid.total,
            "failures": failures,
            "faults": {name: each.line for name, each in result.faults.items()},
        }
    )


def _point(result: SweepResult, point: PointResult) -> dict[str, Any]:
    score, names = point.score, [axis.name for axis in result.grid.axes]
    counts = {
        "matches": score.matches,
        "observations": score.count,
        **dict(zip(("wins", "draws", "losses"), score.counts, strict=True)),
    }
    known = {"score": score.mean, "low": score.low, "high": score.high} | counts
    return {
        "values": dict(zip(names, point.values, strict=True)),
        "seat": result.grid.seat_text(point.point),
        "itself": point.itself,
    } | known
