"""Witch's Brew: recorded matches, both acting on one table, what stays hidden, the seed's
evaluation, text and clicks.
"""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.brew import WitchsBrew
from engines.brew.actions import BREW, CAST, LEARN, NUMBER, REST, WAIT
from engines.brew.cards import DELTA, FIRST_BASIC, NEED
from engines.brew.state import EMPTY, Options, set_out
from engines.brew.text import ids_of, read
from engines.game import FORFEIT, State, same
from engines.knobs import make
from engines.scene import Rect
from lab.check.matches import position
from lab.match.decide import seen
from search.base import generator as seeded
from tests.hidden import compiled, decision, plain, players, run_plain
from tests.matches import generator, legal, outcome

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "brew").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "brew").glob("*.jsonl.gz"))


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def game() -> WitchsBrew:
    return WitchsBrew()


@pytest.mark.parametrize("path", OWN + ALL, ids=lambda p: p.name.partition(".")[0])
def test_recorded_match(game: WitchsBrew, path: Path) -> None:
    found = records(path)
    assert list(game.conform(found)) == [None] * found[-1]["turns"]


def test_own_recordings_cover_what_happens() -> None:
    found = [records(path) for path in OWN]
    results = {
        player["result"] for match in found for turn in match[1:-1] for player in turn["players"]
    }
    assert {match[-1]["reason"] for match in found} == {
        "brew_goal",
        "max_turns",
        "disqualification",
    }
    assert {match[0]["league"] for match in found} == {1, 2, 4}
    assert {"brewed", "learnt", "cast", "rested", "waited", "timeout", "disqualified"} <= results
    assert sum(result.startswith("rejected") for result in results) == 10


def test_a_changed_recording_is_noticed(game: WitchsBrew) -> None:
    found = records(OWN[0])
    found[3]["state"]["players"][1]["inv"][0] += 1
    *fine, wrong = game.conform(found)
    assert (
        fine == [None, None] and wrong is not None and (wrong.turn, wrong.field) == (3, "players")
    )


def table(game: WitchsBrew, tome: list[int], orders: list[int]) -> State:
    """A start with these cards in front."""
    s = game.blank()
    set_out(
        s,
        3,
        tome + [n for n in range(42) if n not in tome],
        orders + [n for n in range(42, 78) if n not in orders],
    )
    return s


def play(game: WitchsBrew, s: State, first: int, second: int) -> None:
    game.rules.step(s, np.array([first, second]), None, None)


def brew(order: int) -> int:
    return BREW | order << NUMBER


def learn(spell: int) -> int:
    return LEARN | spell << NUMBER


def cast(spell: int, times: int = 1) -> int:
    return CAST | spell << NUMBER | times


def test_both_learn_from_one_table(game: WitchsBrew) -> None:
    s = table(game, [10, 11, 12, 13, 14, 15, 16, 17], [42])
    play(game, s, learn(12), learn(11))
    # put down on the new table
    assert s.tome.tolist() == [10, 13, 14, 15, 16, 17] and s.tax.tolist() == [2, 1, 0, 0, 0, 0]
    assert s.inv[:, 0].tolist() == [1, 2]
    play(game, s, learn(10), learn(10))
    assert s.inv[:, 0].tolist() == [3, 4], "both take the whole pile"
    assert ids_of(s, 0) == {42: 78, 43: 79, 44: 80, 45: 81, 12: 86, 10: 88} and list(
        ids_of(s, 1).values()
    )[-2:] == [87, 89]


def test_what_has_no_room_is_lost(game: WitchsBrew) -> None:
    s = table(game, [10, 11, 12, 13, 14, 15], [42])
    s.inv[0], s.tax[2] = (2, 0, 0, 7), 6
    play(game, s, learn(12), WAIT)
    assert s.inv[0].tolist() == [3, 0, 0, 7], "two are paid, three fit"


