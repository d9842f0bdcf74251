"""The window in a process of its own: it closes at any moment, cleanly, with nothing left
behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
CODE = "import sys; from lab.ui.app import main; sys.exit(main(sys.argv[1:]))"
HANG_S = 300.0  # a guard against waiting for ever


LEFT = "from lab.ui.app import open_lab; window, lab = open_lab(); lab.close()"


def start(tmp_path, *words, code=CODE, **environment):
    env = (
        os.environ
        | {"SMITSILAB_CONFIG": str(tmp_path), "SMITSILAB_DATA": str(tmp_path)}
        | environment
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True
    )


def ended(process):
    _, errors = process.communicate(timeout=HANG_S)
    return process.returncode, errors


@pytest.mark.parametrize("seconds", ["0", pytest.param("0.4", marks=pytest.mark.long), "3"])
def test_it_closes_by_itself_with_exit_code_0(tmp_path, seconds):
    code, errors = ended(start(tmp_path, "--smoke", seconds))
    assert (code, errors) == (0, "")


def test_a_window_that_is_left_to_the_end_of_the_program_says_nothing(tmp_path):
    code, errors = ended(start(tmp_path, code=LEFT))
    assert (code, errors) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_closes_it(tmp_path):
    process = start(tmp_path, "--smoke", "60")
    ends = time.monotonic() + HANG_S
    while not list(tmp_path.glob("matches/*")) and time.monotonic() < ends:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    code, errors = ended(process)
    assert (code, errors) == (0, "")


def test_closing_while_kernels_are_compiled_leaves_no_process(tmp_path):
    process = start(tmp_path, "--smoke", "2.5", SMITSILAB_CACHE=str(tmp_path / "empty"))
    code, errors = ended(process)
    assert (code, errors) == (0, "")
    if Path("/proc").exists():
        assert not children_with(str(tmp_path / "empty"))


def children_with(text):
    """Processes of which the environment names `text`."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (each / "environ").read_bytes() and int(each.name) != os.getpid():
                found.append((each / "cmdline").read_bytes())
        except OSError:
            continue
    return found


def test_a_damaged_settings_file_does_not_stop_it(tmp_path):
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    code, errors = ended(start(tmp_path, "--smoke", "0.5"))
    assert (code, errors) == (0, "")
    assert list(tmp_path.glob("settings-damaged-*.json"))
