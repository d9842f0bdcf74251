"""The parts of the editor that know no Qt: sums, and undo without end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.editing import EditError, changed
from engines.game import same
from lab.ui.editor.draft import EditedPosition
from lab.ui.editor.fields import hints, value_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6879+50", 6929),
        (" -3.5 ", -3.5),
        ("0,5 + .25", 0.75),
        ("1e-05", 1e-05),
        ("2*(3-1)/4", 1),
        ("324°", 324),
        ("−12", -12),
    ],
)
def test_a_sum_is_a_number(text: str, value: float) -> None:
    assert value_of(text) == value


def test_commas_are_groups_of_whole_numbers_alone() -> None:
    assert value_of("6,879 + 50", whole=True) == 6929
    with pytest.raises(ValueError, match=r"6879.*6\.879|6\.879.*6879"):
        value_of("6,879 + 50")


@pytest.mark.parametrize(
    "text",
    ["", "north", "1/0", "2**9", "__import__('os')", "(" * 300, "1e999", "[1]", "True and 1", "1j"],
)
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number or a sum\.$"):
        value_of(text)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["change", "stroke", "undo", "redo", "tool"]), st.integers(0, 80),
        st.integers(-1, 1),
    ),
    max_size=30,
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(steps=STEPS)
def test_undo_leads_back_to_the_start_and_redo_to_the_end(
    steps: list[tuple[str, int, int]],
) -> None:
    game = games()["uttt"]()
    editing, start = game.editing(), game.initial(1)
    assert editing is not None
    draft = EditedPosition(game, editing, start)
    for what, cell, mark in steps:
        if what in ("undo", "redo"):
            getattr(draft, what)()
        elif what == "tool":
            draft.use(editing.tools[cell % len(editing.tools)].name)
        else:
            draft.change(f"cell{cell}", mark, "drag" if what == "stroke" else "")
    while draft.can_redo:
        draft.redo()
    last = draft.state.copy()
    while draft.can_undo:
        draft.undo()
    assert same(draft.state, start) and not draft.is_changed
    while draft.can_redo:
        draft.redo()
    assert same(draft.state, last)


def test_one_drag_is_one_step() -> None:
    game = games()["csb"]()
    editing, start = game.editing(), game.bench_position()
    assert editing is not None
    draft = EditedPosition(game, editing, start)
    for x in range(1000, 2000, 100):
        draft.change("pod0.place", (x, 500), "drag pod0")
    draft.rest()
    draft.change("pod0.place", (3000, 500), "drag pod0")
    draft.undo()
    assert draft.state.x[0] == 1900
    draft.undo()
    assert same(draft.state, start) and not draft.can_undo


def test_a_refused_change_leaves_everything_as_it_was() -> None:
    game = games()["csb"]()
    editing = game.editing()
    assert editing is not None
    draft = EditedPosition(game, editing, game.bench_position())
    with pytest.raises(EditError):
        draft.change("pod0.x", 1e9)
    assert not draft.is_changed and not draft.can_undo


@pytest.mark.parametrize("name", games())
def test_a_hint_tells_the_range_that_an_error_tells(name: str) -> None:
    game = games()[name]()
    editing, state = game.editing(), game.initial(1)
    for field in editing.parts(state).fields if editing is not None else ():
        whole = hints(field)[0]
        if editing is None or field.choices or field.switch or not whole:
            continue
        with pytest.raises(EditError) as refused:
            changed(editing, state, field.part, field.high + 1)
        told = str(refused.value).partition(" goes from ")[2].partition(", not ")[0]
        assert told and whole.startswith(told), (field.part, whole)
