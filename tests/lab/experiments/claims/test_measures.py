"""Measures: figures of searches and trees, against what is known of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from engines.knobs import KnobError
from lab.experiments.claims.file import read
from lab.experiments.claims.measures import changes, depth_ratio, leaf_power, measure, visits_share
from lab.experiments.claims.result import ExperimentResult, parts
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import ClaimAnswer, RowFinding
from lab.lesson.growth import BEST, RANDOM, WORST
from lab.store.store import Store

KILLERS = """
[experiment]
question = "Half and half?"
kind = "claim"
game = "matrix:matrix=two_killers"
measure = "visits-share"
action = 2
players = ["duct", "duct:ties=lowest"]
budget = ["50it", "300it"]
groups = 8
equal = 0.08
seed = 3

[claim."duct"]
half = true
at = "300it"
"""


def table(text: str = KILLERS) -> ExperimentTable:
    return ExperimentTable(read("small", text))


def knuth_moore(branches: int, depth: int) -> int:
    """The leaves of alpha-beta with the best branch first."""
    return int(branches ** -(-depth // 2) + branches ** (depth // 2) - 1)


def test_depth_is_that_of_knuth_and_moore_in_perfect_order() -> None:
    budget = 4**5
    leaves = {d: knuth_moore(4, d) for d in range(1, 12)}
    depth = max(d for d, n in leaves.items() if n <= budget)
    part = math.log(budget / leaves[depth]) / math.log(leaves[depth + 1] / leaves[depth])
    assert depth_ratio(4, BEST, budget, 0) == pytest.approx((depth + part) / 5)
    random = [depth_ratio(4, RANDOM, budget, seed) for seed in range(4)]
    assert (
        depth_ratio(4, WORST, budget, 0)
        < min(random)
        <= max(random)
        < depth_ratio(4, BEST, budget, 0)
    )
    assert len(set(random)) == 4


def test_leaves_are_a_power_of_minimaxs() -> None:
    assert leaf_power(4, BEST, 4**6, 0) == pytest.approx(
        math.log(knuth_moore(4, 6)) / math.log(4**6)
    )
    assert leaf_power(4, WORST, 4**6, 0) < 1.0


def test_visits_are_those_of_the_action_that_is_named() -> None:
    shares = []
    for action in range(1, 9):
        found = table(KILLERS.replace("action = 2", f"action = {action}"))
        shares.append(visits_share(found, parts(found)[0], 3))
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares[:2]) > max(shares[2:])


def test_measures_are_kept_once_and_read_as_claims(tmp_path: Path) -> None:
    found, told = table(), list[tuple[int, int]]()
    with Store(tmp_path / "games.db") as store:
        store.experiment("small", "claim")
        wanted = parts(found)
        measure(found, wanted, range(3, 5), store, lambda done, of: told.append((done, of)))
        assert told[-1] == (8, 8)
        assert ExperimentResult(found, store).answers[0][2] is ClaimAnswer.OPEN  # two seeds
        measure(found, wanted, range(3, 11), store, lambda done, of: None)
        measure(found, wanted, range(3, 11), store, lambda done, of: None)
        assert len(store.asked("small")) == 32
        result = ExperimentResult(found, store)
    assert result.sentence == "The claim holds."
    assert {cell.finding for cell in result.cells} == {RowFinding.KNOWN}
    fair, lowest = result.at(found.budgets[1])
    assert fair.evidence.mean == pytest.approx(0.5, abs=0.05)
    assert lowest.evidence.mean is not None and lowest.evidence.mean < 0.4
    assert lowest.evidence.low <= lowest.evidence.mean <= lowest.evidence.high


def test_a_choice_that_is_settled_changes_no_more() -> None:
    text = KILLERS.replace('"visits-share"', '"changes"').replace("action = 2", "after = 3")
    text = text.replace('"duct", "duct:ties=lowest"', '"uct", "uct:c=10"')
    text = text.replace("matrix:matrix=two_killers", "tictactoe").replace(
        "half = true", "below = 1.0"
    )
    found = table(text.replace('[claim."duct"]', '[claim."uct"]'))
    few, curious = ([changes(found, p, seed) for seed in range(20)] for p in parts(found)[:2])
    assert all(0.0 <= share <= 1.0 for share in few + curious)
    assert sum(few) < sum(curious)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"50it", "300it"', '"50ms", "300it"', "count iterations: write 4000it."),
        ("action = 2", "action = 9", "action should be from 1 to 8."),
        ('"visits-share"', '"depth"', "There is no order of branches duct"),
        ('"duct:ties=lowest"', '"best"', "There is no algorithm best"),
    ],
)
def test_mistakes_get_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(KnobError) as error:
        table(KILLERS.replace(old, new))
    assert sentence in str(error.value)


def test_orders_have_budgets_of_leaves() -> None:
    text = KILLERS.replace('"visits-share"', '"depth"').replace("action = 2\n", "")
    text = text.replace('"duct", "duct:ties=lowest"', '"best"').replace('"duct"', '"best"')
    with pytest.raises(KnobError, match="count leaves: write 1024n"):
        table(text.replace("matrix:matrix=two_killers", "textbook"))
