"""`smitsilab experiment`: questions as small files, which games they ask for, what those say."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engines.knobs import KnobError
from lab.batch.games import GameRecord, LineUp
from lab.cli import DIFFERENCE, INTERRUPTED, OK, OPEN, InputError
from lab.cli.options import add_options, asked_by
from lab.cli.parser import add_force, check_free, new_file
from lab.cli.playing import (
    add_hands,
    add_permission,
    add_store,
    ask_for_programs,
    hands_of,
    play,
    stored,
    warn_if_crowded,
)
from lab.cli.show import Progress, say, show_json, table
from lab.experiments.claims import shelf
from lab.experiments.claims.file import KINDS
from lab.experiments.claims.measures import measure
from lab.experiments.claims.question import STOP, ClaimQuestion, StopWatch
from lab.experiments.claims.result import (
    ExperimentResult,
    Groups,
    ResultRow,
    parts,
    seeds_of,
    together,
)
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import ClaimAnswer
from lab.experiments.claims.words import RunAsked, table_at
from lab.experiments.importing.files import ledger_lines
from lab.export import cells
from lab.export.experiment_page import (
    GROUPS,
    about,
    as_json,
    claims_of,
    head,
    html_of,
    markdown_of,
    played,
    remarks,
)
from lab.store.kept import EarlierRun
from lab.store.place import store_path
from lab.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    does = parser.add_subparsers(dest="does", metavar="WHAT", required=True)
    _list(does.add_parser("list", help="all experiments, and what is known of each"))
    _show(does.add_parser("show", help="the tables and verdicts of one"))
    _run(does.add_parser("run", help="plays what is missing, until the rows are settled"))
    _stop(does.add_parser("stop", help="ends a run that goes on elsewhere"))
    _new(does.add_parser("new", help="writes the file of a new experiment, and prints its path"))
    _export(does.add_parser("export", help="the games, one a line"))
    _report(does.add_parser("report", help="a page about it, in one file"))


def _name(parser: argparse.ArgumentParser, does: Callable[[argparse.Namespace], int]) -> None:
    add_options(parser, RunAsked, ("name",))
    parser.set_defaults(run=does)
    add_store(parser)


def _list(parser: argparse.ArgumentParser) -> None:
    _shapes(parser, "every claim with its source, score and command, as Markdown")
    parser.set_defaults(run=run_list)
    add_store(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    _name(parser, run_show)
    _shapes(parser)
    parser.add_argument("--file", action="store_true", help="the file itself")


def _shapes(parser: argparse.ArgumentParser, markdown: str = "the same as Markdown") -> None:
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one JSON object instead")
    shape.add_argument("--markdown", action="store_true", help=markdown)


def _run(parser: argparse.ArgumentParser) -> None:
    _name(parser, run_run)
    add_options(parser.add_mutually_exclusive_group(), RunAsked, ("quick", "budget"))
    add_options(parser, RunAsked, ("claims", "groups"))
    add_permission(parser, "the file")
    add_hands(parser)
    _shapes(parser)


def _stop(parser: argparse.ArgumentParser) -> None:
    _name(parser, run_stop)


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="small letters, digits and hyphens")
    parser.add_argument("--kind", choices=KINDS, default="ablation", help="default ablation")
    parser.add_argument("--game", required=True, metavar="GAME")
    parser.add_argument("--seat", required=True, metavar="SPEC", help="the full version")
    parser.add_argument("--budget", default="2000it", help="default 2000it")
    parser.add_argument("--question", default="What is each part worth?", metavar="TEXT")
    parser.set_defaults(run=run_new)


def _export(parser: argparse.ArgumentParser) -> None:
    _name(parser, run_export)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--csv", action="store_true", help="a table instead of JSON lines")
    ledger = "a sweep or table of the store as the file of lines that its --out writes"
    shape.add_argument("--jsonl", action="store_true", help=ledger)


def _report(parser: argparse.ArgumentParser) -> None:
    _name(parser, run_report)
    shape = parser.add_mutually_exclusive_group(required=True)
    shape.add_argument("--html", type=Path, metavar="F", help="one file without scripts")
    shape.add_argument("--markdown", action="store_true", help="to standard output")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Does what was asked for."""
    return int(args.run(args))


