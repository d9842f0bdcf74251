"""What public sheets do against the standard, and every player understands, plays with a remark."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.gdl.reading import SheetError
from engines.gdl.sheet import sheet_of
from engines.own_files import loaded, named_in
from tests.engines.gdl.agreeing import difference

START = """(role left) (role right)
(init (step 0)) (init (coin a)) (init (coin b))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next (coin ?c)) (true (coin ?c)) (not (does left (take ?c))))
(<= (legal left (take ?c)) (true (coin ?c)))
(<= (legal left wait) (true (step ?x)))
(<= terminal (true (step ?x)) (succ 2 ?x))
"""
REST = "(legal right wait) (goal left 50) (goal right 50)\n"
LOOSE = {
    "whose move": START + "(goal left 50) (goal right 50) (<= (legal ?r wait) (true (step ?n)))",
    "whose goal": START + "(legal right wait) (<= (goal ?who 70) (true (step 3)))",
    "none at all": START + REST + "(<= (next poor) (not (true (coin ?c))))",
    "none of its own": START + REST + "(<= (next last) (true (step ?x)) (not (succ ?x ?more)))",
    "distinct from all": START + REST + "(<= (next odd) (true (step ?x)) (distinct ?free ?x))",
    "goal by what is done": START
    + REST
    + "(<= (moved ?r) (does ?r (take ?c)))(<= (goal left 100) (moved left))"
    "(<= (goal right 90) (not (moved left)))(<= (next seen) (moved left))",
    "end by what is done": START
    + REST
    + "(<= terminal (does left wait))(<= terminal (true (coin a)) (not (does left wait))"
    " (true (step 2)))",
}
PLAIN = {
    "spaces and comments": START + REST + "(<=   (next  odd )\t(true(step 1));é (\r\n)\r\n",
    "no body": START + REST + "(<= (next always))",
    "an odd hint": START + REST + "(base coin ( val a b ) ( val 1 ))(<= (input ?r wait) (role ?r))",
    "or in not": START + REST + "(<= (next odd) (true (step ?x)) (not (or (succ ?x 2) (and "
    "(true (coin a)) (not (true (coin b)))))))",
    "distinct first": START + REST + "(<= (next odd) (distinct ?x 1) (true (step ?x)))",
    "word and functor": START + REST + "(<= (next (odd)) (true (step 1)))\n"
    "(<= (next even) (true odd))",
    "said twice": START + REST * 2 + "(<= (next odd) (true (step 1)))" * 2,
    "never true": START + REST + "(<= (next odd) (true (never ?x)) (does right (go ?x)))",
    "two goals": START + REST + "(<= (goal left 100) (true (coin a)))",
}


@pytest.mark.parametrize("name", [*LOOSE, *PLAIN])
def test_it_plays_as_the_plain_interpreter_does(name: str) -> None:
    text = (LOOSE | PLAIN)[name]
    assert difference(text, 60) == ""
    lines = [line for line, _ in sheet_of(text).remarks if line > 1]
    assert bool(lines) == (name in LOOSE)
    assert all(text.splitlines()[line - 1].count("(<=") for line in lines)


def test_letters_that_are_not_utf_8_stay_apart(tmp_path: Path) -> None:
    """Old sheets are in Latin-1: two names that differ in such a letter are two."""
    path = tmp_path / "old.kif"
    path.write_bytes((START + REST + "(init caf\xe9) (init caf\xe8)").encode("latin-1"))
    (kind,) = named_in(loaded(path)).values()
    assert {"caf\xe9", "caf\xe8"} <= {*sheet_of(kind.text).facts}


@pytest.mark.parametrize("rule", ["(<= (next (odd ?z)) (true (step 1)))", "(legal ?r (take ?c))"])
def test_what_nobody_can_tell_is_refused(rule: str) -> None:
    with pytest.raises(SheetError, match=r"variable"):
        sheet_of(START + REST + rule)
