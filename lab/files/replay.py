"""Replay files: a match as JSON lines, written while it is played and checked by replaying it.

Each line is one JSON object; a name that ends in `.gz` is compressed. Format 2:

* The header: `format` "smitsilab-replay", `version` 2, `game`, `options`, `seed`, `seats` (each
  `algorithm`, all `params` and `weights`, `budget` as on the command line, and `needs`, the digests
  of networks it played with, by name; with others it is not searched again), `initial`, the
  start position field by field, and `state`, its checksum. Of a game or algorithm that is in a
  file of its own, `files` here and in its seat: by its name the `file` and a `digest` of its code.
* One line per turn: `turn` (from 1), `joint` (an action per agent as sent; -1 waits, -2
  forfeits), `state` (a checksum of the position after it), `values` per seat, each with `number`,
  `kind` ("probability", "score" or "evaluation"), its range from `low` to `high`, `view`, the seat
  whose search says so (null: the game itself), and `proven` ("win", "loss", "draw" or ""; in format
  1 bare numbers from -1 to 1 that do not say what they are), `errors` if any, and
  `decisions`, one per seat that searched: `seat`, `choice`, `iterations`, `calls` ([iterations,
  share of the budget spent] of each call), `changes` ([iteration, {parameter: value}], -1 = before
  the search began), `fresh` (a new search), `cpu_s`, `seconds`, `overrun_ms`, and `search`, its
  summary: `iterations`, `turns` (simulated), `nodes`, `memory_bytes`, `value`, and per agent
  `actions`, `visits`, `mean`, `error`, `best`, `pv`, `depth`, `kind` (what means measure; older
  files have its words as `unit`), `counted` (what a visit is), `low` and `high` (the ends of their
  axis, null where there are none) and what else `AgentStats` holds. A program's seat is `algorithm`
  "cmd" with `params` `command`, `patience` and `warnings`; its decisions also have `lines`, its
  answer verbatim, `limit_ms`, its time limit, `stderr`, what it wrote there since the last one,
  `error`, a sentence if the answer was bad, and `warning`, one if it was late and counted.
* A turn line with an empty `joint` and `position`, field by field: nobody moved, this position was
  set up by hand after the turn before.
* `{"seats": [...]}` if a seat has another player from the next turn line on.
* `{"settings": [...]}`: how the same players' knobs, budgets and patience stand from the next turn
  line on, until the next `seats` or `settings`. It is there to be read; what is repeated are the
  `changes` of decisions. Older files do not have it.
* `{"edited": {...}}`, as `files`: the game's file was edited while the match was played, and what
  follows is by that version; such a match counts nowhere.
* The end: `{"end": true, "outcome": [...], "reason": "..."}`, of the turn before it. A file without
  it was interrupted; its complete lines still count.

The turns are a tree (`lab.match.turn_tree`). A turn line's number is the count of turn lines so
far; 0 is the start. A line that repeats a turn of the same place is that turn, searched again.

* `{"back_to": n}`: the next turn follows turn n of the line just played; with `"at": number`, that
  turn of any line.
* `{"main": number}`: the line through this turn is the main line. Without it, each turn that was
  played from the main line goes on with the main line, and a file opens where it stops.
* `{"note": number, "text": "...", "mark": "?"}`: a comment and one of the marks ! ? !? ?! or none;
  later ones replace earlier ones.
* `{"name": number, "text": "A"}`, `{"drop": number}`, `{"restore": number}`: names, deletes and
  restores the branch that begins with this turn.

What a review says of the moves is in lines of their own, which `lab.files.review_lines` documents.

Numbers are rounded to six digits, missing numbers are null. Readers skip unknown keys.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from engines.game import Game, State
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    encode_seat,
    encode_state,
    encode_turn,
    files_of,
    why,
)
from lab.files.replay_reader import NoReplay as NoReplay
from lab.files.replay_reader import Replay as Replay
from lab.files.replay_reader import ReplayReader
from lab.files.review_lines import ReviewedMove, ReviewHead, encode_head, encode_move
from lab.files.source import MOST_LINES, contents, parsed
from lab.files.turn_player import ReplayError as ReplayError
from lab.match.play import MatchResult, Turn
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.seats import game_of
from lab.match.turn_tree import TurnNote
from lab.words.asked import values_of

FORMAT, VERSION = "smitsilab-replay", 2


class ReplayWriter:
    """Writes a match line by line, each flushed to disk at once, so that an interrupted match keeps
    its turns.
    """

    def __init__(self, path: str | Path, setup: Setup, initial: State) -> None:
        plain = open(path, "wb")  # noqa: SIM115 - closed by close()
        self._file: BinaryIO = (
            cast("BinaryIO", gzip.GzipFile("", "wb", fileobj=plain, mtime=0))
            if str(path).endswith(".gz")
            else plain
        )
        self._plain, self._game = plain, game_of(setup)
        self._write(header(setup, initial))

    def turn(self, turn: Turn) -> None:
        """Appends a turn."""
        self._write(encode_turn(turn))

    def seats(self, seats: Sequence[SeatSpec]) -> None:
        """Notes the players from the next turn on."""
        self._write({"seats": [encode_seat(self._game, s) for s in seats]})

    def settings(self, seats: Sequence[SeatSpec]) -> None:
        """Notes how the settings of these players stand by now."""
        self._write({"settings": [encode_seat(self._game, s) for s in seats]})

    def edited(self, kind: type[Game]) -> None:
        """Notes that the game is another version of its file from here on."""
        self._write({"edited": files_of(kind).get("files", {})})

    def back_to(self, turns: int, at: int | None = None) -> None:
        """Notes that the next turn follows turn `turns` of the line just played, or with `at`,
        turn line number `at` of any line.
        """
        self._write({"back_to": turns} | ({} if at is None else {"at": at}))

    def main(self, number: int) -> None:
        """Notes that the line through turn line `number` is the main line."""
        self._write({"main": number})

    def note(self, number: int, note: TurnNote) -> None:
        """Notes a person's comment about a turn, in place of an earlier one."""
        self._write({"note": number, "text": note.text, "mark": note.mark})

    def name(self, number: int, text: str) -> None:
        """Names the branch that begins with turn line `number`."""
        self._write({"name": number, "text": text})

    def drop(self, number: int) -> None:
        """Deletes the branch that begins with turn line `number`."""
        self._write({"drop": number})

    def restore(self, number: int) -> None:
        """Brings a deleted branch back."""
        self._write({"restore": number})

    def review(self, head: ReviewHead) -> None:
        """Begins a review of the moves, or goes on with it."""
        self._write(encode_head(self._game, head))

    def reviewed(self, number: int, move: ReviewedMove) -> None:
        """Notes what the review says of a move of turn line `number`."""
        self._write(encode_move(move, number))

    def write(self, line: Mapping[str, Any]) -> None:
        """Appends a line of this format."""
        self._write(line)

    def end(self, outcome: Sequence[float], reason: str) -> None:
        """Notes how the match ended."""
        self._write({"end": True, "outcome": list(outcome), "reason": reason})

    def close(self) -> None:
        """Closes the file; does nothing if it is already closed."""
        self._file.close()
        self._plain.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self._file.flush()


