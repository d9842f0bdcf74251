"""Comparing two players in the window."""

from __future__ import annotations

import json
import shlex
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.batch.workplace import Workplace
from lab.cli import main
from lab.compare.facts import LETTERS
from lab.experiments.series import Played
from lab.experiments.sweep import SweepPlan
from lab.experiments.sweep.result import Results, SweepResult
from lab.files.codec import checksum
from lab.match.budget import Budget
from lab.match.seats import parse_seat
from lab.ui.compare.page import OWN, ComparePage
from lab.ui.control.sweep_run import SweepRun
from lab.ui.controller import Controller
from lab.ui.shell.workspaces import COMPARE, MATCH
from lab.words import numerals
from tests.lab.ui.lab_window import opened, until


def finish(lab: Controller) -> None:
    """Waits until both sides are done and shown."""
    until(
        lab,
        lambda: (
            len(lab.session.compared) == 2
            and all(side.finished for side in lab.session.compared)
            and lab.compare.page.headline.support == "done"
        ),
    )


def is_shorter(lab: Controller, turns: int) -> bool:
    """Whether the match has fewer turns."""
    return lab.moment.head.turn < turns


def begin(lab: Controller, turn: int, first: str, second: str, amount: int = 300) -> None:
    """Compares two players on a turn of a finished match."""
    until(lab, lambda: lab.moment.ended)
    lab.transport.go_to(turn)
    lab.do("compare")
    lab.compare._budget_both("it", amount)
    for side, text in enumerate((first, second)):
        lab.compare._set(side, parse_seat(text, lab.moment.game))  # type: ignore[arg-type]
    finish(lab)


@pytest.mark.parametrize("width", [1200, 1600])
def test_the_page_keeps_its_width_while_something_is_prepared(qtbot: QtBot, width: int) -> None:
    page = ComparePage()
    qtbot.addWidget(page)
    page.resize(width, 800)
    page.show()
    words = "preparing Decoupled UCT, one tree, for Coders Strike Back, 92 %"
    places = []
    QTest.qWait(50)
    for doing in ("running", words, "done"):
        page.set_state(doing, doing, "")
        QTest.qWait(50)  # it lays itself out
        parts = (page._left, page._right, page.budget, *page.cards)
        places.append([(part.mapTo(page, QPoint()), part.width()) for part in parts])
    assert places[0] == places[1] == places[2]


