"""Positions from a contest's text: whole, alone, of a game that the text tells, or refused with one
sentence.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import Game, State, same
from engines.knobs import KnobError
from lab.files.position import listeners, position
from lab.match.play import deciding


def after(game: Game, moves: int) -> State:
    """The position after some moves: the first legal one each time."""
    state, out = game.initial(1), np.zeros(game.max_actions, np.int64)
    for _ in range(moves):
        joint = np.full(game.agents, -1, np.int64)
        mover = int(game.rules.to_move(state))
        game.rules.legal(state, mover, out)
        joint[mover] = out[0]
        game.rules.step(state, joint, np.random.Generator(np.random.SFC64(1)), None)
    return state


def texts(game: Game, turns: int) -> list[list[str]]:
    """What seat 1 is said in each of its first turns."""
    return [game.view(after(game, 2 * k), 0) for k in range(turns)]


def test_a_first_text_is_the_start_of_the_match() -> None:
    csb = games()["csb"]()
    state = csb.initial(4)
    found = position("\n".join([*csb.intro(state, 0), *csb.view(state, 0), ""]), [csb])
    assert found.seat == 0 and found.turn == 0 and deciding(found.game, found.state) == (0, 1)
    assert np.allclose(found.state.x, state.x) and csb.view(found.state, 0) == csb.view(state, 0)


def test_several_turns_and_one_alone_tell_the_last_position() -> None:
    uttt = games()["uttt"]()
    turns = texts(uttt, 3)
    found = position("\n".join(line for turn in turns for line in turn), [uttt])
    assert found.seat == 0 and uttt.view(found.state, 0) == turns[-1]
    assert same(
        found.state, position("\r\n".join(line for turn in turns for line in turn), [uttt]).state
    )


def test_a_turn_alone_is_read_with_the_match_on_the_board() -> None:
    csb = games()["csb"]()
    state = csb.initial(4)
    text = "\n".join(csb.view(state, 0))
    with pytest.raises(KnobError, match="line"):
        position(text, [csb])
    found = position(text, [csb], (csb, state))
    assert csb.view(found.state, 0) == csb.view(state, 0)


def test_the_text_tells_the_game() -> None:
    tron = games()["tron"]()
    state = tron.initial(3)
    lines = [*tron.intro(state, 0), *tron.view(state, 0)]
    assert (
        position(
            "\n".join(lines), [g for g in listeners() if g.name in ("csb", "uttt", "tron")]
        ).game.name
        == "tron"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no text yet"),
        ("hello\nworld", "line 1: "),
        ("-1 -1\n9\n0 0", "ends after line 3 in the middle of a turn"),
        ("-1 -1\n9999999999999", "line 2"),
    ],
)
def test_what_is_no_text_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said) as caught:
        position(text, [games()["uttt"]()])
    assert "\n" not in str(caught.value)


def test_the_game_that_reads_most_of_a_text_says_what_is_wrong_with_it() -> None:
    for game in listeners():
        state = game.initial(1)
        text = [*game.intro(state, 0), *game.view(state, 0)]
        if len(text) > 1:
            with pytest.raises(
                KnobError,
                match=f"As a text of {game.title}: the text ends after line {len(text) - 1} in",
            ):
                position("\n".join(text[:-1]), listeners())


@pytest.mark.parametrize("game", listeners(), ids=lambda game: game.name)
def test_blanks_and_empty_lines_do_not_matter(game: Game) -> None:
    state = game.initial(1)
    text = [*game.intro(state, 0), *game.view(state, 0)]
    found = position("\ufeff\n" + "\n\n".join(f"  {line}\t" for line in text) + "\n\n", [game])
    assert found.game.view(found.state, 0) == game.view(state, 0)
    if len(text) > 1:
        with pytest.raises(KnobError, match=f"line {2 * len(text)}: "):
            position("\n" + "\n\n".join([*text[:-1], "?"]), [game])


@pytest.mark.parametrize("game", listeners(), ids=lambda game: game.name)
def test_a_text_that_is_cut_off_is_one_sentence_in_all_games(game: Game) -> None:
    state = game.initial(1)
    text = [*game.intro(state, 0), *game.view(state, 0)]
    for at in range(1, len(text)):
        with pytest.raises(
            KnobError, match=rf"^the text ends after line {at} in the middle of a turn\.$"
        ):
            position("\n".join(text[:at]), [game])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "tron",
            "2 0\n5 5 5 5\n5 5 5 5",
            "line 3: No two riders start from or stand on the same cell",
        ),
        (
            "tron",
            "2 0\n5 5 8 8\n-1 -1 -1 -1",
            "line 3: Nobody is asked any more when only one rider is left",
        ),
        (
            "csb",
            "1\n2\n1000 1000\n9000 9000" + "\n5000 5000 0 0 0 1" * 4,
            "line 8: Two pods are at the same place",
        ),
    ],
)
def test_what_no_match_can_be_is_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said):
        position(text, [games()[name]()])


def test_a_flight_without_fuel_is_judged_all_the_same() -> None:
    mars = games()["marslander"].configure(map="easy")
    ground = mars.intro(mars.initial(0), 0)
    found = position("\n".join([*ground, "4700 170 5 -20 0 0 0"]), [mars])
    state, values = found.state.copy(), np.zeros(1)
    while not found.game.rules.is_over(state):
        found.game.rules.value(state, found.game.weights(), values)
        assert np.isfinite(values).all()
        found.game.rules.step(
            state, np.array([90 * 5], np.int64), np.random.Generator(np.random.SFC64(1)), None
        )
    found.game.rules.outcome(state, values)
    assert (
        found.game.reason(state) == "landed with 0 units of fuel left" and np.isfinite(values).all()
    )


def test_a_position_that_cannot_be_is_refused_before_a_rule_sees_it() -> None:
    csb = games()["csb"]()
    state = csb.initial(4)
    view = csb.view(state, 0)
    x, y, *rest = view[0].split()
    view[1] = " ".join([str(int(x) + 1), y, *rest])
    intro = csb.intro(state, 0)
    with pytest.raises(KnobError) as caught:
        position("\n".join([*intro, *view]), [csb])
    assert str(caught.value) == (
        f"line {len(intro) + 4}: The position that it completes is impossible "
        "(Pod 1 and Pod 2 are 1 units apart, where the rules part them)."
    )
