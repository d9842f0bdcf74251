"""The list of past matches in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from lab.files.past import PastMatch
from lab.files.replay import save
from lab.match.play import play
from lab.ui.control import files
from lab.ui.controller import Controller
from lab.ui.shell.past_list import FIELDS, PastList
from tests.lab.ui.lab_window import opened, until


def words(match: PastMatch) -> tuple[str, ...]:
    """What its row says."""
    return tuple(field.text(match) for field in FIELDS)


def shown(lab: Controller) -> list[str]:
    """The names of the listed files."""
    assert lab.past.list is not None
    return [match.path.name for match in lab.past.list.matches]


def test_past_matches_are_listed_pictured_deleted_and_opened(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.head.outcome and lab.session.file)
        for seed, name in ((1, "one"), (2, "two")):
            save(tmp_path / f"{name}.jsonl", play("tictactoe", ["random", "random"], seed=seed))
        lab.do("past")
        view, own = lab.past.list, lab.session.file
        assert view is not None and own is not None
        until(lab, lambda: len(shown(lab)) == 3 and view.note.text() == "3 matches")
        until(lab, lambda: view.board._scene is not None)
        rows = {match.path.name: row for row, match in enumerate(view.matches)}
        view.table.selectRow(rows[own.name])
        view.buttons["Delete"].click()
        assert "still being saved" in view.note.text() and own.exists()
        row = rows["one.jsonl"]
        view.table.selectRow(row)
        view.buttons["Delete"].click()
        assert "one.jsonl" not in shown(lab) and not (tmp_path / "one.jsonl").exists()
        view.buttons["Undo"].click()
        assert shown(lab)[row] == "one.jsonl" and (tmp_path / "one.jsonl").exists()
        view.table.selectRow(rows["two.jsonl"])
        match = view.chosen
        assert match is not None and words(match)[1:3] == ("Tic-tac-toe", "Random against Random")
        noted = words(replace(match, branches=1, comments=2))
        assert (words(match)[-1], noted[-1]) == ("", "1 branch, 2 comments")
        view.buttons["Open"].click()
        assert lab.past.list is None
        until(lab, lambda: len(lab.session.turns) == match.turns and lab.session.file == match.path)
        assert not lab.session.is_saving


def test_what_was_deleted_is_gone_when_the_list_is_closed(tmp_path: Path) -> None:
    save(tmp_path / "one.jsonl", play("tictactoe", ["random", "random"], seed=1))
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        lab.do("past")
        view = lab.past.list
        assert view is not None
        until(lab, lambda: shown(lab) == ["one.jsonl"])
        assert len(view.matches) == 1
        view.buttons["Delete"].click()
        view.reject()
        assert lab.past.list is None and list((tmp_path / "deleted").iterdir()) == []


def one(game: str, turns: int) -> PastMatch:
    """A match of so many turns."""
    return PastMatch(Path(f"{turns}"), float(turns), game, ("UCT", "Random"), "", turns, 0, 0)


def test_past_matches_are_searched_and_sorted(qtbot: QtBot) -> None:
    """What is chosen is the match of the row on show, however the rows stand."""
    window = QWidget()
    qtbot.addWidget(window)
    table = PastList(window)
    said = (("Tron", 9), ("Chess", 100), ("Tron", 20))
    table.add([one(game, turns) for game, turns in said])
    table.show()
    table.table.model_.sort(4, Qt.SortOrder.DescendingOrder)
    found = []
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(table.table, key)
        found.append(table.chosen and table.chosen.turns)
    assert found == [100, 20, 9]
    table.search.setText("tron")
    table.table.selectAll()
    assert table.pair and [match.turns for match in table.pair] == [20, 9]
    for odd in ("[", "*", "\ud83d"):  # nothing is a pattern, and Qt warns of none
        table.search.setText(odd)
        assert not table.table.model_.rows or odd == "\ud83d"
    table.search.setText("nobody")
    assert table.chosen is None and not table.buttons["Open"].isEnabled()


def test_two_matches_are_compared(tmp_path: Path) -> None:
    results = {name: play("tictactoe", ["random", "random"], seed=k) for k, name in enumerate("ab")}
    for name, result in results.items():
        save(tmp_path / f"{name}.jsonl", result)
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        lab.do("past")
        view = lab.past.list
        assert view is not None
        until(lab, lambda: sorted(shown(lab)) == ["a.jsonl", "b.jsonl"])
        assert not view.buttons["Compare"].isEnabled() and not view.words.isVisible()
        view.table.selectAll()
        assert view.buttons["Compare"].isEnabled() and view.pair is not None
        view.buttons["Compare"].click()
        until(lab, lambda: view.words.text())
        first, second = (results[match.path.stem] for match in view.pair)
        said = view.words.text().splitlines()
        pairs = zip(first.turns, second.turns, strict=False)
        turn = next(k for k, (a, b) in enumerate(pairs, 1) if a.joint != b.joint)
        assert f"In move {turn} the first has" in said[0] or "Different at once" in said[0]
        assert said[1].startswith(f"First: Random against Random, {len(first.turns)} moves; ")
        assert view.other.isVisible() and view.note.text() == "2 matches"
        view.table.selectRow(0)
        assert view.words.text() == "" and not view.other.isVisible()
        view.close()


def test_a_large_file_is_read_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = play("tictactoe", ["random", "random"], seed=4)
    save(tmp_path / "long.jsonl", result)
    monkeypatch.setattr(files, "LARGE", 10)
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        lab.files.open_file(tmp_path / "long.jsonl")
        assert "Reading long.jsonl" in lab.window.status.state.text()
        until(lab, lambda: [t.joint for t in lab.session.turns] == [t.joint for t in result.turns])
