"""Finding games and algorithms: the subclasses in a package's modules, entry points of plug-ins,
and single files.

Files are named in the environment variable SMITSILAB_LOAD, so that worker processes find them too.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
import traceback
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from engines.knobs import KnobError

T = TypeVar("T")
LOAD = "SMITSILAB_LOAD"  # the user's own games and algorithms: files, separated as in PATH


def discover(package: str, base: type[T], group: str) -> dict[str, type[T]]:
    """Concrete subclasses of `base` that have a `name`, by that name, sorted."""
    found: list[type[T]] = []
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        found += _classes(importlib.import_module(f"{package}.{module.name}"), base)
    for entry in entry_points(group=group):
        found.append(entry.load())
    for path in filter(None, os.environ.get(LOAD, "").split(os.pathsep)):
        found += _classes(_loaded(Path(path)), base)
    return {getattr(c, "name"): c for c in sorted(found, key=lambda c: getattr(c, "name"))}  # noqa: B009 - T has no name for mypy


def find(package: str, base: type[T], group: str, name: str) -> type[T] | None:
    """The class of `discover` with that `name`, if its module has the same name; loads no other
    module, so that programs start quickly.

    Also None if plug-ins or single files might offer a class of the same name.
    """
    if os.environ.get(LOAD) or _is_offered(group) or not name.isidentifier():
        return None
    kind: Any = base
    found: type[T] | None = _alone(package, kind, name)
    return found


@cache
def _alone(package: str, base: Any, name: str) -> Any:
    """The class in the module of that name; each search of a match is found by its name."""
    if importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    found = _classes(importlib.import_module(f"{package}.{name}"), base)
    return next((each for each in found if getattr(each, "name") == name), None)  # noqa: B009 - as above


@cache
def _is_offered(group: str) -> bool:
    """Whether an installed plug-in offers anything; scanning all packages takes 10 ms."""
    return bool(entry_points(group=group))


def _loaded(path: Path) -> ModuleType:
    """The module in a file, loaded once per process; KnobError says in a sentence why it cannot be
    loaded.
    """
    name = f"loaded_{path.stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path.resolve())
        if spec is None or spec.loader is None or not path.is_file():
            raise KnobError(f"{path} is not a Python file; its name should end in .py.")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise KnobError(
                f"{path} cannot be loaded: {_where(error, path)}{type(error).__name__}: {error}."
            ) from error
    return sys.modules[name]


def _where(error: Exception, path: Path) -> str:
    """The line of the file that an error came from, as "line 3: "; "" if it is unknown or already
    in the error's text.
    """
    if isinstance(error, SyntaxError):
        return ""
    lines = [
        each.lineno
        for each in traceback.extract_tb(error.__traceback__)
        if each.filename == str(path.resolve())
    ]
    return f"line {lines[-1]}: " if lines else ""


def _classes(module: object, base: type[T]) -> list[type[T]]:
    """Subclasses defined in (not imported into) `module`; a folder's classes are defined in its
    submodules.
    """
    name = getattr(module, "__name__")  # noqa: B009 - as above
    members = inspect.getmembers(module, inspect.isclass)
    return [
        c
        for _, c in members
        if issubclass(c, base) and "name" in vars(c) and c.__module__.startswith(name)
    ]
