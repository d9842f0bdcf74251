"""Facts changed by hand: a cell shows what was put into it and no other changes, the text has them
all, and moves follow from them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.editing import ERROR, EditError, changed, judged, playable, used
from engines.game import State, same
from engines.gdl.game import SheetGame
from lab.check.shown import check_scene
from tests.engines.gdl.test_sheet_game import game
from tests.engines.test_editing import edited, reached

pytestmark = pytest.mark.usefixtures("uncompiled")
made = cache(game)
each = pytest.mark.parametrize("name", ["tictactoe", "twoboards", "three", "chase", "buttons"])


@each
@settings(max_examples=6)
@given(draw=st.data())
def test_what_is_changed_can_be_played_or_is_refused(name: str, draw: st.DataObject) -> None:
    sheet = made(name)
    state = edited(sheet, draw.draw(st.sampled_from(reached(sheet, 1))), draw)
    remarks = judged(sheet.editing(), state)
    assert remarks[0].text.startswith(str(len(sheet.facts(state))))
    check_scene(sheet, state)
    assert playable(remarks) == (not sheet.rules.is_over(state))
    again = sheet.editing().read(sheet.initial(1), sheet.editing().text(state))
    assert sheet.facts(again) == sheet.facts(state)
    assert moves(sheet, again) == moves(sheet, state)
    assert same(used(sheet.editing(), state, "start"), sheet.initial(1))


@each
def test_a_cell_shows_what_was_put_into_it_and_no_other_changes(name: str) -> None:
    sheet = made(name)
    editing, state = sheet.editing(), reached(sheet, 2)[1]
    before = editing.parts(state)
    for k, cell in list(enumerate(before.cells))[:12]:
        for paint in before.paints:
            try:
                after = editing.parts(changed(editing, state, cell.part, paint.value))
            except EditError as error:
                assert paint.spoken in str(error) and str(error).endswith(".")
                continue
            assert after.cells[k].paint == paint.value
            others = [c.paint for c in after.cells if c.part != cell.part]
            assert others == [c.paint for c in before.cells if c.part != cell.part]
            assert [f.value for f in after.fields] == [f.value for f in before.fields]


def test_moves_follow_from_the_board() -> None:
    sheet = made("tictactoe")
    editing, start = sheet.editing(), sheet.initial(1)
    (corner,) = (c for c in editing.parts(start).cells if c.title == "Cell 1 3")
    cross = next(p for p in editing.parts(start).paints if p.mark == "cross")
    marked = changed(editing, start, corner.part, cross.value)
    (free,) = moves(sheet, start)[0] - moves(sheet, marked)[0]
    assert free == "mark 1 3" and ("cell", "1", "3", "b") not in sheet.facts(marked)
    empty = next(p for p in editing.parts(start).paints if p.key == "Del")
    assert same(changed(editing, marked, corner.part, empty.value), start)
    (mover,) = editing.parts(marked).fields
    other = next(value for value, _ in mover.choices if value != mover.value)
    turned = changed(editing, marked, mover.part, other)
    assert sheet.rules.to_move(marked) == 0 and sheet.rules.to_move(turned) == 1
    assert same(used(editing, turned, "start"), start)


def test_a_position_that_is_over_is_not_played() -> None:
    sheet = made("tictactoe")
    row = "".join(f"(cell 2 {k} O)" for k in (1, 2, 3))
    over = sheet.editing().read(sheet.initial(1), f"{row} (control xplayer)")
    assert any(each.level == ERROR for each in judged(sheet.editing(), over))
    assert not np.array_equal(over.points_, sheet.initial(1).points_)


@pytest.mark.parametrize("text", ["(cell 1 1", "(cell 4 4 x)", "cell", "(control ?x)"])
def test_other_facts_are_refused_in_a_sentence(text: str) -> None:
    sheet = made("tictactoe")
    with pytest.raises(EditError, match=r"\.$"):
        sheet.editing().read(sheet.initial(1), text)


def moves(sheet: SheetGame, state: State) -> list[set[str]]:
    """The labels of each role's legal moves."""
    return [
        {sheet.label(state, agent, action) for action in sheet.legal_actions(state, agent)}
        for agent in range(sheet.agents)
    ]
