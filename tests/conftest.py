"""What every test runs under: no screen, no access to the user's settings and matches, the same
examples each time.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from engines.jit import plain
from engines.own_files import LOAD, give
from tests.race_file import TEXT
from tests.records import quicken
from tests.settled import check_settled

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_home = tempfile.mkdtemp(prefix="smitsilab-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
# the cache stays, so that kernels are compiled once
for _folder in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[_folder] = os.path.join(_home, _folder)
os.environ.pop("SMITSILAB_STORE", None)

# a referee plays in its own process, except where the resident one is tested
os.environ["SMITSILAB_RESIDENT"] = "no"

# a background shell job ignores Ctrl-C, and so do the programs that tests start
with contextlib.suppress(ValueError):
    signal.signal(signal.SIGINT, signal.default_int_handler)

if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    quicken()
check_settled()

hypothesis.settings.register_profile("house", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("house")


# these compile in processes of their own: if they came last, one core would wait for the other
LONGEST = {"test_plain.py", "test_hostile.py", "test_compiled.py"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(autouse=True)
def _no_files_of_one_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test loads is not there in the next one."""
    monkeypatch.setenv(LOAD, os.environ.get(LOAD, ""))


def _uncompiled() -> Iterator[None]:
    """Rules and kernels run as plain Python: in a small game that is sooner done than compiled."""
    with plain(), np.errstate(all="ignore"):
        yield


uncompiled = pytest.fixture(_uncompiled)
# for what a module makes once too
uncompiled_module = pytest.fixture(scope="module")(_uncompiled)


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The lab's own application, with its event filters, whichever test is the first to need it."""
    from lab.ui.app import application

    return application()


@pytest.fixture
def race_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The toy race as somebody's own file, which is given."""
    monkeypatch.setenv(LOAD, "")
    before, path = set(sys.modules), tmp_path / "race.py"
    path.write_text(TEXT, encoding="utf-8")
    give(path)
    yield path
    for name in {each for each in set(sys.modules) - before if each.startswith("loaded_")}:
        del sys.modules[name]
