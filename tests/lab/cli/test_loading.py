"""What a command loads: each package and module takes its share of the time until it answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import games
from search import algorithms

ROOT = Path(__file__).parents[3]
RUN = """
import json, os, sys
from lab.cli import main
code = main(json.loads(sys.argv[1]))
print(json.dumps([code, *sys.modules]), file=sys.stderr)
"""
PACKAGES = {"PySide6", "llvmlite", "numba", "numpy", "pyqtgraph"}


def loaded(*words: str) -> set[str]:
    """The modules that a process has loaded once the command has ended."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(words)],
        input="",
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=300,
        check=False,
    )
    code, *modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stderr
    return set(modules)


def with_the_window(names: str) -> set[str]:
    """What `names`, an expression, gives in a process that has loaded the window."""
    ask = f"import json, linecache, sys, lab.ui.app; print(json.dumps([*{names}]))"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        timeout=300,
        check=True,
    )
    return set(json.loads(done.stdout))


def test_a_window_loads_pages_when_they_are_shown() -> None:
    modules = with_the_window("sys.modules")
    assert "lab.ui.lessons.control" in modules and "lab.ui.explore.control" in modules
    late = {"lab.ui.lessons.page", "lab.ui.explore.page", "lab.ui.estimators.page", "PIL", "numba"}
    assert not modules & late


def test_a_window_reads_no_source_that_is_compiled() -> None:
    own = [ROOT / room for room in ("lab", "engines", "search")]
    read = map(Path, with_the_window("linecache.cache"))
    assert not [path for path in read if any(path.is_relative_to(room) for room in own)]


def of(modules: set[str], package: str, names: set[str]) -> set[str]:
    """Which of `names` were loaded from `package`."""
    return {name for name in names if f"{package}.{name}" in modules}


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_loads_no_package_and_no_game(word: str) -> None:
    modules = loaded(word)
    assert "lab.cli.running" in modules
    assert not modules & PACKAGES and "engines" not in modules and "search" not in modules


def test_a_list_compiles_nothing_and_opens_no_window() -> None:
    modules = loaded("list")
    assert of(modules, "engines", set(games())) == set(games())
    assert modules & PACKAGES == {"numpy"}


def test_a_command_s_help_compiles_nothing() -> None:
    assert not loaded("match", "--help") & {"numba", "llvmlite", "PySide6"}


def test_a_bot_loads_its_game_and_its_algorithm() -> None:
    modules = loaded("bot", "tron", "--algorithm", "flat_mc", "--budget", "5it")
    assert of(modules, "engines", set(games())) == {"tron"}
    assert of(modules, "search", set(algorithms())) == {"flat_mc", "random"}
    assert modules & PACKAGES == {"numba", "numpy", "llvmlite"}
