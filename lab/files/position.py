"""One position in a file: what the editor keeps and `--from` reads.

A JSON object: `format` "smitsilab-position", `version` 1, `game`, `options`, `position` field by
field, `state`, its checksum, and for people `name`, `note` (where it comes from) and `text`. It
passes the same checks as the start of a replay. Readers skip unknown keys.

Positions that games begin with, from a file with one a line: a line is the text of a position as
the editor shows and reads it, or a kept position as JSON. Lines with # and empty ones are skipped.

Positions that a person keeps, one file per game with one position a line, in the order in which
they were kept.

A line that cannot be read is left out, but stays in the file.

A position from a contest's input to a player: pasted from a browser, a log, or a file of inputs.

The text may begin with the initial input and continue with one or more turns; a turn alone is read
with the initial input of the match on the board. What the text cannot contain (items not revealed
yet, the others' secrets) is drawn at random, as for a search.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engines import games
from engines.editing import EditError, images
from engines.game import Game, Heard, State
from engines.knobs import KnobError
from engines.reading import Reader
from engines.records import packed
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_game,
    decode_state,
    encode_state,
    files_of,
    why,
)
from lab.files.placing import Place
from lab.files.source import contents, parsed, text_of
from lab.match.decide import seen
from lab.match.openings import Openings
from lab.words.asked import values_of
from lab.words.numerals import several
from lab.words.printable import named

MOST_KEPT = 200
FOLDER = "positions"
MOST = 10_000  # positions
FORMAT, VERSION = "smitsilab-position", 1


class Position(NamedTuple):
    """Where the text ends: the game as the text configures it, the seat that the text is for, the
    turns played, the whole position.
    """

    game: Game
    seat: int
    turn: int
    state: State


def listeners() -> list[Game]:
    """The games whose contest's text can be read, with their usual options."""
    return [kind() for kind in games().values() if kind.heard is not Game.heard]


def position(
    text: str, candidates: Sequence[Game], board: tuple[Game, State] | None = None, seed: int = 0
) -> Position:
    """The position in which the text ends, in the first of the games that it fits; `board` is the
    match on the board and its start.

    KnobError with a sentence if it fits none: the error of the game that read the most lines of it.
    """
    lines = {
        number: line.strip()
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip()
    }
    if not lines:
        raise KnobError("There is no text yet: paste what the contest sent to your program.")
    refusals = []
    for game in candidates:
        for intro in (None, *_known(game, board)):
            read = Reader(lines.values())
            try:
                return _whole(_last(game, intro, read, len(lines)), seed)
            except EOFError:
                refusals.append(
                    (
                        read.at,
                        game,
                        f"the text ends after line {max(lines)} in the middle of a turn.",
                    )
                )
            except ValueError as error:
                refusals.append((read.at - 1, game, f"line {[*lines][read.at - 1]}: {error}"))
    if not refusals:
        raise KnobError("There is no game here whose text could be read.")
    _, game, sentence = max(refusals, key=lambda refusal: refusal[0])
    where = f"As a text of {game.title}: " if len(candidates) > 1 else ""
    unknown = "No contest the lab knows sends this text. " if len(candidates) > 1 else ""
    raise KnobError(f"{unknown}{where}{sentence}")


def _known(game: Game, board: tuple[Game, State] | None) -> list[list[str]]:
    """The initial input of the match on the board, if it is of this game."""
    if board is None or board[0].name != game.name:
        return []
    return [game.intro(board[1], seat) for seat in range(board[0].seats)]


def _whole(heard: Heard, seed: int) -> Position:
    return Position(
        heard.game,
        heard.seat,
        heard.turn,
        seen(heard.game, heard.state, heard.seat, seed, heard.turn),
    )


def _last(game: Game, intro: Sequence[str] | None, read: Reader, lines: int) -> Heard:
    """The last turn's content, after an intro or with one; ValueError or EOFError if this is not a
    text of the game.
    """
    told, heard = game.listen(read) if intro is None else intro, None
    while heard is None or read.at < lines:
        heard = (heard.game if heard is not None else game).heard(told, read, heard, ())
        refusal = heard.game.check(heard.state)
        if refusal:
            raise ValueError(f"The position that it completes is impossible ({refusal}).")
    return heard


