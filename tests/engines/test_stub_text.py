"""A game that declares its text: programs, bots, pasted texts and recordings follow from it."""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import FORFEIT
from engines.reading import Reader
from engines.tictactoe import TicTacToe
from lab.files.position import position
from lab.match.bot import Bot
from lab.match.budget import Budget
from tests.games.lines import Lines
from tests.matches import generator, random_joint

GAME, PLAIN = Lines(), TicTacToe()


def positions(seed: int):
    """A random match, position by position."""
    state, rng = GAME.initial(seed), generator(seed)
    while not GAME.rules.is_over(state):
        yield state.copy()
        GAME.rules.step(state, random_joint(GAME, state, rng), rng, None)


def same(one, other) -> bool:
    """Whether two positions agree in every field; bytes between fields say nothing."""
    return all(np.array_equal(one[name], other[name]) for name in GAME.dtype.names)


def test_a_seat_hears_the_position_that_it_was_told() -> None:
    heard = 0
    for seed in range(8):
        for state in positions(seed):
            seat = int(state.turn) & 1
            told = GAME.intro(state, seat), GAME.view(state, seat)
            found = GAME.heard(GAME.listen(Reader(told[0])), Reader(told[1]))
            assert (found.seat, found.turn) == (seat, int(state.turn))
            assert same(found.state, state)
            heard += 1
    assert heard > 40


def test_a_text_that_contradicts_itself_says_where() -> None:
    state = next(s for s in positions(1) if s.turn == 3)
    lines = GAME.view(state, 1)
    lines[4] = str(int(lines[4]) - 1)  # one open cell less
    with pytest.raises(ValueError, match=r"openCount is 5, but .* 6"):
        GAME.heard(GAME.intro(state, 1), Reader(lines[:-1]))
    with pytest.raises(ValueError, match="mark is Z"):
        GAME.heard(["Z"], Reader(GAME.view(state, 1)))


@pytest.mark.parametrize("seed", [3, 4])
def test_answers_are_those_of_the_rules(seed: int) -> None:
    for state in positions(seed):
        seat = int(state.turn) & 1
        for cell in range(9):
            row, column = divmod(cell, 3)
            theirs = PLAIN.parse(state, seat, [f"{row} {column} so be it"])
            ours = GAME.parse(state, seat, [f"PLAY {row} {column} so be it"])
            assert ours.actions == theirs.actions and ours.message == theirs.message
            if ours.actions != (FORFEIT,):
                assert GAME.send(state, seat, ours.actions) == [f"PLAY {row} {column}"]


@pytest.mark.parametrize("line", ["", "PLAY 1", "GO 1 1", "PLAY 1 1x", "PLAY 1.0 1"])
def test_an_answer_of_no_form_forfeits_and_says_the_forms(line: str) -> None:
    parsed = GAME.parse(GAME.initial(1), 0, [line] if line else [])
    assert parsed.actions == (FORFEIT,) and "PLAY row col" in parsed.error


def test_a_pasted_text_is_a_position() -> None:
    state = next(s for s in positions(2) if s.turn == 4)
    text = "\n".join(GAME.intro(state, 0) + GAME.view(state, 0))
    found = position(text, [GAME])
    assert (found.seat, found.turn) == (0, 4) and same(found.state, state)


def recorded(seed: int) -> list[dict[str, object]]:
    """A match as two programs saw it."""
    records, state, rng = [], GAME.initial(seed), generator(seed)
    while not GAME.rules.is_over(state):
        seat, joint = int(state.turn) & 1, random_joint(GAME, state, rng)
        intro = GAME.intro(state, seat) if state.turn < 2 else []
        answer = GAME.send(state, seat, [int(joint[seat])])
        texts = {str(seat): intro + GAME.view(state, seat)}
        records.append({"texts": texts, "answers": {str(seat): answer}})
        GAME.rules.step(state, joint, rng, None)
    return records


def test_a_recorded_match_conforms_and_a_changed_one_names_the_variable() -> None:
    records = recorded(6)
    assert list(GAME.conform(records)) == [None] * len(records)
    records[3]["texts"]["1"][0] = "9 9"
    *before, found = GAME.conform(records)
    assert before == [None] * 3
    assert (found.turn, found.field, found.expected) == (3, "lastRow of seat 1", 9)


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_plays_by_the_declared_text() -> None:
    state, said = GAME.initial(1), []
    bot = Bot(GAME, "uct:c=1", Budget.parse("200it"), 1)
    bot.listen(Reader(GAME.intro(state, 0)))
    rng = generator(9)
    while not GAME.rules.is_over(state):
        if int(state.turn) & 1 == 0:
            lines = bot.answer(Reader(GAME.view(state, 0)))
            said += lines
            joint = np.array([GAME.parse(state, 0, lines).actions[0], -1])
        else:
            joint = random_joint(GAME, state, rng)
        GAME.rules.step(state, joint, rng, None)
    assert said and all(line.startswith("PLAY ") for line in said) and state.won == 1
