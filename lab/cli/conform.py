"""`smitsilab conform`: a game's rules against recorded matches, every line and every state."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.game import Difference, Game
from engines.knobs import KnobError
from lab.cli import DIFFERENCE, INTERRUPTED, OK
from lab.cli.show import Progress, say
from lab.files.codec import UNREADABLE, OddLine
from lab.files.source import contents, parsed
from lab.match.seats import parse_game
from lab.words.asked import command_line

ENDINGS = ("*.jsonl", "*.jsonl.gz")


def recordings(folder: Path) -> list[Path]:
    """The recordings in `folder` by name, or `folder` itself if it is a file; KnobError if there
    are none.
    """
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise KnobError(f"There is no folder or file {folder}.")
    files = sorted(path for ending in ENDINGS for path in folder.glob(ending))
    if not files:
        raise KnobError(f"In {folder} there is no recording (.jsonl or .jsonl.gz).")
    return files


@dataclass(frozen=True, eq=False)
class RecordedLine(Mapping[str, Any]):
    """A line's content. It notes when it is read, since an error in a recording is in the line read
    last.
    """

    fields: Any  # a dict, if the file is right
    line: int  # in the file, from 1
    looked: list[int]  # [1] the line read last, shared by all records of the file

    def __getitem__(self, name: str) -> Any:
        self.looked[0] = self.line
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)


def read(file: Path) -> list[RecordedLine]:
    """The records of one file, one at least; KnobError if it is damaged or empty."""
    try:
        data, whole = contents(file)
    except OddLine as error:
        raise KnobError(f"{file} cannot be read: {error}.") from error
    if not whole:
        raise KnobError(f"{file} is damaged or cut short: it cannot be unpacked.")
    looked = [1]
    records = [
        RecordedLine(_parsed(text, n, file), n, looked)
        for n, text in enumerate(data.splitlines(), 1)
        if text.strip()
    ]
    if not records:
        raise KnobError(f"In {file} there is no record.")
    return records


def _parsed(text: bytes, line: int, file: Path) -> Any:
    try:
        return parsed(text)
    except ValueError as error:
        raise KnobError(f"Line {line} of {file} is damaged: it is no JSON.") from error


def conform(game: Game, file: Path) -> tuple[int, Difference | None]:
    """The number of equal turns, and the first difference; KnobError with the line that is not from
    a recording of the game.
    """
    turns, records = 0, read(file)
    try:
        for found in game.conform(records):
            if found is not None:
                return turns, found
            turns += 1
    except NotImplementedError:
        raise KnobError(f"{game.title} reads no recordings.") from None
    except UNREADABLE as error:
        raise KnobError(
            f"Line {records[0].looked[0]} of {file} is not from a recording of {game.title}."
        ) from error
    return turns, None


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help="the game whose rules are compared")
    parser.add_argument(
        "folder", type=Path, help="a folder of recordings, .jsonl or .jsonl.gz, or one file"
    )


def run(args: argparse.Namespace) -> int:
    """Prints "N/N matches, M turns", and the first difference if there is one; after Ctrl-C how far
    it has come.
    """
    game = parse_game(args.game)
    files = recordings(args.folder)
    done, turns, code = 0, 0, OK
    with Progress(len(files), lines=True) as bar:
        try:
            for file in files:
                if done:  # a folder of another game is refused at its first file
                    bar.update(done, f"{done} of {len(files)} matches{bar.left(done)}")
                count, found = conform(game, file)
                turns += count
                if found is not None:
                    _tell(done, files, turns)
                    say(
                        f"{file}, turn {found.turn}, {found.field}: expected "
                        f"{found.expected!r}, got {found.got!r}"
                    )
                    return DIFFERENCE
                done += 1
        except KeyboardInterrupt:
            code = INTERRUPTED
    _tell(done, files, turns)
    if code == INTERRUPTED:
        words = ["conform", args.game, str(args.folder)]
        said = "Stopped; no difference up to there. This begins again:"
        say(f"{said}\n{command_line(*words)}", file=sys.stderr, flush=True)
    return code


def _tell(done: int, files: list[Path], turns: int) -> None:
    say(f"{done}/{len(files)} matches, {turns} turns")
