"""Positions changed by hand: whatever the checks let pass plays on like a position of a match, and
says in words what keeps the others from it.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.editing import (
    ERROR,
    NOTE,
    EditError,
    Editing,
    Parts,
    PartValue,
    changed,
    judged,
    playable,
    shaken,
    used,
)
from engines.game import Game, State, same
from lab.check.shown import check_scene
from tests.matches import option_sets, random_match

CONFIGURED = [
    game
    for kind in games().values()
    for options in (option_sets(kind)[0], option_sets(kind)[-1])
    if (game := kind.configure(**options)).editing() is not None
]
each = pytest.mark.parametrize("game", CONFIGURED, ids=lambda game: game.spec)


def editor(game: Game) -> Editing:
    found = game.editing()
    assert found is not None
    return found


@cache
def reached(game: Game, seed: int) -> tuple[State, ...]:
    """Positions of a random match, the first and the last among them."""
    states = [game.initial(seed), *(after for _, _, after in random_match(game, seed))]
    return tuple(states[:: max(1, len(states) // 12)] + states[-1:])


def drawn_value(parts: Parts, part: str, draw: st.DataObject) -> PartValue:
    """A value that the part can have, far ones included."""
    field, cell = parts.field(part), parts.cell(part)
    if cell is not None:
        return draw.draw(st.sampled_from([paint.value for paint in parts.paints]))
    if field is None:
        place = st.floats(-30_000, 30_000)
        return draw.draw(place), draw.draw(place)
    if field.choices:
        return draw.draw(st.sampled_from([value for value, _ in field.choices]))
    if field.switch:
        return draw.draw(st.integers(0, 1))
    return draw.draw(st.floats(field.low, field.high))


def names(parts: Parts) -> list[str]:
    """All parts of a position."""
    return [each.part for each in (*parts.handles, *parts.cells, *parts.fields)]


def edited(game: Game, state: State, draw: st.DataObject) -> State:
    """The position after some random changes, those that are refused left out."""
    editing = editor(game)
    for _ in range(draw.draw(st.integers(1, 8))):
        tools = [tool.name for tool in editing.tools]
        parts = editing.parts(state)
        what = draw.draw(st.sampled_from([*names(parts), *tools]))
        before = state.copy()
        try:
            after = (
                used(editing, state, what)
                if what in tools
                else changed(editing, state, what, drawn_value(parts, what, draw))
            )
        except EditError as error:
            assert str(error).endswith(".")
            after = state
        assert same(state, before), "a change is made in a copy"
        state = after
    return state


@each
@settings(max_examples=2, deadline=None)
@given(draw=st.data())
def test_what_is_said_of_a_position_is_what_its_check_says(game: Game, draw: st.DataObject) -> None:
    """Far values included: only a position without an error can be played."""
    state = edited(game, draw.draw(st.sampled_from(reached(game, 1))), draw)
    remarks = judged(editor(game), state)
    assert remarks and all(remark.text and not remark.text.endswith(".") for remark in remarks)
    check_scene(game, state)
    if playable(remarks):
        assert game.check(state) == "" and not game.rules.is_over(state)


@each
@settings(max_examples=2, deadline=None)
@given(text=st.text(alphabet=" -.xXoO/0123456789\n", max_size=80))
def test_a_text_that_is_none_is_refused_in_a_sentence(game: Game, text: str) -> None:
    editing, state = editor(game), game.initial(1)
    try:
        after = editing.read(state, text)
    except EditError as error:
        assert str(error)[0].isupper() and str(error).endswith(".")
    else:
        judged(editing, after)


@each
def test_a_part_takes_no_value_that_it_cannot_have(game: Game) -> None:
    editing, state = editor(game), game.initial(1)
    parts = editing.parts(state)
    assert len(set(names(parts))) == len(names(parts))
    for part in names(parts)[:: max(1, len(names(parts)) // 40)]:
        with pytest.raises(EditError):
            changed(editing, state, part, math.nan)
    with pytest.raises(EditError):
        changed(editing, state, "no such part", 0)
    with pytest.raises(EditError):
        used(editing, state, "no such tool")


@each
def test_setting_a_field_to_its_value_changes_nothing_that_counts(game: Game) -> None:
    """Each choice and each switch, and then back: the position is as it was."""
    editing, state = editor(game), reached(game, 2)[3]
    for field in editing.parts(state).fields:
        if field.choices or field.switch:
            after = changed(editing, state, field.part, field.value)
            assert same(after, state), field.part


# -- Coders Strike Back ----------------------------------------------------------------------------


def pods() -> tuple[Game, Editing, State]:
    """Four pods in traffic."""
    game = games()["csb"]()
    return game, editor(game), game.bench_position()


def test_a_dragged_pod_is_there_and_its_speed_stays() -> None:
    _, editing, state = pods()
    after = changed(editing, state, "pod2.place", (1234.4, 5678.6))
    assert (after.x[2], after.y[2]) == (1234, 5679)
    assert (after.vx[2], after.vy[2]) == (state.vx[2], state.vy[2])
    assert [after.x[p] for p in (0, 1, 3)] == [state.x[p] for p in (0, 1, 3)]


def test_the_end_of_the_arrow_is_three_turns_of_coasting() -> None:
    _, editing, state = pods()
    x, y = float(state.x[1]), float(state.y[1])
    after = changed(editing, state, "pod1.speed", (x + 300, y - 600))
    assert (after.vx[1], after.vy[1]) == (100, -200)
    speed = editing.parts(after).field("pod1.pace")
    assert speed is not None and round(speed.value) == 224
    faster = changed(editing, after, "pod1.pace", 2 * speed.value)
    assert (faster.vx[1], faster.vy[1]) == (200, -400)
    turned = changed(editing, after, "pod1.way", 0)
    assert (turned.vx[1], turned.vy[1]) == (224, 0)


def test_lap_and_next_checkpoint_give_the_passes() -> None:
    game, editing, state = pods()
    for lap in range(3):
        for following in range(int(state.count)):
            after = changed(editing, state, "pod3.lap", lap)
            after = changed(editing, after, "pod3.next", following)
            n = int(state.count)
            assert after.next[3] == following == (after.passed[3] + 1) % n
            assert after.passed[3] // n == lap
            assert game.standing(after, 1).startswith(f"lap {lap + 1}") or lap == 0


def test_a_heading_turns_the_vector_too() -> None:
    _, editing, state = pods()
    after = changed(editing, state, "pod0.heading", 90)
    assert math.isclose(after.angle[0], math.pi / 2) and math.isclose(after.sa[0], 1.0)
    spot = (float(after.x[0]) - 700, float(after.y[0]))
    west = changed(editing, after, "pod0.look", spot)
    assert math.isclose(west.angle[0], math.pi) and math.isclose(west.ca[0], -1.0)


def test_a_moved_checkpoint_changes_the_lengths_of_the_lap() -> None:
    game, editing, state = pods()
    after = changed(editing, state, "checkpoint1", (1000, 1000))
    assert (after.cx[1], after.cy[1]) == (1000, 1000) and game.check(after) == ""
    assert not np.array_equal(after.along, state.along)
    more = changed(editing, state, "count", 8)
    assert more.count == 8 and more.goal == 24 and game.check(more) == ""
    fewer = changed(editing, more, "count", 2)
    assert fewer.count == 2 and max(fewer.next) <= 1 and game.check(fewer) == ""


def test_pods_inside_one_another_cannot_be_played() -> None:
    game, editing, state = pods()
    spot = (float(state.x[0]) + 100, float(state.y[0]))
    after = changed(editing, state, "pod3.place", spot)
    wrong = [remark for remark in judged(editing, after) if remark.level == ERROR]
    assert [remark.text for remark in wrong] == ["Pod 1 is inside Pod 4"]
    assert "100 units apart" in wrong[0].more and game.check(after)


def test_a_shield_is_a_note() -> None:
    _, editing, state = pods()
    after = changed(editing, state, "pod1.shield", 3)
    notes = [remark.text for remark in judged(editing, after) if remark.level == NOTE]
    assert notes == ["Pod 2's shield is up: no thrust for 3 turns"]


def test_mirroring_and_swapping_twice_gives_the_position_again() -> None:
    _, editing, state = pods()
    other = used(editing, state, "swap")
    assert (other.x[0], other.vx[1], other.passed[2]) == (state.x[2], state.vx[3], state.passed[0])
    assert same(used(editing, other, "swap"), state)
    mirrored = used(editing, state, "mirror")
    assert mirrored.x[0] == 16000 - state.x[0] and mirrored.vx[0] == -state.vx[0]
    again = used(editing, mirrored, "mirror")
    assert np.array_equal(again.x, state.x) and np.array_equal(again.cx, state.cx)


def test_a_finished_race_goes_on_once_its_end_is_undone() -> None:
    game, editing, state = pods()
    state.passed[0], state.next[0] = state.goal, 1
    state.over, state.winner = 1, 0
    assert game.check(state) == "" and not playable(judged(editing, state))
    after = changed(editing, state, "pod0.lap", 2)
    assert after.over == 0 and playable(judged(editing, after))


def test_a_line_of_text_moves_a_pod_and_keeps_what_it_cannot_say() -> None:
    _, editing, state = pods()
    state.shield[1], state.boosted[1] = 2, 1
    lines = editing.text(state).splitlines()
    lines[1] = "5000 4000 -10 20 270 3"
    after = editing.read(state, "\n".join(lines))
    assert (after.x[1], after.y[1], after.vx[1], after.vy[1]) == (5000, 4000, -10, 20)
    assert after.next[1] == 3 and after.shield[1] == 2 and after.boosted[1] == 1
    assert math.isclose(after.sa[1], -1.0)
    assert after.x[0] == state.x[0] and after.angle[0] == state.angle[0]
    with pytest.raises(EditError, match="Line 2"):
        editing.read(state, "\n".join([lines[0], "5000 4000 north", *lines[2:]]))


def test_a_shaken_position_is_near_and_can_be_played() -> None:
    _, editing, state = pods()
    after = shaken(editing, state, 3, 300)
    assert after is not None and playable(judged(editing, after))
    assert 0 < np.abs(after.x - state.x).max() <= 301
    assert same(after, shaken(editing, state, 3, 300) or state)
    other = shaken(editing, state, 4, 300)
    assert other is not None and not same(after, other)


# -- boards ----------------------------------------------------------------------------------------


def text_of(name: str, text: str, **options: int | str) -> tuple[Game, Editing, State]:
    """The position of a text."""
    game = games()[name].configure(**options)
    editing = editor(game)
    return game, editing, editing.read(game.initial(1), text)


def test_a_small_board_is_won_by_its_marks() -> None:
    rows = ["XX.......", "OO.......", *["........."] * 7]
    _, editing, state = text_of("uttt", "/".join(rows) + " X 1 0")
    after = changed(editing, state, "cell2", 0)
    assert after.won[0] == 1 and after.empty[0] == 0 and after.room == 72
    assert after.mover == 1 and after.moves == 5 and after.last == 2 and after.forced == 2
    back = changed(editing, after, "cell2", -1)
    assert back.won[0] == 0 and back.room == 77


def test_the_last_move_says_where_the_next_one_goes() -> None:
    rows = ["X...O....", "....X....", *["........."] * 7]
    game, editing, state = text_of("uttt", "/".join(rows))
    assert state.mover == 1 and game.check(state) == ""
    where = editing.parts(state).field("where")
    assert where is not None and [value for value, _ in where.choices] == [0, 4]
    after = changed(editing, state, "where", 4)
    assert after.forced == 4 and editing.text(after).endswith("O 1 4")


def test_the_mover_follows_the_marks() -> None:
    _, editing, state = text_of("uttt", "/".join(["XO.......", *["........."] * 8]))
    assert state.mover == 0
    other = changed(editing, state, "mover", 1)
    assert other.mover == 1 and playable(judged(editing, other))
    more = changed(editing, state, "cell80", 0)
    with pytest.raises(EditError, match="2 X and 1 O, so O is to move"):
        changed(editing, more, "mover", 0)


def test_too_many_marks_of_one_seat_are_an_error() -> None:
    _, editing, state = text_of("tictactoe", "XX./.../..O O 0 1")
    after = changed(editing, state, "cell3", 0)
    after = changed(editing, after, "cell4", 0)
    remarks = judged(editing, after)
    assert [r.text for r in remarks if r.level == ERROR] == [
        "4 X and 1 O: their numbers differ by more than one"
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("tictactoe", "O../.../... X"), ("connect_four", "/".join(["......."] * 5 + ["O......"]))],
)
def test_who_begins_cannot_have_fewer_marks(name: str, text: str) -> None:
    game, editing, state = text_of(name, text)
    wrong = [remark.text for remark in judged(editing, state) if remark.level == ERROR]
    assert wrong == ["0 X and 1 O: X begins, so O cannot have more"] and game.check(state)


def test_the_last_move_is_one_that_can_have_been() -> None:
    """X completes a line by hand: the move that led there is in that line."""
    game, editing, state = text_of("tictactoe", "XX./OO./X.O X")
    after = changed(editing, state, "cell2", 0)
    assert after.won == 1 and after.last in (0, 1, 2) and game.check(after) == ""
    over = [r.text for r in judged(editing, after) if r.level == ERROR]
    assert over == ["The match is over: X has a line"]


def test_a_disc_falls() -> None:
    game, editing, state = text_of("connect_four", "/".join(["......."] * 5 + ["XO....."]))
    after = changed(editing, state, "cell1", 0)  # dropped into the second column from the top
    assert editing.text(after).split()[0].split("/")[4:] == [".X.....", "XO....."]
    gone = changed(editing, after, f"cell{5 * 7 + 1}", -1)
    assert editing.text(gone).split()[0].split("/")[4:] == [".......", "XX....."]
    assert not playable(judged(editing, gone)) and game.check(after) == ""
    with pytest.raises(EditError, match="column 3"):
        editing.read(state, "/".join(["......."] * 4 + ["..X....", "......."]))


@pytest.mark.parametrize("tool", ["rotate", "mirror"])
def test_turning_a_board_often_enough_gives_it_again(tool: str) -> None:
    rows = ["XO.......", "X.......O", *["........."] * 7]
    _, editing, state = text_of("uttt", "/".join(rows) + " X 1 8")
    after = state
    for _ in range(4 if tool == "rotate" else 2):
        after = used(editing, after, tool)
        assert playable(judged(editing, after))
    assert same(after, state)
    assert not same(used(editing, state, tool), state)