def test_the_window_says_what_the_command_line_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 2, "uct:c=0.4", "minimax")
        page, shown = lab.compare.page, lab.compare.page.differences.view
        assert shown is not None and page.title.text() == "Move 2"
        words = shlex.split(page.command_line())
        capsys.readouterr()
        assert main([*words[1:], "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        agent = shown.comparison.agents[0]
        assert [told["agents"][0][x] for x in "ab"] == list(agent.moves)
        assert told["agents"][0]["overlap"] is None
        shares = [row["a"]["share"] for row in told["agents"][0]["actions"]]
        assert shares == [pytest.approx(row.sides[0].share, abs=1e-6) for row in agent.rows]
        assert [s.thought.snapshot.iterations for s in lab.session.compared] == [300, 300]
        assert page.state_words() == "A and B are done, position after move 2"


def test_the_key_goes_there_and_back_and_the_match_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random", speed=1.0) as lab:
        action = lab.window.actions_.by_name["compare"]
        assert action.shortcut().toString() == "C" and not action.isChecked()
        until(lab, lambda: lab.moment.head.turn >= 1)
        action.trigger()
        assert lab.window.workspaces.name == COMPARE and action.isChecked()
        assert lab.window.top_right.switch.value() == MATCH, "it belongs to the match"
        until(lab, lambda: not lab.moment.status.playing)
        finish(lab)
        turn = lab.moment.head.turn
        QTest.keyClick(lab.compare.page, Qt.Key.Key_Escape)
        assert lab.window.workspaces.name == MATCH and not action.isChecked()
        until(lab, lambda: not lab.session.compared and lab.moment.head.turn > turn)


def test_a_position_that_the_match_has_lost_is_left(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 4, "uct", "minimax")
        while lab.moment.head.turn >= 4:
            before = lab.moment.head.turn
            lab.session.undo()
            until(lab, partial(is_shorter, lab, before))
        until(lab, lambda: lab.compare.page.title.text() == f"Move {lab.moment.head.turn}")
        finish(lab)
        assert lab.session.compared[0].turn == lab.moment.head.turn


def test_the_end_of_a_match_has_nothing_to_compare(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.ended)
        lab.do("compare")
        assert lab.window.workspaces.name == MATCH


def test_the_arrows_go_to_other_turns(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 2, "uct", "minimax")
        QTest.keyClick(lab.compare.page, Qt.Key.Key_Right)
        until(lab, lambda: lab.session.compared and lab.session.compared[0].turn == 3)
        finish(lab)
        assert lab.compare.page.title.text() == "Move 3" and lab.moment.turn == 3
        assert lab.session.compared[0].seat == 1, "O is to move"


def test_a_knob_and_a_budget_change_their_own_side_only(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 1, "uct:c=0.4", "uct:c=0.9")
        before = lab.session.compared[0].thought
        cards = lab.compare.page.cards
        cards[1].sheet.params.changed.emit("c", 0.2)
        until(lab, lambda: lab.session.compared[1].spec.params.c == 0.2)
        finish(lab)
        assert lab.session.compared[0].thought is before
        lab.compare.page.budget.chosen.emit("it")
        assert cards[0].amount.isHidden() and not lab.compare.page.amount.isHidden()
        lab.compare._budget_both(OWN, 0)
        assert not cards[1].amount.isHidden() and lab.compare.page.amount.isHidden()
        cards[1].amount.setValue(77)
        until(lab, lambda: lab.session.compared[1].spec.budget.text == "77it")
        finish(lab)
        assert lab.session.compared[1].thought.snapshot.iterations == 77
        assert lab.session.compared[0].thought.snapshot.iterations != 77


def test_cells_of_both_moves_are_framed_for_their_side(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 1, "uct:c=0.4", "minimax")
        view = lab.compare.page.differences.view
        assert view is not None
        moves, state = view.comparison.agents[0].moves, lab.moment.frame.state
        for side, agent, target in view.cells:
            assert lab.moment.game.label(state, agent, target.action) == moves[side]
        assert [side for side, _, _ in view.cells] == [0, 1]
        assert lab.compare.page.expected.text() == "Moves of A and B"


def test_every_part_has_a_name_and_says_its_numbers(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 1, "uct:c=0.4", "minimax")
        page = lab.compare.page
        for part in page.parts:
            assert part.accessibleName() and part.accessibleDescription()
            assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
        said = page.butterfly.accessibleDescription()
        assert all(f"{letter} " in said for letter in LETTERS) and "B value" in said
        for card, letter in zip(page.cards, LETTERS, strict=True):
            assert card.combo.accessibleName() == f"Player {letter}"
        data = page.butterfly.data()
        assert data is not None and len(data.rows) == 8


def played(run: SweepRun, plan: SweepPlan, place: Workplace) -> None:
    """Plays a contest at once, in place of `SweepRun.start`."""
    results = Results(plan)
    for number in range(plan.matches):
        sides, won = (number % 2, 1 - number % 2), float(number % 3 > 0)
        results.played[0, number] = Played(1 + number // 2, sides, (won, 1 - won), 7, "")
    run.result = SweepResult(plan.grid, results)
    run.moved.emit()


def test_a_contest_comes_back_to_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.ui.compare.contest.folder", lambda: tmp_path / "contests")
    monkeypatch.setattr(SweepRun, "start", played)
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 1, "uct:c=0.4", "minimax", 40)
        box, lab.compare.contest.matches = lab.compare.page.contest, 12
        box.button.click()
        plan = lab.compare.run.result.plan
        assert (plan.seat, plan.against) == (
            "uct:c=0.4,budget=40it",
            ("minimax:budget=40it",),
        ), "A is the first side, at the budgets of the comparison"
        assert checksum(plan.grid.start(0)) == checksum(lab.moment.frame.state)
        assert box.starts.isHidden(), "a board cannot be shaken"
        assert box.facts.text().startswith("A scores ") and "of 12 matches" in box.facts.text()
        assert box.verdict.text() and box.button.text().startswith("Play ")
        lab.compare._set(1, parse_seat("uct:c=0.4", lab.moment.game))  # type: ignore[arg-type]
        assert not box.button.isEnabled() and "same player" in box.note.text()
        assert not box.verdict.text(), "that was said of others"


def test_both_can_have_as_many_nodes(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 2, "uct:c=0.1", "alphabeta")
        page = lab.compare.page
        lab.compare._budget_both("n", 0)  # as many nodes as such a comparison usually has
        assert page.amount.value() == 50_000
        lab.compare._budget_both("n", 120)
        until(lab, lambda: all(s.spec.budget == Budget("n", 120) for s in lab.session.compared))
        finish(lab)
        first, second = (side.thought for side in lab.session.compared)
        assert first and second
        until(lab, lambda: "--budget 120n" in page.command_line())
        assert 120 <= first.snapshot.nodes < 200 and second.snapshot.nodes >= 120


def tree_view(lab: Controller) -> None:
    """Shows both trees, once they are there."""
    QTest.keyClick(lab.compare.page, Qt.Key.Key_Y)
    until(lab, lambda: all(len(trees) for trees in lab.compare.page.trees.shown))


def test_both_trees_are_tinted_by_what_b_spends_more(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random") as lab:
        begin(lab, 2, "uct:c=0.1", "uct:c=3")
        page = lab.compare.page
        assert all(side.thought and not side.thought.trees for side in lab.session.compared)
        tree_view(lab)
        first, second = (trees[0] for trees in page.trees.shown)
        names = [label.text() for label in page.trees.names]
        assert names == ["A  UCT", "B  UCT"] and page.trees.legend.isVisible()
        path = first.line[:1]
        rows = [tree.row_at(path) for tree in (first, second)]
        shares = [
            tree.part.visits[row] / tree.part.full_visits
            for tree, row in zip((first, second), rows, strict=True)
        ]
        for tree, row in zip((first, second), rows, strict=True):
            assert tree.apart[row] == pytest.approx(shares[1] - shares[0])
        page.trees.icicles[0].chosen.emit(first.part.agent, path)
        said = page.trees.said.text()
        assert f"A {numerals.percent(shares[0])}" in said
        assert f"B {numerals.percent(shares[1])}" in said
        assert [view.view.selected for view in page.trees.icicles] == [(first.part.agent, path)] * 2
        page.trees.icicles[1].zoomed.emit(second.part.agent, path)
        until(lab, lambda: all(trees[0].part.focus == path for trees in page.trees.shown))
        QTest.keyClick(page.trees, Qt.Key.Key_Backspace)
        until(lab, lambda: all(trees[0].part.focus == () for trees in page.trees.shown))
        QTest.keyClick(page, Qt.Key.Key_Y)
        until(lab, lambda: not any(side.thought.trees for side in lab.session.compared))


def test_trees_of_other_forms_say_so(tmp_path: Path) -> None:
    with opened(tmp_path, "goofspiel", "random", "random") as lab:
        begin(lab, 1, "smitsimax", "duct")
        tree_view(lab)
        page = lab.compare.page
        assert "different forms" in page.trees.note.text() and not page.trees.legend.isVisible()
        second = page.trees.shown[1][0]
        page.trees.icicles[1].chosen.emit(second.part.agent, second.line[:1])
        assert page.trees.icicles[0].view.selected is None
        assert ": B " in page.trees.said.text() and "A " not in page.trees.said.text()[3:]
