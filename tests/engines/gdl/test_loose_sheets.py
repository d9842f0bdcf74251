"""What public sheets do against the standard, and every player understands, plays with a remark."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.gdl import grounding
from engines.gdl.reading import SheetError, rules_of
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
LOOSE |= {
    "users bind all": START
    + REST
    + "(<= (apart ?a ?b ?c) (distinct ?a ?b) (role ?c))(<= (apart ?a ?b ?c) (distinct ?c ?b))"
    "(<= (next odd) (true (step ?x)) (succ ?x ?y) (apart ?x ?y 1) (not (apart ?y ?y 2)))",
    "same": START + REST + "(<= (same ?x ?x) (succ 0 1))\n"
    "(<= (next even) (true (step ?x)) (succ ?x ?y) (or (same ?y 2) (same ?x 0)))",
    "users of users": START
    + REST
    + "(<= (free ?c ?n) (true (coin ?c)))(<= (free ?c ?n) (taken ?c ?n ?c))"
    "(<= (taken ?c ?n ?d) (not (true (coin ?c))) (succ ?m ?n) (free ?d ?m))"
    "(<= (next (loose ?c)) (coins ?c) (succ ?m 2) (free ?c ?m))(coins a)(coins b)",
    "sums": START
    + REST
    + "(<= (sum ?x 0 ?x) (succ 0 1))(<= (sum ?x ?y ?z) (succ ?p ?y) (succ ?q ?z) (sum ?x ?p ?q))"
    "(<= (more ?a ?b) (succ ?x ?y) (not (succ ?x 1)) (sum ?b ?x ?a))"
    "(<= (next (total ?z)) (true (step ?x)) (sum ?x 1 ?y) (sum ?y 1 ?z) (more 2 ?x))",
}
PLAIN = {
    "one name for two": START
    + REST
    + "(<= (odd ?x ?y) (succ ?x ?y) (true (step ?x)))(<= (odd ?x) (succ ?x ?y) (not (odd ?x ?y)))"
    "(<= (next (odd ?x)) (odd ?x))(<= (next even) (odd ?x ?y))",
    "not another goal": START + "(legal right wait) (<= (goal left 0) (true (coin a)))"
    "(<= (goal left 100) (not (goal left 0))) (<= (goal right 20) (not (goal left 100)))",
    "every other one": START
    + REST
    + "(<= (even ?y) (succ ?x ?y) (not (even ?x)))(<= (next odd) (true (step ?x)) (even ?x))"
    "(<= (open ?y) (succ ?x ?y) (not (open ?x)) (true (step ?z)))(<= (next even) (open 3))",
    "useless and wrong": START + REST + "(<= (p ?x) (not (q ?x)))(<= (q ?x) (p ?x))"
    "(<= (init (f ?x)) (never ?x))(<= (never ?x) (role ?x) (distinct ?x ?x))",
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


# stones on a line are counted by handing the count on: of all counts that there could be, few can
COUNTING = (
    START
    + "".join(f"(place {k})(after {k} {k + 1})" for k in range(12))
    + "".join(f"(number {k})(plus {k} {k + 1})" for k in range(25))
    + """(legal right wait) (<= (goal left 100) (all ?n ?m) (plus ?m ?n)) (goal right 50)
(<= (legal left (put ?k)) (place ?k) (not (true (stone ?k))))
(<= (next (stone ?k)) (or (true (stone ?k)) (does left (put ?k))))
(<= (all ?n ?m) (count 0 0 0 ?n ?m))
(<= (count 12 ?n ?m ?n ?m) (number ?n) (number ?m))
(<= (count ?k ?n ?m ?x ?y) (true (stone ?k)) (plus ?n ?o) (number ?m) (after ?k ?l)
 (count ?l ?o ?m ?x ?y))
(<= (count ?k ?n ?m ?x ?y) (place ?k) (not (true (stone ?k))) (plus ?m ?o) (number ?n) (after ?k ?l)
 (count ?l ?n ?o ?x ?y))
"""
)


def test_what_would_be_too_much_is_made_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grounding, "MANY", 5_000)
    assert grounding.ground(rules_of(COUNTING)).count < 4_000
    assert difference(COUNTING, 12) == ""


def test_a_rule_of_very_many_variables_is_made_where_it_is_asked_for() -> None:
    names = " ".join(f"?v{k}" for k in range(30))
    bits = " ".join(f"(bit ?v{k})" for k in range(30))
    text = START + REST + f"(bit 0)(bit 1)(<= (deep {names}) {bits} (true (step ?v0)))"
    assert difference(text + f"(<= (next odd) (deep 1 {'0 ' * 29}))", 30) == ""


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