class _NoGames:
    """A store that nobody has written yet."""

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> Groups:
        """Nothing."""
        return {}

    def failures(self, lineup: LineUp, experiment: str = "") -> Sequence[GameRecord]:
        """Nothing."""
        return ()

    def other_versions(self, lineup: LineUp) -> Sequence[EarlierRun]:
        """Nothing."""
        return ()


@contextmanager
def _read(args: argparse.Namespace) -> Iterator[Store | _NoGames]:
    """The store, to read from."""
    if not store_path(args.store).exists():
        yield _NoGames()
        return
    with Store(args.store, writes=False) as store:
        yield store


def run_list(args: argparse.Namespace) -> int:
    """All experiments with a sentence each; a file that cannot be read is said to be so."""
    rows, results = [], []
    with _read(args) as store:
        for name in shelf.names():
            try:
                result = ExperimentResult(ExperimentTable(shelf.load(name)), store)
            except KnobError as error:
                rows.append((name, "", str(error), ""))
                continue
            rows.append((name, result.file.kind, result.sentence, result.file.question))
            results.append(result)
    if args.json:
        keys = ("name", "kind", "sentence", "question")
        show_json([dict(zip(keys, row, strict=True)) for row in rows])
    elif args.markdown:
        say(claims_of(results))
    else:
        say(table([("Name", "Kind", "Known", "Question"), *rows]))
    return OK


def run_show(args: argparse.Namespace) -> int:
    """What is known."""
    if args.file:
        say(shelf.load(args.name).text)
        return OK
    with _read(args) as store:
        _tell(args, ExperimentResult(ExperimentTable(shelf.load(args.name)), store))
    return OK


def _tell(args: argparse.Namespace, result: ExperimentResult) -> None:
    if args.json:
        show_json(as_json(result))
    else:
        say(markdown_of(result) if args.markdown else text_of(result))


def run_run(args: argparse.Namespace) -> int:
    """Plays what is missing; Ctrl-C ends it, and what is known is still printed."""
    found = ExperimentTable(shelf.load(args.name))
    asked = replace(asked_by(args, RunAsked), name=found.file.name)
    file, wanted = found.file, asked.wanted(found)
    ask_for_programs(args, file.name, (part.lineup.sides[0].text for part in wanted))
    again = asked.command(*stored(args))
    with Store(args.store) as store, hands_of(args) as hands:
        store.experiment(file.name, file.kind, file.text, file.shipped)
        if found.measures:
            ended = _measure(asked.groups, found, wanted, store)
            code = _told(args, found, wanted, store)
            return code if ended else _stopped(again)
        rows = together(found, store, wanted)
        stop = StopWatch(store, file.name)
        warn_if_crowded(hands, (part.lineup.sides[0] for part in wanted))
        question = ClaimQuestion(found, asked.groups, wanted, stop, rows)
        playing = play(file.name, question, store, hands)
        if stop.found:
            say("Somebody asked this run to stop; all finished games are kept.", file=sys.stderr)
        return playing.code(_told(args, found, wanted, store), again)


def _told(
    args: argparse.Namespace, found: ExperimentTable, wanted: Sequence[ResultRow], store: Store
) -> int:
    """Prints what is known, and gives its exit code."""
    result = ExperimentResult(found, store)
    _tell(args, result)
    return verdict_code(result, wanted)


def _stopped(again: str) -> int:
    """What Ctrl-C leaves of a measure."""
    said = "Stopped; all finished ones are kept. This goes on from there:"
    say(f"{said}\n{again}", file=sys.stderr, flush=True)
    return INTERRUPTED


def _measure(
    groups: int, found: ExperimentTable, wanted: Sequence[ResultRow], store: Store
) -> bool:
    """Measures in this process, of each row at most so many seeds if not 0; returns whether it came
    to its end.
    """
    seeds = seeds_of(found)[: groups or None]
    with Progress(len(wanted) * len(seeds), lines=True) as bar:
        try:
            measure(
                found,
                wanted,
                seeds,
                store,
                lambda n, of: bar.update(n, f"{n:,} of {of:,} measured{bar.left(n)}"),
            )
        except KeyboardInterrupt:
            return False
    return True


