"""From the texts of games and seats to what is compared and kept: players and conditions with every
value written out, and digests of what they are made of.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engines.game import Game
from engines.jit import digest
from engines.knobs import HasFields, Value, knobs
from engines.own_files import digest_of
from lab.batch.errors import BatchError
from lab.batch.games import Clock, Condition, Entrant, LineUp, canonical
from lab.match.budget import DEFAULT_BUDGET, ITERATIONS, NODES, Budget
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import format_seat, parse_seat
from lab.programs.spec import Program

_FILES = 256  # digests of files that are remembered


def condition(game: Game, clock: Clock, start: str = "") -> Condition:
    """The condition of games of the configured game; `start` as in a `GroupJob`."""
    return Condition(game.name, _written(game.options), _sources(type(game)), clock, start)


def entrant(game: Game, spec: SeatSpec) -> Entrant:
    """The player that a seat describes in this game. A search that names no budget gets the usual
    one; one that does not search has none. BatchError for a person.
    """
    match spec:
        case Person():
            raise BatchError("A person cannot play games in other processes.")
        case ProgramSeat(program):
            return _program(spec, program, game)
        case SearchSeat():
            return _search(spec, game)


def lineup(
    game: Game, seats: tuple[str, ...], clock: Clock, budget: Budget | None = None, start: str = ""
) -> LineUp:
    """The line-up of the sides written as `seats`; `budget` applies to those that name none."""
    sides = tuple(entrant(game, parse_seat(text, game, budget)) for text in seats)
    return LineUp(condition(game, clock, start), sides)


def clock_of(budget: Budget, by_cpu: bool = False) -> Clock:
    """The clock of a budget; `by_cpu` counts the milliseconds as CPU time."""
    if budget.kind == ITERATIONS:
        return "it"
    if budget.kind == NODES:
        return "nodes"
    return "cpu" if by_cpu else "wall"


def _search(spec: SearchSeat, game: Game) -> Entrant:
    kind = spec.kind
    if kind is None:
        raise BatchError(f"There is no algorithm {spec.name}.")
    params, weights = spec.settings(game)
    budget = (spec.budget or DEFAULT_BUDGET) if kind.searches else None
    return Entrant(
        kind="search",
        text=format_seat(SearchSeat(spec.name, params, weights, budget), game),
        algorithm=spec.name,
        params=_written(params),
        weights=_written(weights),
        budget=budget.text if budget is not None else "",
        source=_sources(kind),
    )


def _program(spec: ProgramSeat, program: Program, game: Game) -> Entrant:
    return Entrant(
        kind="program",
        text=format_seat(spec, game),
        params=canonical(program.settings | {"patience": float(program.patience)}),
        program=program.command,
        program_digest=program_digest(program),
    )


def _written(values: HasFields) -> str:
    """Every knob as canonical JSON: 1 and 1.0 are one value of a knob for numbers."""
    found: dict[str, Value] = {
        knob.name: value
        for knob in knobs(values)
        if (value := knob.check(getattr(values, knob.name))) != knob.default or not knob.unsaid
    }
    return canonical(found)


def _sources(kind: type) -> str:
    """The digest of what plays: games of two versions of one file never count together."""
    return digest(tuple(filter(None, [digest_of(kind)])), kind.__module__)


def program_digest(program: Program) -> str:
    """The digest of the files that a command names: those among its words, also after "=", else the
    file that its first word starts; "" if there is none. An interpreter found on the PATH does not
    count where a file is given to it, nor do files that the program itself opens.
    """
    words = program.words
    files = list(_files(words)) or list(_files([shutil.which(words[0]) or ""]))
    if not files:
        return ""
    return hashlib.sha256("".join(map(_file_digest, files)).encode()).hexdigest()


def missing_files(program: Program) -> list[str]:
    """Words of a command that look like files and are none: a program that was deleted, or is just
    being compiled.
    """
    return [
        word
        for word in program.words
        if not word.startswith("-")
        and (os.sep in word or Path(word).suffix[1:].isalpha())
        and not Path(word).exists()
        and not shutil.which(word)
    ]


def _files(words: list[str]) -> Iterator[Path]:
    for word in words:
        for text in (word, word.partition("=")[2]):
            if text and (path := Path(text)).is_file():
                yield path
                break


def _file_digest(path: Path) -> str:
    facts = path.stat()
    return _digest_once(str(path.resolve()), facts.st_mtime_ns, facts.st_size, facts.st_ino)


@lru_cache(_FILES)
def _digest_once(path: str, *facts: int) -> str:
    """The digest of a file's content, read again when the file's facts have changed."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
