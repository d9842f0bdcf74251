"""A recorded command is started by none of the ways that lead from a replay to a match: only a
person who typed or confirmed it starts it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.tictactoe import TicTacToe
from lab.files.replay import save
from lab.match.play import play
from lab.match.records import FAILED, Setup
from lab.match.seat import ProgramSeat
from lab.programs.spec import PROGRAM, Program
from lab.ui.controller import Controller
from tests.lab.ui.lab_window import opened, until

pytestmark = [
    pytest.mark.usefixtures("toy"),
    pytest.mark.skipif(sys.platform == "win32", reason="the command is written for a shell"),
]


def stay(lab: Controller) -> None:
    """Nothing but opening the file."""


def on(lab: Controller) -> None:
    """Plays on from the middle of the match."""
    lab.transport.go_to(2)
    lab.do("play_from")


def new(lab: Controller) -> None:
    """The same players in the next match."""
    lab.setup.new_match()


def swap(lab: Controller) -> None:
    """The players exchange their seats."""
    lab.setup.swap()
    lab.session.play_from(1)


def think(lab: Controller) -> None:
    """Thinks about the position on show, then plays."""
    lab.session.hold(True, 2)
    on(lab)


def option(lab: Controller) -> None:
    """Another board."""
    lab.window.setup.option_changed.emit("rows", 4)


def patience(lab: Controller) -> None:
    """More time for the recorded program."""
    lab.window.setup.seats[0].program.patience.setValue(20.0)
    on(lab)


def other_game(lab: Controller) -> None:
    """Another game and back."""
    lab.settings.matches["matrix"] = {"seats": ["random", "random"], "seed": 1, "options": {}}
    lab.setup.choose_game("matrix")
    until(lab, lambda: lab.moment.game.name == "matrix" and lab.moment.head.outcome)
    lab.setup.choose_game("tictactoe")


def other_player(lab: Controller) -> None:
    """Another player, then a program for that seat again."""
    lab.setup.choose(0, "random")
    lab.setup.choose(0, PROGRAM)
    on(lab)


ASKS = [on, new, swap, think, option, patience, other_player]


@pytest.fixture
def stranger(tmp_path: Path) -> tuple[Path, str, Path]:
    """A replay that names a command, the command, and the file that shows that it ran."""
    ran = tmp_path / "ran"
    command = f"touch {shlex.quote(str(ran))}"
    result = play("tictactoe", ["random", "toy:budget=5it"], seed=3)
    seats = (ProgramSeat(Program(command)), result.setup.seats[1])
    setup = Setup("tictactoe", TicTacToe().options, seats, 3)
    file = tmp_path / "stranger.jsonl"
    save(file, type(result)(setup, result.initial, result.turns, (), ""))
    return file, command, ran


def show(lab: Controller, file: Path) -> None:
    """Opens the replay and waits until it is on show."""
    lab.files.open_file(file)
    until(lab, lambda: lab.moment.cursor == 0 and len(lab.moment.frames) > 4)


@pytest.mark.parametrize("way", [stay, *ASKS, other_game], ids=lambda way: way.__name__)
def test_no_way_from_a_replay_starts_its_command(
    way: Callable[[Controller], None], stranger: tuple[Path, str, Path], tmp_path: Path
) -> None:
    file, command, ran = stranger
    kept = tmp_path / "kept"
    kept.mkdir()
    with opened(kept, "tictactoe", "toy:budget=5it", "toy:budget=5it", speed=50.0) as lab:
        show(lab, file)
        way(lab)
        if way in ASKS:
            until(lab, lambda: lab.moment.status.activity == FAILED)
            assert lab.moment.status.failure.asks == command
            assert "not started unasked" in lab.moment.status.failure.sentence
        elif way is other_game:
            until(lab, lambda: lab.moment.game.name == "tictactoe" and lab.moment.head.turn > 0)
            assert [seat.name for seat in lab.moment.setup.seats] == ["toy", "toy"]
        lab.setup.remember()
        seats = lab.settings.matches["tictactoe"]["seats"]
    assert not any(seat.startswith(PROGRAM) for seat in seats)
    assert not ran.exists()


def test_a_confirmed_command_is_started_and_takes_nobodys_set_up_away(
    stranger: tuple[Path, str, Path], tmp_path: Path
) -> None:
    file, _, ran = stranger
    kept = tmp_path / "kept"
    kept.mkdir()
    with opened(kept, "tictactoe", "toy:budget=5it", "toy:budget=5it", speed=50.0) as lab:
        show(lab, file)
        other_player(lab)
        until(lab, lambda: lab.moment.status.activity == FAILED and lab.trees.answers)
        lab._failure_answered(0)
        until(lab, ran.exists)
        assert lab.settings.matches["tictactoe"]["seats"][0] == "toy:budget=5it"


def test_a_replay_with_an_unknown_parameter_is_shown_and_can_be_played_on(tmp_path: Path) -> None:
    """The search then has its usual parameters."""
    file = tmp_path / "later.jsonl"
    save(file, play("tictactoe", ["toy:budget=5it", "toy:budget=5it"], seed=3))
    file.write_text(file.read_text().replace('"depth":3', '"quest":3', 1))
    with opened(tmp_path, "tictactoe", "toy:budget=5it", "toy:budget=5it", speed=50.0) as lab:
        show(lab, file)
        on(lab)
        until(lab, lambda: lab.moment.head.outcome)
        assert lab.moment.status.failure is None
