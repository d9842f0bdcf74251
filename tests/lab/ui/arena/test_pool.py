"""The pool of an arena: names are read and edited, boxes ticked, and a program is chosen by its
file.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from lab.programs.spec import PROGRAM
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.pool import NewBotLines
from lab.ui.arena.records import NewBot
from lab.ui.arena.work import question
from lab.ui.parts.combos import Entry
from tests.lab.ui.arena.simulated import OWN

LEFT = Qt.MouseButton.LeftButton


def lines_of_a_program() -> tuple[NewBotLines, list[NewBot]]:
    lines, added = NewBotLines(), list[NewBot]()
    lines.set_players([Entry("uct", "UCT"), Entry(PROGRAM, "a program")], PROGRAM, "candidate")
    lines.added.connect(added.append)
    return lines, added


def test_only_the_box_retires_a_bot_and_a_double_click_on_its_name_edits_it(
    page: ArenaPage,
) -> None:
    retired: list[tuple[str, bool]] = []
    page.panel.pool.retired.connect(lambda *said: retired.append(said))
    row = next(row for row in page.panel.pool.rows if row.box.text() == OWN)
    name, box = QPoint(40, row.box.height() // 2), QPoint(8, row.box.height() // 2)
    QTest.mouseClick(row.box, LEFT, pos=name)
    QTest.mouseDClick(row.box, LEFT, pos=name)
    assert not retired and row.box.isHidden() and row.line.text() == OWN
    row.line.leave()
    QTest.mouseClick(row.box, LEFT, pos=box)
    assert retired == [(OWN, True)]


def test_a_program_is_chosen_by_its_file_with_its_time_limit(tmp_path: Path, qtbot: object) -> None:
    lines, added = lines_of_a_program()
    plain, ready = tmp_path / "my bot.py", tmp_path / "ready.py"
    for path in (plain, ready):
        path.write_text("#!/usr/bin/env python3\n")
    ready.chmod(0o755)
    for path, start in ((plain, "python3 '"), (ready, str(tmp_path))):
        lines.clear()
        lines.choose_file(path)
        assert lines.settings.text().startswith(start) and lines.name.text() == path.stem
        lines.patience.setValue(2.5)
        lines.warnings.setValue(3)
        lines.add.click()
        assert added[-1].text == f"cmd:{lines.settings.text()},patience=2.5,warnings=3"
    lines.fill(added[-1].name, added[-1].text)
    assert (lines.patience.value(), lines.warnings.value()) == (2.5, 3)
    assert "patience" not in lines.settings.text()
    assert lines.settings.text() == str(ready)
    lines.player.choose("uct")
    lines.player.picked.emit("uct")
    assert lines.patience.isHidden() or not lines.patience.isVisibleTo(lines)


def test_a_question_before_deleting_counts_games_that_count_apart_from_failed_ones() -> None:
    said = question("night", "bot", 2, 0, 0, failed=8)[1]
    assert "8 games that could not be finished" in said and "its 8 games." not in said
    both = question("night", "bot", 2, 3, 0, failed=8)[1]
    assert "3 games and 8 games that could not be finished" in both
