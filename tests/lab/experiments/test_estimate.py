"""Estimators from the command line: what is printed, JSON, and one sentence for every error."""

from __future__ import annotations

import json
import math

import pytest

from lab.cli import main
from lab.experiments.estimate import finish
from search.estimators.base import EstimateSnapshot
from search.estimators.pi import Pi


def test_finish_shows_the_interval_shrinking() -> None:
    seen: list[EstimateSnapshot] = []
    last = finish(Pi(seed=1), seen.append)
    widths = [s.interval[1] - s.interval[0] for s in seen]
    assert last.n == 1_000_000 and widths == sorted(widths, reverse=True) and len(seen) > 1


def test_estimate_prints_the_interval_and_the_exact_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["estimate", "pi", "--samples", "20000", "--seed", "2"]) == 0
    out, err = capsys.readouterr()
    assert "Pi from a circle in a square, 20,000 samples, seed 2" in out
    assert "95 % interval" in out and "3.1415927" in out
    assert "20,000 samples: π 3.1" in err


def test_estimate_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["estimate", "pi", "--samples", "5000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (pi,) = found["quantities"]
    assert found["n"] == 5000 and pi["exact"] == math.pi and pi["low"] < pi["value"] < pi["high"]


@pytest.mark.usefixtures("uncompiled")
def test_odds_of_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "estimate",
                "holdem",
                "--hand",
                "As",
                "Ah",
                "--hand",
                "KdKc",
                "--board",
                "2c",
                "7d",
                "Th",
                "--samples",
                "1000",
            ]
        )
        == 0
    )
    out = capsys.readouterr().out
    assert "A♠ A♥" in out and "0.91616162" in out and "0.083838384" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pie"], "There is no estimator pie; did you mean pi?"),
        (["pi", "--samples", "5"], "samples=5 is outside its range, 100 to 1000000000."),
        (
            ["pi", "--samples", "many"],
            "samples=many is not a number; the range is 100 to 1000000000.",
        ),
        (["pi", "--hand", "AsAh"], "Pi from a circle in a square does not read --hand."),
        (["holdem", "--hand", "AsAh", "--hand", "AsKd"], "A♠ is there twice."),
        (["holdem", "--board", "2c2d"], "The board has none, 3, 4 or 5 cards, not 2."),
        ([], "Missing: "),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["estimate", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"smitsilab: {sentence}") and err.count("\n") == 1
