"""Where experiments are: those that come with the lab, and a person's own in the user's folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

import resources
from engines.knobs import KnobError, did_you_mean
from lab.experiments.claims.file import ExperimentFile, Kind, read
from lab.experiments.claims.rows import ExperimentTable
from lab.files.codec import OddLine
from lab.files.placing import Place
from lab.files.source import text_of
from lab.live.recorder import data_folder
from lab.match.seats import parse_algorithm, parse_game, parse_search

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")  # no files on Windows
SUFFIX = ".toml"
NEW = """\
[experiment]
question = {question}
kind     = {kind}
game     = {game}
seat     = {seat}
budget   = [{budget}]
{rows}
groups   = 400      # seeds of each row at most; rows that settle stop earlier
equal    = 0.05     # so near to one half counts as equal
seed     = 1

# [claim."NAME OF A ROW"]
# below  = 0.45     # or above, score, equal = true
# at     = {budget}
# source = "who says so, and where"
"""
# the rows of a new file, until somebody edits them
ROWS: Mapping[Kind, str] = {
    "ablation": 'without  = ["knobs"]    # or "all", "weights", names of knobs, "knob=value"',
    "sweep": "vary     = [{grid}]    # NAME=LOW:HIGH:COUNT[:log] or NAME=a|b|c",
    "test": 'rivals   = ["random"]',
    "claim": 'rivals   = ["random"]    # or with, without, vary',
}


def own_folder() -> Path:
    """Where a person's own experiments are kept."""
    return data_folder() / "experiments"


def shipped_folder() -> Path:
    """Where those are that come with the lab."""
    return resources.path("experiments")


def names() -> list[str]:
    """All experiments: the shipped ones first, then a person's own."""
    shipped = [path.stem for path in _files(shipped_folder())]
    return [*shipped, *(p.stem for p in _files(own_folder()) if p.stem not in shipped)]


def load(name: str) -> ExperimentFile:
    """The experiment of this name, or the one in this file; KnobError says what is wrong."""
    path, shipped = find(name)
    try:
        return read(path.stem, text_of(path), shipped)
    except OddLine as error:
        raise KnobError(f"{path.name} cannot be read: {error}.") from None


def find(name: str) -> tuple[Path, bool]:
    """The file of an experiment, and whether it comes with the lab. A path ends in .toml."""
    if name.endswith(SUFFIX):
        return Path(name), False
    for folder, shipped in ((shipped_folder(), True), (own_folder(), False)):
        path = folder / f"{name}{SUFFIX}"
        if NAME.fullmatch(name) and path.is_file():
            return path, shipped
    raise KnobError(f"There is no experiment {name}{did_you_mean(name, names())}")


def template(kind: Kind, game: str, seat: str, budget: str, question: str) -> str:
    """The text of a new experiment."""
    texts = {"question": question, "kind": kind, "game": game, "seat": seat, "budget": budget}
    quoted = {name: json.dumps(text, ensure_ascii=False) for name, text in texts.items()}
    rows = ROWS[kind].replace("{grid}", json.dumps(_grid(game, seat)) if kind == "sweep" else "")
    return NEW.format(**quoted, rows=rows)


def _grid(game: str, seat: str) -> str:
    """A few values of the first knob of a player that is a number."""
    played = parse_game(game)
    kind = parse_algorithm(parse_search(seat, played).name)
    for knob in kind.knobs(played):
        if knob.kind in ("number", "integer"):
            return f"{knob.name}={knob.low:g}:{knob.high:g}:5{':log' * knob.log}"
    raise KnobError(f"{kind.title} has no number to vary.")


def create(name: str, text: str) -> Path:
    """Writes a new experiment of a person's own; KnobError if the name is taken or no name."""
    _check_free(name)
    ExperimentTable(read(name, text))
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def replace(name: str, text: str) -> Path:
    """Writes an experiment of a person's own again; KnobError if the text is none."""
    path, shipped = find(name)
    if shipped:
        raise KnobError(f"{name} comes with the lab; save a copy under another name.")
    ExperimentTable(read(name, text))
    with Place(path, replaces=True) as place:
        place.draft.write_text(text, encoding="utf-8")
    return path


def rename(name: str, new: str) -> None:
    """Gives the file of an experiment of a person's own another name."""
    path = _own(name)
    _check_free(new)
    path.rename(path.with_name(f"{new}{SUFFIX}"))


def remove(name: str) -> str:
    """Deletes the file of an experiment of a person's own; returns its text for `restore`."""
    path = _own(name)
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    path.unlink()
    return text


def restore(name: str, text: str) -> None:
    """Writes what `remove` deleted."""
    _check_free(name)
    path = own_folder() / f"{name}{SUFFIX}"
    with path.open("x", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def _own(name: str) -> Path:
    """The file of an experiment of a person's own; KnobError for one that comes with the lab."""
    path, shipped = find(name)
    if shipped:
        raise KnobError(f"{name} comes with the lab; its file stays.")
    return path


def _check_free(name: str) -> None:
    """KnobError if a name is taken or no name."""
    if not NAME.fullmatch(name) or DEVICE.fullmatch(name):
        raise KnobError(
            f"{name or 'No name'} cannot name an experiment: use small letters, digits and "
            "hyphens, and no name of a device such as con."
        )
    if name in names():
        raise KnobError(f"There is an experiment {name} already; choose another name.")


def free_name(name: str) -> str:
    """A name like this one that is not taken: "my-parts", "my-parts-2"."""
    taken = set(names())
    own = name if name.startswith("my-") else f"my-{name}"
    found = (own if n == 1 else f"{own}-{n}" for n in count(1))
    return next(each for each in found if each not in taken)


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else iter(())
