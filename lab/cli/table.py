"""`smitsilab table`: every algorithm that fits a game against every other at equal CPU time, as
ratings and as a table of pairs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

from lab.batch.faults import told
from lab.batch.games import canonical
from lab.cli import DIFFERENCE, OK, InputError
from lab.cli.batch import add_arguments, check_out, tell_failures
from lab.cli.options import add_options, given
from lab.cli.playing import hands_of, play, stored, warn_if_crowded
from lab.cli.show import say, show_json, table
from lab.experiments.ledger import write_lines
from lab.experiments.ratings import Ratings
from lab.experiments.robin.plan import SCRIPTED, Key, RobinPlan, usual_players
from lab.experiments.robin.question import RobinQuestion, known, lines_of, read
from lab.experiments.robin.result import Met, RobinResult
from lab.experiments.stats import Score
from lab.experiments.verdicts import without_chance
from lab.files.placing import holds_something
from lab.match.budget import Budget
from lab.match.seats import parse_game
from lab.store.store import Store
from lab.words import numerals
from lab.words.printable import markdown

WORST = 3  # pairs named that the ratings predict wrongly


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, RobinPlan)
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="NAME",
        help="who does not play; repeatable",
    )
    add_arguments(parser)
    parser.add_argument("--show", action="store_true", help="play nothing, print what is known")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the tables"
    )


def run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and the results so far are still printed."""
    plan = _plan(args)
    if args.show:
        return _show(plan, args)
    with Store(args.store) as store, hands_of(args) as hands:
        question = RobinQuestion(plan)
        store.experiment(question.name, "table", canonical(plan.line))
        every = _with_those_of(args.out, plan)
        if args.out is not None:
            check_out(args.out, plan.question, _held, known(store, every).met)
        warn_if_crowded(hands, question.everyone)
        playing = play(question.name, question, store, hands)
        result = question.result
        if args.out is not None:
            write_lines(args.out, lines_of(known(store, every)))
        _tell_all(result, args)
        code = DIFFERENCE if result.failed else OK
        return playing.code(code, plan.command(*stored(args)))


def _with_those_of(out: Path | None, plan: RobinPlan) -> RobinPlan:
    """The plan with the players and matches that the file has already."""
    if out is None or not holds_something(out):
        return plan
    held = read(out).plan
    if held.question != plan.question:
        return plan
    players = tuple(sorted({*held.players, *plan.players}))
    return replace(plan, players=players, matches=max(held.matches, plan.matches))


def _held(path: Path) -> tuple[Mapping[str, object], Mapping[Key, Met]]:
    found = read(path)
    return found.plan.question, found.met


def _show(plan: RobinPlan, args: argparse.Namespace) -> int:
    """Prints what the file or the store holds."""
    if args.out is not None:
        _check_file(args.out)
        held = read(args.out)
        _tell_all(RobinResult(plan, held.met, held.failed), args)
        return OK
    with Store(args.store) as store:
        _tell_all(known(store, plan), args)
    return OK


def _check_file(path: Path) -> None:
    """InputError where there is nothing to show."""
    if not path.is_file() or not path.stat().st_size:
        said = "is empty" if path.is_file() else "is no file"
        raise InputError(f"--show prints what a file holds, but {path} {said}.")


def _tell_all(result: RobinResult, args: argparse.Namespace) -> None:
    if args.json:
        show_json(as_json(result))
    else:
        _tell(result, args.markdown)
    sys.stdout.flush()


def _plan(args: argparse.Namespace) -> RobinPlan:
    players = args.players or usual_players(parse_game(args.game))
    strangers = [name for name in args.without if name not in players]
    if strangers:
        raise InputError(f"{strangers[0]} would not play anyway; there are {', '.join(players)}.")
    kept = tuple(player for player in players if player not in args.without)
    plan = RobinPlan(**given(args, RobinPlan) | {"players": kept})
    if plan.programs and args.out is not None:
        raise InputError(
            "--out does not know which version of a program played: leave it away, the store does."
        )
    return plan


def _tell(result: RobinResult, markdown: bool) -> None:
    plan = result.plan
    draw = as_markdown if markdown else (lambda rows: table(rows, right=range(1, len(rows[0]))))
    time = Budget.parse(plan.budget).words.replace("ms per move", "ms of CPU time a decision")
    time += ", programs by the contest's limits" * plan.programs
    pairs = "a player" if plan.configured.seats == 1 else "a pair"
    played = (
        "" if result.matches == plan.total else f", {result.matches:,} of {plan.total:,} played"
    )
    say(
        f"{plan.configured.title}: {time}, {plan.matches} matches {pairs}, seeds from "
        f"{plan.seed}{played}\n"
    )
    parts = [draw(rows) for rows in (standings(result), cross(result)) if rows]
    words = [described(result.ratings), repeated(result), *told(result.faults)]
    say("\n\n".join([*parts, *filter(None, words)]))
    tell_failures(result.failed, plan.named)


