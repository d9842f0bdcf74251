"""Programs as players in the window: chosen, told, shown turn by turn, marked, and gone with the
window.
"""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from engines.game import Game
from engines.tictactoe import TicTacToe
from lab.files.replay import load
from lab.match.records import FAILED
from lab.programs.spec import PROGRAM
from lab.ui.setup.program_box import command_for
from lab.ui.setup.usual import players
from tests.lab.programs.test_program import FIRST_CELL, HEAD, alive
from tests.lab.ui.lab_window import opened, until

pytestmark = [
    pytest.mark.usefixtures("toy"),
    pytest.mark.skipif(sys.platform == "win32", reason="processes are counted in /proc"),
]

COUNTING = """
for n in range(1, 99):
    cells = hear()
    print('hello', n, file=sys.stderr)
    print(f'[PDATA][{n}] cells = {len(cells)}', file=sys.stderr, flush=True)
    say(cells[0])
"""
BAD = "say(hear()[0]); hear(); say('9 9')"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where programs are; after the test none of them runs."""
    made = tmp_path / "programs"
    made.mkdir()
    yield made
    assert alive(made) == []


def script(folder: Path, body: str) -> Path:
    path = folder / f"bot{len(list(folder.iterdir()))}.py"
    path.write_text(HEAD + body)
    return path


def seat(folder: Path, body: str) -> str:
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(script(folder, body))])},patience=50"


def test_a_program_is_chosen_written_and_plays(folder, tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it", speed=20.0) as lab:
        panel = lab.window.setup.seats[0]
        lab.setup.choose(0, PROGRAM)
        assert not panel.program.isHidden() and lab.setup.setup.seats[0].name == "toy"
        assert panel.algorithm.name == PROGRAM and "Toy plays on" in panel.program.limits.text()
        lab.setup.choose(0, "toy")
        assert panel.program.isHidden() and panel.algorithm.name == "toy"
        lab.setup.choose(0, PROGRAM)
        panel.program.line.setText("/no/such/bot")
        panel.program._take()
        assert (
            "cannot be started" in panel.program.error.text.text()
            and lab.setup.setup.seats[0].name == "toy"
        )
        panel.program.patience.setValue(20.0)
        panel.program.warnings.setValue(2)
        panel.program.take_file(script(folder, FIRST_CELL))
        assert (
            panel.program.error.isHidden()
            and "20,000 ms for its first answer, then 2,000 ms a move"
            in panel.program.limits.text()
        )
        program = lab.setup.setup.seats[0].program
        assert (program.patience, program.warnings) == (20.0, 2)
        command = panel.program.line.text()
        panel.program.line.setText(f"cmd:{command}")
        panel.program._take()
        assert panel.program.error.isHidden() and panel.program.line.text() == command
        lab.do("restart")
        lab.session.play()
        until(lab, lambda: lab.moment.head.outcome and lab.moment.head.said is not None)
        assert lab.window.windowTitle().startswith("Tic-tac-toe: bot0.py against Toy")
        said = [f.said[0].lines for f in lab.moment.frames if f.said and f.said[0]]
        assert said and said[0] == ("0 0",)


def test_who_leaves_a_seat_by_swapping_players_is_ended(folder: Path, tmp_path: Path) -> None:
    """In its new seat the program is a new one, which is told the turns so far."""
    with opened(tmp_path, "tictactoe", seat(folder, FIRST_CELL), "random") as lab:
        lab.session.pause()
        lab.do("restart")
        lab.session.step()
        until(lab, lambda: lab.moment.head.turn == 1)
        (before,) = running(folder)
        lab.setup.swap()
        until(lab, lambda: before not in running(folder))
        lab.session.step()
        until(lab, lambda: lab.moment.head.turn == 2)
        said = lab.moment.frames[2].said
        assert said[0] is None and said[1].lines and len(running(folder)) == 1


def running(folder: Path) -> list[str]:
    """The numbers of the processes whose commands name the folder."""
    lines = (path for path in Path("/proc").glob("[0-9]*/cmdline"))
    found = []
    for path in lines:
        with contextlib.suppress(OSError):
            found += [path.parent.name] if str(folder).encode() in path.read_bytes() else []
    return found


def test_each_turn_shows_its_own_stderr_and_the_replay_too(folder, tmp_path):
    with opened(tmp_path, "tictactoe", seat(folder, COUNTING), "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        QTest.qWait(200)
        _look(lab)
        file = lab.session.file
        lab.files.open_file(file)
        until(
            lab,
            lambda: lab.moment.cursor == 0 and len(lab.moment.frames) == len(load(file).turns) + 1,
        )
        QTest.qWait(200)
        _look(lab)


def test_what_a_program_received_can_be_copied_turn_by_turn(folder, tmp_path):
    with opened(tmp_path, "tictactoe", "random", seat(folder, FIRST_CELL)) as lab:
        until(lab, lambda: lab.moment.head.outcome)
        QTest.qWait(200)
        block = lab.window.side.said.blocks[1]
        assert not block.text.isHidden() and block.received.isHidden()
        received = block.stream.findChildren(QToolButton)[1]
        received.click()
        assert block.text.isHidden() and not block.received.isHidden()
        for turn in (4, 2):  # its second question, and its first
            lab.transport.go_to(turn)
            QTest.qWait(80)
            before = lab.moment.frames[turn - 1].state
            block.copy.click()
            sent = QGuiApplication.clipboard().text()
            assert sent.splitlines() == TicTacToe().view(before, 1)
            assert sent == block.received.toPlainText() and sent.endswith("\n")
        lab.transport.go_to(0)
        QTest.qWait(80)
        assert not block.received.toPlainText() and not block.copy.isEnabled()
        lab.do("last")


def _look(lab):
    block = lab.window.side.said.blocks[0]
    for turn, expected in ((1, "hello 1"), (2, "hello 1"), (3, "hello 2")):
        lab.transport.go_to(turn)
        QTest.qWait(80)
        assert block.text.toPlainText().startswith(expected) and block.answer.text()
        assert (
            block.time.text().endswith("ms")
            and lab.window.side.said.bands[0].title.hint == f"move {turn - (turn == 2)}"
        )
    figures = lab.window.centre.figures
    assert not figures.isHidden() and figures.choice.name == "cells"
    assert figures.tip_at(figures.x_of(1)) == "move 1: cells, Seat 1 9"
    lab.do("last")


def test_a_person_plays_against_a_program_takes_back_and_looks_at_other_pages(folder, tmp_path):
    with opened(tmp_path, "tictactoe", "human", seat(folder, FIRST_CELL)) as lab:
        until(lab, lambda: lab.person.agent == 0)
        assert lab.window.windowTitle().startswith("Tic-tac-toe: you against bot0.py")
        for page in ("explore", "algorithms", "match"):
            lab.do(page)
            QTest.qWait(50)
        assert lab.session.act(0, 4) == ""
        until(lab, lambda: lab.moment.head.turn == 2 and lab.person.agent == 0)
        lab.do("undo")
        until(lab, lambda: lab.moment.head.turn == 0)
        assert lab.session.act(0, 0) == ""
        until(lab, lambda: lab.moment.head.turn == 2 and lab.moment.head.said)
        assert lab.moment.head.said[1].lines == ("0 1",)


def test_a_fault_is_marked_and_told(folder, tmp_path):
    with opened(tmp_path, "tictactoe", seat(folder, BAD), "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        QTest.qWait(250)
        timeline, block = lab.window.centre.timeline, lab.window.side.said.blocks[0]
        assert (
            "turn 3: line 1: 9 9 is not a legal cell." in block.error.text.text()
            and not block.error.isHidden()
        )
        assert "9 9 is not a legal cell" in timeline.tip_at(
            timeline.x_of(3), timeline.field().bottom() - 5
        )
        lab.transport.go_to(2)
        QTest.qWait(100)
        assert block.error.isHidden()


def test_a_recorded_program_is_started_only_when_asked_and_not_remembered(folder, tmp_path):
    with opened(tmp_path, "tictactoe", seat(folder, FIRST_CELL), "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        file = lab.session.file
    kept = tmp_path / "other"
    kept.mkdir()
    with opened(kept, "tictactoe", "toy:budget=5it", "toy:budget=5it", speed=20.0) as lab:
        lab.files.open_file(file)
        until(lab, lambda: lab.moment.cursor == 0 and len(lab.moment.frames) > 3)
        lab.transport.go_to(2)
        lab.do("play_from")
        until(lab, lambda: lab.moment.status.activity == FAILED)
        QTest.qWait(100)
        assert (
            "not started unasked" in lab.window.trees.notes.error.sentence.text()
            and alive(folder) == []
        )
        lab.setup.remember()
        assert not any(s.startswith("cmd") for s in lab.settings.matches["tictactoe"]["seats"])
        lab._failure_answered(0)
        until(lab, lambda: lab.moment.head.outcome)


def test_the_file_names_its_interpreter_where_it_may_not_be_run(tmp_path):
    plain = tmp_path / "my bot.py"
    plain.write_text("")
    assert shlex.split(command_for(plain)) == [sys.executable, str(plain)]
    plain.chmod(0o755)
    assert shlex.split(command_for(plain)) == [str(plain)]


def test_a_mute_game_takes_no_program():
    class Mute(TicTacToe):
        view = Game.view

    assert [e.reason != "" for e in players(Mute()) if e.name == PROGRAM] == [True]
    assert [e.reason for e in players(TicTacToe()) if e.name == PROGRAM] == [""]