def test_one_order_for_two_takes_two_bonuses(game: WitchsBrew) -> None:
    s = table(game, [10], [60, 61, 62, 63, 64, 65, 66])
    s.inv[:], s.urgent[0] = (0, 0, 5, 0), 1
    play(game, s, brew(60), brew(60))
    assert s.score.tolist() == [18, 18] and s.orders.tolist() == [61, 62, 63, 64, 65]
    assert s.urgent.tolist() == [4, 0] and s.moved, "the smaller bonus moves to the first place"
    assert game.view(s, 0)[1].split()[6:9] == ["17", "1", "4"]


def test_who_is_out_does_not_stop_the_others_last_turn(game: WitchsBrew) -> None:
    s = table(game, [10], [60])
    s.inv[0] = (1, 1, 6, 1)
    play(game, s, brew(60), FORFEIT)
    assert s.score.tolist() == [18, -1] and outcome(game, s) == [1.0, -1.0]
    assert game.reason(s) == "Witch 2 sent a bad answer or none; 21 to -1 rupees"


def test_rests_and_repeats(game: WitchsBrew) -> None:
    s = table(game, [38], [60])
    play(game, s, learn(38), WAIT)
    s.inv[0] = (6, 0, 0, 0)
    assert [
        game.label(s, 0, a) for a in legal(game, s, 0) if a >= CAST and a >> NUMBER & 255 == 38
    ] == [
        "Cast −2 +2 0 0",
        "Cast −2 +2 0 0 ×2",
        "Cast −2 +2 0 0 ×3",
    ]
    assert REST not in legal(game, s, 0) and game.explain(s, 0, REST) == "No spell is exhausted."
    play(game, s, cast(38, 3), REST)
    assert (
        s.inv[0].tolist() == [0, 6, 0, 0]
        and game.explain(s, 0, cast(38)) == "This spell is exhausted: rest first."
    )
    play(game, s, REST, WAIT)
    assert s.ready[0] == s.owned[0] and s.used[0] == 0
    assert game.explain(s, 0, brew(60)) == "Order 60 needs 5 triangles more."
    assert game.explain(s, 0, cast(38)) == "This needs 2 circles more."
    assert (
        game.explain(s, 0, learn(int(s.tome[4]))) == "This spell costs 4 circles, and you hold 0."
    )


def test_the_first_league_has_easy_orders() -> None:
    assert [int(NEED[1, n].sum()) for n in (42, 65, 66, 73, 77)] == [2, 2, 1, 4, 1]
    game = WitchsBrew.configure(league=1)
    s = game.initial(3)
    assert s.orders_all == 18 and len(game.view(s, 0)) == 1 + 5 + 2
    assert game.parse(s, 0, ["REST"]).actions == (FORFEIT,) and game.parse(
        s, 0, ["WAIT"]
    ).actions == (WAIT,)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("cast 78 3x", "cast"),
        ("CAST 78 3 x", "rejected:not_repeatable"),
        ("CAST  078", "cast"),
        ("WAIT 5", "waited"),
        ("Rest now", "rejected:nothing_to_rest"),
        ("CAST 82", "rejected:opponent_spell"),
        ("BREW 78", "rejected:wrong_verb"),
        ("LEARN 2147483647", "rejected:no_such_id"),
    ],
)
def test_what_is_read(game: WitchsBrew, line: str, verdict: str) -> None:
    assert read(game.initial(1), 0, line, Options())[1] == verdict


@pytest.mark.parametrize(
    "line",
    ["", "RESTING", " WAIT", "CAST", "BREW x", "BREW -3", "LEARN 2147483648", "CAST 78 2147483648"],
)
def test_what_cannot_be_read(game: WitchsBrew, line: str) -> None:
    parsed = game.parse(game.initial(1), 0, [line])
    assert parsed.actions == (FORFEIT,) and parsed.error


def test_doubtful_rules_are_options(game: WitchsBrew) -> None:
    lenient = WitchsBrew.configure(blanks="cut", spell_tax="0")
    s = game.initial(1)
    assert (
        lenient.parse(s, 0, ["  WAIT"]).actions == (WAIT,)
        and game.view(s, 0)[12] == "78 CAST 2 0 0 0 0 -1 -1 1 0"
    )
    assert lenient.view(s, 0)[12] == "78 CAST 2 0 0 0 0 -1 0 1 0"


