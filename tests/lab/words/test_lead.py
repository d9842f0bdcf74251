"""How far the best action is ahead, in words: one rule wherever it is written."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from lab.rulebook import glossary
from lab.words import lead
from lab.words.lead import CLEAR, brief_lead, lead_words
from search.base import AgentStats


class Case(NamedTuple):
    """Means and standard errors of the root actions, the best first, and what is said of them."""

    means: tuple[float, ...]
    errors: tuple[float, ...]
    long: str
    brief: str


CASES = (
    Case((0.84, 0.52, 0.1), (0.08, 0.06, 9.0), "ahead by 3.2 standard errors", "3.2 std. errors"),
    Case((0.56, 0.52), (0.08, 0.06), "too close to call (0.4 standard errors)", lead.CLOSE),
    Case(
        (0.28, 0.52), (0.08, 0.06), "behind by 2.4 standard errors", "\N{MINUS SIGN}2.4 std. errors"
    ),
    Case((1.0, 0.5), (1e-6, 0.0), "ahead by over 100 standard errors", "over 100 std. errors"),
    Case((1.0, 0.0), (0.0, 0.0), "ahead, no spread", "ahead, no spread"),
    Case((0.0, 0.5), (0.0, 0.0), "behind, no spread", "behind, no spread"),
    Case((0.5, 0.5), (0.0, 0.0), "too close to call (0.0 standard errors)", lead.CLOSE),
    Case((0.5, 0.4), (0.1, math.nan), "no lead yet", "\N{EN DASH}"),
    Case((0.95,), (0.0,), "the only action", "the only action"),
)


def stats(case: Case) -> AgentStats:
    count = len(case.means)
    return AgentStats(
        agent=0,
        actions=np.arange(count),
        visits=np.arange(count, 0, -1),
        mean=np.array(case.means),
        error=np.array(case.errors),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.long)
def test_a_lead_in_words(case: Case) -> None:
    assert (lead_words(stats(case)), brief_lead(stats(case))) == (case.long, case.brief)


def test_glossary_and_help_name_the_same_limit() -> None:
    (text,) = glossary().passage("Lead").blocks
    assert (
        f"Below {CLEAR:g} is {lead.CLOSE}" in text
        and "\N{LEFT DOUBLE QUOTATION MARK}No spread" in text
    )
    assert f"From {CLEAR:g} on" in lead.HELP
    for by in (0.99 * CLEAR, CLEAR):
        said = lead_words(stats(Case((by, 0.0), (1.0, 0.0), "", "")))
        assert said.startswith(lead.CLOSE) == (by < CLEAR)
