"""Finding games and algorithms: every subclass in a package's modules, and what plug-ins offer as entry points."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from importlib.metadata import entry_points
from typing import TypeVar

T = TypeVar("T")


def discover(package: str, base: type[T], group: str) -> dict[str, type[T]]:
    """Concrete subclasses of `base` with a `name`, by that name, in the package's order of names."""
    found: list[type[T]] = []
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        found += _classes(importlib.import_module(f"{package}.{module.name}"), base)
    for entry in entry_points(group=group):
        found.append(entry.load())
    return {getattr(c, "name"): c for c in sorted(found, key=lambda c: getattr(c, "name"))}  # noqa: B009 - T has no name for mypy


def _classes(module: object, base: type[T]) -> list[type[T]]:
    """Subclasses defined in (not imported into) `module`; a folder's classes are defined in its submodules."""
    name = getattr(module, "__name__")  # noqa: B009 - as above
    members = inspect.getmembers(module, inspect.isclass)
    return [c for _, c in members if issubclass(c, base) and "name" in vars(c) and c.__module__.startswith(name)]
