"""The pages about algorithms: every one has what a person asks for, and it comes from the code."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from engines.knobs import knobs
from lab.cli import main
from lab.handbook import chapter, formula_knob, prose, settings
from search import algorithms
from search.duct.selection import exp3, puct, regret, tuned
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


# knobs that choose between rules: each choice has a formula
RULES = {
    "uct": ("selection",),
    "duct": ("rule",),
    "joint": ("rule",),
    "expectimax": ("weights",),
}
# knobs that are a number or a switch of a formula
SCALED = {
    "uct": ("solver", "implicit", "rave", "first_play", "widening"),
    "smitsimax": ("c",),
    "annealing": ("hot",),
    "beam": ("discount",),
}


def test_every_rule_that_a_knob_offers_has_its_formula_and_source():
    for name, each in algorithms().items():
        known = {knob.name: knob for knob in knobs(each.Params)}
        for formula in each.formulas:
            assert formula.knob in known, (name, formula.title)
            assert not formula.value or formula.value in known[formula.knob].choices
            assert formula.text and formula.words
            assert re.search(r"\(\d{4}\)|write-up|CodinGame", formula.source), formula.title
        found = {(formula.knob, formula.value) for formula in each.formulas}
        wanted = {(k, v) for k in RULES.get(name, ()) for v in known[k].choices}
        assert wanted | {(k, "") for k in SCALED.get(name, ())} <= found, name
    assert algorithms()["flat_mc"].formulas[0].value == "ucb1"
    duct = chapter(algorithms()["duct"])
    assert formula_knob(duct.formulas[0], duct.knobs) == "Selection: UCB1"


def test_the_formulas_of_decoupled_rules_are_what_the_code_computes():
    """x, n and N as on the page, written out once more beside the code."""
    visits, total = np.array([5, 2, 9], np.int64), np.array([1.5, -0.4, 3.6])
    squares, prior = np.array([0.9, 0.5, 2.2]), np.array([0.2, 0.5, 0.3])
    n, c, scale = 16, 0.7, 2.0
    bounds = np.zeros(3)
    x, log = total / visits / scale, math.log(n)
    tuned(visits, total, squares, 0, 3, n, c, 1 / scale, bounds)
    v = squares / visits / scale**2 - x**2 + 4 * np.sqrt(2 * log / visits)
    assert bounds == pytest.approx(x + c * np.sqrt(log / visits * np.minimum(1, v)))
    puct(visits, total, prior, 0, 3, n, c, 1 / scale, bounds)
    assert bounds == pytest.approx(x + c * prior * math.sqrt(n) / (1 + visits))
    gains, sigma = np.array([3.0, 1.0, 7.0]), np.zeros(3)
    gamma = exp3(gains, 0, 3, n, sigma)
    assert gamma == pytest.approx(min(1, math.sqrt(3 * math.log(3) / ((math.e - 1) * n))))
    w = np.exp(gamma * gains / 3)
    assert sigma == pytest.approx(w / w.sum())
    assert regret(np.array([3.0, 0.0, 1.0]), 0, 3, n, 0.005, sigma) == pytest.approx(n ** (-1 / 3))
    assert sigma == pytest.approx([0.75, 0, 0.25])


def test_pages_claim_no_more_than_is_true():
    texts = {name: chapter(each) for name, each in algorithms().items()}
    assert "every line" not in texts["alphabeta"].lead
    assert "can be cut" not in texts["expectimax"].limits.split(".")[0]
    assert "Ballard" in texts["expectimax"].limits
    assert algorithms()["uct"].presets["textbook"]["c"] == pytest.approx(math.sqrt(2), abs=1e-3)
    assert "√2" in texts["uct"].formulas[0].words
    rule = next(line for line in texts["duct"].knobs if line.name == "rule")
    assert "final choice is drawn" in rule.help and "equilibrium" in texts["duct"].limits
    assert not any("seed's" in line.help for each in texts.values() for line in each.knobs)


def test_list_prints_the_formulas(capsys: pytest.CaptureFixture[str]):
    assert main(["list", "duct"]) == 0
    out = capsys.readouterr().out
    assert "UCB1 (rule=ucb1):  x + c √(ln N / n)" in out
    assert "Hart and Mas-Colell" in " ".join(out.split())
