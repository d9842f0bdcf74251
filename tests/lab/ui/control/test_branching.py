"""Branches and comments in the window, from a click to the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lab.files.replay import load
from lab.match.turn_tree import TurnNote
from lab.ui.controller import Controller
from tests.lab.ui.lab_window import opened, until


def cells(lab: Controller) -> list[int]:
    return [max(frame.joint) for frame in lab.moment.frames[1:]]


def branched(lab: Controller) -> tuple[list[int], list[int]]:
    """A finished match with one more branch, from its second turn, on the board; both lines."""
    until(lab, lambda: lab.moment.head.outcome)
    main = cells(lab)
    other = next(c for c in range(9) if c not in main[:2] and c != main[2])
    lab.session.add_branch(2, [(other, -1)])
    until(lab, lambda: cells(lab) == [*main[:2], other])
    until(lab, lambda: lab.window.centre.branches.isVisible())
    return main, cells(lab)


def click(lab: Controller, row: int, turn: int) -> None:
    """Clicks a stone of the band."""
    band = lab.window.centre.branches
    until(lab, lambda: band.height() >= band.sizeHint().height() > 100)
    spot = QPoint(round(band._layout.x(turn)), round(band._layout.y(row)))
    QTest.mouseClick(band, Qt.MouseButton.LeftButton, pos=spot)


def test_a_click_goes_to_a_turn_of_any_line(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        assert not lab.window.centre.branches.isVisible(), "there is one line"
        main, branch = branched(lab)
        click(lab, 0, 4)
        until(lab, lambda: cells(lab) == main and lab.moment.turn == 4)
        click(lab, 1, 3)
        until(lab, lambda: cells(lab) == branch and lab.moment.turn == 3)
        click(lab, 0, 1)  # on both lines: the one on the board stays
        until(lab, lambda: lab.moment.turn == 1)
        assert cells(lab) == branch
        band = lab.window.centre.branches
        band.setFocus()
        for key, turn, line in (
            (Qt.Key.Key_Right, 2, branch),  # the fork is a turn of the main line
            (Qt.Key.Key_Down, 3, branch),
            (Qt.Key.Key_Up, 3, main),
            (Qt.Key.Key_Left, 2, main),
        ):
            QTest.keyClick(band, key)
            until(lab, lambda wanted=line: cells(lab) == wanted)
            number = lab.session.lines.number(turn)
            until(lab, lambda t=turn, n=number: lab.moment.turn == t and band._look.number == n)
        lab.do("branches")
        until(lab, lambda: not lab.window.centre.branches.isVisible())
        lab.do("branches")
        until(lab, lambda: lab.window.centre.branches.isVisible())


def test_what_is_deleted_comes_back_and_the_main_line_can_be_another(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        _, branch = branched(lab)
        number = lab.session.lines.rows[1].stones[0].number
        lab.window.centre.branches.deleted.emit(number)
        until(lab, lambda: cells(lab) == branch[:2])
        assert not lab.session.lines.rows and "Undo brings it back" in _said(lab)
        lab.do("undo")
        until(lab, lambda: cells(lab) == branch and len(lab.session.lines.rows) == 2)
        lab.window.centre.branches.promoted.emit(number)
        until(lab, lambda: lab.session.lines.rows[0].stones[2].number == number)
        lab.do("undo")
        until(lab, lambda: lab.session.lines.rows[0].stones[2].number != number)
        lab.do("redo")
        until(lab, lambda: lab.session.lines.rows[0].stones[2].number == number)
        assert cells(lab) == branch
        assert lab.session.file is not None
        saved = load(lab.session.file)
        assert [max(t.joint) for t in saved.turns] == branch and len(saved.tree.tree.lines()) == 2


def _said(lab: Controller) -> str:
    return str(lab.window.status.state.text())


def test_a_comment_is_saved_with_the_match_and_never_with_another(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        box, file = lab.window.centre.comment, lab.session.file
        assert file is not None and not box.isVisible()
        lab.transport.go_to(3)
        QTest.keySequence(lab.window, QKeySequence("M"))
        until(lab, lambda: box.isVisible() and box.text.hasFocus())
        QTest.keyClicks(box.text, "bad T H b")  # letters are text here
        box.marks[1].click()
        until(lab, lambda: lab.session.lines.notes)
        assert lab.session.lines.notes == {3: TurnNote("bad T H b", "?")}
        assert load(file).tree.tree.notes == {3: TurnNote("bad T H b", "?")}
        QTest.keyClicks(box.text, "!")
        lab.do("new")
        assert not box._pause.isActive(), "it is kept before the next match begins"
        until(lab, lambda: lab.session.file != file and lab.moment.head.outcome)
        assert not lab.session.lines.notes
        assert load(file).tree.tree.notes[3].text == "bad T H b!"


def test_right_goes_on_along_the_line_and_left_stays_in_it(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        _, branch = branched(lab)
        lab.window.centre.board.setFocus()
        for name, turn in (("back", 2), ("back", 1), ("forward", 2), ("forward", 3)):
            lab.do(name)
            until(lab, lambda turn=turn: lab.moment.turn == turn)
        assert cells(lab) == branch


def test_tab_leads_from_the_timeline_to_branches_and_comment(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random", comment=True) as lab:
        branched(lab)
        centre = lab.window.centre
        until(lab, lambda: centre.comment.isVisible())
        reached, part = [], centre.timeline
        while part is not centre.comment.marks[-1]:
            part = part.nextInFocusChain()
            if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                reached.append(part)
        assert reached == [centre.branches, centre.comment.text, *centre.comment.marks]
        assert all(part.accessibleName() for part in reached)


def test_the_key_of_the_comment_opens_it_and_closes_it_again(tmp_path: Path) -> None:
    """It is a letter of the text only once something has been written; another key may have been
    given to the command.
    """
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        lab.window.activateWindow()
        until(lab, lab.window.isActiveWindow)
        board, box = lab.window.centre.board, lab.window.centre.comment
        board.setFocus()
        for key in ("M", "X"):
            assert not lab.window.actions_.rebind("comment", key)
            for _ in range(2):
                QTest.keyClick(QApplication.focusWidget(), key.lower())
                until(lab, lambda: box.isVisible() and box.text.hasFocus())
                QTest.keyClick(box.text, key.lower())
                until(lab, lambda: not box.isVisible() and board.hasFocus())
        QTest.keyClick(board, "x")
        until(lab, box.text.hasFocus)
        QTest.keyClicks(box.text, "lax, axe")
        assert box.isVisible() and box.text.toPlainText() == "lax, axe"