class Shelf:
    """The kept positions of one game. Every change is written at once; `problem` says why one
    could not be, or what could not be read; "" if all went well.
    """

    def __init__(self, folder: Path, game: str) -> None:
        self.path = folder / FOLDER / f"{game}.jsonl"
        self.kept: tuple[KeptPosition, ...] = ()
        self.problem = ""
        self._strange: list[str] = []  # lines that cannot be read
        self._game = game
        self._load()

    def _load(self) -> None:
        found = []
        try:
            text = contents(self.path)[0].decode(errors="replace")
        except FileNotFoundError:
            return
        except (OSError, OddLine) as error:
            self.problem = f"The positions kept in {self.path.name} cannot be read: {error}."
            return
        for line in filter(str.strip, text.split("\n")):
            try:
                position = decoded(parsed(line))
                if position.game.name != self._game:
                    raise OddLine("it is of another game")
                found.append(position)
            except UNREADABLE:
                self._strange.append(line)
        if self._strange:
            count = len(self._strange)
            self.problem = f"{several(count, 'position')} in {self.path.name} cannot be read here."
        self.kept = tuple(found)

    def keep(self, position: KeptPosition) -> bool:
        """Puts a position at the end; False if an equal one is there, or there is no room."""
        if len(self.kept) >= MOST_KEPT:
            self.problem = f"{MOST_KEPT} positions are kept: remove one first."
            return False
        if position.key in [each.key for each in self.kept]:
            self.problem = "This position is kept already."
            return False
        return self._write((*self.kept, position))

    def rename(self, place: int, name: str) -> None:
        """Gives a position another name."""
        changed = replace(self.kept[place], name=named(name))
        self._write((*self.kept[:place], changed, *self.kept[place + 1 :]))

    def remove(self, place: int) -> KeptPosition:
        """Takes a position off the shelf, and returns it."""
        gone = self.kept[place]
        self._write((*self.kept[:place], *self.kept[place + 1 :]))
        return gone

    def put_back(self, place: int, position: KeptPosition) -> None:
        """Puts a position back where it was."""
        self._write((*self.kept[:place], position, *self.kept[place:]))

    def _write(self, kept: tuple[KeptPosition, ...]) -> bool:
        lines = [json.dumps(encoded(each), separators=(",", ":")) for each in kept]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with Place(self.path, replaces=True) as place:
                place.draft.write_text("\n".join([*self._strange, *lines]) + "\n", encoding="utf-8")
        except OSError as error:
            self.problem = f"{self.path} cannot be written: {error.strerror or error}."
            return False
        self.kept, self.problem = kept, ""
        return True


def starts_in(path: Path, game: Game) -> tuple[State, ...]:
    """The positions of a file in its order; KnobError names the line that is none."""
    try:
        lines = text_of(path).splitlines()
    except OSError as error:
        raise KnobError(f"{path} cannot be read: {error.strerror or error}.") from None
    except OddLine as error:
        raise KnobError(f"{path} cannot be read: {error}.") from None
    texts = {k: line.strip() for k, line in enumerate(lines, 1) if line.strip()}
    texts = {k: text for k, text in texts.items() if not text.startswith("#")}
    if not 1 <= len(texts) <= MOST:
        count = f"{len(texts):,} positions, more than {MOST:,}" if texts else "no positions"
        raise KnobError(f"{path} has {count}.")
    found = []
    for k, text in texts.items():
        try:
            found.append(_start(text, game))
        except (EditError, *UNREADABLE) as error:
            raise KnobError(f"{path}, line {k}: {why(error).rstrip('.')}.") from None
    return tuple(found)


