"""How controls are written that ask a store and have a page."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import lab.ui

FOLDER = Path(next(iter(lab.ui.__path__)))
WORKS = sorted(path.parent.name for path in FOLDER.glob("*/work.py"))


def test_the_pages_that_ask_a_store_are_found() -> None:
    assert {"arena", "experiments", "tuner"} <= set(WORKS)


@pytest.mark.parametrize("name", WORKS)
def test_what_is_asked_of_a_store_is_a_plain_function(name: str) -> None:
    """It does its work on what it is given, and makes no other function."""
    module = import_module(f"lab.ui.{name}.work")
    for found in vars(module).values():
        if inspect.isfunction(found) and found.__module__ == module.__name__:
            signature = inspect.signature(found)
            assert "Callable" not in str(signature.return_annotation), found.__qualname__
            if "store" in signature.parameters:
                assert next(iter(signature.parameters)) == "store", found.__qualname__


def test_a_control_never_asks_whether_its_page_exists() -> None:
    """It is made when somebody wants it."""
    asks = re.compile(r"self\._?page is (not )?None")
    controls = [*FOLDER.glob("control/*.py"), *FOLDER.glob("*/control.py"), *FOLDER.glob("*.py")]
    assert len(controls) > 30
    assert [str(path) for path in controls if asks.search(path.read_text())] == []
