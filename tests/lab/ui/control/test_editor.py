"""The position editor in the window: what mouse, keys, fields and text change, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu

from engines.game import same
from lab.files.position import load_position
from lab.ui.board.painter import Viewport
from lab.ui.editor.fields import NumberField
from lab.ui.editor.page import EditorPage
from lab.ui.parts.combos import Combo
from lab.ui.shell.workspaces import MATCH
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")
TOYS = ("toy:budget=50it", "toy:budget=50it")
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier


def edit(lab, turn=3):
    """The editor, opened on an early turn of the match."""
    until(lab, lambda: lab.moment.head.turn >= turn)
    lab.moment.go_to(turn)
    lab.do("edit")
    page = lab.window.page
    assert isinstance(page, EditorPage) and page.draft is not None
    QTest.qWait(0)
    return page


def spot(page, x, y):
    """The pixel of a world point."""
    view: Viewport = page.board.view
    return view.point(x, y).toPoint()


def drag(page, start, end):
    board = page.board
    QTest.mousePress(board, LEFT, NONE, spot(page, *start))
    QTest.mouseMove(board, spot(page, *end))
    QTest.mouseRelease(board, LEFT, NONE, spot(page, *end))


def test_nothing_of_the_match_changes_until_it_is_played(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        frames, session = lab.moment.frames, lab.session
        assert lab.window.workspaces.name == MATCH and not lab.window.centre.isVisible()
        before = page.draft.state.copy()
        free = next(cell for cell in page.draft.parts.cells if cell.paint < 0)
        QTest.mouseClick(page.board, LEFT, NONE, spot(page, free.x + 0.5, free.y + 0.5))
        assert page.draft.parts.cell(free.part).paint == 0 and page.draft.is_changed
        assert lab.moment.frames[: len(frames)] == frames
        until(lab, lambda: not session.status.playing)
        QTest.keyClick(page.board, Qt.Key.Key_Escape)
        assert lab.window.page is None and lab.window.centre.isVisible()
        assert lab.moment.frames[2].state is frames[2].state
        assert same(frames[2].state, before)


def test_a_position_becomes_a_branch_of_its_turn(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        until(lab, lambda: lab.moment.head.outcome)  # else it only goes on from the last turn
        page = edit(lab, 2)
        session = lab.session
        until(lab, lambda: not session.status.playing)
        line = [frame.state for frame in lab.moment.frames[:3]]
        button = page.panel.buttons["branch"]
        assert button.text() == "Branch of move 2" and button.isVisible()
        page._read("XO./X../O.. X 2 0")
        wanted = page.draft.state.copy()
        button.click()
        until(lab, lambda: lab.moment.head.turn == 3 and same(lab.moment.head.state, wanted))
        assert lab.window.page is None and lab.session is session
        until(lab, lambda: lab.moment.turn == 3)
        assert [frame.state for frame in lab.moment.frames[:3]] == line
        until(lab, lambda: lab.window.centre.branches.isVisible())
        rows = lab.moment.view.lines.rows
        assert [row.name for row in rows] == ["", "A"] and rows[1].fork == 2
        session.play()
        until(lab, lambda: lab.moment.head.outcome)
        lab.moment.go_to(3)
        lab.do("edit")
        assert lab.window.page.draft.turn == 3
        QTest.keyClick(lab.window.page.board, Qt.Key.Key_Escape)


def test_a_discarded_position_comes_back(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.tools.buttons["empty"].click()
        kept = page.draft.state.copy()
        page.panel.buttons["discard"].click()
        until(lab, lambda: lab.window.actions_.by_name["undo"].isEnabled())
        lab.window.actions_.by_name["undo"].trigger()
        assert lab.window.page is page and same(page.draft.state, kept)
        QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert not page.draft.is_changed


def test_a_discarded_position_comes_back_even_when_the_match_has_gone_on(tmp_path):
    with opened(tmp_path, "uttt", *TOYS) as lab:
        page = edit(lab, 1)
        page.tools.buttons["rotate"].click()
        page.panel.buttons["discard"].click()
        head = lab.moment.head
        lab.session.step()
        until(lab, lambda: lab.moment.head is not head)
        lab.do("undo")
        assert lab.window.page is page


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_T])
def test_a_match_begins_with_the_edited_position(tmp_path, key):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.tools.buttons["empty"].click()
        page.panel.text.typed.emit("X.O/.../... X")
        wanted = page.draft.state.copy()
        QTest.keyClick(page.board, key)
        assert lab.window.page is None
        until(lab, lambda: same(lab.moment.frames[0].state, wanted))
        if key == Qt.Key.Key_T:
            until(lab, lambda: lab.moment.status.holding)
            assert len(lab.moment.frames) == 1
        else:
            until(lab, lambda: lab.moment.head.outcome)
            assert lab.moment.frames[1].state.turn == 3


def test_an_impossible_position_is_not_played(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.tools.buttons["empty"].click()
        page.paints.by_turns.setChecked(False)
        for x in (0.5, 1.5):
            QTest.mouseClick(page.board, LEFT, NONE, spot(page, x, 0.5))
        assert not page.panel.buttons["play"].isEnabled()
        assert "2 X and 0 O" in page.panel.remarks.remarks[0].text
        assert page.command_line() == ""
        QTest.keyClick(page.board, Qt.Key.Key_Return)
        assert lab.window.page is page


def test_marks_take_turns_and_a_second_click_clears(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.tools.buttons["empty"].click()

        def marks():
            return page.draft.editing.text(page.draft.state).split()[0]

        for x, y in ((0.5, 0.5), (1.5, 0.5)):
            QTest.mouseClick(page.board, LEFT, NONE, spot(page, x, y))
        assert marks() == "XO./.../..." and page.paints.value == 0
        QTest.mouseClick(page.board, LEFT, NONE, spot(page, 0.5, 0.5))
        assert marks() == ".O./.../..."
        QTest.mouseClick(page.board, RIGHT, NONE, spot(page, 2.5, 2.5))
        assert marks() == ".O./.../..O"
        drag(page, (2.5, 2.5), (0.5, 2.5))
        assert marks() == ".O./.../O.."
        page.tools.buttons["undo"].click()
        assert marks() == ".O./.../..O", "a move of a mark is one step"


def test_keys_move_a_cursor_over_the_cells(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.tools.buttons["empty"].click()
        for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_O):
            QTest.keyClick(page.board, key)
        assert page.draft.editing.text(page.draft.state).startswith("O../.../...")
        assert page.board.words == "Cell 0 0, O"
        QTest.keyClick(page.board, Qt.Key.Key_Delete)
        assert page.draft.editing.text(page.draft.state).startswith(".../.../...")


def test_pods_are_dragged_and_nudged(tmp_path):
    with opened(tmp_path, "csb", *TOYS) as lab:
        page = edit(lab, 1)
        page.grid.setChecked(False)
        state, draft = page.draft.state.copy(), page.draft
        pod = draft.parts.handle("pod2.place")
        drag(page, (pod.x, pod.y), (8000, 4500))
        near = 1.5 / page.board.view.scale
        assert abs(draft.state.x[2] - 8000) <= near and abs(draft.state.y[2] - 4500) <= near
        assert page.board.part == "pod2.place" and page.panel.title.text() == "Pod 3"
        x = float(draft.state.x[2])
        QTest.keyClick(page.board, Qt.Key.Key_Right)
        QTest.keyClick(page.board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        assert draft.state.x[2] == x + 110
        QTest.keyClick(page.board, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        turned = draft.parts.field("pod2.heading").value
        assert turned == (round(page.draft.editing.parts(state).field("pod2.heading").value) + 1)
        for _ in range(3):
            page.tools.buttons["undo"].click()
        assert same(draft.state, state), "drag, keys and turning are one step each"


def test_tab_goes_through_the_handles(tmp_path):
    with opened(tmp_path, "csb", *TOYS) as lab:
        page = edit(lab, 1)
        page.board.setFocus(Qt.FocusReason.OtherFocusReason)
        parts = [handle.part for handle in page.draft.parts.handles]
        seen = [page.board.part]
        for _ in parts[1:]:
            QTest.keyClick(page.board, Qt.Key.Key_Tab)
            seen.append(page.board.part)
        assert seen == parts
        assert page.panel.fields.widget("count") is not None or page.kinds.value() == "Checkpoint"


def test_fields_take_sums_and_keep_what_is_wrong(tmp_path):
    with opened(tmp_path, "csb", *TOYS) as lab:
        page = edit(lab, 1)
        x = page.panel.fields.widget("pod0.x")
        assert isinstance(x, NumberField)
        x.setText("6879+50")
        QTest.keyClick(x, Qt.Key.Key_Return)
        assert page.draft.state.x[0] == 6929 and x.text() == "6,929"
        assert lab.window.page is page, "Enter accepts the number and plays nothing"
        x.setText("half way")
        QTest.keyClick(x, Qt.Key.Key_Return)
        assert x.text() == "half way" and not page.panel.fields.error.isHidden()
        x.setText("99999999")
        QTest.keyClick(x, Qt.Key.Key_Return)
        assert "x goes from" in page.panel.fields.error.text.text()
        assert x.text() == "99999999" and page.draft.state.x[0] == 6929
        QTest.keyClick(x, Qt.Key.Key_Escape)
        assert x.text() == "6,929" and lab.window.page is page
        lap, boost = page.panel.fields.widget("pod0.lap"), page.panel.fields.widget("pod0.boosted")
        assert isinstance(lap, Combo) and isinstance(boost, QCheckBox)
        lap.picked.emit("2")
        boost.click()
        assert page.draft.state.passed[0] // page.draft.state.count == 2
        assert page.draft.state.boosted[0] == 1


def test_the_text_is_live_both_ways(tmp_path):
    with opened(tmp_path, "csb", *TOYS) as lab:
        page = edit(lab, 1)
        edit_, draft = page.panel.text.edit, page.draft
        assert edit_.toPlainText() == draft.editing.text(draft.state)
        lines = edit_.toPlainText().splitlines()
        edit_.setPlainText("\n".join(["5000 4000 10 20 90 1", *lines[1:]]))
        assert (draft.state.x[0], draft.state.vy[0]) == (5000, 20)
        edit_.setPlainText("5000 4000 10")
        assert not page.panel.text.error.isHidden() and draft.state.x[0] == 5000
        assert edit_.toPlainText() == "5000 4000 10"
        page.tools.buttons["undo"].click()
        assert edit_.toPlainText().splitlines()[0] == lines[0]


def test_kept_positions_stay_for_other_matches(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        kept = page.draft.state.copy()
        page.shelf.keep.click()
        page.shelf.keep.click()
        assert "kept already" in lab.window.status.state.text()
        page.shelf.named.emit(0, "Corner")
        page.panel.buttons["discard"].click()
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 1)
        assert [card.kept.name for card in page.shelf._cards] == ["Corner"]
        shelf = page.shelf
        until(lab, lambda: shelf._row.geometry().contains(shelf._cards[0].geometry()))
        page.shelf._cards[0].click()
        assert same(page.draft.state, kept)
        page.shelf.removed.emit(0)
        assert not page.shelf._cards
        page.tools.buttons["undo"].click()
        assert [card.kept.name for card in page.shelf._cards] == ["Corner"]
        page.tools.buttons["mirror"].click()
        page.shelf.keep.click()
        assert len(page.shelf._cards) == 1, "a mirrored one is the same"


def test_the_command_line_names_a_file_with_the_position(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        page.panel.text.typed.emit("X.O/.../... X")
        lab.do("copy")
        line = QGuiApplication.clipboard().text()
        path = Path(line.split(" --from ")[1])
        assert same(load_position(path).state, page.draft.state)
        assert json.loads(path.read_text())["text"].startswith("X.O/.../...")


def test_a_game_that_cannot_be_edited_says_why(tmp_path):
    with opened(tmp_path, "matrix", *TOYS) as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        lab.do("edit")
        assert lab.window.page is None
        action = lab.window.actions_.by_name["edit"]
        until(lab, lambda: not action.isEnabled())
        assert lab.moment.game.uneditable in action.text()


def test_other_workspaces_and_the_match_take_turns_with_the_editor(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        lab.window.show_workspace("algorithms")
        assert lab.window.page is not page
        lab.window.show_workspace(MATCH)
        assert lab.window.page is page and not lab.window.actions_.by_name["play"].isEnabled()
        lab.do("new")
        until(lab, lambda: lab.window.page is None)
        assert lab.window.actions_.by_name["play"].isEnabled()


def test_the_board_has_a_menu(tmp_path):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        lab.window.centre.board.menu_asked.emit(QPoint(40, 40))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert lab.window.actions_.by_name["edit"] in menu.actions()
        menu.close()


def test_a_stroke_paints_and_the_second_one_clears(tmp_path):
    """Goofspiel's cards are painted, not moved; a click on one that is held plays it."""
    with opened(tmp_path, "goofspiel", *TOYS) as lab:
        page = edit(lab, 1)
        parts, board = page.draft.parts, page.board
        held = [cell for cell in parts.cells if cell.part.startswith("card0.") and cell.paint]
        middle = [(cell.x + cell.w / 2, cell.y + cell.h / 2) for cell in held]
        QTest.mouseClick(board, LEFT, NONE, spot(page, *middle[0]))
        assert page.draft.parts.cell(held[0].part).paint == 0
        assert any("holds" in remark.text for remark in page.draft.remarks)
        assert not page.panel.buttons["branch"].isEnabled()
        QTest.mouseClick(board, LEFT, NONE, spot(page, *middle[0]))
        assert page.draft.parts.cell(held[0].part).paint == 1
        drag(page, middle[1], middle[2])
        assert [page.draft.parts.cell(cell.part).paint for cell in held[:3]] == [1, 0, 0]
        page.tools.buttons["undo"].click()
        assert [page.draft.parts.cell(cell.part).paint for cell in held[:3]] == [1, 1, 1]


