"""Texts of games, seats, budgets and whole set-ups, read and written."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from engines.knobs import KnobError
from lab.cli.match import arguments
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.match.seat import Person
from lab.match.seats import (
    command,
    format_seat,
    game_of,
    make_setup,
    parse_algorithm,
    parse_game,
    parse_seat,
    presets_of,
    suiting,
)
from search import algorithms

CSB = parse_game("csb")
UTTT = parse_game("uttt")


@pytest.mark.parametrize(
    ("text", "kind", "amount", "words"),
    [
        ("20ms", TIME, 20, "20 ms per move"),
        ("2s", TIME, 2000, "2 s per move"),
        ("1500ms", TIME, 1500, "1.5 s per move"),
        ("4000it", ITERATIONS, 4000, "4,000 iterations"),
        ("1it", ITERATIONS, 1, "1 iteration"),
        ("50000n", NODES, 50000, "50,000 nodes"),
    ],
)
def test_a_budget_reads_and_writes_itself(text: str, kind: str, amount: float, words: str) -> None:
    budget = Budget.parse(text)
    assert (budget.kind, budget.amount, budget.text, budget.words) == (kind, amount, text, words)


@given(st.sampled_from([TIME, ITERATIONS, NODES]), st.integers(1, 3_600_000))
def test_every_budget_comes_back(kind: str, amount: int) -> None:
    assert Budget.parse(Budget(kind, amount).text) == Budget(kind, amount)


def test_nodes_and_iterations_may_be_spelt_out() -> None:
    assert Budget.parse("300 nodes") == Budget(NODES, 300)
    assert Budget.parse("1_000 iterations") == Budget(ITERATIONS, 1000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "20",
        "ms",
        "-5ms",
        "0it",
        "1.5it",
        "9x",
        "2h",
        "4000000000it",
        "nanms",
        "1e3it",
        "9" * 400 + "it",
    ],
)
def test_a_bad_budget_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(KnobError, match=r"budget .*\."):
        Budget.parse(text)


def test_a_seat_has_parameters_weights_and_a_budget_of_its_own() -> None:
    seat = parse_seat("smitsimax:c=0.5,depth=8,w.lead=0.7,budget=20ms", CSB)
    assert (seat.params.c, seat.params.depth, seat.weights.lead, seat.budget) == (
        0.5,
        8,
        0.7,
        Budget(TIME, 20),
    )  # type: ignore[union-attr]
    assert format_seat(seat, CSB) == "smitsimax:c=0.5,depth=8,w.lead=0.7,budget=20ms"
    assert parse_seat(format_seat(seat, CSB), CSB) == seat


def test_later_values_win_over_a_preset_and_the_other_way_round() -> None:
    presets = parse_algorithm("smitsimax").presets
    name, values = next((name, values) for name, values in presets.items() if "c" in values)
    assert parse_seat(f"smitsimax:preset={name},c=2", CSB).params.c == 2  # type: ignore[union-attr]
    assert parse_seat(f"smitsimax:c=2,preset={name}", CSB).params.c == values["c"]  # type: ignore[union-attr]


def test_a_person_needs_no_parameters() -> None:
    assert parse_seat("human", CSB) == Person()
    with pytest.raises(KnobError, match="no parameters"):
        parse_seat("human:c=1", CSB)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("smitsmax", "did you mean smitsimax"),
        ("smitsimax:dept=6", "did you mean depth"),
        ("smitsimax:depth=99", "1 to 30"),
        ("smitsimax:depth=deep", "not a number"),
        ("smitsimax:w.leed=1", "no evaluation weight w.leed; did you mean w.lead"),
        ("smitsimax:preset=writeup", "did you mean write-up"),
        ("smitsimax:c", "NAME=VALUE"),
        ("smitsimax:c=", "NAME=VALUE"),
    ],
)
def test_a_bad_seat_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said):
        parse_seat(text, CSB)


def test_a_pair_that_does_not_fit_says_why() -> None:
    with pytest.raises(KnobError, match=r"Smitsimax does not fit Ultimate Tic-Tac-Toe: .*others"):
        parse_seat("smitsimax", UTTT)


def test_a_game_has_options() -> None:
    assert parse_game("uttt:tie_break=draw").options.tie_break == "draw"
    assert parse_game("uttt:tie_break=draw").spec == "uttt:tie_break=draw"
    with pytest.raises(KnobError, match="did you mean uttt"):
        parse_game("utt")
    with pytest.raises(KnobError, match="did you mean tie_break"):
        parse_game("uttt:tiebreak=draw")


def test_the_command_line_of_a_setup_makes_the_same_setup() -> None:
    import argparse

    setup = make_setup(parse_game("uttt:tie_break=draw"), ["uct:c=1.4", "random"], 4, "4000it")
    line = command(setup)
    assert line == (
        "smitsilab match uttt:tie_break=draw --seat uct:c=1.4 --seat random --budget 4000it "
        "--seed 4"
    )
    parser = argparse.ArgumentParser()
    arguments(parser)
    args = parser.parse_args(shlex.split(line)[2:])
    assert make_setup(parse_game(args.game), args.seat, args.seed, args.budget) == setup
    assert game_of(setup).options.tie_break == "draw"


def test_a_position_is_written_and_read_back() -> None:
    setup = make_setup(parse_game("connect_four:start=44444"), ["uct", "random"], 1, "10it")
    assert command(setup) == (
        "smitsilab match connect_four:start=44444 --seat uct --seat random --budget 10it --seed 1"
    )
    game = parse_game('connect_four:start="4444",first_player=1')
    assert game.spec == "connect_four:start=4444,first_player=1"


def test_different_budgets_stand_at_their_seats() -> None:
    setup = make_setup(UTTT, ["uct:budget=20ms", "uct"], 1, "100it")
    assert (
        command(setup)
        == "smitsilab match uttt --seat uct:budget=20ms --seat uct:budget=100it --seed 1"
    )


def test_the_number_of_seats_and_the_seed_are_checked() -> None:
    with pytest.raises(KnobError, match="2 seats, but 1 is given"):
        make_setup(UTTT, ["uct"], 1)
    with pytest.raises(KnobError, match="0 or more"):
        make_setup(UTTT, ["uct", "uct"], -1)


def test_a_game_brings_defaults_of_its_own() -> None:
    usual = parse_seat("uct", CSB)
    assert usual.params == algorithms()["uct"].usual(CSB) != algorithms()["uct"].Params()
    assert format_seat(usual, CSB) == "uct"
    plain = parse_seat("uct:playout_depth=200", CSB)
    assert (
        format_seat(plain, CSB) == "uct:playout_depth=200"
        and parse_seat(format_seat(plain, CSB), CSB) == plain
    )


def test_defaults_of_games_are_within_their_ranges() -> None:
    for game in games().values():
        for name, values in game.defaults.items():
            assert set(values) <= {k.name for k in algorithms()[name].knobs(game)}
            assert algorithms()[name].usual(game)


def test_a_game_brings_presets_of_its_own_with_weights() -> None:
    seat = parse_seat("smitsimax:preset=tuned,w.mate=0.5", CSB)
    usual = parse_seat("smitsimax", CSB)
    own = CSB.presets["smitsimax"]["tuned"]
    assert seat.params.depth == own["depth"] != usual.params.depth  # type: ignore[union-attr]
    assert seat.weights.lead == own["w.lead"] != usual.weights.lead  # type: ignore[union-attr]
    assert seat.weights.mate == 0.5 != own["w.mate"]  # type: ignore[union-attr]
    assert parse_seat(format_seat(seat, CSB), CSB) == seat
    assert "tuned" not in presets_of(algorithms()["smitsimax"], parse_game("goofspiel"))
    with pytest.raises(KnobError, match="no preset tunde; did you mean tuned"):
        parse_seat("smitsimax:preset=tunde", CSB)


def test_presets_of_games_play() -> None:
    """Each names knobs and weights that exist, hides no preset of its algorithm, and differs from
    the usual player; a game opens with a player that it knows.
    """
    found = 0
    for game in map(parse_game, games()):
        assert not game.opens_with or parse_seat(game.opens_with, game)
        for algorithm, named in game.presets.items():
            assert not set(named) & set(algorithms()[algorithm].presets)
            for name in named:
                text = f"{algorithm}:preset={name}"
                assert format_seat(parse_seat(text, game), game) != algorithm
                found += 1
    assert found


def test_the_search_that_suits_a_game() -> None:
    """The best measured one, else one for its kind of turns, and never a player that does not
    search.
    """
    assert suiting(parse_game("csb")) == games()["csb"].best == "smitsimax"
    assert suiting(parse_game("tictactoe")) == "uct" and suiting(parse_game("goofspiel")) in (
        "smitsimax",
        games()["goofspiel"].best,
    )
    for name in games():
        game = parse_game(name)
        assert algorithms()[suiting(game)].searches
        assert not game.best or algorithms()[game.best].supports(game) is None
