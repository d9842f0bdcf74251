"""Keeps an error in painting away from Qt, which ends the process if an exception leaves a widget
half painted: it is reported once, and the rest of the window is painted.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

_reported: set[tuple[str, int]] = set()  # file and line of each error so far


def guarded(paint: Callable[..., None]) -> Callable[..., None]:
    """The method, with its errors reported instead of raised."""

    @functools.wraps(paint)
    def safe(*args: Any) -> None:
        try:
            paint(*args)
        except Exception as error:
            report(error)

    return safe


def report(error: Exception) -> None:
    """Passes an error to the hook that logs it and says it, once for each line of code: a chart may
    be painted many times a second.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    if place not in _reported:
        _reported.add(place)
        sys.excepthook(type(error), error, error.__traceback__)


def forget() -> None:
    """Reports every error again."""
    _reported.clear()


def safe_item(kind: Any) -> Any:
    """A class of pyqtgraph's items whose painting is guarded."""
    return type(kind.__name__, (kind,), {"paint": guarded(kind.paint)})
