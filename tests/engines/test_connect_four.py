"""Connect Four: all sequences of moves, what a win is worth, positions opened from text, keys,
words and the falling disc.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from engines.connect_four import ConnectFour
from engines.connect_four.rules import CELLS
from engines.game import FORFEIT, PASS, State, same
from engines.knobs import KnobError
from engines.scene import Circle, Line
from lab.check.laws import check_key
from lab.match.seats import parse_game
from tests.matches import generator, legal, outcome, random_match
from tests.perft import perft


def played(columns: str, game: ConnectFour | None = None) -> State:
    """The position after these columns, played by the rules."""
    game = game or ConnectFour()
    state = game.initial(0)
    for sign in columns:
        joint = np.full(2, PASS, np.int64)
        joint[state.mover] = int(sign) - 1
        game.rules.step(state, joint, None, None)
    return state


def value(state: State, **weights: float) -> float:
    out = np.zeros(2)
    ConnectFour().rules.value(state, ConnectFour().weights(ConnectFour.EvalParams(**weights)), out)
    assert out[0] == -out[1]
    return float(out[0])


def test_perft() -> None:
    assert perft(ConnectFour(), 7) == [7, 49, 343, 2401, 16807, 117649, 823536]


@pytest.mark.parametrize(
    ("columns", "score"),
    [("1212121", 18), ("71212121", -18), ("112233574", 17), ("11223357", 0), ("1122", 0)],
)
def test_the_sooner_a_win_the_more_it_is_worth(columns: str, score: int) -> None:
    """22 minus the winner's discs, in 64ths above one half."""
    state, game = played(columns), ConnectFour()
    assert game.rules.is_over(state) == (score != 0)
    assert outcome(game, state)[0] == np.sign(score)
    assert (
        value(state) == np.sign(score) * (0.5 + abs(score) / 64)
        if score
        else abs(value(state)) < 0.5
    )


def test_every_line_of_four_wins() -> None:
    """All 69 lines, each alone on the board, and nothing else that four cells make."""
    game, lines = ConnectFour(), []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in ((x, y) for x in range(7) for y in range(6)):
            cells = [(x + k * dx, y + k * dy) for k in range(4)]
            if all(0 <= cx < 7 and 0 <= cy < 6 for cx, cy in cells):
                lines.append(cells)
    assert len(lines) == 69
    for cells in lines:
        for last in range(4):
            state, column = game.initial(0), cells[last][0]
            for k, (x, y) in enumerate(cells):
                if k != last:
                    state.discs[0] |= 1 << 7 * x + y
            # what the last disc rests on
            foot = {(column, y) for y in range(cells[last][1])} - set(cells)
            state.discs[1] = sum(1 << 7 * x + y for x, y in foot)
            game.rules.step(state, np.array([cells[last][0], PASS]), None, None)
            assert state.result == 1, cells
            assert any(isinstance(item, Line) for item in game.scene(state).items)