def permuted(s: State, seed: int) -> State:
    """The same position with the cards that are not dealt yet in another order."""
    other, rng = s.copy(), generator(seed)
    for deck, low, high in (
        (other.spell_deck, s.spells_dealt, 42),
        (other.order_deck, s.orders_dealt, s.orders_all),
    ):
        deck[low:high] = rng.permutation(deck[low:high])
    return other


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.6))
def test_the_order_of_undealt_cards_is_hidden(seed: int, share: float) -> None:
    game = WitchsBrew()
    state = position(game, seed, share)
    other = permuted(state, seed)
    assert game.rules.observe is not None and game.rules.sample is not None
    for seat in range(2):
        assert game.view(other, seat) == game.view(state, seat)
        drawn = [s.copy() for s in (state, other)]
        for s in drawn:
            game.rules.observe(s, seat)
            assert set(s.spell_deck[int(s.spells_dealt) :].tolist()) <= {EMPTY}
            game.rules.sample(s, seat, generator(seed))
        assert same(*drawn)
        assert sorted(drawn[0].spell_deck) == list(range(42)) and sorted(
            drawn[0].order_deck
        ) == list(range(42, 78))


@compiled
def test_cards_dealt_unseen_leave_the_decks_their_size(game: WitchsBrew) -> None:
    """Played on without drawing what a seat cannot see, and drawn only then."""
    state, rng = game.initial(3), generator(3)
    assert game.rules.observe and game.rules.sample and game.rules.policy
    game.rules.observe(state, 0)
    for _ in range(40):
        joint = [game.rules.policy(state, p, rng) for p in range(2)]
        game.rules.step(state, np.array(joint, np.int64), rng, None)
    spells, orders = int(state.spells_dealt), int(state.orders_dealt)
    shown = state.order_deck[:orders].tolist()
    assert EMPTY in state.spell_deck[:spells] and EMPTY in shown
    game.rules.sample(state, 0, rng)
    assert (state.spells_dealt, state.orders_dealt) == (spells, orders)
    assert state.order_deck[:orders].tolist() == shown
    drawn = state.spell_deck[spells:].tolist()
    assert EMPTY not in drawn and len({*drawn}) == len(drawn)


def test_no_decision_of_any_algorithm_depends_on_it() -> None:
    run_plain(__file__, WitchsBrew())


@plain
@pytest.mark.parametrize("name", players(WitchsBrew()))
def test_no_decision_depends_on_hidden_cards(game: WitchsBrew, name: str) -> None:
    state = game.bench_position()
    shown = [seen(game, s, 0, 9, 16) for s in (state, permuted(state, 1))]
    first, other = [decision(game, name, s, playout_depth=2) for s in shown]
    assert first == other


