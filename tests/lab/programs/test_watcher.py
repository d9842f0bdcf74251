"""Programs end with the lab, also if it is killed without a word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import HANG_S, until

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")

LAB = """
import sys, time
from threading import Thread
from lab.programs.process import Process

# ignores what asks it to end, and has a child; a thread that ends at once has started it
BOT = '''
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(os.getpid(), child.pid, flush=True)
time.sleep(600)
'''
made = []
for _ in range(3):
    thread = Thread(target=lambda: made.append(Process([sys.executable, "-c", BOT])))
    thread.start()
    thread.join()
made.pop(0).close()
for each in made:
    print(each.hear(1, time.perf_counter() + 600)[0].text, flush=True)
print("ready", flush=True)
if sys.argv[1] == "sleeps":
    time.sleep(600)
"""


def there(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGABRT, None])
def test_nothing_is_left_of_programs_whose_lab_is_gone(how: signal.Signals | None) -> None:
    words = [sys.executable, "-c", LAB, "sleeps" if how else "ends"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as lab:
        assert lab.stdout is not None
        pids: list[int] = []
        while (line := lab.stdout.readline()) != "ready\n":
            pids += map(int, line.split())
        assert len(pids) == 4
        if how is not None:
            assert all(map(there, pids))
            lab.send_signal(how)
        lab.wait(HANG_S)
        until(lambda: not any(map(there, pids)))
