"""All games, with several sets of options, do what `lab/check` asks of every game."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import PASS, Game
from lab.check import laws, shown
from lab.check.matches import generator, position
from tests.matches import configured, legal, movers, random_joint

GAMES = pytest.mark.parametrize("game", configured(), ids=lambda game: game.spec)
SEEDS = st.integers(0, 2**31 - 1)
SHARES = st.floats(0.0, 1.0)
few = settings(max_examples=4)
some = settings(max_examples=12)
many = settings(max_examples=50)


@GAMES
def test_facts(game: Game) -> None:
    laws.check_facts(game)


@GAMES
@few
@given(seed=SEEDS)
def test_random_matches(game: Game, seed: int) -> None:
    laws.check_match(game, seed)


@GAMES
@few
@given(seed=SEEDS)
def test_values_stay_in_the_declared_range(game: Game, seed: int) -> None:
    """Also where a script leaves a random player far behind."""
    low, high = game.value_range
    rng, state = generator(seed), game.initial(seed)
    while not game.rules.is_over(state):
        joint = random_joint(game, state, rng)
        for agent in movers(game, state):
            scripted = game.rules.policy is not None and game.owner[agent] == seed % game.seats
            if scripted and joint[agent] != PASS:
                action = int(game.rules.policy(state, agent, rng))
                joint[agent] = game.resolve(state, agent, action)
        game.rules.step(state, joint, rng, None)
        values = np.full(game.agents, np.nan)
        game.rules.value(state, game.weights(), values)
        known = values[np.isfinite(values)]
        assert ((low <= known) & (known <= high)).all(), f"{known} is outside {low} to {high}"


@GAMES
@few
@given(seed=SEEDS)
def test_same_seed_same_match(game: Game, seed: int) -> None:
    laws.check_repeats(game, seed)


@GAMES
@few
@given(seed=SEEDS)
def test_keys(game: Game, seed: int) -> None:
    laws.check_key(game, seed)


@GAMES
@few
@given(seed=SEEDS)
def test_logs(game: Game, seed: int) -> None:
    shown.check_log(game, seed)


@GAMES
@some
@given(seed=SEEDS, share=SHARES)
def test_positions(game: Game, seed: int, share: float) -> None:
    state = position(game, seed, share)
    shown.check_words(game, state)
    shown.check_scene(game, state)
    shown.check_text(game, state, seed)
    shown.check_hidden(game, state, seed)
    laws.check_forfeit(game, state)
    laws.check_hooks(game, state)
    laws.check_chance(game, state, seed)


@GAMES
@many
@given(seed=SEEDS, data=st.data())
def test_parse(game: Game, seed: int, data: st.DataObject) -> None:
    """Any text, and correct answers with a few characters changed."""
    state = game.initial(seed)
    joint = random_joint(game, state, generator(seed))
    for seat in range(game.seats):
        answer = "\n".join(game.send(state, seat, [int(joint[a]) for a in game.agents_of(seat)]))
        at = data.draw(st.integers(0, len(answer)))
        changed = (
            answer[:at]
            + data.draw(st.text("0123456789 +-.eExX\t_", max_size=3))
            + answer[at + data.draw(st.integers(0, 2)) :]
        )
        shown.check_parse(game, state, seat, changed.split("\n"))
        shown.check_parse(game, state, seat, data.draw(st.lists(st.text(max_size=40), max_size=3)))


@GAMES
def test_numbers_of_any_length_are_read(game: Game) -> None:
    """Numbers longer than Python converts to an int, zero-padded or really that large."""
    state = game.initial(1)
    joint = random_joint(game, state, generator(1))
    for seat in range(game.seats):
        answer = game.send(state, seat, [int(joint[a]) for a in game.agents_of(seat)])
        for digits in ("0" * 5000, "9" * 5000):
            shown.check_parse(
                game, state, seat, [re.sub(r"([0-9]+)", rf"{digits}\1", line) for line in answer]
            )


@GAMES
@pytest.mark.parametrize("seed", [1, 8])
def test_a_scripted_match_ends_by_the_rules(game: Game, seed: int) -> None:
    if game.rules.policy is None:
        pytest.skip("It has no script.")
    state, turns = game.initial(seed), 0
    while not game.rules.is_over(state):
        rng, joint = generator(seed, turns), np.full(game.agents, PASS, np.int64)
        for agent in movers(game, state):
            if legal(game, state, agent):
                joint[agent] = game.resolve(state, agent, int(game.rules.policy(state, agent, rng)))
        game.rules.step(state, joint, rng, None)
        turns += 1
        assert turns <= game.longest