def test_the_evaluation_is_the_seeds(game: WitchsBrew) -> None:
    s, out = table(game, [10], [60]), np.zeros(2)
    s.inv[0], s.score[0] = (1, 2, 3, 1), 20
    # with the basic ones 15: 9 and 2 count in full, 4 others beyond
    s.repeatable[0], s.plain[0] = 9, 2
    game.rules.value(s, game.weights(), out)
    assert out[0] == pytest.approx(20 + 0.8 * (1 + 4 + 9 + 4) + 0.8 * (9 * 1.25 + 2) + 0.2 * 4)
    assert out[1] == pytest.approx(0.8 * 3 + 0.8 * 4), "the other's worth is no part of it"
    assert game.rules.lasting is not None
    game.rules.lasting(s, game.weights(), out)
    assert out.tolist() == pytest.approx([0.8 * 18, 0.8 * 3])
    s.score[1], s.over = 5, 1
    game.rules.value(s, game.weights(), out)
    assert out.tolist() == [20_000 + 26, -20_000 + 5]
    game.rules.value(s, game.weights(make(game.EvalParams, {"opponent": 1})), out)
    assert out.tolist() == [20_000 + 21, -20_000 - 21]


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1))
def test_random_actions_are_as_likely(seed: int, share: float) -> None:
    game = WitchsBrew()
    state, rng = position(game, seed, share), seeded(seed)
    assert game.rules.random_action is not None
    listed = legal(game, state, 0)
    drawn = [int(game.rules.random_action(state, 0, rng)) for _ in range(60 * len(listed))]
    counts = [drawn.count(action) for action in listed]
    assert sum(counts) == len(drawn) and min(counts) > 15 and max(counts) < 130


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1))
def test_the_contests_rules_say_what_is_legal(seed: int, share: float) -> None:
    """Against a plain reading of the text: every command that could be typed, and whether it would
    do something.
    """
    game = WitchsBrew()
    s = position(game, seed, share)
    lines = (
        [f"BREW {n}" for n in s.orders] + [f"LEARN {n}" for n in s.tome if n != EMPTY] + ["REST"]
    )
    lines += [f"CAST {n} {times}" for n in ids_of(s, 1).values() for times in range(1, 11)]
    heard = [read(s, 1, line, Options()) for line in lines]
    useful = sorted(action for action, verdict, _ in heard if not verdict.startswith("rejected"))
    assert useful == sorted(a for a in legal(game, s, 1) if a != WAIT)


def test_the_script_beats_random_play(game: WitchsBrew) -> None:
    wins = 0
    for seed in range(8):
        s, rng = game.initial(seed), generator(seed)
        while not game.rules.is_over(s):
            assert game.rules.policy is not None and game.rules.random_action is not None
            play(
                game, s, int(game.rules.policy(s, 0, rng)), int(game.rules.random_action(s, 1, rng))
            )
        wins += outcome(game, s)[0] > 0
    assert wins >= 7


def test_cards_fly_to_who_takes_them(game: WitchsBrew) -> None:
    s = table(game, [10, 11, 12, 13, 14, 15], [60])
    s.inv[0] = (1, 0, 5, 0)
    before = {i.id: i for i in game.scene(s).items if isinstance(i, Rect)}
    play(game, s, brew(60), learn(11))
    after = {i.id: i for i in game.scene(s).items if isinstance(i, Rect)}
    assert after["order60"].alpha == 0 and after["order60"].y < before["order60"].y, (
        "to the first seat, above"
    )
    assert after["spell11"].y > before["spell11"].y, "to the second seat, below"
    assert [e.text for e in game.events(game.initial(1), s, None)] == [
        "Witch 1 brewed order 60 for 18 rupees",
        "Witch 2 learnt −4 0 +2 0",
    ]


def test_every_number_of_casts_has_its_place(game: WitchsBrew) -> None:
    s = table(game, [38], [60])
    play(game, s, learn(38), WAIT)
    s.inv[0] = (6, 0, 0, 0)
    spots = [t for t in game.targets(s, 0) if t.action >= cast(38) and t.action <= cast(38, 5)]
    assert [t.action for t in spots] == [cast(38, 1), cast(38, 2), cast(38, 3)]
    assert [round(b.x - a.x, 3) for a, b in pairwise(spots)] == [round(spots[0].w, 3)] * 2
    s.ready[0] &= ~(1 << 38)
    assert game.cell(s, 0, spots[0].x + 0.1, spots[0].y + 0.1) == cast(38), (
        "it can be clicked, to be told why not"
    )
    assert (DELTA[FIRST_BASIC] == (2, 0, 0, 0)).all() and game.cell(s, 0, -5, -5) is None


@pytest.mark.parametrize("league", [1, 2, 3])
def test_speed_is_measured_in_the_league_that_is_asked_for(league: int) -> None:
    game = WitchsBrew(Options(league=league))
    state = game.bench_position()
    assert game.check(state) == "" and int(state.turn) == 16
    assert (state.tome != EMPTY).any() == (league == 3)
