"""A payoff table in the window's position editor: typed row by row, pasted, made smaller."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engines.game import same
from lab.ui.editor.fields import NumberField
from lab.ui.editor.page import EditorPage
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")
SEATS = ["toy:budget=50it", "toy:budget=50it"]
OWN = {"seats": SEATS, "seed": 1, "options": {"matrix": "own", "rounds": 5}}


def typed(page, part, text):
    """Enter pressed in a field after a text was typed."""
    field = page.panel.fields.widget(part) or page.panel.common[0].widget(part)
    assert isinstance(field, NumberField)
    field.setText(text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    return field


def test_payoffs_are_typed_pasted_and_played(tmp_path):
    with opened(tmp_path, "matrix", matches={"matrix": OWN}) as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        lab.moment.go_to(0)
        lab.do("edit")
        page = lab.window.page
        assert isinstance(page, EditorPage)
        page.panel.text.edit.setPlainText("4\t-1\n0\t2.5\n-3\t6\n")
        assert page.draft.editing.text(page.draft.state) == "4 -1; 0 2.5; -3 6"
        page.panel.grouped.emit("Row 3")
        assert page.panel.fields.widget("pay0.0") is None
        assert typed(page, "pay2.1", "6.5/2").text() == "3.25"
        typed(page, "pay2.0", "1000")
        assert "goes from -100 to 100" in page.panel.fields.error.text.text()
        page.panel.text.edit.setPlainText("4\t-1\n0")
        assert page.panel.text.error.text.text() == "Row 1 has 2 payoffs, but row 2 has 1."
        typed(page, "size0", "2")
        assert page.panel.title.text() == "Row 1", "row 3 is gone"
        assert isinstance(page.panel.fields.widget("pay0.1"), NumberField)
        edited = page.draft.state.copy()
        page.panel.buttons["play"].click()
        until(lab, lambda: same(lab.moment.frames[0].state, edited))
        assert lab.moment.game.table(edited).tolist() == [[4, -1], [0, 2.5]]
