"""`smitsilab match`: plays matches, writes replays, and prints the score with its interval."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from engines.game import Game, State
from lab.batch.faults import told
from lab.batch.processes import Pool
from lab.batch.serve import warm
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.options import add_options, asked_by
from lab.cli.parser import check_free
from lab.cli.show import Progress, say, show_json, table
from lab.cli.starting import StartAsked, started
from lab.experiments.better.plan import BetterPlan
from lab.experiments.seatings import ALL, Seatings, games_of
from lab.experiments.series import Played, Series, each_match
from lab.experiments.series_run import SeriesPlan, play_apart
from lab.experiments.stats import Payoff
from lab.files.placing import Place
from lab.match.budget import Budget
from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import Person, ProgramSeat
from lab.match.seats import MatchAsked, command, format_seat, make_setup, parse_seat
from lab.signals import end_in_order
from lab.words import numerals
from lab.words.asked import option, option_of
from lab.words.numerals import capitalised, plural, several

_MOST_ERRORS = 10


@dataclass(frozen=True)
class SeriesAsked(MatchAsked):
    """Matches, and how they are played."""

    cpu: bool = option(
        "milliseconds of budgets are CPU time, which other programs do not take away", False
    )
    processes: int = option("how many matches are played at the same time", 1, low=1, high=4096)
    matches: int = option("how many", 1, low=1, high=1_000_000)
    swap: bool = option("play each seed in every seating (default)", True)
    seatings: Seatings = option_of(BetterPlan, "seatings")
    out: Path | None = option(
        "write a replay: F, or F-1, F-2 ... for several matches; .gz compresses",
        None,
        read=Path,
        metavar="F",
    )
    start: Path | None = option_of(StartAsked, "start")
    force: bool = option("replace a file that is there", False)
    json: bool = option("print one JSON object instead of the table", False)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, SeriesAsked)


def run(args: argparse.Namespace) -> int:
    """Plays the matches; however the series ends, the score so far is printed."""
    asked = asked_by(args, SeriesAsked)
    game, start = started(asked.game, asked.start)
    setup = _setup(game, asked)
    if asked.seatings == ALL and not asked.swap:
        raise InputError("--seatings says how the players change seats; leave --no-swap away.")
    if asked.processes > 1 and asked.out is not None:
        raise InputError(
            "--out writes matches as they are played, one at a time: leave one of the "
            "two away, --out or --processes."
        )
    if asked.out is not None:
        for index in range(asked.matches):
            check_free(replay_path(asked.out, index, asked.matches), "--out", asked.force)
    end_in_order()
    with ExitStack() as later:  # processes end after everything is told
        return _played(game, setup, asked, start, later)


def _played(
    game: Game, setup: Setup, asked: SeriesAsked, start: State | None, later: ExitStack
) -> int:
    """Plays and tells."""
    worth = game.worth(game.initial(setup.seed) if start is None else start)
    done: list[Played] = []
    places: list[Place] = []
    try:
        if asked.processes > 1:
            how = asked.swap, asked.cpu, start, asked.seatings
            plan = SeriesPlan.of(game, setup, asked.matches, *how)
            pool = later.enter_context(closing(Pool(plan, min(asked.processes, plan.matches))))
            with Progress(asked.matches, lines=True) as bar:
                play_apart(plan, pool, done, lambda note: _note(bar, len(done), note))
        else:
            _play(game, setup, asked, start, done, places)
    except (KeyboardInterrupt, SystemExit) as ending:
        _tell(game, setup, Series(setup.seats, tuple(done), worth), asked)
        _tell_unfinished(places[len(done) :])
        if isinstance(ending, SystemExit):
            raise
        _tell_rest(setup, asked, done)
        return INTERRUPTED
    except (OSError, ValueError):
        if done:
            _tell(game, setup, Series(setup.seats, tuple(done), worth), asked)
        _tell_unfinished(places[len(done) :])
        raise
    _tell(game, setup, Series(setup.seats, tuple(done), worth), asked)
    return OK


def _setup(game: Game, asked: SeriesAsked) -> Setup:
    """The setup of the first match; InputError or KnobError if it is wrong."""
    budget = Budget.parse(asked.budget)
    if not asked.seat:
        raise InputError(
            f"{game.title} has {game.seats} seats: name who plays with --seat, once for "
            "each (smitsilab list algorithms)."
        )
    setup = make_setup(game, [parse_seat(text, game) for text in asked.seat], asked.seed, budget)
    if any(isinstance(seat, Person) for seat in setup.seats):
        raise InputError("A person can only play in the window: start smitsilab without a command.")
    for seat in setup.seats:
        if isinstance(seat, ProgramSeat):
            seat.program.check()
    return setup


def _play(
    game: Game,
    setup: Setup,
    asked: SeriesAsked,
    start: State | None,
    done: list[Played],
    places: list[Place],
) -> None:
    """Plays match after match; appends each finished one to `done`, and writes it to its place in
    `places`.
    """

    def on_turn(turn: Turn) -> None:
        share = len(done) + turn.turn / game.most_turns
        bar.update(
            min(share, len(done) + 0.99),
            f"match {len(done) + 1:,} of {asked.matches:,}, {game.turn_word} {turn.turn}"
            f"{bar.left(share)}",
        )

    def out(index: int) -> Place | None:
        if asked.out is None:
            return None
        places.append(Place(replay_path(asked.out, index, asked.matches), asked.force))
        return places[-1]

    with Progress(asked.matches, lines=asked.json or asked.matches > 1) as bar:
        for seat in dict.fromkeys(setup.seats) if asked.cpu else ():
            warm(game, seat, asked.seed)
        for match in each_match(
            game, setup, asked.matches, asked.swap, out, on_turn, start, asked.cpu, asked.seatings
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


def _tell(game: Game, setup: Setup, series: Series, asked: SeriesAsked) -> None:
    if asked.json:
        show_json(_as_json(game, setup, series, asked))
        return
    count = len(series.matches)
    budgets = {spec.budget for spec in series.sides if spec.budget is not None}
    budget = f", {budgets.pop().words}" if len(budgets) == 1 else ""
    if asked.cpu:
        budget = budget.replace("s per ", "s of CPU time per ")
    say(f"{game.title}, {several(count, 'match')}, {_seeds(series)}{budget}\n")
    if count == 1:
        match = series.matches[0]
        say(f"{capitalised(match.reason)}, after {several(match.turns, game.turn_word)}.\n")
    say(_table(game, series))
    _tell_times(game, series)
    if not game.has_winner:
        say("\nNobody wins here: each player is paid its own, and mean payoffs are compared.")
    elif len(series.sides) == 2:
        score = series.score(0)
        difference = f" {score.elo_text} for side 1." if score.elo_text else ""
        say(f"\n{score.verdict('Side 1', 'Side 2')}{difference}")
    _tell_errors(series)
    if asked.out is not None and count:
        first, last = (replay_path(asked.out, k, asked.matches) for k in (0, count - 1))
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


def _tell_rest(setup: Setup, asked: SeriesAsked, done: list[Played]) -> None:
    """Says how far the series has come, and how the seeds that are not finished are played."""
    said = f"Stopped after {len(done):,} of {asked.matches:,} matches"
    seats = len(setup.seats)
    each = games_of(seats, seats, asked.seatings) if asked.swap else 1  # matches of a seed
    counts = Counter(match.seed - setup.seed for match in done)
    whole = next(seed for seed in count() if counts[seed] < each)
    left = asked.matches - whole * each
    if asked.matches == 1 or asked.out is not None or left <= 0:
        say(f"{said}.", file=sys.stderr)
        return
    seeds = f", from seed {setup.seed + whole} on" if whole else ""
    say(f"{said}; they are not kept. This plays the rest{seeds}:", file=sys.stderr)
    rest = replace(asked, seed=setup.seed + whole, matches=left)
    say(rest.command(), file=sys.stderr, flush=True)


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


def _as_json(game: Game, setup: Setup, series: Series, asked: SeriesAsked) -> dict[str, Any]:
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
        "seed": asked.seed,
        "swap": asked.swap,
        "seatings": asked.seatings,
        "cpu": asked.cpu,
        "command": command(setup),
    }
    return about | {"sides": sides, "verdict": verdict, "matches": matches}
