"""Where compiled kernels are kept, and what went wrong there. It loads nothing of numba."""

from __future__ import annotations

import os
import stat
import sys
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

_said: list[str] = []  # the complaint about the folder, if there was one


def cache_folder() -> Path:
    """Where kernels are kept: $SMITSILAB_CACHE, else the user's cache folder."""
    chosen = os.environ.get("SMITSILAB_CACHE")
    if chosen:
        return Path(chosen)
    return Path(_appdirs().AppDirs("smitsilab", appauthor=False).user_cache_dir) / "kernels"


@cache
def _appdirs() -> Any:
    """The module of that name in numba, alone: to load all of numba takes half a second."""
    found = find_spec("numba")
    assert found is not None and found.submodule_search_locations
    file = Path(found.submodule_search_locations[0], "misc", "appdirs.py")
    spec = spec_from_file_location("numba_appdirs", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def distrusted(folder: Path) -> str:
    """Why nothing that is in a folder may be run, as a clause; "" if all in it is the user's or the
    system's: nobody else can write to it or put another in its place.
    """
    real = folder.resolve()
    for each in (real, *real.parents):
        found = each.stat()
        if said := strange(found, sticky=each != real):
            return f"{each} {said}"
    return ""


def strange(found: os.stat_result, sticky: bool = False) -> str:
    """Why a file or folder may be somebody else's work, as a clause; "" if not. In a folder that is
    `sticky` others can write, but not take away what is there.
    """
    if os.name != "posix":
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    others = found.st_mode & stat.S_IWOTH
    if found.st_mode & stat.S_IWGRP and found.st_gid != 0 and not _own_group(found.st_gid):
        others = stat.S_IWGRP
    if others and not (sticky and found.st_mode & stat.S_ISVTX):
        return "can be written by other users"
    return ""


@cache
def _own_group(group: int) -> bool:
    """Whether a group is the user's alone, as many systems give each user one."""
    import grp
    import pwd

    try:
        name, known = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(group)
    except KeyError:
        return False
    return known.gr_name == name and set(known.gr_mem) <= {name}


def complaint() -> str:
    """What went wrong with the kernel folder in this process, as a sentence; "" if nothing did."""
    return "".join(_said)


def complain(path: str | Path, error: BaseException) -> None:
    """Reports, once per process, that a file of the folder cannot be used."""
    if not _said:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        where = f"The kernel cache cannot use {path} ({reason})"
        _said.append(f"{where}; what it should hold is compiled instead.")
        print(f"smitsilab: {_said[0]}", file=sys.stderr)
