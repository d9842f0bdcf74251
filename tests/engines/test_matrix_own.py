"""A payoff table of one's own: its text, pasted spreadsheets, edits, checks and rules."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.editing import EditError, changed, judged, playable, used
from engines.game import FORFEIT, State, same
from engines.matrix import Matrix
from engines.matrix import text as tables
from engines.matrix.editing import TableEditing
from lab.files.codec import decode_state, encode_state
from tests.matches import generator, legal, outcome

GAME = Matrix.configure(matrix="own", rounds=3)
EDITING = TableEditing(GAME)
WIDE = "1 2 -0.5; 3 -4 5"  # 2 rows, 3 columns
TALL = "4 -1; 0 2.5; -3 6"  # 3 rows, 2 columns
payoff = st.floats(-100, 100)


def read(text: str, state: State | None = None) -> State:
    return EDITING.read(GAME.initial(1) if state is None else state, text)


def after(state: State, *joints: tuple[int, int]) -> State:
    """A copy after these rounds."""
    state = state.copy()
    for joint in joints:
        GAME.rules.step(state, np.array(joint, np.int64), None, None)
    return state


def values(state: State) -> list[float]:
    out = np.zeros(2)
    GAME.rules.value(state, GAME.weights(), out)
    return out.tolist()


# -- text ------------------------------------------------------------------------------------------


@given(
    table=st.integers(1, 12).flatmap(
        lambda wide: st.lists(
            st.lists(payoff, min_size=wide, max_size=wide), min_size=1, max_size=12
        )
    ),
    rounds=st.integers(0, 2),
    seed=st.integers(0, 99),
)
def test_the_text_of_a_table_means_exactly_that_position(
    table: list[list[float]], rounds: int, seed: int
) -> None:
    state, rng = read("\n".join("\t".join(map(repr, row)) for row in table)), generator(seed)
    assert GAME.table(state).tolist() == table and GAME.check(state) == ""
    drawn = [tuple(int(rng.integers(n)) for n in state.choices) for _ in range(rounds)]
    state = after(state, *((row, column) for row, column in drawn))
    assert GAME.check(state) == ""
    assert "\n" not in EDITING.text(state)
    assert same(read(EDITING.text(state)), state)


@pytest.mark.parametrize(
    "text",
    [
        "4\t-1\n0\t2.5\n-3\t6\n",
        "4,-1\r\n0,2.5\r\n-3,6\r\n",
        "4 −1; 0 2.5; −3 6",
        "\n4\t -1\n\n0.0\t+2.5\n-3\t6e0\n",
    ],
)
def test_a_table_is_pasted_from_a_spreadsheet(text: str) -> None:
    state = read(text, after(read(WIDE), (1, 2)))
    assert GAME.table(state).tolist() == [[4, -1], [0, 2.5], [-3, 6]]
    assert EDITING.text(state) == TALL and state.largest == 6
    assert (state.played, state.score, state.last.tolist()) == (0, 0, [-1, -1])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "1 to 12 rows, not 0"),
        ("1\n" * 13, "1 to 12 rows, not 13"),
        (" ".join("1" * 13), "1 to 12 columns, not 13"),
        ("1 2; 3", "Row 1 has 2 payoffs, but row 2 has 1."),
        ("1\t2\n3\t", "“” is no payoff"),
        ("1,5\t2", "the decimal sign is a full stop"),
        ("1 x", "“x” is no payoff."),
        ("1 nan", "from -100 to 100, not nan"),
        ("inf", "from -100 to 100, not inf"),
        ("-100.5", "from -100 to 100, not -100.5"),
        ("1 2 | 3 rounds", "After | come the rounds"),
        ("1 2 | 4 played, gain 0, last 1A", "1 to 3 rounds to play, not 4"),
        ("1 2 | 1 played, gain 0, last 2A", "2A is no place of this table"),
        ("1 2 | 1 played, gain 0, last 1C", "1C is no place of this table"),
        ("1 2 | 1 played, gain much, last 1B", "“much” is no payoff."),
    ],
)
def test_what_is_no_table_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(EditError, match=r"\.$") as refusal:
        read(text)
    assert words in str(refusal.value)


# -- edits -----------------------------------------------------------------------------------------


def test_one_payoff_is_changed() -> None:
    state = changed(EDITING, read(WIDE), "pay1.2", -7.25)
    assert GAME.table(state).tolist() == [[1, 2, -0.5], [3, -4, -7.25]]
    assert state.largest == 7.25 and GAME.check(state) == ""
    field = EDITING.parts(state).field("pay1.2")
    assert field is not None
    assert (field.group, field.title, field.words) == ("Row 2", "Column C", "-7.25")
    with pytest.raises(EditError, match="goes from -100 to 100"):
        changed(EDITING, state, "pay0.0", 101)
    with pytest.raises(EditError, match=r"There is no part pay2\.0"):
        changed(EDITING, state, "pay2.0", 1)


def test_a_smaller_table_forgets_what_is_outside() -> None:
    small = changed(EDITING, changed(EDITING, read(WIDE), "size0", 1), "size1", 2)
    assert EDITING.text(small) == "1 2" and GAME.check(small) == ""
    large = changed(EDITING, changed(EDITING, small, "size0", 2), "size1", 3)
    assert EDITING.text(large) == "1 2 0; 0 0 0"


def test_what_was_gained_stays_possible() -> None:
    state = after(read(WIDE), (1, 2), (0, 1))
    assert EDITING.text(state) == f"{WIDE} | 2 played, gain 7, last 1B"
    state = changed(EDITING, state, "last1", 2)
    assert state.score == 5 - 0.5  # at most 5, then -0.5
    state = changed(EDITING, state, "played", 1)
    assert state.score == -0.5
    state = changed(EDITING, state, "size1", 1)
    assert state.last.tolist() == [0, 0] and state.score == 1 and GAME.check(state) == ""


def test_swapped_seats_see_what_the_other_saw() -> None:
    state = after(read(WIDE), (1, 2))
    swapped = used(EDITING, state, "swap")
    assert GAME.check(swapped) == "" and values(swapped) == values(state)[::-1]
    assert [GAME.intro(swapped, seat) for seat in (1, 0)] == [
        GAME.intro(state, seat) for seat in (0, 1)
    ]
    assert same(used(EDITING, swapped, "swap"), state)


def test_named_tables_are_where_to_begin() -> None:
    for name in ("rps", "biased_rps", "matching_pennies"):
        table = Matrix.configure(matrix=name).payoffs
        assert (GAME.table(used(EDITING, read(WIDE), name)) == table).all()
    low = Matrix.configure(matrix="own", largest=10).editing()
    assert low is not None
    with pytest.raises(EditError, match="go up to 50, here they may go up to 10"):
        used(low, low.game.initial(1), "biased_rps")


def test_a_finished_match_cannot_be_played_on() -> None:
    over = after(read(WIDE), (0, 0), (0, 0), (0, 0))
    assert not playable(judged(EDITING, over))
    assert playable(judged(EDITING, used(EDITING, over, "start")))


# -- rules -----------------------------------------------------------------------------------------


def test_rows_and_columns_are_counted_apart() -> None:
    state = read(TALL)
    assert [legal(GAME, state, agent) for agent in (0, 1)] == [[0, 1, 2], [0, 1]]
    assert [len(GAME.targets(state, agent)) for agent in (0, 1)] == [3, 2]
    assert GAME.cell(state, 0, 1.0, 2.5) == 2 and GAME.cell(state, 1, 5.0, 0.5) is None
    assert outcome(GAME, after(state, (0, 2))) == [1.0, -1.0]
    assert outcome(GAME, after(state, (FORFEIT, 1))) == [-1.0, 1.0]
    assert GAME.explain(state, 1, 2) == "Choose one of Column A, Column B."


def test_step_pays_what_the_position_says() -> None:
    for text in (WIDE, TALL):
        state = read(text)
        for (row, column), paid in np.ndenumerate(GAME.table(state)):
            assert values(after(state, (row, column))) == [paid, -paid]
    ended = after(read(WIDE), (1, 2), (0, 1), (0, 0))
    assert outcome(GAME, ended) == [8 / 15, -8 / 15]  # of three times 5
    assert GAME.advantage(ended, 1) == -8 / 15


def test_the_script_replies_best_to_blind_play() -> None:
    policy = GAME.rules.policy
    assert policy is not None
    assert [int(policy(read(TALL), seat, generator(1))) for seat in (0, 1)] == [0, 0]
    assert [int(policy(read(WIDE), seat, generator(1))) for seat in (0, 1)] == [1, 1]


# -- checks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("largest", 6.0, "the largest payoff is 5, not 6"),
        ("largest", np.nan, "largest is nan"),
        ("score", 4.0, "1 rounds make 5 to 5, not 4"),
        ("score", np.inf, "score is inf"),
        ("played", 0, "after 0 rounds the last actions are 1 and 2"),
        ("last", [2, 0], "outside 2 rows and 3 columns"),
        ("choices", [2, 13], "choices is 13, not 1 to 12"),
        ("choices", [2, 2], "there are payoffs outside 2 rows and 2 columns"),
        ("rounds", 4, "rounds is 4, not 3"),
    ],
)
def test_impossible_positions_are_refused(field: str, value: object, words: str) -> None:
    state = after(read(WIDE), (1, 2))
    assert GAME.check(state) == ""
    state[field] = value
    assert words in GAME.check(state)


@pytest.mark.parametrize("strange", [np.nan, np.inf, 100.5])
def test_strange_payoffs_are_refused(strange: float) -> None:
    state = read(WIDE)
    state.payoff[1, 1] = strange
    assert GAME.check(state).startswith("payoff is")


def test_a_recording_keeps_the_table() -> None:
    state = after(read(TALL), (2, 1))
    assert same(decode_state(GAME, json.loads(json.dumps(encode_state(state)))), state)


def test_named_tables_are_as_they_were() -> None:
    game = Matrix.configure(matrix="biased_rps", rounds=2)
    assert game.editing() is None and "own table" in game.uneditable
    assert game.kernel_key == ("matrix", 3)
    own = Matrix.configure(matrix="own", largest=1)
    assert Matrix.configure(matrix="two_killers", size=12).kernel_key != own.kernel_key
    long = Matrix.configure(matrix="own", largest=50, rounds=7, payoffs="3 -1; 0 2")
    assert own.kernel_key == long.kernel_key and own.most_turns < long.most_turns < long.longest
    assert game.dtype.names == (
        *("score", "matrix", "choices", "played", "rounds", "last", "lost"),
    )


@pytest.mark.parametrize("text", ["1/2 0/0", "(1, 2) (0, 0)", "1,2 0,0; 3,1 4,4", "1|2 3|4"])
def test_two_numbers_a_cell_are_refused_with_the_reason(text: str) -> None:
    """The game is zero-sum: what Row gains, Column loses."""
    with pytest.raises(EditError, match="a cell has one number, what Row gains and Column loses"):
        tables.read(text, 100.0)
    with pytest.raises(EditError, match="is no payoff; the decimal sign"):
        tables.read("1,5\t2", 100.0)
