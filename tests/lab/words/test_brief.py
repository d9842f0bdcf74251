"""What of an action's label fits into a stone."""

import pytest

from lab.words.brief import brief


@pytest.mark.parametrize(
    ("label", "short"),
    [("4 4", "44"), ("column 3", "3"), ("12", "12"), ("", ""), ("take 2 of 5", ""), ("Shield", "")],
)
def test_a_label_in_three_characters(label: str, short: str) -> None:
    assert brief(label) == short
