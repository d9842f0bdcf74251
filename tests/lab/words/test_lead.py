"""How far the best action is ahead, in words: one rule wherever it is written."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from lab.rulebook import glossary
from lab.words import lead, numerals
from lab.words.lead import (
    CLEAR,
    LEANING,
    MOST,
    SOME,
    SURE,
    UNDECIDED,
    brief_lead,
    certainty,
    lead_words,
)
from search.base import AgentStats


class Case(NamedTuple):
    """Means and standard errors of the root actions, the best first, and what is said of them."""

    means: tuple[float, ...]
    errors: tuple[float, ...]
    long: str
    brief: str


CASES = (
    Case((0.84, 0.52, 0.1), (0.08, 0.06, 9.0), "ahead by 3.2 standard errors", "3.2 std. err."),
    Case((0.56, 0.52), (0.08, 0.06), "too close to call (0.4 standard errors)", lead.UNDECIDED),
    Case(
        (0.28, 0.52), (0.08, 0.06), "behind by 2.4 standard errors", "\N{MINUS SIGN}2.4 std. err."
    ),
    Case((1.0, 0.5), (1e-6, 0.0), "ahead by over 100 standard errors", ">100 std. err."),
    Case((1.0, 0.0), (0.0, 0.0), "ahead, no spread", "ahead, no spread"),
    Case((0.0, 0.5), (0.0, 0.0), "behind, no spread", "behind, no spread"),
    Case((0.5, 0.5), (0.0, 0.0), "too close to call (0.0 standard errors)", lead.UNDECIDED),
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


def searched(share: float, by: float) -> AgentStats:
    """Two actions: the share of visits of the first, and its lead."""
    visits = np.array([round(3000 * share), 3000 - round(3000 * share)])
    return AgentStats(
        agent=0,
        actions=np.arange(2),
        visits=visits,
        mean=np.array([by / 10, 0.0]),
        error=np.array([0.1, 0.0]),
        best=0,
    )


@pytest.mark.parametrize(
    ("share", "by", "word"),
    [
        (MOST, CLEAR, SURE),
        (MOST - 0.01, CLEAR, LEANING),
        (1.0, CLEAR - 0.1, UNDECIDED),
        (SOME, CLEAR, LEANING),
        (SOME - 0.01, 9.0, UNDECIDED),
        (1.0, -3.0, UNDECIDED),
    ],
)
def test_a_search_has_made_up_its_mind_from_limits_on(share: float, by: float, word: str) -> None:
    assert certainty(searched(share, by)) == word


def test_what_is_drawn_or_not_sampled_is_neither_sure_nor_undecided() -> None:
    sure = searched(1.0, 9.0)
    assert certainty(replace(sure, drawn=True, policy=np.array([0.5, 0.5]))) == ""
    assert certainty(replace(sure, counted="nodes")) == ""
    assert certainty(replace(sure, visits=np.zeros(2, np.int64))) == ""


def test_the_glossary_states_the_limits_of_certainty() -> None:
    (text,) = glossary().passage("Sure, leaning, undecided").blocks
    fractions = {2 / 3: "two thirds", 1 / 3: "a third"}
    assert f"at least {fractions[MOST]}" in text and f"less than {fractions[SOME]}" in text
    assert f"a lead of {CLEAR:g} standard errors or more" in text


@pytest.mark.parametrize("sign", ["", "\N{MINUS SIGN}"])
def test_a_digit_behind_the_point_is_for_what_is_near(sign: str) -> None:
    for by, said in ((9.94, "9.9"), (11.7, "12"), (99.4, "99")):
        assert numerals.errors(-by if sign else by, "std. err.") == f"{sign}{said} std. err."
    assert numerals.errors(-100.0 if sign else 100.0, "std. err.", ">") == ">100 std. err."
