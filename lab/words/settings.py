"""What the lab remembers between two starts, as one JSON file in the user's configuration folder.

A file that cannot be read is put aside under another name and reported; nothing is lost and the
user is never asked.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

FILE = "settings.json"
SIMPLE, FULL = "simple", "full"  # a first look, or everything open
# what a file of a time before these settings means: its owner knows the lab
BEFORE = {"detail": FULL, "first_steps": False}


@dataclass
class Settings:
    """Everything remembered; changed in place, written by `save`."""

    geometry: str = ""  # of the window, base64
    theme: str = "system"
    text_percent: int = 100
    detail: str = SIMPLE  # how much the window shows
    game: str = ""  # the last game as its spec
    speed: float = 1.0  # turns a second, 0 = as fast as it goes
    # game name -> {"options", "seats", "seed", "position" where it begins, if not in the seed's}
    matches: dict[str, Any] = field(default_factory=dict)
    views: dict[str, Any] = field(default_factory=dict)  # game name -> {"folds", "mode", "widths"}
    presets: dict[str, Any] = field(default_factory=dict)  # algorithm -> {name: {parameter: value}}
    # command -> key sequences, where they differ
    keys: dict[str, list[str]] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)  # commands that were searched for
    paths: bool = True
    names: bool = True
    clocks: dict[str, str] = field(default_factory=dict)  # game name -> a person's clock
    ponder: bool = True
    thoughts: bool = True
    first_steps: bool = True  # they are shown
    branches: bool = True  # the band of the match's lines, where there is more than one
    comment: bool = False  # the box for comments
    # from how many points lost on a reviewed move is marked
    slip: float = 4.0
    mistake: float = 9.0
    blunder: float = 20.0
    # what was chosen last in the dialog Export
    export: dict[str, Any] = field(default_factory=dict)
    folder: str = ""  # where files were opened or saved last

    @property
    def pace_s(self) -> float:
        """How long a turn stays; 0 = as short as it can."""
        return 1 / self.speed if self.speed > 0 else 0.0


def config_folder() -> Path:
    """Where the settings are: $SMITSILAB_CONFIG, else the user's configuration folder."""
    chosen = os.environ.get("SMITSILAB_CONFIG")
    return (
        Path(chosen) if chosen else Path(platformdirs.user_config_dir("smitsilab", appauthor=False))
    )


class SettingsStore:
    """The file behind the settings. `note` is a sentence if it was damaged or cannot be written, ""
    if all is well.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()) / FILE
        self.note = ""
        self.settings = self._read()
        self._written = self._text()

    def _read(self) -> Settings:
        try:
            return _checked(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            self.note = (
                f"The settings could not be read ({_short(error)}), so the lab starts with its "
                f"own.{self._put_aside()}"
            )
            return Settings()

    def _put_aside(self) -> str:
        aside = self.path.with_name(f"settings-damaged-{time.strftime('%Y-%m-%d-%H%M%S')}.json")
        try:
            self.path.rename(aside)
        except OSError:
            return ""
        return f" The old file is kept as {aside.name}."

    def _text(self) -> str:
        return json.dumps(dataclasses.asdict(self.settings), indent=1, sort_keys=True)

    def save(self) -> None:
        """Writes the file if anything has changed; a half-written one never takes its place."""
        text = self._text()
        if text == self._written:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.path)
            self._written, self.note = text, ""
        except OSError as error:
            self.note = f"The settings could not be saved: {error.strerror or error}."


def _checked(found: Any) -> Settings:
    """The settings in `found`; a value of another type than the default raises, an unknown name is
    skipped.
    """
    if not isinstance(found, dict):
        raise ValueError("it contains no settings")
    settings, found = Settings(), {**BEFORE, **found}
    for each in dataclasses.fields(Settings):
        if each.name not in found:
            continue
        value, usual = found[each.name], getattr(settings, each.name)
        if isinstance(usual, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not type(usual):
            raise ValueError(f"{each.name} has the wrong type")
        setattr(settings, each.name, value)
    return settings


def _short(error: Exception) -> str:
    with contextlib.suppress(AttributeError):
        return f"line {error.lineno}: {error.msg}"  # type: ignore[attr-defined]  # of a JSONDecodeError
    return str(error)
