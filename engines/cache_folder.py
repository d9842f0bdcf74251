"""Where compiled kernels are kept, and what went wrong there. It loads nothing of numba."""

from __future__ import annotations

import os
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
