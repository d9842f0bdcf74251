"""Checks a store: the file itself, and whether the tally is what the games give.

A copy of a store while others write it: the file alone lacks what SQLite still keeps beside it
(`games.db-wal`), and so may be older than what was said to be kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from lab.store.adding import group_parts, players_of
from lab.store.kept import EVERY, Tell, silent
from lab.words.numerals import several

_GAMES = (
    "SELECT count(*) FROM asked JOIN game ON game.id = asked.game "
    "WHERE asked.experiment = experiment.id AND game.error IS NULL"
)
Counts = dict[tuple[int, int, int], tuple[int, int]]  # (line-up, side, parts): groups, games


@dataclass(frozen=True)
class StoreCheck:
    """What a check found: how much there is, and each problem in a sentence."""

    games: int
    failed: int
    groups: int  # whole ones
    problems: tuple[str, ...]


def check(db: sqlite3.Connection, tell: Tell = silent) -> StoreCheck:
    """Reads everything and says what is wrong; `tell` gets how far that is."""
    tell("reading the whole file", 0, 0)
    problems = _damage(db)
    if problems:
        return StoreCheck(0, 0, 0, tuple(problems))
    kept, counted = tally_kept(db), tally_counted(db, None, tell)
    wrong = {key[0] for key in kept.keys() | counted.keys() if kept.get(key) != counted.get(key)}
    if wrong:
        problems.append(
            f"The tally of {several(len(wrong), 'line-up')} is not what the games "
            "give; `smitsilab store check --repair` counts again."
        )
    if db.execute(f"SELECT 1 FROM experiment WHERE games <> ({_GAMES})").fetchone():
        problems.append(
            "An experiment has another number of games than it says; `smitsilab store check "
            "--repair` counts again."
        )
    games, failed = (
        db.execute(f"SELECT count(*) FROM game WHERE error IS {which}").fetchone()[0]
        for which in ("NULL", "NOT NULL")
    )
    groups = sum(groups for (_, side, _), (groups, _) in counted.items() if side == 0)
    return StoreCheck(games, failed, groups, tuple(problems))


def _damage(db: sqlite3.Connection) -> list[str]:
    """What is wrong with the file as a database."""
    said = [str(row[0]) for row in db.execute("PRAGMA integrity_check(5)")]
    problems = [] if said == ["ok"] else [f"The file is damaged: {each}." for each in said]
    lost = db.execute("PRAGMA foreign_key_check").fetchall()
    if lost:
        problems.append(f"{len(lost)} rows of {lost[0][0]} belong to rows that are not there.")
    return problems


def tally_kept(db: sqlite3.Connection) -> Counts:
    """The tally as it is in the file."""
    rows = db.execute("SELECT lineup, side, parts, groups, games FROM tally")
    return {(lineup, side, parts): (groups, games) for lineup, side, parts, groups, games in rows}


def tally_counted(db: sqlite3.Connection, lineup: int | None = None, tell: Tell = silent) -> Counts:
    """The tally counted from the games, of one line-up or of all."""
    found: Counts = {}
    (total,) = db.execute(
        "SELECT count(*) FROM game WHERE error IS NULL AND (?1 IS NULL OR lineup = ?1)", (lineup,)
    ).fetchone()
    done = 0
    for number, (row, seatings, group) in enumerate(_groups(db, lineup)):
        if number % EVERY == 0:
            tell("games counted", done, total)
        done += seatings
        for side, parts in group_parts(group).items():
            groups, games = found.get((row, side, parts), (0, 0))
            found[row, side, parts] = groups + 1, games + seatings
    return found


def _groups(
    db: sqlite3.Connection, lineup: int | None
) -> Iterator[tuple[int, int, list[tuple[Any, Any, Any]]]]:
    """Each whole group: its line-up, its number of seatings, and (game, side, points) of seats."""
    rows = db.execute(
        "SELECT game.lineup, game.seed, game.id, seat.side, seat.points "
        "FROM game JOIN seat ON seat.game = game.id "
        "WHERE game.error IS NULL AND (? IS NULL OR game.lineup = ?) "
        "ORDER BY game.lineup, game.seed, game.seating, seat.seat",
        (lineup, lineup),
    )
    for row, seeds in groupby(rows, key=lambda found: found[0]):
        seatings = len(players_of(db, row))
        for _, group in groupby(seeds, key=lambda found: found[1]):
            seats = [(game, side, points) for _, _, game, side, points in group]
            if len({game for game, _, _ in seats}) == seatings:
                yield row, seatings, seats


def repair(db: sqlite3.Connection, tell: Tell = silent) -> None:
    """Counts the tally again, from all games."""
    repair_tally(db, None, tell)
    repair_counts(db)


def repair_counts(db: sqlite3.Connection, experiment: int | None = None) -> None:
    """Counts the finished games of an experiment, or of all, again."""
    db.execute(
        f"UPDATE experiment SET games = ({_GAMES}) WHERE ?1 IS NULL OR id = ?1", (experiment,)
    )


def repair_tally(db: sqlite3.Connection, lineup: int | None = None, tell: Tell = silent) -> None:
    """Puts the tally, of one line-up or of all, as the games give it."""
    counted = tally_counted(db, lineup, tell)
    db.execute("DELETE FROM tally WHERE ? IS NULL OR lineup = ?", (lineup, lineup))
    db.executemany(
        "INSERT INTO tally VALUES (?, ?, ?, ?, ?)",
        [(*key, *counts) for key, counts in sorted(counted.items())],
    )


PAGES = 1000  # copied at a time


def copy_to(db: sqlite3.Connection, to: Path, tell: Tell = silent) -> None:
    """Writes all that a connection sees at its moment into an empty file, which is whole by itself;
    `tell` gets how many pages are copied.
    """
    what = "pages copied"
    tell(what, 0, 0)
    db.execute("SELECT 1 FROM sqlite_master").fetchone()  # from here on it sees this moment
    with closing(sqlite3.connect(to, isolation_level=None)) as copy:
        db.backup(copy, pages=PAGES, progress=lambda _, left, all: tell(what, all - left, all))
        copy.execute("PRAGMA journal_mode = DELETE")
