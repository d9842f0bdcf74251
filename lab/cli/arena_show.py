"""`smitsilab arena show`: an arena's standing, its table of pairs and its games, as text, Markdown,
CSV or JSON.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

from lab.cli import OK, InputError
from lab.cli.parser import whole
from lab.cli.show import say, show_json, table
from lab.cli.table import as_markdown
from lab.experiments.arena import view
from lab.experiments.arena.pool import Arena, arena_named
from lab.experiments.arena.rules import under
from lab.experiments.arena.standing import CrossCell, GameRow, Standing, StandingRow, games
from lab.export.cells import lines
from lab.store.store import Store
from lab.words import numerals
from lab.words.scored import score_words

Rows = list[list[str]]
budget_words = view.budget_words


def arguments(parser: argparse.ArgumentParser) -> None:
    """What is shown, and how."""
    parser.add_argument("--games", action="store_true", help="list games, the latest first")
    parser.add_argument("--bot", metavar="B", help="with --games: those of this bot")
    ended = parser.add_mutually_exclusive_group()
    for word in ("won", "drawn", "lost"):
        said = f"with --games --bot: those that it {word if word != 'drawn' else 'drew'}"
        ended.add_argument(f"--{word}", dest="ended", action="store_const", const=word, help=said)
    parser.add_argument("--late", action="store_true", help="with --games: with late answers")
    parser.add_argument("--failed", action="store_true", help="with --games: unfinished ones")
    parser.add_argument("--seed", type=whole(0, 1 << 62), help="with --games: of this seed")
    last = "how many games are listed; default 50"
    parser.add_argument("--last", type=whole(1, 10_000_000), default=50, metavar="N", help=last)
    version = "under an earlier version of the game's rules, by its number or digest"
    parser.add_argument("--version", metavar="V", help=version)
    add_formats(parser)
    parser.set_defaults(act=show)


def add_formats(parser: argparse.ArgumentParser) -> None:
    """How a standing is printed."""
    parser.add_argument("--crosstable", action="store_true", help="also each bot against each")
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--markdown", action="store_true", help="print Markdown")
    formats.add_argument("--csv", action="store_true", help="print comma-separated values")
    formats.add_argument("--json", action="store_true", help="print one JSON object")
    block = "also print the arena's question as fastchess does"
    parser.add_argument("--block", action="store_true", help=block)


def show(args: argparse.Namespace, store: Store) -> int:
    """Prints an arena."""
    arena = arena_named(store, args.name)
    if args.version is not None:
        arena = under(store, arena, args.version)
    if args.games:
        _tell_games(args, _games(args, store, arena))
        return OK
    if args.bot or args.ended or args.late or args.failed or args.seed is not None:
        raise InputError(
            "--bot, --won, --drawn, --lost, --late, --failed and --seed choose games: add --games."
        )
    tell(args, view.standing(store, arena))
    if arena.outdated and args.version is None and not (args.json or args.csv):
        say("The rules of the game have changed since: the next games are under the new ones.")
    return OK


def _games(args: argparse.Namespace, store: Store, arena: Arena) -> list[GameRow]:
    if args.ended and not args.bot:
        raise InputError(f"--{args.ended} needs the bot: name it with --bot.")
    return games(
        store, arena, args.bot or "", args.ended, args.late, args.seed, args.failed, args.last
    )


# -- the standing ----------------------------------------------------------------------------------


def tell(args: argparse.Namespace, found: Standing) -> None:
    """Prints a standing."""
    if args.json:
        show_json(as_json(found))
    elif args.csv:
        say(as_csv(cross(found) if args.crosstable else standings(found)))
    else:
        _tell(found, args.markdown, args.crosstable)
        if args.block and found.verdict is not None and found.verdict.block:
            say(f"\n{found.verdict.block}")


def _tell(found: Standing, markdown: bool, crosstable: bool) -> None:
    draw = (lambda rows, names: as_markdown(rows)) if markdown else aligned
    rules = f"{found.rules}: " if found.rules else ""
    say(f"{found.arena}: {found.title}, {found.budget}; {rules}{found.note}\n")
    parts = [draw(standings(found), 2)] if found.rows else []
    parts += [draw(cross(found), 1)] if crosstable and found.crosstable else []
    parts += [draw(by_seat(found), 1)] if crosstable and found.crosstable else []
    said = list(found.remarks)
    if found.verdict is not None:
        said.append(f"{found.verdict.sentence} {found.verdict.detail}")
    say("\n\n".join([*parts, *filter(None, ["\n".join(said)])]))


def aligned(rows: Rows, names: int = 2) -> str:
    """Columns of text, the first of them names, and numbers on the right."""
    return table(rows, right=range(names, len(rows[0])))


def standings(found: Standing) -> Rows:
    """One row for each bot, the best first."""
    titles = ["bot", "role", "rating, 95 % interval", "better than next", "games", "late"]
    return [[*titles, "bad answers", "CPU ms a decision"], *map(_standing, found.rows)]


def _standing(row: StandingRow) -> list[str]:
    cpu_ms = f"{row.cpu_ms:.2f}" if row.cpu_ms is not None else ""
    counts = [f"{row.games:,}", str(row.faults.late), str(row.faults.errors)]
    return [row.name, row.role, rating_text(row), numerals.surely(row.better), *counts, cpu_ms]


def rating_text(row: StandingRow) -> str:
    """A rating as "+120 ±35", "at least +600", or "" where there is none."""
    if row.rating is None or row.half is None:
        return ""
    text = numerals.signed(row.rating, 0)
    return f"{row.bound} {text}" if row.bound else f"{text} ±{row.half:.0f}"


def cross(found: Standing) -> Rows:
    """The score of each row's bot against each column's, in percent, with its interval."""
    names = [row.name for row in found.rows]
    rows = [["%", *(str(row.place) for row in found.rows)]]
    for row in found.rows:
        cells = [found.crosstable.get((row.name, other)) for other in names]
        texts = [_cell(each) if each else "" for each in cells]
        rows.append([f"{row.place}  {row.name}", *texts])
    return rows


def by_seat(found: Standing) -> Rows:
    """The score of each bot in each seat, in percent, over its finished games."""
    seats = sorted({each.seat for row in found.rows for each in row.seats})
    rows = [["% as", *(f"seat {seat}" for seat in seats)]]
    for row in found.rows:
        own = {each.seat: f"{100 * each.points:.0f}" for each in row.seats}
        rows.append([f"{row.place}  {row.name}", *(own.get(seat, "") for seat in seats)])
    return rows


def _cell(found: CrossCell) -> str:
    spread = numerals.uncertain(found.points, found.low, found.high)
    return f"{100 * found.points:.0f} {spread}"


def as_csv(rows: Rows) -> str:
    """Rows as comma-separated values."""
    return lines(rows).rstrip("\n")


def as_json(found: Standing) -> dict[str, Any]:
    """Everything as one object."""
    cells = [
        {"bot": first, "against": second, **asdict(cell)}
        for (first, second), cell in found.crosstable.items()
    ]
    return asdict(found) | {"crosstable": cells}


# -- games -----------------------------------------------------------------------------------------


def _tell_games(args: argparse.Namespace, found: list[GameRow]) -> None:
    if args.json:
        show_json([asdict(row) for row in found])
    elif args.csv:
        say(as_csv(game_rows(found)))
    elif not found:
        say("There are no such games.")
    else:
        say((as_markdown if args.markdown else aligned)(game_rows(found)))


def game_rows(found: list[GameRow]) -> Rows:
    """One row for each game."""
    rows = [["game", "seats", "seed", "result", "reason", "turns", "late", "played", "host"]]
    for row in found:
        result = " : ".join(score_words(row.outcome))
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.started)) if row.started else ""
        facts = [str(row.seed), result, row.error or row.reason, str(row.turns)]
        late = str(sum(row.late))
        rows.append([str(row.number), " : ".join(row.bots), *facts, late, when, row.host])
    return rows
