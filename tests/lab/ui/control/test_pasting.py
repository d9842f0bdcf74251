"""A pasted text becomes a position that is thought about; files and texts can be dropped on the
window.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest

from engines import games
from lab.files.replay import load
from lab.files.verify import verify
from lab.match.records import FAILED
from lab.words.settings import SettingsStore
from tests.lab.ui.lab_window import opened, until

REAL = Path(__file__).parents[3] / "codingame" / "csb_891684197_first_turns.json"

pytestmark = pytest.mark.usefixtures("toy")


def drop(window, data):
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction  # as a file manager offers them
    event = QDropEvent(
        QPointF(300, 300),
        actions,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
    )
    event.setDropAction(Qt.DropAction.MoveAction)
    window.dropEvent(event)
    # after a move the file manager may delete the file
    assert event.dropAction() == Qt.DropAction.CopyAction


def test_a_pasted_text_is_shown_thought_about_and_saved(tmp_path):
    uttt = games()["uttt"]()
    state = uttt.initial(1)
    text = "\n".join(["4 4", "3", "3 3", "3 4", "5 5"])
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
        lab.settings.matches["uttt"] = {
            "seats": ["toy:budget=50it", "toy:budget=50it"],
            "seed": 1,
            "options": {},
        }
        QGuiApplication.clipboard().setText(text)
        lab.do("paste")
        sheet = lab.positions.sheet
        assert sheet.isVisible() and sheet.text.toPlainText() == text
        sheet.show_button.click()
        until(lab, lambda: lab.moment.game.name == "uttt" and lab.moment.status.holding)
        until(lab, lambda: any(t and t.snapshot.iterations > 50 for t in lab.moment.thoughts()))
        assert (
            not sheet.isVisible()
            and lab.window.status.command.text() == ""
            and lab.window.setup._note.text() == "a pasted position"
            and not lab.window.centre.think.isHidden()
        )
        assert uttt.view(lab.moment.frame.state, 1) != uttt.view(state, 1)
        lab.do("think")
        lab.session.play()
        until(lab, lambda: lab.moment.head.turn >= 2)
        file = lab.session.file
        first = lab.moment.frames[0].state
        lab.session.pause()
        lab.session.restart()
        until(lab, lambda: lab.moment.head.turn == 0)
        assert (lab.moment.frames[0].state == first).all()
    replay = load(file)
    assert (replay.initial == first).all() and not any(verify(replay))


def test_a_position_is_kept_while_another_game_is_shown_and_the_lab_is_closed(tmp_path):
    with opened(tmp_path, "csb", "random", "random") as lab:
        start = lab.setup.game.initial(5)  # of another seed than the match's
        lab.setup.begin(lab.setup.setup, start)
        until(lab, lambda: lab.moment.up_to_date)
        lab.setup.choose_game("tictactoe")
        until(lab, lambda: lab.moment.game.name == "tictactoe")
        lab.setup.choose_game("csb")
        until(lab, lambda: lab.moment.game.name == "csb" and lab.moment.up_to_date)
        assert (lab.moment.frames[0].state == start).all() and not lab.moment.status.playing
        note = lab.window.setup._note.text()
    store = SettingsStore(tmp_path)
    with opened(tmp_path, "csb", matches=store.settings.matches) as lab:
        until(lab, lambda: (lab.moment.frame.state == start).all() and lab.moment.up_to_date)
        assert lab.moment.head.turn == 0 and not lab.moment.status.playing
        assert lab.window.setup._note.text() == note and lab.setup.command() == ""
        lab.setup.new_match()
        until(lab, lambda: lab.moment.up_to_date and lab.moment.status.playing)
        lab.setup.remember()
        assert "position" not in lab.settings.matches["csb"]


def test_a_bad_text_stays_with_a_sentence_and_the_match_goes_on(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it", speed=20.0) as lab:
        lab.positions.offer("these are\nno numbers")
        sheet = lab.positions.sheet
        before = lab.moment.game
        sheet.show_button.click()
        until(lab, lambda: not sheet.error.isHidden())
        assert (
            "No contest the lab knows" in sheet.error.text.text() and sheet.show_button.isEnabled()
        )
        assert sheet.text.toPlainText() == "these are\nno numbers" and lab.moment.game is before
        sheet.close()


def test_a_dropped_replay_opens_and_is_thought_about_and_played_from_any_turn(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        file, first = lab.session.file, lab.moment.game
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file))])
        drop(lab.window, data)
        until(lab, lambda: lab.moment.game is not first and lab.moment.cursor == 0)
        lab.transport.go_to(3)
        QTest.qWait(50)
        assert lab.window.centre.transport.think.isEnabled()
        lab.do("play_from")
        until(lab, lambda: lab.moment.head.outcome and lab.moment.head.turn >= 5)


def test_a_dropped_text_is_offered_and_another_file_refused(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        data = QMimeData()
        data.setText("1 2 3")
        drop(lab.window, data)
        assert lab.positions.sheet.text.toPlainText() == "1 2 3"
        lab.positions.sheet.close()
        (tmp_path / "x.txt").write_text("no replay")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.txt"))])
        drop(lab.window, data)
        assert "x.txt" in lab.window.status.state.text()


def test_a_match_of_the_contests_site_opens_with_what_its_programs_said(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        lab.files.open_file(REAL)
        until(
            lab,
            lambda: (
                lab.moment.game.name == "csb"
                and lab.moment.cursor == 0
                and len(lab.moment.frames) > 3
            ),
        )
        lab.transport.go_to(2)
        QTest.qWait(100)
        assert (
            lab.window.side.said.blocks[0].answer.text()
            and "checked: 8 of 8 positions" in lab.window.status.state.text()
        )
        assert lab.setup.command() == ""
        lab.do("play_from")
        until(lab, lambda: lab.moment.status.activity == FAILED)
        QTest.qWait(100)
        assert (
            "is not here" in lab.window.trees.notes.error.sentence.text()
            and lab.trees.answers == ("Change the player",)
        )
        lab.setup.choose(0, "toy")
        lab.setup.choose(1, "toy")
        until(lab, lambda: lab.moment.head.turn > 3)
