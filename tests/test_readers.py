"""Mutated texts and files: every reader takes one or refuses it in a sentence (`tests.readers`)."""

from __future__ import annotations

from collections import Counter

from tests.readers import attempt, readers

INPUTS = 10_000


def test_every_reader_takes_a_mutated_text_or_says_why_not() -> None:
    """Nothing else is raised, and a refusal says something."""
    taken, refused = Counter[str](), Counter[str]()
    for number in range(INPUTS):
        name, took, said = attempt(number)
        assert took or said, number
        (taken if took else refused)[name] += 1
    assert {name for name, *_ in readers()} == {*taken} | {*refused}
    for _, reader, _, text in readers():
        reader(text)