def save(path: str | Path, result: MatchResult) -> None:
    """Writes a finished match."""
    with ReplayWriter(path, result.setup, result.initial) as writer:
        for turn in result.turns:
            writer.turn(turn)
        writer.end(result.outcome, result.reason)


def header(setup: Setup, initial: State) -> dict[str, Any]:
    """The first line of a replay."""
    game = game_of(setup)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": setup.game,
        "options": values_of(setup.options),
        "seed": setup.seed,
        "seats": [encode_seat(game, s) for s in setup.seats],
        "initial": encode_state(initial),
        "state": checksum(initial),
        **files_of(type(game)),
    }


def begin(first: Mapping[str, Any]) -> tuple[Game, State, Setup]:
    """The start of a match from a header; raises one of UNREADABLE if it is not a header."""
    reader = ReplayReader(first, "")
    return reader.game, reader.initial, reader.setup


def load(path: str | Path) -> Replay:
    """Reads a replay; a cut or damaged file gives the turns up to there and a note; ReplayError if
    it is not a replay.
    """
    lines, note = _lines(Path(path))
    if not lines or lines[0].get("format") != FORMAT:
        raise NoReplay(f"{path} is not a replay of Smitsilab.")
    if not isinstance(lines[0].get("version"), int) or lines[0]["version"] > VERSION:
        raise ReplayError(
            f"{path} was written by a newer Smitsilab (format {lines[0].get('version')}; "
            f"this one reads up to {VERSION})."
        )
    try:
        return replace(ReplayReader(lines[0], note).read(lines[1:]), path=Path(path))
    except UNREADABLE as error:
        reason = why(error)
        raise ReplayError(
            f"{path} cannot be read: {reason}{'' if reason.endswith('?') else '.'}"
        ) from error


def file_contents(path: Path) -> tuple[bytes, bool]:
    """The file's bytes and whether they are complete, as `source.contents`; ReplayError if there
    are none.
    """
    try:
        return contents(path)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from error
    except OddLine as error:
        raise ReplayError(f"{path} cannot be read: {error}.") from error


def _lines(path: Path) -> tuple[list[dict[str, Any]], str]:
    """The whole lines of a file, and a sentence if there is a broken one after them."""
    text, whole = file_contents(path)
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(text.split(b"\n"), 1):
        try:
            found = parsed(line) if line.strip() else None
        except ValueError:
            found = number
        if found is not None and not isinstance(found, dict):
            return lines, f"Line {number} is damaged or cut; everything before it was read."
        if found is not None and len(lines) == MOST_LINES:
            return lines, f"There are more than {MOST_LINES:,} lines; the first ones were read."
        if found is not None:
            lines.append(found)
    return lines, "" if whole else "The file is cut; everything before the cut was read."
