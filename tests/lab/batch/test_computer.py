"""What this computer can do at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.batch.computer import busy, cores, crowded
from lab.batch.workplace import Workplace
from tests.lab.experiments.fake_hands import bot


@pytest.mark.parametrize(
    ("processes", "at_work", "cores", "room"),
    [
        (1, 0.2, 2, 0),
        (2, 0.4, 2, 0),
        (2, 0.6, 2, 1),
        (2, 2.0, 2, 1),
        (8, 3.2, 8, 5),
        (8, 40.0, 8, 1),
    ],
)
def test_more_processes_than_cores_are_said_with_how_many_have_room(
    processes: int, at_work: float, cores: int, room: int
) -> None:
    said = crowded(processes, at_work, cores)
    assert bool(said) == bool(room)
    assert not room or (f"play with {room} at a time" in said and "patience" in said)


def test_one_process_on_a_busy_computer_has_only_a_longer_limit() -> None:
    said = crowded(1, 4.0, 2)
    assert "patience" in said and "play with" not in said


def test_searches_and_a_cluster_are_not_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.batch.workplace.busy", lambda: 99.0)
    program = replace(bot("a"), kind="program")
    assert Workplace(2).crowded([bot("a"), program])
    assert not Workplace(2).crowded([bot("a")])
    assert not Workplace(2, "tcp://there:1").crowded([program])
    assert busy() >= 0


# -- where games are played -----------------------------------------------------------------------


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
