"""Tables with a payoff for each player: named ones, their text, edits, checks and rules."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.editing import EditError, changed, used
from engines.game import FORFEIT, same
from engines.knobs import KnobError
from engines.matrix import Matrix
from engines.matrix.tables import PAIR_TITLES
from lab.files.codec import decode_state, encode_state
from lab.match.seats import parse_game
from tests.engines.test_matrix import after, values
from tests.matches import generator, outcome

ROW = [[4, -1], [0, 2.5], [-3, 6]]  # 3 rows, 2 columns
COLUMN = [[1, 7], [-8, 0], [2, 3]]
TALL = "4/1 -1/7; 0/-8 2.5/0; -3/2 6/3"
GAME = Matrix.configure(matrix="own", rounds=3, payoffs=TALL)
payoff = st.floats(-100, 100)


# -- rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("prisoners_dilemma", {(0, 0): (3, 3), (0, 1): (0, 5), (1, 0): (5, 0), (1, 1): (1, 1)}),
        ("chicken", {(0, 0): (6, 6), (0, 1): (2, 7), (1, 0): (7, 2), (1, 1): (0, 0)}),
        ("stag_hunt", {(0, 0): (4, 4), (0, 1): (0, 3), (1, 0): (3, 0), (1, 1): (3, 3)}),
        ("battle", {(0, 0): (3, 2), (0, 1): (0, 0), (1, 0): (0, 0), (1, 1): (2, 3)}),
        ("shapley", {(0, 0): (1, 0), (0, 2): (0, 1), (2, 1): (0, 1), (0, 1): (0, 0)}),
    ],
)
def test_named_tables_pay_each_player_its_own(
    name: str, cells: dict[tuple[int, int], tuple[int, int]]
) -> None:
    game = Matrix.configure(matrix=name)
    assert not game.zero_sum and game.check(game.initial(0)) == ""
    for joint, paid in cells.items():
        assert values(game, after(game, joint)) == list(paid)
        assert game.check(after(game, joint)) == ""


def test_zero_sum_tables_are_so_of_both_kinds() -> None:
    assert Matrix().zero_sum
    assert Matrix.configure(matrix="own", payoffs="3 -1; 0 2").zero_sum
    assert Matrix.configure(matrix="own", payoffs="3 -1; 0 2").payoffs.tolist() == [[3, -1], [0, 2]]
    assert not any(Matrix.configure(matrix=name).zero_sum for name in PAIR_TITLES)
    assert not GAME.zero_sum


def test_step_pays_both_players_and_rounds_add_up() -> None:
    for (i, j), paid in np.ndenumerate(np.array(ROW)):
        assert values(GAME, after(GAME, (i, j))) == [paid, COLUMN[i][j]]
    ended = after(GAME, (0, 1), (2, 1), (1, 0))
    assert values(GAME, ended) == [-1 + 6 + 0, 7 + 3 - 8]
    assert outcome(GAME, ended) == [5 / 24, 2 / 24]  # of three times 8
    assert GAME.reason(ended) == "Row has gained 5, Column 2"
    assert [GAME.standing(ended, seat) for seat in (0, 1)] == ["5 points", "2 points"]


def test_who_forfeits_never_gains_by_it() -> None:
    game = Matrix.configure(matrix="own", payoffs="-1/-1 -3/0; 0/-3 -2/-2")
    assert outcome(game, after(game, (FORFEIT, 0))) == [-1.0, 1.0]
    assert outcome(game, after(game, (0, 7))) == [1.0, -1.0]
    assert outcome(game, after(game, (FORFEIT, FORFEIT))) == [-1.0, -1.0]


def test_the_script_replies_best_by_its_own_payoffs() -> None:
    policy = GAME.rules.policy
    assert policy is not None
    assert [int(policy(GAME.initial(0), seat, generator(1))) for seat in (0, 1)] == [0, 1]


def test_each_seat_reads_its_own_payoffs_and_then_the_others() -> None:
    state = GAME.initial(0)
    assert GAME.intro(state, 0) == ["3 3", "4 -1", "0 2.5", "-3 6", "1 7", "-8 0", "2 3"]
    assert GAME.intro(state, 1) == ["2 3", "1 -8 2", "7 0 3", "4 0 -3", "-1 2.5 6"]


def test_the_picture_has_both_numbers_in_a_cell() -> None:
    words = [getattr(item, "text", "") for item in GAME.scene(GAME.initial(0)).items]
    assert words == ["4 / 1", "−1 / 7", "0 / −8", "2.5 / 0", "−3 / 2", "6 / 3"]


def test_the_last_round_is_one_choice_of_both() -> None:
    assert GAME.bimatrix(GAME.initial(0)) is None
    last = GAME.bimatrix(after(GAME, (0, 0), (0, 0)))
    assert last is not None and last.tolist() == [ROW, COLUMN]
    zero = Matrix.configure(matrix="own", payoffs="3 -1; 0 2")
    found = zero.bimatrix(zero.initial(0))
    assert found is not None and found.tolist() == [[[3, -1], [0, 2]], [[-3, 1], [0, -2]]]


# -- text ------------------------------------------------------------------------------------------


@given(
    shape=st.tuples(st.integers(1, 12), st.integers(1, 12)),
    data=st.data(),
    rounds=st.integers(0, 2),
    seed=st.integers(0, 99),
)
def test_the_text_of_a_table_means_exactly_that_position(
    shape: tuple[int, int], data: st.DataObject, rounds: int, seed: int
) -> None:
    rows, columns = shape
    line = st.lists(st.tuples(payoff, payoff), min_size=columns, max_size=columns)
    table = data.draw(st.lists(line, min_size=rows, max_size=rows))
    editing, rng = GAME.editing(), generator(seed)
    assert editing is not None
    text = "\n".join("\t".join(f"({a!r}, {b!r})" for a, b in row) for row in table)
    state = editing.read(GAME.initial(1), text)
    assert GAME.gains(state).transpose(1, 2, 0).tolist() == [[list(c) for c in r] for r in table]
    for _ in range(rounds):
        joint = [int(rng.integers(n)) for n in state.choices]
        GAME.rules.step(state, np.array(joint, np.int64), None, None)
    assert GAME.check(state) == ""
    assert "\n" not in editing.text(state)
    assert same(editing.read(GAME.initial(0), editing.text(state)), state)


@pytest.mark.parametrize(
    "text", ["(4,1) (-1, 7); (0,-8) (2.5,0); (-3,2) (6,3)", TALL, TALL.replace("/", " / ")]
)
def test_a_table_is_an_option_of_the_command_line(text: str) -> None:
    game = parse_game(f'matrix:matrix=own,payoffs="{text}"')
    assert isinstance(game, Matrix)
    assert game.gains(game.initial(0)).tolist() == [ROW, COLUMN]
    again = parse_game(game.spec)
    assert isinstance(again, Matrix) and same(again.initial(0), game.initial(0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3/3 0; 5/0 1/1", "“0” is no pair of payoffs: a cell has two numbers, as in 3/-1"),
        ("3/3/3", "“3/3/3” is no pair"),
        ("3/x", "“x” is no payoff"),
        ("3/", "“” is no payoff"),
        ("3/101", "from -100 to 100, not 101"),
        ("1/2 3/4; 5/6", "Row 1 has 2 payoffs, but row 2 has 1."),
        ("1 x", "“x” is no payoff"),
    ],
)
def test_what_is_no_table_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(KnobError, match=r"^Payoffs: .*\.$") as refusal:
        Matrix.configure(matrix="own", payoffs=text)
    assert words in str(refusal.value)


# -- edits -----------------------------------------------------------------------------------------


def test_one_payoff_of_one_player_is_changed() -> None:
    editing = GAME.editing()
    assert editing is not None
    state = changed(editing, GAME.initial(0), "pay1.2.0", -7.25)
    assert editing.text(state) == TALL.replace("-3/2", "-3/-7.25") and GAME.check(state) == ""
    field = editing.parts(state).field("pay1.2.0")
    assert field is not None and (field.group, field.title) == ("Row 3", "A: Column gains")
    small = changed(editing, changed(editing, state, "size0", 2), "size1", 1)
    assert editing.text(small) == "4/1; 0/-8" and GAME.check(small) == ""
    played = changed(editing, changed(editing, state, "played", 2), "last0", 1)
    played = changed(editing, played, "score1", -15)
    assert played.score.tolist() == [1, -15] and GAME.check(played) == ""


def test_swapped_seats_see_what_the_other_saw() -> None:
    editing, state = GAME.editing(), after(GAME, (1, 1))
    assert editing is not None
    swapped = used(editing, state, "swap")
    assert GAME.check(swapped) == "" and values(GAME, swapped) == values(GAME, state)[::-1]
    for seat in (0, 1):
        assert GAME.intro(swapped, 1 - seat) == GAME.intro(state, seat)
    assert same(used(editing, swapped, "swap"), state)


def test_a_table_of_one_number_a_cell_is_what_the_other_loses() -> None:
    editing = GAME.editing()
    assert editing is not None
    assert editing.text(editing.read(GAME.initial(0), "3 -1; 0 2")) == "3/-3 -1/1; 0/0 2/-2"
    assert editing.text(used(editing, GAME.initial(0), "battle")) == "3/2 0/0; 0/0 2/3"
    zero = Matrix.configure(matrix="own").editing()
    assert zero is not None
    with pytest.raises(EditError, match=r"what Row gains and Column loses.*Payoffs in Set-up"):
        zero.read(zero.game.initial(0), "3/3 0/5; 5/0 1/1")


# -- checks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("largest", 6.0, "the largest payoff is 8, not 6"),
        ("score", [2.5, 1.0], "1 rounds make 0 to 0, not 1"),
        ("score", [2.0, 0.0], "1 rounds make 2.5 to 2.5, not 2"),
        ("score", [2.5, np.nan], "score is nan"),
        ("choices", [3, 13], "choices is 13, not 1 to 12"),
        ("choices", [2, 2], "there are payoffs outside 2 rows and 2 columns"),
        ("last", [1, 2], "the last actions are outside 3 rows and 2 columns"),
        ("played", 0, "after 0 rounds the last actions are 1 and 1"),
    ],
)
def test_impossible_positions_are_refused(field: str, value: object, words: str) -> None:
    state = after(GAME, (1, 1))
    assert GAME.check(state) == ""
    state[field] = value
    assert words in GAME.check(state)


def test_a_named_table_has_its_own_payoffs() -> None:
    game = Matrix.configure(matrix="chicken", rounds=2)
    state = after(game, (0, 1))
    state.payoff[1, 0, 0] = 5.0
    assert "the payoffs are not those of chicken" in game.check(state)
    assert game.editing() is None and "own table" in game.uneditable


def test_a_recording_keeps_both_tables() -> None:
    state = after(GAME, (2, 1))
    assert same(decode_state(GAME, json.loads(json.dumps(encode_state(state)))), state)
