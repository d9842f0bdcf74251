"""Numbers as people type them: in groups ("20,000", "20 000"), with a decimal comma ("0,9"), with a
factor ("64 k") and any minus sign. What could be two numbers is refused, not guessed. No Qt.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lab.words.numerals import MINUS

MULTIPLES = {"k": 1e3, "m": 1e6, "g": 1e9}
LONGEST = 80  # characters of a text that a sentence quotes
_APART = "[\u00a0\u2009\u202f ']"  # between groups, where no point or comma is
_PLAIN = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?")
_GROUPED = (
    re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d*)?"),
    re.compile(rf"[1-9]\d{{0,2}}({_APART}\d{{3}})+([.,]\d*)?"),
    re.compile(r"[1-9]\d{0,2}(\.\d{3})+,\d*"),
    re.compile(r"[1-9]\d{0,2}(\.\d{3}){2,}"),
)
_ONE_COMMA = re.compile(r"\d+,\d*|,\d+")
_ONE_POINT = re.compile(r"[1-9]\d{0,2}\.\d{3}")  # in a whole number a group, in another decimals


def number(
    text: str,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    whole: bool = False,
    factors: Mapping[str, float] = MULTIPLES,
) -> float:
    """The number that a text says; ValueError with a sentence if it says none, could say two, or
    says one outside `low` to `high`.
    """
    found = _readings(text, whole, factors)
    fitting = [each for each in found if low <= each <= high]
    whole_ones = [each for each in fitting if each == round(each)] if whole else fitting
    if len(whole_ones) == 1:
        return whole_ones[0]
    quoted = f"“{text.strip()[:LONGEST]}”"
    if whole_ones:
        one, other = (f"{each:.12g}" for each in whole_ones)
        raise ValueError(f"{quoted} could be {one} or {other}: write it without a comma or point.")
    if fitting:
        raise ValueError(f"{fitting[0]:.12g} is not a whole number.")
    if not found:
        raise ValueError(f"{quoted} is not a number.")
    ends = f"{low:.12g} to {high:.12g}".replace("-", MINUS)
    raise ValueError(f"{found[0]:.12g} is outside the range, {ends}.".replace("-", MINUS))


def _readings(text: str, whole: bool, factors: Mapping[str, float]) -> list[float]:
    """Every number that the text could mean."""
    word, factor = text.strip().lower().replace(MINUS, "-").replace("–", "-"), 1.0
    if word[-1:] in factors:
        word, factor = word[:-1].rstrip(), factors[word[-1]]
    sign = -1.0 if word.startswith("-") else 1.0
    word = word.removeprefix("-" if sign < 0 else "+").lstrip()
    if not word.isascii() and not re.search(_APART, word):
        return []
    found = []
    if _PLAIN.fullmatch(word):
        found.append(float(word))
    grouped = any(form.fullmatch(word) for form in _GROUPED)
    if grouped or (whole and _ONE_POINT.fullmatch(word)):
        found.append(_of_groups(word, grouped))
    if _ONE_COMMA.fullmatch(word) and not (whole and grouped):
        found.append(float(word.replace(",", ".")))
    finite = [sign * factor * each for each in found if math.isfinite(factor * each)]
    return list(dict.fromkeys(finite))


def _of_groups(word: str, decimals: bool) -> float:
    """The number of digits in groups; a mark that stands once, behind another one, is decimal."""
    marks = re.findall(r"\D", word)
    last = marks[-1] if decimals and len(set(marks)) > 1 else ""
    before, _, after = word.rpartition(last) if last else (word, "", "")
    whole = re.sub(r"\D", "", before)
    return float(f"{whole}.{after}")
