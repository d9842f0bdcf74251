"""`smitsilab match`: plays matches, writes replays, and prints the score with its interval."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any

from engines.game import Game, State
from lab.batch.faults import told
from lab.batch.processes import Pool
from lab.batch.serve import warm
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.parser import add_force, check_free, whole
from lab.cli.show import Progress, say, show_json, table
from lab.cli.starting import add_from, add_seatings, started
from lab.experiments.seatings import ALL, games_of
from lab.experiments.series import Played, Series, each_match
from lab.experiments.series_run import SeriesPlan, play_apart
from lab.experiments.stats import Payoff
from lab.files.placing import Place
from lab.match.budget import Budget
from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import Person, ProgramSeat
from lab.match.seats import command, format_seat, make_setup, parse_seat
from lab.signals import end_in_order
from lab.words import numerals
from lab.words.asked import GAME
from lab.words.numerals import plural, several

_MOST_ERRORS = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help=GAME)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SPEC",
        help=(
            "one for each seat: smitsimax:c=0.3,depth=6,w.NAME=1, or a program: "
            '"cmd:./mybot,patience=2" (with twice the time that the contest allows)'
        ),
    )
    parser.add_argument(
        "--budget",
        default="2000it",
        help="for each decision: 20ms, 2s, 2000it or 50000n (nodes); default 2000it",
    )
    parser.add_argument(
        "--cpu",
        action="store_true",
        help="milliseconds of budgets are CPU time, which other programs do not take away",
    )
    parser.add_argument(
        "--processes",
        type=whole(1, 4096),
        default=1,
        help="how many matches are played at the same time; default 1",
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 62), default=1, help="of the first match; default 1"
    )
    parser.add_argument(
        "--matches", type=whole(1, 1_000_000), default=1, help="how many; default 1"
    )
    parser.add_argument(
        "--swap",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play each seed in every seating (default)",
    )
    add_seatings(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="F",
        help="write a replay: F, or F-1, F-2 ... for several matches; .gz compresses",
    )
    add_from(parser)
    add_force(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the table"
    )


def run(args: argparse.Namespace) -> int:
    """Plays the matches; however the series ends, the score so far is printed."""
    game, start = started(args.game, args.start)
    setup = _setup(game, args)
    if args.seatings == ALL and not args.swap:
        raise InputError("--seatings says how the players change seats; leave --no-swap away.")
    if args.processes > 1 and args.out is not None:
        raise InputError(
            "--out writes matches as they are played, one at a time: leave one of the "
            "two away, --out or --processes."
        )
    for index in range(args.matches if args.out is not None else 0):
        check_free(replay_path(args.out, index, args.matches), "--out", args.force)
    end_in_order()
    with ExitStack() as later:  # processes end after everything is told
        return _played(game, setup, args, start, later)


def _played(
    game: Game, setup: Setup, args: argparse.Namespace, start: State | None, later: ExitStack
) -> int:
    """Plays and tells."""
    worth = game.worth(game.initial(setup.seed) if start is None else start)
    done: list[Played] = []
    places: list[Place] = []
    try:
        if args.processes > 1:
            how = args.swap, args.cpu, start, args.seatings
            plan = SeriesPlan.of(game, setup, args.matches, *how)
            pool = later.enter_context(closing(Pool(plan, min(args.processes, plan.matches))))
            with Progress(args.matches, lines=True) as bar:
                play_apart(plan, pool, done, lambda note: _note(bar, len(done), note))
        else:
            _play(game, setup, args, start, done, places)
    except (KeyboardInterrupt, SystemExit) as asked:
        _tell(game, setup, Series(setup.seats, tuple(done), worth), args)
        _tell_unfinished(places[len(done) :])
        if isinstance(asked, SystemExit):
            raise
        _tell_rest(setup, args, done)
        return INTERRUPTED
    except (OSError, ValueError):
        if done:
            _tell(game, setup, Series(setup.seats, tuple(done), worth), args)
        _tell_unfinished(places[len(done) :])
        raise
    _tell(game, setup, Series(setup.seats, tuple(done), worth), args)
    return OK


def _setup(game: Game, args: argparse.Namespace) -> Setup:
    """The setup of the first match; InputError or KnobError if it is wrong."""
    budget = Budget.parse(args.budget)
    if not args.seat:
        raise InputError(
            f"{game.title} has {game.seats} seats: name who plays with --seat, once for "
            "each (smitsilab list algorithms)."
        )
    setup = make_setup(game, [parse_seat(text, game) for text in args.seat], args.seed, budget)
    if any(isinstance(seat, Person) for seat in setup.seats):
        raise InputError("A person can only play in the window: start smitsilab without a command.")
    for seat in setup.seats:
        if isinstance(seat, ProgramSeat):
            seat.program.check()
    return setup


def _play(
    game: Game,
    setup: Setup,
    args: argparse.Namespace,
    start: State | None,
    done: list[Played],
    places: list[Place],
) -> None:
    """Plays match after match; appends each finished one to `done`, and writes it to its place in
    `places`.
    """

    def on_turn(turn: Turn) -> None:
        share = len(done) + turn.turn / game.longest
        bar.update(
            min(share, len(done) + 0.99),
            f"match {len(done) + 1:,} of {args.matches:,}, {game.turn_word} {turn.turn}"
            f"{bar.left(share)}",
        )

    def out(index: int) -> Place | None:
        if args.out is None:
            return None
        places.append(Place(replay_path(args.out, index, args.matches), args.force))
        return places[-1]

    with Progress(args.matches, lines=args.json or args.matches > 1) as bar:
        for seat in dict.fromkeys(setup.seats) if args.cpu else ():
            warm(game, seat, args.seed)
        for match in each_match(
            game, setup, args.matches, args.swap, out, on_turn, start, args.cpu, args.seatings
        ):
            done.append(match)


def _note(bar: Progress, done: int, note: str) -> None:
    """Shows how far several processes have come."""
    bar.update(done, f"{note}{bar.left(done) if done else ''}")


def replay_path(out: Path, index: int, matches: int) -> Path:
    """Where match `index` is written: the name as given, or with a number before its endings."""
    if matches == 1:
        return out
    stem, dot, ending = out.name.partition(".")
    return out.with_name(f"{stem}-{index + 1:0{len(str(matches))}}{dot}{ending}")


def _tell(game: Game, setup: Setup, series: Series, args: argparse.Namespace) -> None:
    if args.json:
        show_json(_as_json(game, setup, series, args))
        return
    count = len(series.matches)
    budgets = {spec.budget for spec in series.sides if spec.budget is not None}
    budget = f", {budgets.pop().words}" if len(budgets) == 1 else ""
    if args.cpu:
        budget = budget.replace("s per ", "s of CPU time per ")
    say(f"{game.title}, {several(count, 'match')}, {_seeds(series)}{budget}\n")
    if count == 1:
        match = series.matches[0]
        say(
            f"{match.reason[:1].upper()}{match.reason[1:]}, after "
            f"{several(match.turns, game.turn_word)}.\n"
        )
    say(_table(game, series))
    _tell_times(game, series)
    if not game.has_winner:
        say("\nNobody wins here: each player is paid its own, and mean payoffs are compared.")
    elif len(series.sides) == 2:
        score = series.score(0)
        difference = f" {score.elo_text} for side 1." if score.elo_text else ""
        say(f"\n{score.verdict('Side 1', 'Side 2')}{difference}")
    _tell_errors(series)
    if args.out is not None and count:
        first, last = (replay_path(args.out, k, args.matches) for k in (0, count - 1))
        say(f"\n{plural(count, 'Replay')}: {first}{'' if count == 1 else f' to {last}'}")


def _tell_times(game: Game, series: Series) -> None:
    """A line about each program's answers."""
    lines = [
        f"Side {side + 1}, {format_seat(spec, game, with_budget=False)}: {times.text}."
        for side, spec in enumerate(series.sides)
        if (times := series.times(side)) is not None
    ]
    if lines:
        say("\n" + "\n".join(lines))


