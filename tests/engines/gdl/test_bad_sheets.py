"""What is wrong with a sheet is said in one sentence, with its line."""

from __future__ import annotations

import random
import re
import time
from itertools import accumulate
from pathlib import Path

import pytest

from engines.gdl.grounding import ground
from engines.gdl.net import LiteralNet
from engines.gdl.reading import Note, SheetError, rules_of
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
    "(<= (next x) (does a go) (not (next x)))": (9, "negation"),
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


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (pair (two ?x ?y)) (pair ?x) (pair ?y))(pair 0)",
        "(fold0 z)" + "".join(f"(<= (fold{k + 1} (f ?x ?x)) (fold{k} ?x))" for k in range(40)),
    ],
    ids=("of themselves", "in a row"),
)
def test_terms_that_double_are_refused_before_they_fill_the_memory(rules: str) -> None:
    with pytest.raises(SheetError, match="grow without end"):
        ground(rules_of(GOOD + rules + "(<= (next (seen ?x)) (fold40 ?x))(<= (next y) (pair ?x))"))


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


@pytest.mark.usefixtures("uncompiled")
def test_long_names_are_cut_in_what_is_said() -> None:
    name = "longest" * 9_000
    for more in list(BAD)[:3]:  # what their rules call q or ?z is said
        with pytest.raises(SheetError) as refused:
            sheet_of((GOOD + more).replace("q", name).replace("?z", f"?{name}"))
        assert len(str(refused.value)) < 300
    loose = sheet_of(GOOD + f"(<= (next (seen {name})) (distinct ?{name} 1) (true (step ?x)))")
    assert loose.notes and all(len(said) < 300 for _, said in loose.notes)
    stuck = sheet_of(GOOD.replace("(legal a go)", "(<= (legal a go) (true (step 0)))"))
    longer = sheet_of(
        GOOD.replace("(legal a go)", f"(role {name}) (legal a go) (goal {name} 0)")
        + f"(<= (legal {name} go) (true (step 0)))"
    )
    assert stuck.remarks and all(len(said) < 300 for _, said in longer.remarks)


def damaged(text: str, draw: random.Random) -> str:
    """A sheet with a few words, signs, names or rules changed."""
    for _ in range(draw.randrange(1, 3)):
        at, to = sorted(draw.randrange(len(text)) for _ in range(2))
        words = re.findall(r"[()]|[^\s()]+", text)
        k, m = draw.randrange(len(words)), draw.randrange(len(words))
        rules = re.findall(r"\(<= +(\([^()]*\)|[^\s()]+)", text) or ["(role a)"]
        one, other = draw.choice(rules), draw.choice(rules)
        deep = draw.choice((2, 30, 400, 3000, 50_000))
        kind = draw.randrange(14)
        if kind == 0:
            text = text[:at] + text[min(to, at + 20) :]
        elif kind == 1:
            text = text[:at] + draw.choice("() ?;\0\nxé") + text[at:]
        elif kind == 2:
            text = text[:to] + text[at : at + 30] + text[to:]
        elif kind == 3:  # circles, through negation too
            what = draw.choice((other, f"(not {other})"))
            text += f"(<= {one} {what})" + draw.choice(("", f"(<= {other} {one})"))
        else:
            if kind == 4:
                del words[k]
            elif kind == 5:
                words.insert(k, words[k])
            elif kind == 6:
                words[k], words[m] = words[m], words[k]
            elif kind == 7 and words[k] not in "()":  # one name for two things
                words = [words[m] if each == words[k] else each for each in words]
            elif kind == 8 and words[k] not in "()":
                words[k] = "( f " * deep + words[k] + " )" * deep
            elif kind == 9:
                words[k] = words[k][:9] * deep
            else:
                words[k] = draw.choice((words[m], "not", "or", "?x", "<=", "true", "next"))
            text = " ".join(words)
        text = text or "("
    return text


def fuzz(count: int, seed: int) -> int:
    """Damages sheets; how many of them can still be played. Only SheetError may come."""
    draw = random.Random(seed)
    texts = [file.read_text() for file in sorted(SHEETS.glob("*.kif"))]
    played = 0
    for _ in range(count):
        text, notes = damaged(draw.choice(texts), draw), list[Note]()
        begun = time.process_time()
        try:
            pack(LiteralNet(ground(rules_of(text, notes.append), seconds=5.0)))
            played += 1
        except SheetError as error:
            notes.append((error.line, error.said))
        except RecursionError:  # `sheet_of` says that terms are too deep
            assert max(accumulate({"(": 1, ")": -1}.get(sign, 0) for sign in text)) > 64
        assert time.process_time() - begun < 60
        assert all(said and "\n" not in said and len(said) < 300 for _, said in notes)
    return played


def test_damaged_sheets_are_refused_or_play() -> None:
    assert 2 < fuzz(100, 1) < 100


@pytest.mark.long
def test_many_damaged_sheets() -> None:
    assert fuzz(10_000, 2) > 500
