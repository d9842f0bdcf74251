"""The list of what can be taken away from a player."""

from __future__ import annotations

import pytest

from engines import games
from engines.knobs import KnobError
from lab.experiments.claims.rows import changed, effective, variants
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game, parse_search
from lab.words.idle import WHERE, facts
from search import algorithms
from tests.lab.experiments.claims.variant_trials import LISTED
from tests.plain_python import told


def names(game: str, seat: str, *wanted: str) -> list[str]:
    played = parse_game(game)
    return [v.name for v in variants(parse_search(seat, played), played, wanted or ("all",))]


def settings(seat: SearchSeat) -> dict[str, object]:
    return vars(seat.params)


@pytest.mark.parametrize("game", sorted(games()))
def test_the_list_has_no_duplicate_and_not_the_player_itself(game: str) -> None:
    played = parse_game(game)
    for name, kind in sorted(algorithms().items()):
        if not kind.knobs(played) or kind.supports(played) is not None:
            continue
        full = parse_search(name, played)
        found = variants(full, played)
        players = [effective(v.seat, played) for v in found]
        assert len(set(players)) == len(players)
        assert effective(full, played) not in players
        assert len({v.name for v in found}) == len(found)
        assert all("memory" not in v.name for v in found)


def test_knobs_say_what_without_means() -> None:
    found = names("brew", "beam")
    assert found[:6] == [
        "discount=1.0",
        "lasting_discounted=0,lasting_kept=1.0",
        "lasting_kept=0,lasting_discounted=1.0",
        "opponent=none",
        "opponent=scripted",
        "opponent=greedy",
    ]
    assert "vote=1" in names("brew", "beam:vote=10")
    assert not [name for name in found if name.startswith("vote")]
    assert "w.basic=no" in found and "w.counted=0" in found


def test_knobs_that_do_nothing_here_are_left_out() -> None:
    assert not [n for n in names("csb", "beam") if n.startswith("lasting")]
    assert "second=own" in names("goofspiel", "uct")
    assert "second=own" not in names("connect_four", "uct")
    assert not [n for n in names("connect_four", "uct:first_play=no") if n.startswith("urgency")]
    assert "urgency=0" in names("connect_four", "uct:first_play=yes")
    assert "floor=0" in names("goofspiel", "duct:rule=regret")
    assert "floor=0" not in names("goofspiel", "duct")


def test_a_choice_that_leaves_a_knob_idle_does_not_double_it() -> None:
    """With no beam for the opponent its width does nothing, so both players are one."""
    game = parse_game("brew")
    one = parse_search("beam:opponent=none", game)
    other = parse_search("beam:opponent=none,opponent_width=20", game)
    assert one != other
    assert effective(one, game) == effective(other, game)


def test_lists_are_asked_for_by_name() -> None:
    every = names("uttt", "uct")
    knobs, weights = names("uttt", "uct", "knobs"), names("uttt", "uct", "weights")
    assert every == knobs + weights
    assert all(name.startswith("w.") for name in weights)
    assert names("brew", "beam", "opponent") == [
        "opponent=none", "opponent=scripted", "opponent=greedy"
    ]  # fmt: skip
    assert names("brew", "beam", "opponent=none", "opponent") == [
        "opponent=none", "opponent=scripted", "opponent=greedy"
    ]  # fmt: skip


def test_what_is_taken_away_takes_along_what_has_to_follow() -> None:
    game = parse_game("brew")
    full = parse_search("beam", game)
    alone = changed(full, game, "lasting_kept=0")
    assert alone.name == "lasting_kept=0"
    assert settings(alone.seat)["lasting_discounted"] == 1.0
    assert settings(changed(full, game, "lasting_kept=0.5").seat)["lasting_discounted"] == 0.1
    both = changed(full, game, "lasting_kept=0,lasting_discounted=0.3")
    assert settings(both.seat)["lasting_discounted"] == 0.3
    assert both.title == "Lasting, kept"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("oponent", "There is nothing to take away named oponent; did you mean opponent?"),
        ("oponent=none", "has nothing named oponent; did you mean opponent?"),
        ("opponent=nobody", "opponent=nobody is not one of"),
        ("opponent=beam", "opponent=beam changes nothing for beam in Witch's Brew."),
        ("vote", "vote changes nothing"),
        ("opponent=", "each change should read NAME=VALUE"),
    ],
)
def test_mistakes_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(KnobError, match=sentence.replace("?", r"\?")):
        names("brew", "beam", text)


def test_every_reason_to_be_idle_is_a_knob_or_a_fact() -> None:
    about = facts(parse_game("brew"))
    for name, kind in algorithms().items():
        known = {knob.name: knob for knob in kind.knobs(parse_game("brew"))}
        for knob in known.values():
            for reason, values in knob.idle_if.items():
                assert reason in known or reason in about, f"{name} {knob.name}: {reason}"
                assert reason in known or reason in WHERE
                if reason in known:
                    every = values if isinstance(values, tuple) else (values,)
                    assert [known[reason].check(v) for v in every] == list(every)
            for follower, value in knob.with_.items():
                assert known[follower].check(value) == value
            if knob.off is not None:
                assert knob.check(knob.off) == knob.off


# -- variants -------------------------------------------------------------------------------------


def test_variants_act_and_idle_knobs_do_not() -> None:
    found = told("tests.lab.experiments.claims.variant_trials")
    assert set(LISTED) < set(found) and len(found) > 12
    assert not {name: wrong for name, wrong in found.items() if wrong}
