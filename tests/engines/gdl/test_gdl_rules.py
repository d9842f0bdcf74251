"""Sheets play what a plain interpreter says they do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.gdl.core import BLOCK
from engines.gdl.grounding import ground
from engines.gdl.layout import ATOMS, BODIES, FAN, HEAD, NEGATED, OFF, OWN
from engines.gdl.net import LiteralNet
from engines.gdl.reading import rules_of
from engines.gdl.tables import pack
from resources import path
from tests.engines.gdl.agreeing import difference

SHEETS = sorted(Path(__file__).with_name("sheets").glob("*.kif"))
LARGE = [*path("games").glob("*.kif"), *SHEETS[0].parents[1].glob("large/*.kif")]


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_sheet_plays_what_its_rules_say(file: Path) -> None:
    assert difference(file.read_text(), 40) == ""


SHUTTERS = """
(role r) (init (at 1)) (init (step 0)) (init (fresh 1))
NUMBERS
(<= (legal r (go ?x)) (number ?x) (not (true (at ?x))) (not (true (shut ?x))))
(<= (legal r (stay ?x)) (number ?x) (not (barred ?x)))
(<= (barred ?x) (true (at ?x)) (true lit))
(<= (next (at ?x)) (does r (go ?x)))
(<= (next (at ?x)) (true (at ?x)) (does r (stay ?y)))
(<= (next lit) (not (true lit)))
(<= (next (shut ?x)) (true (at ?x)) (not (true (shut ?x))))
(<= (next (fresh ?x)) (true (fresh ?y)) (true lit) (after ?y ?x))
(<= (next (fresh ?y)) (true (fresh ?y)) (not (true lit)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= terminal (true (step 40))) (<= (goal r ?n) (true (step ?n)))
"""


def shutters() -> str:
    """Moves that are legal unless something holds, and rows of more bodies than a block has."""
    told = [f"(number {k}) (after {k - 1} {k})" for k in range(1, 71)]
    return SHUTTERS.replace("NUMBERS", " ".join(told))


def test_moves_that_one_body_shows_or_forbids() -> None:
    assert difference(shutters(), 60, seed=3) == ""
    rules = rules_of(shutters(), lambda _: None)
    tables, _ = pack(LiteralNet(ground(rules)))
    heads = tables[tables[HEAD] : tables[HEAD] + tables[BODIES]]
    shown = heads[heads > tables[ATOMS]] - tables[ATOMS] - 1
    assert {*(shown & 1)} == {0, 1} and len(shown) > 100


def test_the_bodies_of_an_owner_are_in_a_row() -> None:
    rules = rules_of(path("games/othello.kif").read_text(), lambda _: None)
    tables, _ = pack(LiteralNet(ground(rules)))
    atoms = np.arange(tables[ATOMS])
    begin, end = (tables[FAN] + tables[tables[OFF] + atoms + k] for k in (0, 1))
    own, negated = (tables[FAN] + tables[tables[part] + atoms] for part in (OWN, NEGATED))
    assert (begin <= own).all() and (own <= negated).all() and (negated <= end).all()
    longest = 0
    for first, middle, last in zip(own, negated, end, strict=True):
        bodies, signs = tables[first:last] >> 1, tables[first:last] & 1
        assert (np.diff(bodies) == 1).all() and (bodies < tables[BODIES]).all()
        assert (signs == (np.arange(first, last) >= middle)).all()
        longest = max(longest, len(bodies))
    assert longest > BLOCK


@pytest.mark.long
@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_thousand_positions(file: Path) -> None:
    assert difference(file.read_text(), 1000, seed=2) == ""


@pytest.mark.long
@pytest.mark.parametrize("file", sorted(LARGE), ids=lambda file: file.stem)
def test_positions_of_large_sheets(file: Path) -> None:
    assert difference(file.read_text(), 60, seed=2) == ""