def standings(result: RobinResult) -> list[list[str]]:
    """One row per player, the best first."""
    ratings, scripted = result.ratings, SCRIPTED in result.plan.players
    reached = {player: result.reached(player) for player in result.plan.players}
    alone = result.plan.configured.seats == 1
    titles = (
        ["rating, 95 % interval"] * (not alone)
        + ["against scripted, 95 % interval"] * scripted
        + ["mean against all"]
        + ["not lost", "mean outcome then"] * alone
    )
    rows = [["player", *titles, "CPU ms a decision", "iterations"]]
    for player in result.order:
        mean, used = result.mean(player), result.used(player)
        cells = [rating_text(ratings, player)] * (not alone)
        cells += [(result.score(player, SCRIPTED).text if player != SCRIPTED else "")] * scripted
        cells += [f"{100 * mean:.0f} %" if mean is not None else ""]
        cells += [f"{100 * x:.0f} %" for x in reached[player] or ()] or ["", ""] * alone
        cells += ["", ""] if isnan(used[0]) else [f"{used[0]:.2f}", f"{used[1]:,.0f}"]
        rows.append([player, *cells])
    return rows


def rating_text(ratings: Ratings, player: str) -> str:
    """A rating as "+120 ±35", "at least +600" for a player that won every match, or ""."""
    if player not in ratings:
        return ""
    text, bound = numerals.signed(ratings.rating(player), 0), ratings.bound(player)
    return f"{bound} {text}" if bound else f"{text} ±{ratings.half_width(player):.0f}"


def described(ratings: Ratings) -> str:
    """How well the ratings describe the pairs, in two sentences; "" if there are none."""
    if not ratings.players:
        return ""
    misses, pairs = ratings.misses, len(ratings.meetings)
    said = (
        "Ratings are Elo points around a mean of 0. They predict the scores of "
        f"{pairs - len(misses)} of {pairs} pairs within their 95 % intervals"
    )
    if not misses:
        return f"{said}."
    worst = [
        f"{each.first} scored {100 * each.mean:.0f} % against {each.second}, "
        f"{100 * ratings.expected(each.first, each.second):.0f} % expected"
        for each in misses[:WORST]
    ]
    return f"{said}; furthest off: {'; '.join(worst)}."


def repeated(result: RobinResult) -> str:
    """Which pairs count once, a line each; "" for none."""
    seatings = result.plan.seatings
    said = [without_chance(seatings, " and ".join(pair)) for pair in result.repeating]
    return "\n".join(f"{each}, which count once." for each in said)


def cross(result: RobinResult) -> list[list[str]]:
    """The score of each row's player against each column's, in percent, with its interval.

    Omits players that have met only `scripted`; empty if all have.
    """
    among = [player for player in result.plan.players if player != SCRIPTED]
    known = {
        player
        for player in among
        if any(result.score(player, other).matches for other in among if other != player)
    }
    shown = [player for player in result.order if player in known or (known and player == SCRIPTED)]
    rows = [["%", *shown]] if shown else []
    return rows + [
        [
            player,
            *(_cell(result.score(player, other)) if other != player else "" for other in shown),
        ]
        for player in shown
    ]


def _cell(found: Score) -> str:
    if found.mean is None:
        return ""
    return f"{100 * found.mean:.0f} {numerals.uncertain(found.mean, found.low, found.high)}"


def as_markdown(rows: list[list[str]]) -> str:
    """Rows as a Markdown table; numbers right-aligned."""
    lines = [f"| {' | '.join(map(markdown, row))} |" for row in rows]
    return "\n".join([lines[0], f"|---|{'---:|' * (len(rows[0]) - 1)}", *lines[1:]])


def as_json(result: RobinResult) -> dict[str, Any]:
    """Everything as one object."""
    plan, ratings = result.plan, result.ratings
    about = plan.question | {
        "matches": plan.matches,
        "command": plan.command(),
        "played": result.matches,
        "at_most": plan.total,
    }
    failures = [
        {"pair": pair, "match": match, "error": error}
        for (pair, match), error in result.failed.items()
    ]
    return about | {
        "players": [_player(result, ratings, player) for player in result.order],
        "repeating": [list(pair) for pair in result.repeating],
        "failures": failures,
        "faults": {player: each.line for player, each in result.faults.items()},
    }


def _player(result: RobinResult, ratings: Ratings, player: str) -> dict[str, Any]:
    cpu_ms, iterations = (x if x == x else None for x in result.used(player))
    reached = result.reached(player)
    against = {}
    for other in result.order:
        if other != player:
            found = result.score(player, other)
            against[other] = {
                "score": found.mean,
                "low": found.low,
                "high": found.high,
                "matches": found.matches,
            }
    alone = {"not_lost": reached[0], "mean_outcome": reached[1]} if reached is not None else {}
    rated = player in ratings
    return {
        "player": player,
        "rating": ratings.rating(player) if rated else None,
        "rating_half_width": ratings.half_width(player) if rated else None,
        "mean": result.mean(player),
        "cpu_ms": cpu_ms,
        "iterations": iterations,
        "against": against,
    } | alone
