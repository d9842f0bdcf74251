"""Numbers as the lab writes them for people: thousands with commas, then k and M, a true minus
sign, a space before %; and nouns, lists and beginnings of sentences.

Every function takes plain numbers and returns the text on screen, so that graphs, tables and
spoken text agree to the letter.

Numbers as people type them: in groups ("20,000", "20 000"), with a decimal comma ("0,9"), with a
factor ("64 k") and any minus sign. What could be two numbers is refused, not guessed. No Qt.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Mapping, Sequence

MINUS = "\N{MINUS SIGN}"
WHOLE = 10  # standard errors: from here on without a digit behind the point
FAR = 100  # standard errors: beyond this, the number says nothing more
NOTHING = "\N{EN DASH}"  # shown for a number that has no meaning yet
IRREGULAR = {"child": "children", "leaf": "leaves"}
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


def count(n: float) -> str:
    """A count: "4,000" up to 99,999, then "684 k", "4.10 M", "1.20 G"."""
    if not math.isfinite(n):
        return NOTHING
    if n < 0:
        return MINUS + count(-n)
    if round(n) < 100_000:
        return f"{round(n):,}"
    if n < 999_500:
        return f"{n / 1e3:.0f} k"
    for size, letter in ((1e6, "M"), (1e9, "G")):
        if n < 999.5 * size:
            return f"{_three(n / size)} {letter}"
    return f"{_three(n / 1e12)} T"


def several(n: float, noun: str) -> str:
    """A count with its noun: "1 visit", "1,403 visits"."""
    return f"{count(n)} {plural(n, noun)}"


def plural(n: float, noun: str) -> str:
    """The noun as it stands after a number: "match" after 1, "matches" after 2."""
    many = IRREGULAR.get(noun, f"{noun}{'es' if noun.endswith(('ch', 's')) else 's'}")
    return noun if n == 1 else many


def enumerated(names: Sequence[str]) -> str:
    """Names as people list them: "uct, beam and mine"."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def capitalised(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def _three(x: float) -> str:
    """`x` >= 1 with three figures: 4.10, 41.0, 410."""
    digits = 2 if x < 9.995 else 1 if x < 99.95 else 0
    return f"{x:.{digits}f}"


def size(n: int) -> str:
    """A size of memory in nodes: "64 k" for 65,536, else as a count."""
    for power, letter in ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "k")):
        if n >= power and n % power == 0:
            return f"{n // power:,} {letter}"
    return count(n)


def real(x: float | None, digits: int = 2) -> str:
    """A number with a fixed count of digits and a true minus sign; a dash where there is none."""
    if x is None or not math.isfinite(x):
        return NOTHING
    text = f"{abs(x):.{digits}f}"
    return MINUS + text if x < 0 and float(text) else text


def signed(x: float | None, digits: int = 2) -> str:
    """As `real`, with its sign: "+0.59", "−0.48", "0.00"."""
    return plus(real(x, digits))


def plus(text: str) -> str:
    """A number in words with its sign: a plus before one above 0."""
    above = text[0] in string.digits and any(c in "123456789" for c in text)
    return f"+{text}" if above else text


def percent(share: float | None, digits: int = 0) -> str:
    """A share as "42 %"; what is between none and all rounds to neither ("<1 %", ">99 %")."""
    if share is None or not math.isfinite(share):
        return NOTHING
    text = real(100.0 * share, digits)
    if digits == 0 and 0.0 < share < 0.005:
        return "<1 %"
    if digits == 0 and 0.995 <= share < 1.0:
        return ">99 %"
    return f"{text} %"


def value(x: float, digits: int = 2) -> str:
    """A value in whatever units: `digits` digits below 10, fewer as the number grows ("0.74",
    "56.4", "4,808").
    """
    if not math.isfinite(x):
        return NOTHING
    kept = max(0, digits - max(0, math.floor(math.log10(max(abs(x), 1.0)))))
    text = f"{abs(x):,.{kept}f}" if abs(x) < 99_999.5 else count(abs(x))
    return MINUS + text if x < 0 and any(c in "123456789" for c in text) else text


def digits(span: float) -> int:
    """With how many digits numbers that are `span` apart are written differently: 2 to 6."""
    return max(2, min(6, math.ceil(-math.log10(span)))) if span > 0 else 2


def step_digits(step: float) -> int:
    """With how many digits every multiple of a step of an axis is written as it is: 0 to 9."""
    return next((d for d in range(9) if math.isclose(step, round(step, d), rel_tol=1e-6)), 9)


