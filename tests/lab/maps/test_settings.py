"""What the choice hangs on: grids, questions to worker processes, counts and words."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, Game
from lab.maps.question import AgentAnswer, MapAnswer, MapQuestion, MapsPlan, answered, marks_up_to
from lab.maps.run import Key, MapsRun
from lab.maps.settings import (
    WIDEST_STEP,
    SettingsAnswers,
    SettingsCount,
    coarse_to_fine,
    questions,
    settings_grid,
    stand_in,
    varied,
)
from lab.match.decide import Player
from lab.match.seat import SearchSeat
from lab.match.seats import parse_seat
from search.base import generator

SEED = 6


def player(game: Game, text: str) -> SearchSeat:
    spec = parse_seat(text, game)
    assert isinstance(spec, SearchSeat)
    return spec


@pytest.mark.parametrize(
    ("name", "text", "seat"),
    [("csb", "smitsimax:c=0.4,depth=4", 1), ("tictactoe", "uct:c=0.3", 0)],
)
def test_marks_on_the_way_are_what_searches_of_their_own_find(
    name: str, text: str, seat: int
) -> None:
    game, spec = games()[name](), player(games()[name](), text)
    state = game.initial(3)
    last = None if name == "tictactoe" else np.zeros(game.agents, np.int64)
    question = MapQuestion(state, 5, last, seat, spec, (7, 40, 200))
    job = json.loads(json.dumps(question.job(game)))
    answer = MapAnswer.read(json.loads(json.dumps(answered(MapsPlan(game.spec, SEED), job))))
    assert bool(answer.on_line) == (name == "csb")
    for mark, iterations in enumerate(question.marks):
        alone = Player(game, seat, spec, SEED)
        alone.begin(state, 5, last)
        alone.advance(iterations)
        snapshot = alone.search.snapshot()
        assert [a.agent for a in answer.agents] == [s.agent for s in snapshot.agents]
        for each, stats in zip(answer.agents, snapshot.agents, strict=True):
            best = int(stats.actions[stats.best])
            assert each.signs[mark] == game.brief(state, stats.agent, best)
            assert each.words[mark] == game.label(state, stats.agent, best)
            assert each.shares[mark] == pytest.approx(stats.visits[stats.best] / iterations, 1e-3)
        for agent, action in zip(game.agents_of(seat), alone.search.choice(), strict=True):
            own = answer.of(agent)
            assert own is not None and own.words[mark] == game.label(state, agent, int(action))
        if answer.on_line:
            found = snapshot.scalars["On the joint line"]
            assert answer.on_line[mark] == pytest.approx(found, abs=1e-6)


def test_an_earlier_favourite_is_judged_like_a_review() -> None:
    """By searches of the same position and budget, bound to either move."""
    game = games()["tictactoe"]()
    spec, state = player(game, "uct:c=0.3"), game.initial(0)
    for agent, action in ((0, 0), (1, 8), (0, 2)):
        joint = [PASS, PASS]
        joint[agent] = action
        game.rules.step(state, np.array(joint), generator(0), None)
    marks = (3, 5, 200)  # too few to see that O has to block in cell 1
    job = MapQuestion(state, 3, None, 1, spec, marks, (0, 1, 2)).job(game)
    answer = MapAnswer.read(json.loads(json.dumps(answered(MapsPlan(game.spec, SEED), job))))
    words = answer.agents[0].words
    assert words[2] == game.label(state, 1, 1) and words[0] != words[2], "the premise"
    assert answer.unit == "points" and answer.lost[2] == 0.0
    values = []
    for word in (words[0], words[2]):
        alone = Player(game, 1, spec, SEED)
        action = next(a for a in range(9) if game.label(state, 1, a) == word)
        alone.begin(state, 3, None, {1: np.array([action])})
        alone.advance(200)
        value = alone.search.snapshot().value
        assert value is not None
        values.append(value.seen_by(1).number)
    assert answer.lost[0] == pytest.approx(100 * (values[1] - values[0]), abs=1e-3)
    assert answer.lost[0] > 0


def test_the_two_seats_are_asked_as_themselves() -> None:
    game = games()["csb"]()
    spec = player(game, "smitsimax")
    plan, found = MapsPlan(game.spec, SEED), []
    for seat in (0, 1):
        job = MapQuestion(game.initial(3), 0, None, seat, spec, (60,)).job(game)
        found.append(answered(plan, job))
    assert found[0] != found[1], "each seat has its own random numbers"


@pytest.mark.parametrize("own", [0.05, 0.3, 1.0, 10.0])
@pytest.mark.parametrize("depth", [1, 6, 20])
def test_a_grid_goes_through_the_own_setting(own: float, depth: int) -> None:
    game = games()["csb"]()
    spec = player(game, f"smitsimax:c={own},depth={depth}")
    across, up = varied(spec, game)[:2]
    assert (across.name, up.name) == ("c", "depth")
    grid = settings_grid(spec, game, across, up)
    assert grid.values(grid.own) == {"c": own, "depth": depth}
    assert grid.spec_of(game, grid.own) == replace(spec, params=spec.settings(game)[0])
    for axis, knob in ((grid.columns, across), (grid.rows, up)):
        values = [float(v) for v in axis.values]
        assert values == sorted(set(values)) and len(values) > 5
        assert knob.low <= values[0] and values[-1] <= knob.high


def test_choices_and_switches_are_axes_of_all_their_values() -> None:
    game = games()["csb"]()
    spec = player(game, "smitsimax")
    knobs = {knob.name: knob for knob in varied(spec, game)}
    grid = settings_grid(spec, game, knobs["expansion"], knobs["c"])
    assert set(grid.columns.values) == set(knobs["expansion"].choices)


SIZES = st.tuples(st.integers(1, 14), st.integers(1, 12))


@settings(max_examples=25)
@given(
    SIZES.flatmap(
        lambda n: st.tuples(
            st.just(n), st.tuples(st.integers(0, n[0] - 1), st.integers(0, n[1] - 1))
        )
    )
)
def test_coarse_to_fine_reaches_every_cell_once(drawn: tuple[Key, Key]) -> None:
    (columns, rows), own = drawn
    keys = list(coarse_to_fine(columns, rows, own))
    assert keys[0] == own
    assert sorted(keys) == [(x, y) for x in range(columns) for y in range(rows)]
    coarse = sum((x - own[0]) % WIDEST_STEP == (y - own[1]) % WIDEST_STEP == 0 for x, y in keys)
    for x, y in keys[:coarse]:
        assert (x - own[0]) % WIDEST_STEP == (y - own[1]) % WIDEST_STEP == 0


def test_an_unknown_cell_is_stood_in_for_by_the_nearest_corner() -> None:
    here = MapAnswer(())
    known = {(1, 1): here, (5, 1): here, (3, 3): here}
    assert stand_in((2, 2), known, (1, 1)) == (1, 1)
    assert stand_in((4, 4), known, (1, 1)) == (3, 3)
    assert stand_in((6, 4), known, (1, 1)) == (5, 1), "of the wider lattice"
    assert stand_in((0, 0), known, (1, 1)) is None


def test_cells_have_the_game_s_own_signs() -> None:
    known = {
        (n, 0): MapAnswer((AgentAnswer(2, ("", word), (0.1, 0.5), ("", sign)),))
        for n, (word, sign) in enumerate((("Ahead, full", "↑"), ("Ahead, coast", "↑0")))
    }
    game = games()["csb"]()
    spec = player(game, "smitsimax")
    grid = settings_grid(spec, game, *varied(spec, game)[:2])
    found = SettingsAnswers(grid, (10, 20), known).count(2, 1)
    assert found.letters == {"Ahead, full": "↑", "Ahead, coast": "↑0"}
    assert SettingsCount(found.words, found.counts, 2).letters == {
        "Ahead, coast": "A",
        "Ahead, full": "B",
    }


def answers(*words: str) -> dict[Key, MapAnswer]:
    return {
        (n, 0): MapAnswer((AgentAnswer(2, ("x", word), (0.1, 0.5)),))
        for n, word in enumerate(words)
    }


def count(*words: str) -> SettingsCount:
    game = games()["csb"]()
    spec = player(game, "smitsimax")
    grid = settings_grid(spec, game, *varied(spec, game)[:2])
    return SettingsAnswers(grid, (10, 20), answers(*words)).count(2, 1)


def test_how_firm_a_choice_is_in_words() -> None:
    assert count("a", "a").sentence == "Plays a in 2 of 2 settings: nothing here changes it"
    assert count("b", "a", "b", "b").sentence == "Plays b in 3 of 4 settings: firm"
    assert count("a", "b").sentence == "Plays a in 1 of 2 settings: it leans that way"
    assert count("a", "b", "c").sentence == (
        "Plays a in only 1 of 3 settings, 2 other actions elsewhere: the setting decides"
    )
    assert count().sentence == "No search has answered yet."
    assert count("a").share == 1.0 and count().share == 0.0


def test_actions_have_letters_by_their_frequency_or_their_own_brief_labels() -> None:
    assert count("Shield", "Ahead, full", "Ahead, full").letters == {
        "Ahead, full": "A",
        "Shield": "B",
    }
    assert count("4 4", "0 1").letters == {"0 1": "01", "4 4": "44"}
    many = count(*("action" + "x" * n for n in range(30))).letters
    assert len(many) == 30 and sorted(many.values())[-1] == "·"


def test_marks_are_dense_on_a_log_scale_and_end_with_the_last() -> None:
    assert marks_up_to(4000) == (10, 20, 50, 100, 200, 500, 1000, 2000, 4000)
    assert marks_up_to(300, 150, 75, 900) == (10, 20, 50, 75, 100, 150, 200, 300)
    assert marks_up_to(5) == (5,)


def test_worker_processes_answer_every_question() -> None:
    game = games()["tictactoe"]()
    spec = player(game, "uct")
    grid = settings_grid(spec, game, *varied(spec, game)[:2])
    place = (game.initial(1), 0, None)
    asked = questions(grid, game, 0, place, (10, 30))[:4]
    run = MapsRun(MapsPlan(game.spec, SEED), game, asked)
    run._thread.join()
    assert not run.failure and not run.running
    plan = MapsPlan(game.spec, SEED)
    alone = {key: answered(plan, question.job(game)) for key, question in asked}
    assert run.answers == {key: MapAnswer.read(line) for key, line in alone.items()}


def test_stopping_ends_the_processes_in_the_middle_of_a_search() -> None:
    game = games()["tictactoe"]()
    spec = player(game, "uct")
    for_ever = MapQuestion(game.initial(1), 0, None, 0, spec, (1 << 40,))
    run = MapsRun(MapsPlan(game.spec, SEED), game, [((0, 0), for_ever), ((0, 1), for_ever)])
    run.close()
    assert not run.running and not run.answers and not run.failure
