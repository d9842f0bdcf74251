"""`smitsilab table`: every algorithm that fits a game against every other at equal CPU time, as
ratings and as a table of pairs.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from lab.batch.games import canonical
from lab.cli import DIFFERENCE, INTERRUPTED, OK, InputError
from lab.cli.batch import add_arguments, check_place, tell_failures
from lab.cli.parser import whole
from lab.cli.playing import hands_of, play, stored
from lab.cli.show import Progress, say, show_json, table
from lab.experiments.ratings import Ratings
from lab.experiments.robin.plan import BUDGET, MATCHES, SCRIPTED, RobinPlan, usual_players
from lab.experiments.robin.question import RobinQuestion
from lab.experiments.robin.result import RobinResult
from lab.experiments.robin.run import RobinRun
from lab.experiments.stats import Score
from lab.match.budget import Budget
from lab.match.seats import parse_game
from lab.signals import answer_ctrl_c
from lab.store.store import Store
from lab.words import numerals

WORST = 3  # pairs named that the ratings predict wrongly


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "game", help='a game, with options if wanted: "tron:players=4" (smitsilab list games)'
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="SPEC",
        help="who plays, as uct:c=0.3; repeatable; default all algorithms that fit",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="NAME",
        help="who does not play; repeatable",
    )
    parser.add_argument(
        "--matches", type=whole(1, 1_000_000), default=MATCHES, help=f"a pair; default {MATCHES}"
    )
    parser.add_argument(
        "--budget",
        default=BUDGET,
        help=f"for each decision; milliseconds are CPU time; default {BUDGET}",
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 62), default=1, help="of the first pair of matches; default 1"
    )
    add_arguments(parser)
    parser.add_argument("--show", action="store_true", help="play nothing, print what is known")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the tables"
    )


def run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and the results so far are still printed."""
    check_place(args)
    answer_ctrl_c()
    if args.out is None:
        return _in_store(RobinQuestion(_plan(args)), args)
    robin = RobinRun(_plan(args), args.out, args.processes)
    interrupted = _play(robin, args)
    _tell_all(robin.result, args)
    return INTERRUPTED if interrupted else DIFFERENCE if robin.result.failed else OK


def _in_store(question: RobinQuestion, args: argparse.Namespace) -> int:
    """Plays with the store, or shows what it holds."""
    plan = question.plan
    result = RobinResult(plan, question.met, question.failed)
    with Store(args.store) as store, hands_of(args) as hands:
        if args.show:
            question.look(store)
            _tell_all(result, args)
            return OK
        store.experiment(question.name, "table", canonical(plan.line))
        playing = play(question.name, question, store, hands)
        _tell_all(result, args)
        code = DIFFERENCE if result.failed else OK
        return playing.code(code, plan.command() + stored(args))


def _tell_all(result: RobinResult, args: argparse.Namespace) -> None:
    if args.json:
        show_json(as_json(result))
    else:
        _tell(result, args.markdown)
    sys.stdout.flush()


def _play(robin: RobinRun, args: argparse.Namespace) -> bool:
    """Plays the matches; returns whether it was interrupted."""
    if args.show:
        if not args.out.is_file() or not args.out.stat().st_size:
            raise InputError(
                f"--show prints what a file holds, but {args.out} "
                f"{'is empty' if args.out.is_file() else 'is no file'}."
            )
        robin.look()
        return False
    with Progress(robin.plan.total, lines=True) as bar:
        try:
            robin.play(lambda step: bar.update(step.done, step.note, step.told))
        except KeyboardInterrupt:
            return True
    return False


def _plan(args: argparse.Namespace) -> RobinPlan:
    players = args.player or usual_players(parse_game(args.game))
    strangers = [name for name in args.without if name not in players]
    if strangers:
        raise InputError(f"{strangers[0]} would not play anyway; there are {', '.join(players)}.")
    kept = tuple(player for player in players if player not in args.without)
    return RobinPlan(args.game, kept, args.matches, args.budget, args.seed)


def _tell(result: RobinResult, markdown: bool) -> None:
    plan = result.plan
    draw = as_markdown if markdown else (lambda rows: table(rows, right=range(1, len(rows[0]))))
    time = Budget.parse(plan.budget).words.replace("ms per move", "ms of CPU time a decision")
    pairs = "a player" if plan.configured.seats == 1 else "a pair"
    played = (
        "" if result.matches == plan.total else f", {result.matches:,} of {plan.total:,} played"
    )
    say(
        f"{plan.configured.title}: {time}, {plan.matches} matches {pairs}, seeds from "
        f"{plan.seed}{played}\n"
    )
    parts = [draw(rows) for rows in (standings(result), cross(result)) if rows]
    say("\n\n".join([*parts, *filter(None, [described(result.ratings)])]))
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
        mean, (cpu_ms, iterations) = result.mean(player), result.used(player)
        cells = [rating_text(ratings, player)] * (not alone)
        cells += [(result.score(player, SCRIPTED).text if player != SCRIPTED else "")] * scripted
        cells += [f"{100 * mean:.0f} %" if mean is not None else ""]
        cells += [f"{100 * x:.0f} %" for x in reached[player] or ()] or ["", ""] * alone
        rows.append([player, *cells, f"{cpu_ms:.2f}", f"{iterations:,.0f}"])
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


def cross(result: RobinResult) -> list[list[str]]:
    """The score of each row's player against each column's, in percent, and half the width of its
    interval.

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
    return (
        f"{100 * found.mean:.0f} ±{50 * (found.high - found.low):.0f}"
        if found.mean is not None
        else ""
    )


def as_markdown(rows: list[list[str]]) -> str:
    """Rows as a Markdown table; numbers right-aligned."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
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
        "failures": failures,
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
