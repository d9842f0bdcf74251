"""The pages about algorithms: every one has what a person asks for, and it comes from the code."""

from __future__ import annotations

import pytest

from lab.handbook import chapter, prose, settings
from search import algorithms
from tests.lab.toys import Toy


def test_a_docstring_falls_into_paragraphs_and_named_parts():
    found = prose("""UCT: a tree. It grows.

    Seed: the write-up says
    two things.
    Limits: none.

    Shapes: [K] actions.

    More of it,
    in two lines.
    """)
    assert found.paragraphs == ("UCT: a tree. It grows.", "More of it, in two lines.")
    assert found.named == {
        "Seed": "the write-up says two things.",
        "Limits": "none.",
        "Shapes": "[K] actions.",
    }
    assert prose("").paragraphs == ()


def test_every_algorithm_has_a_chapter_with_all_its_knobs_and_games():
    for name, each in algorithms().items():
        found = chapter(each)
        assert found.lead and found.about, name
        assert found.lead.lower().split(":")[0] != found.title.lower()
        assert all(
            line.title and line.help and line.default and (line.range or line.choices)
            for line in found.knobs
        ), name
        assert found.fits or found.misfits
        assert found.commands[0] == f"smitsilab list {name}"


def test_searches_tell_limits_seed_and_papers():
    for name in ("smitsimax", "alphabeta"):
        found = chapter(algorithms()[name])
        assert found.limits and found.seed and found.source, name


def test_why_a_game_does_not_fit_is_said_once_for_all_games_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(
        Toy,
        "supports",
        classmethod(lambda cls, game: "It takes turns." if game.simultaneous else None),
    )
    found = chapter(Toy)
    assert (
        len(found.misfits) == 1
        and found.misfits[0][1] == "It takes turns."
        and "Coders Strike Back" in found.misfits[0][0]
    )
    assert (
        "Tic-tac-toe" in found.fits
        and found.lead == "Searches in plain Python for tests of what drives them."
    )


def test_values_are_written_as_on_the_command_line():
    assert (
        settings({"c": 0.05, "solver": True, "depth": 12000, "rule": "ucb1"})
        == "c=0.05, solver=yes, depth=12000, rule=ucb1"
    )
