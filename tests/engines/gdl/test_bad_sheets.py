"""What is wrong with a sheet is said in one sentence, with its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engines.gdl.grounding import ground
from engines.gdl.net import LiteralNet
from engines.gdl.reading import SheetError, rules_of
from engines.gdl.sheet import sheet_of
from engines.gdl.tables import pack

SHEETS = Path(__file__).with_name("sheets")
GOOD = """(role a)
(init (step 0))
(succ 0 1)
(succ 1 2)
(legal a go)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 2)))
(goal a 100)
"""
BAD = {
    "(<= (next (seen ?z)) (true (step ?x)))": (9, "?z"),
    "(<= (p) (not q))\n(<= (q) (not p))\n(<= (next x) p)": (9, "negation"),
    "(<= (p) (q))\n(<= (q) (not p) (true (step 1)))\n(<= (next x) p)": (10, "negation"),
    "(<= (next (step (s ?x))) (true (step ?x)))": (9, "grow"),
    "(<= (sees a ?x) (true (step ?x)))": (9, "sees"),
    "(<= (legal a stop) (does a go))": (9, "done"),
    "(<= (init (other ?x)) (true (step ?x)))": (9, "position"),
    "(init a b)": (9, "argument"),
    "(<= (true (step 1)) (true (step 0)))": (9, "true"),
    "(goal a 101)": (9, "100"),
    "(goal a much)": (9, "100"),
    "(points much)\n(<= (goal a ?n) (points ?n))": (0, "100"),
    "(init (open)": (9, "not closed"),
    "(<=)": (9, "nothing"),
    "((f x) y)": (9, "name"),
    "(<= (big ?a ?b ?c ?d) (n ?a) (n ?b) (n ?c) (n ?d))\n(<= (next (big ?a ?b ?c ?d)) "
    "(big ?a ?b ?c ?d) (true (step ?x)))" + " ".join(f"(n {k})" for k in range(60)): (
        9,
        "ground",
    ),
}


@pytest.mark.parametrize("more", BAD, ids=range(len(BAD)))
def test_a_bad_rule_is_named_with_its_line(more: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.gdl.grounding.MOST", 20_000)
    line, word = BAD[more]
    with pytest.raises(SheetError) as refused:
        sheet_of(GOOD + more)
    assert refused.value.line == line and word in refused.value.said


@pytest.mark.parametrize("word", ["role", "terminal", "legal"])
def test_what_every_sheet_needs(word: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if word not in line)
    with pytest.raises(SheetError) as refused:
        sheet_of(text)
    assert word in refused.value.said


def test_roles_have_a_limit() -> None:
    with pytest.raises(SheetError) as refused:
        sheet_of(GOOD + "".join(f"(role r{k}) (legal r{k} go)" for k in range(8)))
    assert "roles" in refused.value.said


@pytest.mark.usefixtures("uncompiled")
def test_what_is_odd_is_remarked_and_plays() -> None:
    empty = sheet_of(GOOD.replace("(init (step 0))", ""))
    assert any("at the start" in said for _, said in empty.remarks)
    stuck = sheet_of(GOOD.replace("(legal a go)", "(<= (legal a go) (true (step 0)))"))
    assert any("no legal move" in said for _, said in stuck.remarks)
    goalless = sheet_of(GOOD.replace("(goal a 100)", "(<= (goal a 100) (true (step 1)))"))
    assert any("no goal" in said for _, said in goalless.remarks)
    endless = sheet_of(GOOD.replace("(true (step 2))", "(true (step 3))"))
    assert any("ended" in said for _, said in endless.remarks) or endless.remarks


@pytest.mark.usefixtures("uncompiled")
def test_a_sheet_in_which_nothing_can_happen_is_remarked() -> None:
    empty = sheet_of("(role a) (legal b go) (<= terminal (role c))")
    assert any("no legal move" in said for _, said in empty.remarks)


def damaged(text: str, draw: random.Random) -> str:
    """A sheet with a few words or signs changed."""
    for _ in range(draw.randrange(1, 3)):
        at, to = sorted(draw.randrange(len(text)) for _ in range(2))
        kind = draw.randrange(9) % 5
        if kind == 0:
            text = text[:at] + text[min(to, at + 20) :]
        elif kind == 1:
            text = text[:at] + draw.choice("() ?;\0\nxé") + text[at:]
        elif kind == 2:
            text = text[:to] + text[at : at + 30] + text[to:]
        else:
            words = text.split()
            k, m = draw.randrange(len(words)), draw.randrange(len(words))
            words[k] = words[m] if kind == 3 else draw.choice(("not", "or", "?x", "<=", "true"))
            text = " ".join(words)
    return text


def fuzz(count: int, seed: int) -> int:
    """Damages sheets; how many of them could still be played. Only SheetError may come."""
    draw = random.Random(seed)
    texts = [file.read_text() for file in sorted(SHEETS.glob("*.kif"))]
    played = 0
    for _ in range(count):
        try:
            pack(LiteralNet(ground(rules_of(damaged(draw.choice(texts), draw)), seconds=5.0)))
            played += 1
        except SheetError as error:
            assert "\n" not in str(error) and len(str(error)) < 300
    return played


def test_damaged_sheets_are_refused_or_play() -> None:
    assert 5 < fuzz(60, 1) < 60


@pytest.mark.long
def test_many_damaged_sheets() -> None:
    assert fuzz(10_000, 2) > 500