def _tell_unfinished(places: list[Place]) -> None:
    for place in places:
        if place.file is not None:
            print(f"The match that was not finished: {place.file}", file=sys.stderr)


def _tell_rest(setup: Setup, args: argparse.Namespace, done: list[Played]) -> None:
    """Says how far the series has come, and how the seeds that are not finished are played."""
    said = f"Stopped after {len(done):,} of {args.matches:,} matches"
    seats = len(setup.seats)
    each = games_of(seats, seats, args.seatings) if args.swap else 1  # matches of a seed
    counts = Counter(match.seed - setup.seed for match in done)
    whole = next(seed for seed in count() if counts[seed] < each)
    left = args.matches - whole * each
    if args.matches == 1 or args.out is not None or left <= 0:
        say(f"{said}.", file=sys.stderr)
        return
    words = [command(replace(setup, seed=setup.seed + whole)), "--matches", str(left)]
    words += ["--no-swap"] * (not args.swap) + ["--cpu"] * args.cpu
    words += ["--seatings", ALL] if args.seatings == ALL else []
    words += ["--processes", str(args.processes)] if args.processes > 1 else []
    words += ["--from", shlex.quote(str(args.start))] if args.start is not None else []
    seeds = f", from seed {setup.seed + whole} on" if whole else ""
    say(f"{said}; they are not kept. This plays the rest{seeds}:", file=sys.stderr)
    say(" ".join(words), file=sys.stderr, flush=True)


