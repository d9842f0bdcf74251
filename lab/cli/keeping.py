"""Files that commands write: existing ones are kept unless --force is given."""

from __future__ import annotations

import argparse
from pathlib import Path

from lab.cli import InputError
from lab.files.placing import Place, holds_something


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def new_file(path: Path, option: str, force: bool) -> Place:
    """Where a command writes the file of an option; InputError as `check_free` says."""
    check_free(path, option, force)
    return Place(path, replaces=force)


def check_free(path: Path, option: str, force: bool) -> None:
    """InputError if `path`, given with `option`, cannot be written or would lose something without
    --force.
    """
    if not path.parent.is_dir():
        raise InputError(f"The folder {path.parent} for {option} does not exist.")
    if path.is_dir():
        raise InputError(f"{path} for {option} is a folder; name a file.")
    if not holds_something(path):
        return
    if path.is_symlink():
        raise InputError(f"{path} for {option} is a symbolic link; name the file itself.")
    if not force:
        raise InputError(
            f"{path} is there already; name another file with {option}, or replace it with --force."
        )