def packed_starts(text: str, game: Game) -> tuple[str, ...]:
    """The positions of a file, or random openings ("random:2-4"), as jobs have them."""
    if openings := Openings.read(text):
        openings.position(game, 1)
        return (openings.text,)
    path = Path(text).expanduser()
    return tuple(packed(state).hex() for state in starts_in(path, game))


@lru_cache(maxsize=4)
def start_texts(game: Game, starts: tuple[str, ...]) -> tuple[str, ...]:
    """What people read for positions as jobs have them: the editor's text, else the checksum."""
    editing = game.editing()
    found = []
    for start in starts:
        try:
            state = game.checked(game.load(bytes.fromhex(start)))
        except ValueError:
            found.append("not a position under the rules of now")
        else:
            text = editing.text(state) if editing is not None and editing.text_title else ""
            found.append(" ".join(text.split()) or checksum(state))
    return tuple(found)


def _start(text: str, game: Game) -> State:
    """The position of a line; EditError or one of UNREADABLE if a match cannot begin with it."""
    if text.startswith("{"):
        kept = decoded(parsed(text))
        if kept.game.name != game.name:
            raise OddLine(f"it is a position of {kept.game.title}, not of {game.title}")
        state = kept.state
    else:
        editing = game.editing()
        if editing is None or not editing.text_title:
            raise OddLine(f"{game.title} has no text of positions: keep them with the editor")
        state = editing.read(game.initial(1), text)
    if refusal := game.check(state):
        raise OddLine(f"the position is impossible ({refusal})")
    if game.rules.is_over(state):
        raise OddLine("the match is over in this position")
    return state


class PositionError(ValueError):
    """A file that holds no position; the text is one sentence for a person."""


@dataclass(frozen=True)
class KeptPosition:
    """A position with its game and its name."""

    game: Game
    state: State
    name: str = ""
    note: str = ""
    text: str = ""

    @cached_property
    def key(self) -> tuple[str, str]:
        """Equal for positions of one game with the same options that are equal, or are so once
        turned or mirrored.
        """
        editing = self.game.editing()
        states = images(editing, self.state) if editing is not None else [self.state]
        return self.game.spec, min(map(checksum, states))


def encoded(kept: KeptPosition) -> dict[str, Any]:
    """The position as a JSON object."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": kept.game.name,
        "options": values_of(kept.game.options),
        "name": kept.name,
        "note": kept.note,
        "text": kept.text,
        "position": encode_state(kept.state),
        "state": checksum(kept.state),
        **files_of(type(kept.game)),
    }


def decoded(line: Mapping[str, Any]) -> KeptPosition:
    """The position of a JSON object; one of UNREADABLE if it is none or an impossible one."""
    if line.get("format") != FORMAT:
        raise OddLine("it is not a position of Smitsilab")
    if not isinstance(line.get("version"), int) or line["version"] > VERSION:
        raise OddLine(f"it was written by a newer Smitsilab (format {line.get('version')})")
    game, _ = decode_game(line)
    state = decode_state(game, line["position"])
    if checksum(state) != line["state"]:
        raise OddLine("the position is not the one that was kept")
    words = (str(line.get(key, "")) for key in ("name", "note", "text"))
    name, note, text = map(named, words)
    return KeptPosition(game, state, name, note, text)


def save_position(path: Path, kept: KeptPosition) -> None:
    """Writes a file with one position; OSError if that fails."""
    with Place(path, replaces=True) as place:
        place.draft.write_text(json.dumps(encoded(kept), indent=1) + "\n", encoding="utf-8")


def load_position(path: Path) -> KeptPosition:
    """Reads a file with one position; PositionError if it holds none."""
    try:
        line = parsed(contents(path)[0])
        if not isinstance(line, dict):
            raise OddLine("it is not a position of Smitsilab")
        return decoded(line)
    except OSError as error:
        raise PositionError(f"{path} cannot be read: {error.strerror or error}.") from error
    except json.JSONDecodeError as error:
        raise PositionError(f"{path} is not a position of Smitsilab.") from error
    except UNREADABLE as error:
        raise PositionError(f"{path} cannot be read: {why(error).rstrip('.')}.") from error
