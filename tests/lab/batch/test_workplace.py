"""Where games are played: what a command line says of it, and the status bar."""

from __future__ import annotations

from lab.batch.computer import cores
from lab.batch.workplace import Workplace

MANY = cores() + 3
PLACE = "tcp://host:8786"


def test_only_what_differs_from_the_usual_is_on_a_command_line() -> None:
    assert Workplace().words == [] and Workplace().processes == cores()
    assert Workplace(MANY).words == ["--processes", f"{MANY}"]
    assert Workplace(MANY, PLACE).words == ["--cluster", PLACE]  # which has its own processes


def test_what_runs_there_in_words() -> None:
    ending = f" on {MANY} of {cores()} core{'s' if cores() > 1 else ''}"
    assert Workplace(MANY).running() == f"{MANY} games running{ending}"
    assert Workplace(MANY).running(90.4, 1) == f"1 game running{ending}, 90 a minute"
    assert Workplace(MANY, PLACE).running(1234.0) == f"games running on {PLACE}, 1,234 a minute"
    assert Workplace(MANY, PLACE).running(games=5) == f"5 games running on {PLACE}"