def _tell_errors(series: Series) -> None:
    if said := told(series.faults):
        say("\n" + "\n".join(said))
    errors = [f"seed {match.seed}: {error}" for match in series.matches for error in match.errors]
    if errors:
        more = f"\n... and {len(errors) - _MOST_ERRORS} more" if len(errors) > _MOST_ERRORS else ""
        say("\n" + "\n".join(errors[:_MOST_ERRORS]) + more)


def _table(game: Game, series: Series) -> str:
    duel, paid = len(series.sides) > 1 and game.has_winner, _payoffs(game, series)
    heads = ["wins", "draws", "losses", "score, 95 % interval"] if duel else []
    rows = [["side", "player", *heads]]
    if paid:
        least, most = (numerals.short(end) for end in paid[0].ends)
        rows[0].append(f"mean payoff of {least} to {most}, 95 % interval")
    own_budgets = len({spec.budget for spec in series.sides if spec.budget is not None}) > 1
    for side, spec in enumerate(series.sides):
        score = series.score(side)
        cells = [*map(str, score.counts), score.text] if duel else []
        cells += [paid[side].text] if paid else []
        rows.append([str(side + 1), format_seat(spec, game, own_budgets), *cells])
    return table(rows, right=(2, 3, 4) if duel else ())


def _payoffs(game: Game, series: Series) -> list[Payoff]:
    """What each side was paid; none where matches are won, drawn and lost, and before the first."""
    found = (series.payoff(side) for side in range(len(series.sides)) if game.graded)
    return [each for each in found if each is not None]


def _seeds(series: Series) -> str:
    seeds = sorted({match.seed for match in series.matches})
    if not seeds:
        return "none finished"
    return f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"


def _as_json(game: Game, setup: Setup, series: Series, args: argparse.Namespace) -> dict[str, Any]:
    sides = []
    paid = _payoffs(game, series)
    for side, spec in enumerate(series.sides):
        score = series.score(side)
        duel = score.sides > 1 and game.has_winner
        middle, low, high = score.elo if game.has_winner else (None, None, None)
        told = score.counts if game.has_winner else (None, None, None)
        counts = {
            "matches": score.matches,
            "observations": score.count,
            **dict(zip(("wins", "draws", "losses"), told, strict=True)),
        }
        bounds = {
            "score": score.mean if duel else None,
            "low": score.low if duel else None,
            "high": score.high if duel else None,
            "elo": middle,
            "elo_low": low,
            "elo_high": high,
            "payoff": asdict(paid[side]) if paid else None,
        }
        who: dict[str, Any] = {
            "seat": format_seat(spec, game, with_budget=False),
            "budget": spec.budget.text if spec.budget else None,
        }
        times = series.times(side)
        found = None if times is None else asdict(times) | {"mean_ms": times.mean_ms}
        sides.append(who | counts | bounds | {"answers": found})
    matches = [
        {
            "seed": m.seed,
            "sides": m.sides,
            "points": m.points if len(m.points) > 1 else None,
            "outcome": m.outcome,
            "turns": m.turns,
            "reason": m.reason,
            "errors": m.errors,
        }
        for m in series.matches
    ]
    compared = len(sides) == 2 and game.has_winner
    verdict = series.score(0).verdict("Side 1", "Side 2") if compared else ""
    for own, faults in zip(sides, series.faults.values(), strict=False):
        own["faults"] = faults.line
    about = {
        "game": game.spec,
        "seed": args.seed,
        "swap": args.swap,
        "seatings": args.seatings,
        "cpu": args.cpu,
        "command": command(setup),
    }
    return about | {"sides": sides, "verdict": verdict, "matches": matches}
