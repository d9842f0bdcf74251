"""The window's behaviour around the board: files, lines of a match, the command line, players."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from lab.compare.words import settings_words
from lab.files.replay import load
from lab.match.seat import HUMAN
from lab.match.seats import opening, parse_game, parse_search, parse_seat, suiting
from lab.ui.control import refresh_rate
from lab.ui.parts.combos import NAME
from lab.ui.setup import usual as strength
from lab.ui.setup.usual import CUSTOM, best_for, fresh, levels
from lab.ui.shell.focus import KeyGuard
from tests.lab.ui.control.test_person import asked
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")


def test_a_replay_saved_in_mid_match_is_whole(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "random", speed=20.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 3)
        lab.files.save_file(tmp_path / "r1.jsonl")
        lab.files.save_file(tmp_path / "r2.jsonl.gz")
        plain = (tmp_path / "r1.jsonl").read_bytes()
        assert plain.startswith(b'{"format"') and not load(tmp_path / "r1.jsonl").damaged
        assert gzip.decompress((tmp_path / "r2.jsonl.gz").read_bytes()).startswith(plain)
        own = lab.session.file
        lab.files.save_file(own)
        assert "choose another name" in lab.window.status.state.text()
        turn = lab.moment.head.turn
        until(lab, lambda: lab.moment.head.turn > turn + 1)
        assert len(load(own).turns) > turn


def test_playing_on_from_a_turn_keeps_the_others_and_undo_brings_them_back(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        line = [frame.joint for frame in lab.moment.frames]
        lab.transport.go_to(2)
        lab.setup._seat(0, parse_seat("scripted", lab.setup.game))
        lab.do("play_from")
        assert f"3 to {len(line) - 1} are kept" in lab.window.status.state.text()
        until(lab, lambda: len(lab.session.lines.rows) > 1 and lab.moment.head.outcome)
        QTest.qWait(100)
        assert lab.window.actions_.by_name["other_line"].isEnabled()
        lab.do("undo")
        until(lab, lambda: [frame.joint for frame in lab.moment.frames] == line)


def test_the_command_says_that_a_knob_was_turned_in_mid_match(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=60it", speed=20.0) as lab:
        command = lab.window.status.command
        until(lab, lambda: lab.moment.head.turn >= 3 and command.text())
        assert command.text().startswith("smitsilab match")
        turn = lab.moment.head.turn
        lab.window.setup.seats[1].amount.setValue(70)
        until(lab, lambda: not command.text().startswith("smitsilab match"))
        since = lab.setup.changed_words()
        assert since.startswith("settings changed at round ") and int(since.split()[-1]) >= turn
        assert command.text().startswith(f"({since}) smitsilab match")
        lab.do("copy")
        assert QGuiApplication.clipboard().text() == lab.setup.command()
        assert lab.session.file.name in lab.window.status.state.text()
        lab.do("restart")
        until(lab, lambda: command.text().startswith("smitsilab match"))


def test_the_title_names_the_page(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        match = lab.window.windowTitle()
        assert match == "Tic-tac-toe: Random against Random – Smitsilab"
        lab.do("estimators")
        assert lab.window.windowTitle() == "Estimators – Smitsilab"
        lab.setup.swap()
        assert lab.window.windowTitle() == "Estimators – Smitsilab"
        lab.do("match")
        assert lab.window.windowTitle() == match


def test_who_takes_a_seat_in_the_list_plays_by_keys(tmp_path):
    """A key on the closed box goes through the players, so the focus stays there."""
    with opened(tmp_path, "tictactoe", "random", "random", speed=20.0) as lab:
        combo, board = lab.window.setup.seats[1].algorithm, lab.window.centre.board
        combo.setFocus()
        combo.showPopup()
        row = combo.findData(HUMAN, NAME)
        combo.view().setCurrentIndex(combo.model().index(row, 0))
        QTest.keyClick(combo.view(), Qt.Key.Key_Return)
        until(lab, lambda: lab.window.focusWidget() is board and not combo.from_list)
        until(lab, lambda: lab.moment.people == (1,))
        combo.setFocus()
        combo.choose(combo.itemData(row + 1, NAME))
        QTest.keyClick(combo, Qt.Key.Key_Up)
        assert combo.name == HUMAN and lab.window.focusWidget() is combo


def test_escape_and_a_click_elsewhere_close_find_a_command(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        window, palette = lab.window, lab.palette
        window.activateWindow()
        lab.do("palette")
        until(lab, palette.line.hasFocus)
        QTest.keyClick(palette.line, Qt.Key.Key_Escape)
        assert palette.isHidden()
        lab.do("palette")
        until(lab, palette.line.hasFocus)
        QTest.mouseClick(window.centre.headline, Qt.MouseButton.LeftButton)
        assert palette.isHidden()


def test_space_pauses_after_a_list_was_used(tmp_path, qapp):
    guard = KeyGuard(qapp)
    with opened(tmp_path, "matrix", "random", "random", speed=2.0) as lab:
        lab.window.activateWindow()
        speed = lab.window.centre.transport._speed
        speed.setFocus()
        until(lab, lambda: speed.hasFocus() and lab.moment.status.playing)
        QTest.keyClick(speed, Qt.Key.Key_Space)
        until(lab, lambda: not lab.moment.status.playing)
        assert not speed.view().isVisible()
        at = lab.moment.head.turn
        QTest.keyClick(speed, Qt.Key.Key_Right)
        until(lab, lambda: lab.moment.head.turn == at + 1)
        before = speed.currentIndex()
        QTest.keyClick(speed, Qt.Key.Key_Down)
        assert speed.currentIndex() == before + 1
    guard.deleteLater()


def test_the_match_waits_while_the_list_of_players_is_open(tmp_path):
    with opened(tmp_path, "matrix", "random", "random", speed=20.0) as lab:
        players = lab.window.setup.seats[0].algorithm
        until(lab, lambda: lab.moment.head.turn >= 1)
        players.showPopup()
        until(lab, lambda: not lab.moment.status.playing)
        players.hidePopup()
        until(lab, lambda: lab.moment.status.playing)


def test_a_person_who_sits_down_after_the_end_plays_from_the_start(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        lab.setup.choose(1, "human")
        until(lab, lambda: lab.moment.status.to_move == (1,))
        assert lab.moment.head.turn == 1


def test_a_search_that_is_lent_is_named_with_its_settings(tmp_path):
    with opened(tmp_path, "uttt", "random", "random", speed=1.0) as lab:
        lab.session.pause()
        lab.do("think")
        until(lab, lambda: lab.moment.lent and any(lab.moment.thoughts()))
        search = fresh(best_for(lab.moment.game), lab.moment.game)
        told = f"{search.title}, {settings_words(search, lab.moment.game)}"
        assert lab.moment.lent == told and any(c.isdecimal() for c in told)
        shown = lab.window.trees.head.word, lab.window.status.state
        until(lab, lambda: all(told in part.text() for part in shown))
        lab.do("think")
        lab.setup.choose(0, search.name)
        until(lab, lambda: lab.moment.up_to_date and not lab.moment.lent)
        assert told not in shown[1].text()


def test_a_pasted_position_is_not_called_by_the_seed(tmp_path):
    with opened(tmp_path, "uttt", "random", "random") as lab:
        note = lab.window.setup._note
        lab.setup.begin(lab.setup.setup, lab.setup.game.initial(5))
        assert note.text() == "a pasted position"
        lab.setup.new_match()
        assert note.text() in lab.setup.game.position_note(lab.setup.setup.seed)
        assert lab.window.setup.seed.value() == lab.setup.setup.seed


def test_another_game_is_loading_until_it_is_on_the_board(tmp_path, monkeypatch):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        centre = lab.window.centre
        monkeypatch.setattr(lab.session, "has_obeyed", lambda view: False)
        monkeypatch.setattr(lab.session, "new", lambda *a: None)  # the session is still busy
        lab.setup.choose_game("connect_four")
        until(lab, lambda: centre.headline.answer == "Connect Four")
        assert centre.headline.support == "loading"


def test_strength_is_offered_to_a_person_who_plays_against_a_search(tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "suiting", lambda game: "toy")
    with opened(tmp_path, "tictactoe", "human", "scripted") as lab:
        panel, game = lab.window.setup.seats[1], lab.setup.game
        assert panel.strength.isHidden()  # a script has no strength to choose
        lab.setup.choose(1, "toy")
        assert not panel.strength.isHidden() and panel.strength.name == CUSTOM
        assert lab.window.setup.seats[0].strength.isHidden()
        easy = levels(game)["easy"]
        lab.setup._strength(1, "easy")
        assert lab.setup.setup.seats[1] == easy and panel.strength.name == "easy"
        assert panel.algorithm.name == easy.name and panel.amount.value() == easy.budget.amount
        panel.amount.setValue(panel.amount.value() + 1)
        assert panel.strength.name == CUSTOM
        until(lab, lambda: lab.moment.setup.seats[1] == lab.setup.setup.seats[1])
        lab.setup.choose(0, "random")
        assert panel.strength.isHidden()


def test_levels_grow_and_are_the_games_own():
    for name in ("tictactoe", "csb", "connect_four"):
        found = levels(parse_game(name))
        amounts = [spec.budget.amount for spec in found.values()]
        assert list(found) == ["easy", "medium", "strong"] and amounts == sorted(set(amounts))


def test_only_the_strongest_has_the_evaluation_that_a_game_opens_with():
    """So that a person can win: a network beats twenty times its iterations without."""
    for name in ("uttt", "connect_four", "tron", "tron:players=3", "kutulu", "csb", "brew"):
        game = parse_game(name)
        easy, medium, strong = levels(game).values()
        plain = parse_search(suiting(game), game)
        assert [replace(spec, budget=None) for spec in (easy, medium)] == [plain, plain]
        assert replace(strong, budget=None) == parse_search(opening(game), game)


def test_set_up_is_brought_back_by_a_button_where_it_is_hidden(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        window, button = lab.window, lab.window.centre.setup_button
        window.resize(1030, 700)
        until(lab, button.isVisible)
        button.click()
        until(lab, window.setup.isVisible)
        assert window.setup.away_button.isVisible()
        window.setup.away_button.click()
        assert not window.setup.isVisible() and button.isVisible()
        window.resize(1440, 900)
        until(lab, window.setup.isVisible)
        assert not button.isVisible() and not window.setup.away_button.isVisible()


class Paints(QObject):
    """Counts what is painted."""

    def __init__(self):
        super().__init__()
        self.parts = Counter()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.parts[type(watched).__name__] += 1
        return False


def test_a_window_at_rest_paints_nothing_and_wakes_at_once(tmp_path, qapp, monkeypatch):
    monkeypatch.setattr(refresh_rate, "RESTS_AFTER_S", 0.3)
    monkeypatch.setattr(refresh_rate, "DRAW_S", 0.1)
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=20.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 2)
        lab.session.pause()
        until(lab, lambda: lab.refresh_rate.rests and not lab.moment.status.playing)
        drawn = lab.refresh_rate._drawn_at
        # the last change is shown by then
        until(
            lab, lambda: lab.refresh_rate._drawn_at > drawn + 2
        )  # the last change is shown by then
        paints, drawn = Paints(), lab.refresh_rate._drawn_at
        qapp.installEventFilter(paints)
        until(lab, lambda: lab.refresh_rate._drawn_at > drawn + 1)
        qapp.removeEventFilter(paints)
        assert not paints.parts
        assert lab.timer.interval() == refresh_rate.LOOK_MS
        monkeypatch.setattr(refresh_rate, "RESTS_AFTER_S", 60.0)
        QTest.keyClick(lab.window.centre.board, Qt.Key.Key_F)
        assert not lab.refresh_rate.rests
        turn = lab.moment.head.turn
        lab.session.play()
        until(lab, lambda: lab.moment.head.turn > turn)


def test_a_move_is_typed_wherever_the_focus_is(tmp_path, qapp):
    """But in text and numbers; 2 has a command of the window too."""
    guard, own_use = KeyGuard(qapp), QLineEdit | QAbstractSpinBox | QPlainTextEdit
    with opened(tmp_path, "tictactoe", "human", "uct:budget=50it") as lab:
        window, board, kinds = lab.window, lab.window.centre.board, set[str]()
        asked(lab, 0)
        window.activateWindow()
        until(lab, window.isActiveWindow)
        for part in window.centralWidget().findChildren(QWidget):
            stands = part.isVisible() and part.isEnabled() and part is not board
            if not stands or part.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            part.setFocus()
            if QApplication.focusWidget() is not part or isinstance(part, own_use):
                continue
            QTest.keyClick(part, Qt.Key.Key_2)
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_1)
            assert board.hasFocus() and board._keys.action is not None, part
            board._keys.action = None
            kinds.add(type(part).__name__)
        assert len(kinds) > 5, kinds
        lab.do("experiments")
        until(lab, lambda: window.page is not None)
        for key in (Qt.Key.Key_2, Qt.Key.Key_1):
            QTest.keyClick(window.page, key)
        assert board._keys.action is None, "nobody sees the board"
    guard.deleteLater()