def short(x: float, digits: int = 2) -> str:
    """A value on an axis, without needless zeros: "0", "0.25", "1"."""
    text = value(x, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def figures(x: float) -> str:
    """A value with four figures at most: "0.3333", "12", "−∞"; a dash where there is none."""
    if math.isnan(x):
        return NOTHING
    if math.isinf(x):
        return f"{'+' if x > 0 else MINUS}∞"
    return f"{x + 0.0:.4g}".replace("-", MINUS)


def spread(mean: float, error: float, digits: int = 3) -> str:
    """A mean with its standard error: "0.744 ± 0.004"."""
    if not math.isfinite(error):
        return value(mean, digits)
    return f"{value(mean, digits)} {PLUS_MINUS} {value(error, digits)}"


def surely(chance: float | None) -> str:
    """A probability that is never certain: "72 %", "over 99 %"; "" where there is none."""
    if chance is None:
        return ""
    whole = round(100 * chance)
    return {0: "under 1 %", 100: "over 99 %"}.get(whole, f"{whole} %")


def uncertain(mean: float, low: float, high: float) -> str:
    """What stands after a share in percent: "±4", or the ends of its interval, "82–98", where it
    reaches less far to one side.
    """
    down, up = round(100 * (mean - low)), round(100 * (high - mean))
    half = max(down, up)
    if abs(down - up) <= 1 and half <= 100 * min(mean, 1.0 - mean):
        return f"{PLUS_MINUS}{half}"
    return f"{100 * low:.0f}–{100 * high:.0f}"


def memory(nodes: int, capacity: int) -> str:
    """How full the arena is: "5 % of 64 k"."""
    return f"{percent(nodes / capacity)} of {size(capacity)}" if capacity > 0 else NOTHING


def clock(seconds: float | None) -> str:
    """Time left: "4:12", with tenths in the last ten seconds; "" for no clock."""
    if seconds is None:
        return ""
    left = max(0.0, seconds)
    if left < 10:
        return f"0:{math.floor(left * 10) / 10:04.1f}"
    whole = math.floor(left)
    return f"{whole // 60}:{whole % 60:02d}"


def duration(seconds: float) -> str:
    """A time for people: "40 s", "12 min", "3 h 20 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def after(turn: int, word: str) -> str:
    """Where the position after so many turns is, by the turns that are counted from 1: "after round
    5", "before round 1". The next decision makes the turn that follows.
    """
    return f"after {word} {turn}" if turn else f"before {word} 1"


def ahead(ply: int, word: str = "turn") -> str:
    """How far ahead: "this turn", then "turn +1"."""
    return f"this {word}" if ply == 0 else f"{word} +{ply}"


def errors(count: float, word: str = "standard errors", over: str = "over ") -> str:
    """A distance in joint standard errors: "3.2 standard errors", "12 standard errors"; what is
    far away is `over` some number.
    """
    digits = 1 if abs(count) < WHOLE else 0
    return f"{real(count, digits)} {word}" if abs(count) < FAR else f"{over}{FAR} {word}"


def settled(unsettled: float) -> str:
    """Whether the best action stayed the same in the last tenth of the search: "unchanged"."""
    if math.isnan(unsettled):
        return NOTHING
    return "unchanged" if unsettled <= 0 else f"{percent(unsettled)} changed"


def agreed(agrees: bool | None) -> str:
    """Whether the agents expect one joint line: "all agree", "they differ"; a dash where that has
    no meaning.
    """
    return NOTHING if agrees is None else "all agree" if agrees else "they differ"


def rank(place: int, of: int) -> str:
    """A place in words: "first of 7", "second of 7", "4th of 7"."""
    first = ("first", "second", "third")
    return f"{first[place]} of {of}" if place < len(first) else f"{place + 1}th of {of}"


def nice_ceiling(x: float) -> float:
    """The next number in 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten: where an axis ends, so
    that it grows in steps.
    """
    if not math.isfinite(x) or x <= 0:
        return 1.0
    power = float(10 ** math.floor(math.log10(x)))
    for step in (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0):
        if x <= step * power * (1 + 1e-9):
            return step * power
    return 10.0 * power


def nice_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that divides `span` into at most `most`
    parts.
    """
    if not math.isfinite(span) or span <= 0 or most < 1:
        return 1.0
    power = float(10 ** math.floor(math.log10(span / most)))
    steps = (1.0, 2.0, 2.5, 5.0, 10.0)
    return next(s * power for s in steps if span / (s * power) <= most * (1 + 1e-9))


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
