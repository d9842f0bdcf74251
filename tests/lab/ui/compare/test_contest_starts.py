"""Where the matches of A against B begin: in the compared position, or in others near it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engines import games
from lab.experiments.sweep import SweepPlan
from lab.live.trust import Trust
from lab.match.records import Setup
from lab.match.seats import parse_seat
from lab.ui.compare.contest import ContestControl
from lab.ui.compare.contest_box import ContestBox
from lab.ui.control.sweep_run import SweepRun


def test_matches_begin_in_shaken_positions_if_asked(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SweepPlan] = []
    monkeypatch.setattr("lab.ui.compare.contest.folder", lambda: tmp_path)
    monkeypatch.setattr(SweepRun, "start", lambda self, plan, place: asked.append(plan))
    box, run = ContestBox(), SweepRun()
    control = ContestControl(box, run, Trust(), run)
    game = games()["csb"]()
    sides = parse_seat("greedy", game), parse_seat("flat_mc", game)
    setup = Setup("csb", game.options, sides, 1)
    control.set_question(game, setup, game.bench_position(), sides)
    assert not box.starts.isHidden() and box.starts.accessibleName() == "Where the matches begin"
    box.button.click()
    box.starts.picked.emit("10")
    assert box.note.text() == "sides swapped from each; stops when settled"
    box.button.click()
    assert [plan.shake for plan in asked] == [0, 10]
    assert asked[0].start == asked[1].start
    board = games()["tictactoe"]()
    pair = parse_seat("uct", board), parse_seat("minimax", board)
    control.set_question(board, Setup("tictactoe", board.options, pair, 1), board.initial(1), pair)
    box.button.click()
    assert box.starts.isHidden() and asked[-1].shake == 0, "boards cannot be shaken"
    run.end()
    box.deleteLater()
