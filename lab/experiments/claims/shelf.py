"""Where experiments are: those that come with the lab, and a person's own in the user's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import resources
from engines.knobs import KnobError, did_you_mean
from lab.experiments.claims.file import ExperimentFile, read
from lab.live.recorder import data_folder

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
SUFFIX = ".toml"
NEW = """\
[experiment]
question = "{question}"
kind     = "{kind}"
game     = "{game}"
seat     = "{seat}"
budget   = ["{budget}"]
{rows}
groups   = 400      # at most; rows that settle stop earlier
equal    = 0.05     # so near to one half counts as equal
seed     = 1

# [claim."NAME OF A ROW"]
# below  = 0.45     # or above, score, equal = true
# at     = "{budget}"
# source = "who says so, and where"
"""
# what a new file takes away, adds or plays against, until somebody edits it
ROWS = {
    "ablation": 'without  = ["knobs"]   # or "all", "weights", names of knobs, "knob=value"',
    "sweep": 'vary     = ["{knob}"]   # NAME=LOW:HIGH:COUNT[:log] or NAME=a|b|c',
    "test": 'rivals   = ["random"]',
    "claim": 'rivals   = ["random"]',
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
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise KnobError(f"{path.name} is not a text in UTF-8.") from None
    return read(path.stem, text, shipped)


def find(name: str) -> tuple[Path, bool]:
    """The file of an experiment, and whether it comes with the lab. A path ends in .toml."""
    if name.endswith(SUFFIX):
        return Path(name), False
    for folder, shipped in ((shipped_folder(), True), (own_folder(), False)):
        path = folder / f"{name}{SUFFIX}"
        if NAME.fullmatch(name) and path.is_file():
            return path, shipped
    raise KnobError(f"There is no experiment {name}{did_you_mean(name, names())}")


def create(name: str, text: str) -> Path:
    """Writes a new experiment of a person's own; KnobError if the name is taken or no name."""
    if not NAME.fullmatch(name):
        raise KnobError(
            f"{name or 'No name'} cannot name an experiment: use small letters, digits and hyphens."
        )
    if name in names():
        raise KnobError(f"There is an experiment {name} already; choose another name.")
    read(name, text)
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else iter(())
