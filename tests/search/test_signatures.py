"""Which pairs are guarded by a signature: every game, every algorithm, and none is lost when a
newcomer arrives.
"""

from __future__ import annotations

import re
from pathlib import Path

from engines import games
from search import algorithms
from tests.search.signatures import (
    CHOSEN,
    COMMAND,
    MEASURED,
    Pair,
    fitting_pairs,
    missing_text,
    recorded,
    selected,
    short_games,
    signed,
)

SPEED = Path(__file__).parents[2] / "resources" / "docs" / "speed.md"
FITTING = fitting_pairs()
SIGNED = signed(FITTING, short_games())


def with_newcomer(game: str = "", algorithm: str = "") -> list[Pair]:
    """The fitting pairs with a game that every algorithm plays, or an algorithm for every game,
    sorted in among the others.
    """
    more = {(game, a) for a in [*algorithms(), algorithm] if game and a}
    more |= {(g, algorithm) for g in [*games(), game] if algorithm and g}
    return sorted({*FITTING, *more})


def test_every_game_and_every_algorithm_is_selected_and_each_pair_fits() -> None:
    selection = selected(FITTING)
    assert {g for g, _ in selection} == set(games())
    assert {a for _, a in selection} == set(algorithms())
    assert {*CHOSEN, *MEASURED} <= set(FITTING)


def test_the_speed_table_is_signed() -> None:
    table = SPEED.read_text(encoding="utf-8")
    found = set(re.findall(r"`smitsilab bench search (\w+)(?::\S+)? (\w+)", table))
    pairs = {(g, a) for g, a in found if g in games()}
    assert pairs <= set(MEASURED) <= set(SIGNED) and len(pairs) >= 6


def test_a_newcomer_changes_no_other_pair() -> None:
    """Its own pairs are added, first, last or in the middle of the alphabet; nothing else moves."""
    for name in ("aaa_toy", "mmm_toy", "zzz_toy"):
        for game, algorithm in ((name, ""), ("", name), (name, name)):
            grown = with_newcomer(game, algorithm)
            for before, after in (
                (selected(FITTING), selected(grown)),
                (SIGNED, signed(grown, short_games())),
            ):
                added = set(after) - set(before)
                assert set(before) <= set(after)
                assert added and all(name in pair for pair in added)


def test_a_second_newcomer_leaves_the_first_its_pair() -> None:
    alone = set(selected(with_newcomer("game_toy", "search_toy")))
    for other in ("aaa_toy", "mmm_toy", "zzz_toy"):
        both = {*with_newcomer("game_toy", "search_toy"), *with_newcomer(other, other)}
        both |= {("game_toy", other), (other, "search_toy")}
        assert alone <= set(selected(sorted(both)))


def test_no_signature_is_missing_and_none_is_left_over() -> None:
    assert not missing_text(pair for pair in SIGNED if pair not in recorded())
    assert list(recorded()) == SIGNED, f"{COMMAND} --missing drops what belongs to no pair"


def test_the_sentence_names_pairs_and_command() -> None:
    assert missing_text([]) == ""
    text = missing_text([("dots", "uct"), ("dots", "duct")])
    assert "dots uct, dots duct" in text and f"{COMMAND} --missing" in text