def verdict_code(result: ExperimentResult, wanted: Sequence[ResultRow]) -> int:
    """0 where all that was played is settled and its claims hold, 1 where a claim does not, 3 where
    something is open.
    """
    cells = [cell for cell in result.cells if cell.part in wanted]
    answers = {found for cell in cells for _, found in cell.answers}
    if answers - {ClaimAnswer.HOLDS, ClaimAnswer.OPEN, ClaimAnswer.NONE}:
        return DIFFERENCE
    return OK if all(cell.settled for cell in cells) else OPEN


def run_stop(args: argparse.Namespace) -> int:
    """Asks the runs of an experiment to end."""
    name = shelf.load(args.name).name
    if not store_path(args.store).exists():
        raise InputError(f"Nothing of {name} was ever played.")
    with Store(args.store) as store:
        if not store.experiments(name):
            raise InputError(f"Nothing of {name} was ever played.")
        store.event(name, STOP)
    say(f"Runs of {name} end within a second or so; all finished games are kept.")
    return OK


def run_new(args: argparse.Namespace) -> int:
    """Writes a file and prints its path."""
    text = shelf.template(args.kind, args.game, args.seat, args.budget, args.question)
    say(str(shelf.create(args.name, text)))
    return OK


def run_export(args: argparse.Namespace) -> int:
    """The games of all rows, one a line."""
    if args.jsonl:
        return _ledger(args)
    found = ExperimentTable(shelf.load(args.name))
    with _read(args) as store:
        lines = [line for part in parts(found) for line in _games(found, part, store)]
    if args.csv:
        names = list(lines[0]) if lines else []
        say(cells.lines([names, *([line.get(name) for name in names] for line in lines)]).rstrip())
        return OK
    for line in lines:
        say(json.dumps(line, ensure_ascii=False))
    return OK


def _ledger(args: argparse.Namespace) -> int:
    """A sweep or a table as its own file of lines."""
    with Store(args.store, writes=False) as store:
        for line in ledger_lines(store, args.name):
            say(json.dumps(line, ensure_ascii=False))
    return OK


def _games(
    found: ExperimentTable, part: ResultRow, store: Store | _NoGames
) -> Iterator[dict[str, cells.Cell]]:
    for group in store.groups(part.lineup, seeds_of(found), found.file.name).values():
        for game in group:
            yield _line(part, game)


def _line(part: ResultRow, game: GameRecord) -> dict[str, cells.Cell]:
    own = [seat for seat in game.seats if seat.side == 0]
    return {
        "row": part.row.name,
        "budget": part.budget.text,
        "seed": game.seed,
        "seating": game.seating,
        "points": game.points(0),
        "turns": game.turns,
        "reason": game.reason,
        "iterations": sum(seat.iterations for seat in own),
        "decisions": sum(seat.decisions for seat in own),
        "seconds": game.seconds,
        **{name: value for _, name, value in game.metrics},
    }


def run_report(args: argparse.Namespace) -> int:
    """Writes the page."""
    if args.html:
        check_free(args.html, "--html", args.force)
    with _read(args) as store:
        result = ExperimentResult(ExperimentTable(shelf.load(args.name)), store)
        text = html_of(result) if args.html else markdown_of(result)
    if not args.html:
        say(text)
        return OK
    with new_file(args.html, "--html", args.force) as place:
        place.draft.write_text(text, encoding="utf-8")
    say(f"Written: {place.file}")
    return OK


def text_of(result: ExperimentResult) -> str:
    """For a terminal."""
    parts = ["\n".join((result.file.question, about(result), result.sentence))]
    for budget in played(result):
        parts.append(f"{head(result, budget)}\n{table(table_at(result, budget), (GROUPS,))}")
    return "\n\n".join((*parts, *filter(None, ["\n".join(remarks(result))])))
