"""What past matches were, read from their files without any rules: who played, the result, how
long, and whether there are branches or comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from engines import game_named
from engines.knobs import KnobError
from lab.files.codec import UNREADABLE, OddLine
from lab.files.source import contents, parsed
from lab.files.tidy import TreeLines, key_of
from lab.match.seat import HUMAN
from lab.match.seats import parse_algorithm
from lab.programs.spec import PROGRAM
from lab.words.scored import score_words

ENDINGS = (".jsonl", ".jsonl.gz")
DELETED = "deleted"  # the folder that deleted matches wait in
Players = tuple[str, ...]  # per seat
MOST_WORDS = 60  # characters of a text from a file that are shown


@dataclass(frozen=True)
class PastMatch:
    """One file. `players` are per seat in words, one after the other where they changed; `result`
    is "" for a match that was interrupted, or that `is_running`.
    """

    path: Path
    when: float  # seconds since 1970, when it was last written
    game: str
    players: tuple[str, ...]
    result: str
    turns: int  # of the main line, or where the file stops
    branches: int
    comments: int
    is_running: bool = False


def found(folder: Path) -> list[Path]:
    """The files of past matches, the newest first."""
    files = [path for path in folder.glob("*") if path.name.endswith(ENDINGS)]
    return sorted(files, key=_written, reverse=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it was deleted meanwhile
        return 0.0


def past_match(path: Path) -> PastMatch | None:
    """What the file says; None if it is no replay."""
    try:
        text, _ = contents(path)
        lines = text.split(b"\n")
        header = parsed(lines[0])
        return _read(path, header, lines[1:])
    except (OSError, *UNREADABLE):
        return None


def _read(path: Path, header: Mapping[str, Any], lines: Sequence[bytes]) -> PastMatch:
    if header["format"] != "smitsilab-replay" or not isinstance(header["game"], str):
        raise OddLine("it is no replay")
    file, ends, players = TreeLines(), dict[int, str](), list[Players]()
    now = tuple(_player(seat) for seat in header["seats"])
    for line in _whole(lines):
        if "turn" in line:
            turn = file.turn(key_of(line))
            players[turn - 1 : turn] = [now]
        elif "seats" in line:
            now = tuple(_player(seat) for seat in line["seats"])
        elif "end" in line:
            ends[file.tree.head] = _result(line, _has_winner(header))
        else:
            file.other(line)
    tree, known = file.tree, game_named(header["game"])
    return PastMatch(
        path,
        _written(path),
        known.title if known is not None else _short(header["game"]),
        _in_turn([players[turn - 1] for turn in tree.path(file.goes_on())] or [now]),
        ends.get(file.goes_on(), ""),
        tree.depth(file.goes_on()),
        len(tree.lines()) - 1,
        len(tree.notes),
    )


def _in_turn(casts: Sequence[Players]) -> Players:
    """Each seat's players in the turns of a match: "a person, later UCT"."""
    seats = zip(*casts, strict=True)
    return tuple(", later ".join(name for name, _ in groupby(names)) for names in seats)


def _whole(lines: Sequence[bytes]) -> Iterator[Mapping[str, Any]]:
    """The lines up to the first that is damaged."""
    for line in lines:
        try:
            value = parsed(line) if line else {}
        except ValueError:
            return
        if not isinstance(value, dict):
            return
        yield value


def _has_winner(header: Mapping[str, Any]) -> bool:
    """Whether somebody can win the game; only options of graded games say that nobody can."""
    known = game_named(header["game"])
    if known is None or not known.graded:
        return True
    try:
        return known.configure(**header.get("options", {})).has_winner
    except (KnobError, TypeError):
        return True


def _result(line: Mapping[str, Any], scored: bool) -> str:
    """The score and the reason, as in "1 : 0, X has three in a row"; one seat has no score, nor has
    a game that nobody wins.
    """
    outcome = [float(value) for value in line.get("outcome", ())]
    score = " : ".join(score_words(outcome)) if len(outcome) > 1 and scored else ""
    return ", ".join(filter(None, (score, _short(str(line.get("reason") or "")))))


def _player(seat: Mapping[str, Any]) -> str:
    name = str(seat["algorithm"])
    if name == HUMAN:
        return "a person"
    if name == PROGRAM:
        return _short(str(seat.get("params", {}).get("command", "")).split("/")[-1]) or "a program"
    try:
        return parse_algorithm(name).title
    except KnobError:
        return _short(name)


def _short(text: str) -> str:
    """One line of a text from a file, not too long."""
    text = " ".join(text.split())
    return text if len(text) <= MOST_WORDS else f"{text[:MOST_WORDS]}…"


def put_aside(path: Path) -> Path:
    """Moves a file to the folder of deleted ones; returns where it is. OSError if it cannot be."""
    folder = path.parent / DELETED
    folder.mkdir(exist_ok=True)
    names = (folder / (path.name if n == 0 else f"{n}-{path.name}") for n in range(1000))
    place = next(name for name in names if not name.exists())
    return path.rename(place)


def bring_back(aside: Path, path: Path) -> None:
    """Moves a deleted file back to where it was. OSError if it cannot be."""
    aside.rename(path)
