"""Finding games and algorithms: the subclasses in a package's modules, entry points of plug-ins,
and single files.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, TypeVar

from engines import own_files

T = TypeVar("T")


def discover(package: str, base: type[T], group: str) -> dict[str, type[T]]:
    """Concrete subclasses of `base` that have a `name`, by that name, sorted: a package's, those of
    entry points and those of the files that were given.
    """
    kind: Any = base
    return _discovered(package, kind, group, own_files.modules())


@cache
def _discovered(package: str, base: Any, group: str, own: tuple[ModuleType, ...]) -> dict[str, Any]:
    found: list[Any] = []
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        found += _classes(importlib.import_module(f"{package}.{module.name}"), base)
    for entry in entry_points(group=group):
        found.append(entry.load())
    for each in own:
        found += _classes(each, base)
    return {getattr(c, "name"): c for c in sorted(found, key=lambda c: getattr(c, "name"))}  # noqa: B009 - T has no name for mypy


def find(package: str, base: type[T], group: str, name: str) -> type[T] | None:
    """The class of `discover` with that `name`, if it is in a single file or its module has the
    same name; loads no other module, so that programs start quickly.

    Also None if plug-ins might offer a class of the same name.
    """
    kind: Any = base
    own: list[type[T]] = [each for one in own_files.modules() for each in _own(one, kind)]
    found = next((each for each in reversed(own) if getattr(each, "name") == name), None)  # noqa: B009 - T has no name for mypy
    if found is None and not _is_offered(group) and name.isidentifier():
        found = _alone(package, kind, name)
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


@cache
def _own(module: ModuleType, base: Any) -> list[Any]:
    """Those in a single file; each search of a match looks for its own."""
    return _classes(module, base)


def _classes(module: object, base: type[T]) -> list[type[T]]:
    """Subclasses defined in (not imported into) `module`; a folder's classes are defined in its
    submodules.
    """
    name = getattr(module, "__name__")  # noqa: B009 - as above
    members = inspect.getmembers(module, inspect.isclass)
    return [
        c
        for _, c in members
        if issubclass(c, base) and "name" in vars(c) and own_files.home_of(c).startswith(name)
    ]