def test_tab_chooses_what_arrows_move_where_there_are_cells_too(tmp_path):
    with opened(tmp_path, "tron", "random", "random") as lab:
        page = edit(lab, 0)
        board, draft = page.board, page.draft
        before = draft.state.copy()
        QTest.keyClick(board, Qt.Key.Key_Right)
        assert same(draft.state, before) and board.words.startswith("Cell")
        QTest.keyClick(board, Qt.Key.Key_Tab)
        assert board.part == "head0" and board.words.startswith("Player 1")
        x = int(draft.state.x[0])
        way = 1 if x < 28 else -1
        QTest.keyClick(board, Qt.Key.Key_Right if way > 0 else Qt.Key.Key_Left)
        assert int(draft.state.x[0]) == x + way
        QTest.keyClick(board, Qt.Key.Key_Tab)
        assert board.part == "head1"
        QTest.keyClick(board, Qt.Key.Key_Delete)
        assert board.words.startswith("Cell")


@pytest.mark.parametrize("way", ["view", "key"])
def test_the_view_or_its_own_key_leaves_the_editor(tmp_path, way):
    with opened(tmp_path, "tictactoe", *TOYS) as lab:
        page = edit(lab, 2)
        if way == "view":
            lab.window.view_asked.emit(MATCH)
        else:
            QTest.keyClick(page.board, Qt.Key.Key_E)
        assert lab.window.page is None and not lab.editor.is_open
        assert lab.window.centre.isVisible()