def test_lines_do_not_run_over_the_edge() -> None:
    """Of 60 random matches, the result at every move is what counting in all directions says."""
    game = ConnectFour()
    for seed in range(60):
        for _, _, after in random_match(game, seed):
            owner = np.full((7, 6), -1)
            for seat in (0, 1):
                for cell in range(49):
                    if int(after.discs[seat]) >> cell & 1:
                        owner[cell // 7, cell % 7] = seat
            mover = 1 - int(after.mover)
            assert (after.result == mover + 1) == _wins(owner == mover)
            assert after.result != 0 or after.played < CELLS


def _wins(mine: np.ndarray) -> bool:
    return any(
        all(
            0 <= x + k * dx < 7 and 0 <= y + k * dy < 6 and mine[x + k * dx, y + k * dy]
            for k in range(4)
        )
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for x in range(7)
        for y in range(6)
    )


def test_a_position_can_be_opened() -> None:
    game = parse_game("connect_four:start=44444")
    assert same(game.initial(3), played("44444")) and game.most_turns == 37
    assert game.spec == "connect_four:start=44444"
    assert same(
        ConnectFour.configure(start="35333571", first_player=1).initial(0),
        played("35333571", ConnectFour.configure(first_player=1)),
    )


@pytest.mark.parametrize(
    ("start", "what"),
    [
        ("48", "move 2, 8"),
        ("4444444", "move 7, 4"),
        ("1212121", "ends the match"),
        ("4 4", "move 2"),
    ],
)
def test_a_bad_position_is_refused(start: str, what: str) -> None:
    with pytest.raises(KnobError, match=what):
        ConnectFour.configure(start=start)


def test_move_orders_that_meet_have_one_key() -> None:
    key = ConnectFour().rules.key
    assert key is not None
    assert key(played("112233")) != key(played("121323"))
    assert key(played("1425")) == key(played("2415")) == key(played("1524"))
    keys = {
        int(key(after)) for seed in range(40) for _, _, after in random_match(ConnectFour(), seed)
    }
    boards = {
        after.discs.tobytes()
        for seed in range(40)
        for _, _, after in random_match(ConnectFour(), seed)
    }
    assert len(keys) == len(boards)


@pytest.mark.parametrize("forgets", ["the second seat's discs", "nothing, not even the last move"])
def test_a_wrong_key_is_noticed(forgets: str) -> None:
    game = ConnectFour()
    history = forgets.startswith("nothing")
    game.rules = replace(
        game.rules,
        key=lambda s: hash((s.discs.tobytes(), int(s.last))) if history else int(s.discs[0]),
    )
    with pytest.raises(AssertionError):
        for seed in range(5):
            check_key(game, seed)


def test_order_begins_in_the_centre() -> None:
    game = ConnectFour()
    state, order = game.initial(0), game.rules.order
    assert order is not None
    assert sorted(legal(game, state, 0), key=lambda a: -order(state, 0, a)) == [3, 2, 4, 1, 5, 0, 6]


def test_order_wins_then_blocks_and_helps_last() -> None:
    """In 30 random matches, against what playing the moves shows."""
    game = ConnectFour()
    order = game.rules.order
    assert order is not None

    def after(state: State, *columns: int) -> State:
        found = state.copy()
        for column in columns:
            joint = np.full(2, PASS, np.int64)
            joint[found.mover] = column
            game.rules.step(found, joint, None, None)
        return found

    def wins(state: State, agent: int, column: int) -> bool:
        turned = state.copy()
        turned.mover = agent
        return (
            bool(game.rules.is_legal(turned, agent, column))
            and after(turned, column).result == agent + 1
        )

    met: Counter[int] = Counter()
    for seed in range(30):
        for state, _, _ in random_match(game, seed):
            mover = int(state.mover)
            kinds = {}
            for a in legal(game, state, mover):
                helps = not game.rules.is_over(after(state, a)) and wins(
                    after(state, a), 1 - mover, a
                )
                kinds[a] = (
                    0
                    if wins(state, mover, a)
                    else 1
                    if wins(state, 1 - mover, a)
                    else 3
                    if helps
                    else 2
                )
            ranked = sorted(kinds, key=lambda a: -order(state, mover, a))
            assert [kinds[a] for a in ranked] == sorted(kinds.values()), state
            met.update(kinds.values())
    assert len(met) == 4 and min(met.values()) > 20


def test_the_more_open_threes_the_earlier() -> None:
    """With discs in columns 6 and 7, one in 4 or 5 leaves one cell open between or next to them."""
    game = ConnectFour()
    state, order = played("7161", game), game.rules.order
    assert order is not None
    assert sorted(legal(game, state, 0), key=lambda a: -order(state, 0, a)) == [3, 4, 2, 1, 5, 0, 6]


def test_random_action_is_uniform() -> None:
    state = played("444444" + "11111" + "2")
    draw = ConnectFour().rules.random_action
    rng = generator(5)
    assert draw is not None
    counts = np.bincount([draw(state, 0, rng) for _ in range(6000)], minlength=7)
    assert counts[3] == 0
    assert (abs(counts[[0, 1, 2, 4, 5, 6]] - 1000) < 150).all()


def test_the_script_wins_blocks_and_does_not_help() -> None:
    policy, rng = ConnectFour().rules.policy, generator(1)
    assert policy is not None
    assert policy(played("121212"), 0, rng) == 0
    assert policy(played("12121"), 1, rng) == 0
    below = played("2344551767")
    assert int(policy(below, int(below.mover), rng)) in legal(
        ConnectFour(), below, int(below.mover)
    )


def test_the_evaluation_counts_threes_and_the_centre() -> None:
    assert value(played("4"), threat=0.0, centre=0.1) == pytest.approx(0.5 * np.tanh(0.1))
    assert value(played("44"), threat=0.0, centre=0.1) == 0.0
    # each wants one cell: the first row's and the second's
    assert value(played("112233"), threat=0.2, centre=0.0) == 0.0
    assert value(played("11223"), threat=0.2, centre=0.0) == pytest.approx(0.5 * np.tanh(0.2))
    assert value(played("11223"), threat=0.0, centre=0.0) == 0.0


def test_a_disc_falls_from_above_its_column() -> None:
    game = ConnectFour()
    before = {item.id: item for item in game.scene(played("44")).items if isinstance(item, Circle)}
    after = {item.id: item for item in game.scene(played("444")).items if isinstance(item, Circle)}
    waiting, fallen = before["disc23"], after["disc23"]
    assert (waiting.x, waiting.y, waiting.alpha) == (3.5, -0.6, 0.0)
    assert (fallen.x, fallen.y, fallen.alpha, fallen.fill) == (3.5, 3.5, 1.0, "seat0")


def test_words() -> None:
    game, state = ConnectFour(), played("444444")
    assert game.explain(state, 0, 3) == "Column 4 is full."
    assert game.explain(state, 1, 0) == "It is X's move."
    assert game.prompt(state, 0) == "drop a disc; 6 columns are open"
    assert game.view(state, 0)[:2] == ["4", "...1..."]
    assert game.view(state, 0)[-1] == "1 2 3 5 6 7"
    assert game.parse(state, 0, ["4"]).error == "4 is not an open column"
    assert (game.cell(state, 0, 6.9, -0.5), game.cell(state, 0, 7.1, 2.0)) == (6, None)


@pytest.mark.parametrize("line", ["", "0", "8", "12", " 1", "1.0", "-1", "a", "٣"])
def test_bad_lines_forfeit(line: str) -> None:
    assert ConnectFour().parse(played(""), 0, [line]).actions == (FORFEIT,)


def test_a_later_start_shares_its_kernels() -> None:
    whole, later = ConnectFour(), ConnectFour.configure(start="44444")
    assert later.most_turns < whole.most_turns == whole.longest == later.longest
    assert later.kernel_key == whole.kernel_key
