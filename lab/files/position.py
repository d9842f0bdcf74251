"""One position in a file: what the editor keeps and `--from` reads.

A JSON object: `format` "smitsilab-position", `version` 1, `game`, `options`, `position` field by
field, `state`, its checksum, and for people `name`, `note` (where it comes from) and `text`. It
passes the same checks as the start of a replay. Readers skip unknown keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engines import game_named, games
from engines.editing import images
from engines.game import Game, State
from engines.knobs import did_you_mean
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_state,
    encode_state,
    values_of,
    why,
)
from lab.files.placing import Place
from lab.files.source import contents, parsed
from lab.words.printable import named

FORMAT, VERSION = "smitsilab-position", 1


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
    }


def decoded(line: Mapping[str, Any]) -> KeptPosition:
    """The position of a JSON object; one of UNREADABLE if it is none or an impossible one."""
    if line.get("format") != FORMAT:
        raise OddLine("it is not a position of Smitsilab")
    if not isinstance(line.get("version"), int) or line["version"] > VERSION:
        raise OddLine(f"it was written by a newer Smitsilab (format {line.get('version')})")
    if not isinstance(line["game"], str):
        raise OddLine("its game is no name")
    kind = game_named(line["game"])
    if kind is None:
        raise OddLine(f"there is no game {line['game']}{did_you_mean(line['game'], games())}")
    game = kind.configure(**line.get("options", {}))
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
