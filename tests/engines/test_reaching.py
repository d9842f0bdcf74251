"""What kernels are kept under: an edit of a file's words, pictures and texts changes nothing of it,
and one that changes a rule always does.
"""

from __future__ import annotations

import ast
import inspect
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import own_files
from engines.jit import digest
from engines.knobs import KnobError
from engines.lifting import written_back
from engines.own_files import named_in, renew, version_of
from engines.reaching import SHOWN, reached

RACE = Path(__file__).parent / "toys" / "race.py"
TEXT = RACE.read_text(encoding="utf-8")
# what is edited, and how: kernels stay
HARMLESS = {
    "a comment": ("    mover = s.turn % 2\n", "    mover = s.turn % 2  # who moves\n"),
    "the layout": ("out[0] = 0.0\n", "out[0] =   0.0\n\n"),
    "a docstring": ('"""How far it still is."""', '"""The way to the end."""'),
    "a colour": ('"agent0", "agent1"', '"ink", "agent1"'),
    "a size": ("SIZE = 0.4", "SIZE = 0.3"),
    "a part of the picture": ("return 0.5 + agent", "return 0.6 + agent"),
    "a label": ("WORDS[action].title()", "WORDS[action].upper()"),
    "a word": ('"three"', '"drei"'),
    "the title": ('title = "Race"', 'title = "A race"'),
    "the text": ("{state.turn}", "{state.turn} x"),
    "a number of the evaluation": ("0.02 * ahead", "0.05 * ahead"),
    "a weight's own number": ("number(0.1, 0.0", "number(0.2, 0.0"),
    "a weight's words": ('"Lead"', '"Ahead"'),
    "another way to say": (
        "def send(",
        "def spoken(self, label: str) -> str:\n        return label\n\n    def send(",
    ),
    "an import for the picture": ("Circle, Rect, Scene\n", "Circle, Line, Rect, Scene\n"),
    "an empty word": ("class Race", "EMPTY = ''\n\n\nclass Race"),
}
# kernels do not
GRAVE = {
    "a rule": ("s.turn += 1", "s.turn += 2"),
    "a constant": ("TURNS = 30", "TURNS = 40"),
    "a table": ("[1, 2, 3]", "[1, 2, 4]"),
    "a helper": ("return N - s.at", "return N + 1 - s.at"),
    "the evaluation": ("- 0.015 * s.turn", "- 0.015 * s.turn * s.turn"),
    "one number more": ("- 0.015 * s.turn", "- 0.015 * s.turn * 0.5"),
    "a number that is none of the weights": ("2.0 * s.lost", "1.5 * s.lost"),
    "a fact": ("max_actions = 3", "max_actions = 4"),
    "a field": ('("lost", np.int32)', '("lost", np.int64)'),
    "a weight": (
        "    lead: float",
        '    more: float = number(0.1, 0, 1, "More", "x")\n    lead: float',
    ),
    "a decorator": ("@rule\ndef ahead", "@inlined\ndef ahead"),
    "a default": ("def ahead(s: Any, agent: int)", "def ahead(s: Any, agent: int = 0)"),
    "a rule in place of another": ("outcome, value)", "outcome, outcome)"),
    "a later table": ("class Race", "STEPS = STEPS * 2\n\n\nclass Race"),
    "a table changed in place": ("class Race", "STEPS[0] = 2\n\n\nclass Race"),
    "a table changed by a call": ("class Race", "STEPS.sort()\n\n\nclass Race"),
    "a rule changed from outside": ("class Race", "ahead = rule(lambda s, a: 1)\n\n\nclass Race"),
    "the start": ("return self.blank()", "state = self.blank()\n        return state"),
}
# a file of which nobody knows what it does: all of it counts
DOUBTFUL = {
    "a label that changes a table": (
        "return WORDS[action].title()",
        "STEPS[0] = 2\n        return ''",
    ),
    "one that does so by another name": (
        "return WORDS[action].title()",
        "t = STEPS\n        t[0] = 2\n        return ''",
    ),
    "one that has it changed": (
        "return WORDS[action].title()",
        "np.copyto(STEPS, 1)\n        return ''",
    ),
    "one that hands it on": ("return 0.5 + agent", "other(STEPS)\n    return 0.5"),
    "one that changes the game": (
        "return WORDS[action].title()",
        "self.longest = 3\n        return ''",
    ),
    "a global": ("return WORDS[action].title()", "global N\n        N = 3\n        return ''"),
    "setattr": ("return WORDS[action].title()", "setattr(self, 'x', 3)\n        return ''"),
    "a star": ("from engines.jit import rule", "from engines.jit import rule\nfrom math import *"),
    "a base from elsewhere": ("class Race(Game)", "class Race(Base)"),
}


def key(text: str) -> str:
    return reached(ast.parse(text))


def edited(old: str, new: str, text: str = TEXT) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def lifted_key(text: str, folder: Path) -> str:
    """The key of a file as it is loaded."""
    file = folder / "race.py"
    file.write_text(text, encoding="utf-8")
    version = version_of(named_in(renew(file))["race"])
    assert version is not None
    return version.kernels


@pytest.fixture(autouse=True)
def forgets() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in {each for each in set(sys.modules) - before if each.startswith("loaded_")}:
        del sys.modules[name]


pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.mark.parametrize("what", HARMLESS)
def test_what_is_only_shown_keeps_the_kernels(what: str, tmp_path: Path) -> None:
    assert lifted_key(edited(*HARMLESS[what]), tmp_path) == lifted_key(TEXT, tmp_path)


@pytest.mark.parametrize("what", GRAVE)
def test_what_a_rule_reaches_changes_them(what: str) -> None:
    assert key(edited(*GRAVE[what])) != key(TEXT)


@pytest.mark.parametrize("what", DOUBTFUL)
def test_in_doubt_the_whole_file_counts(what: str) -> None:
    doubtful = edited("class Race", "def other(t):\n    t[0] = 2\n\n\nclass Race")
    doubtful = edited(*DOUBTFUL[what], doubtful)
    assert key(edited("SIZE = 0.4", "SIZE = 0.3", doubtful)) != key(doubtful)


def reach_of(kind: Any) -> str:
    """What the functions of its rules are, found from the functions themselves: another way to the
    same.
    """
    found, todo, parts = (
        set[int](),
        [getattr(kind.rules, n) for n in kind.rules.__dataclass_fields__],
        list[str](),
    )
    while todo:
        function = getattr(each := todo.pop(), "py_func", each)
        if not inspect.isfunction(function) or id(function) in found:
            continue
        found.add(id(function))
        code = function.__code__
        parts.append(
            repr(
                (code.co_code, code.co_names, [c for c in code.co_consts if c != function.__doc__])
            )
        )
        for name in sorted(code.co_names):
            known = function.__globals__.get(name)
            if inspect.isfunction(getattr(known, "py_func", known)):
                todo.append(known)
            elif isinstance(known, np.ndarray | int | float | tuple):
                parts.append(f"{name} {np.asarray(known).tolist()}")
    facts = (kind.max_actions, kind.longest, str(kind.dtype), len(kind().weights()))
    return "\n".join([*sorted(parts), repr(facts)])


def numbers_in(text: str) -> list[ast.Constant]:
    nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant)]
    return [n for n in nodes if isinstance(n.value, int | float) and not isinstance(n.value, bool)]


def test_random_numbers(tmp_path: Path) -> None:
    """Each number of the file turned: where the rules are others, so is the key."""
    rng, lines, file = random.Random(1), TEXT.splitlines(), tmp_path / "race.py"
    file.write_text(TEXT, encoding="utf-8")
    first = named_in(renew(file))["race"]
    before, kept = reach_of(first), 0
    for node in rng.sample(numbers_in(TEXT), 40):
        row, at = lines[node.lineno - 1], slice(node.col_offset, node.end_col_offset)
        more = row[: at.start] + repr(node.value + 1) + row[at.stop :]
        file.write_text("\n".join([*lines[: node.lineno - 1], more, *lines[node.lineno :]]))
        try:
            kind = named_in(renew(file))["race"]
        except KnobError:
            continue
        same = version_of(kind).kernels == version_of(first).kernels  # type: ignore[union-attr]
        kept += same
        assert not same or reach_of(kind) == before, more
    assert kept > 5


def test_methods_that_are_only_shown_are_asked_by_no_kernel() -> None:
    """No search builds something of what is only shown."""
    for path in sorted((Path(__file__).parents[2] / "search").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in (
                "game",
                "kind",
            ):
                assert node.attr not in SHOWN, f"{path.name}:{node.lineno}"


def test_a_module_beside_the_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "beside_race.py").write_text("SPEED = 1\n")
    text = edited("N = 12", "from beside_race import SPEED\n\nN = 12")
    text = edited("s.turn += 1", "s.turn += SPEED", text)
    (tmp_path / "race.py").write_text(text)
    said = set[str]()
    for speed in (1, 2):
        (tmp_path / "beside_race.py").write_text(f"SPEED = {speed}\n")
        os.utime(tmp_path / "beside_race.py", (1, 1))
        ask = (
            "import sys; from pathlib import Path; from engines import own_files, jit;"
            "print(jit.digest((), own_files.loaded(Path('race.py')).__name__))"
        )
        done = subprocess.run(
            [sys.executable, "-c", ask],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": f"{Path(__file__).parents[2]}{os.pathsep}{tmp_path}"},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 2


# -- versions --------------------------------------------------------------------------------------


def test_an_older_version_keeps_what_it_was(tmp_path: Path) -> None:
    """Each version has kernels, a digest and a text of its own."""
    file = tmp_path / "race.py"
    file.write_text(TEXT, encoding="utf-8")
    first = named_in(own_files.loaded(file))["race"]
    file.write_text(edited(*GRAVE["a rule"]), encoding="utf-8")
    second = named_in(renew(file))["race"]
    file.write_text(edited(*HARMLESS["a label"]), encoding="utf-8")
    third = named_in(renew(file))["race"]
    assert named_in(own_files.loaded(file))["race"] is third
    assert len({own_files.digest_of(each) for each in (first, second, third)}) == 3
    assert digest((), first.__module__) == digest((), third.__module__)
    assert digest((), first.__module__) != digest((), second.__module__)
    assert own_files.file_of(first) == file.resolve()


def test_a_version_that_cannot_be_loaded_leaves_the_last_one(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(TEXT, encoding="utf-8")
    first = named_in(own_files.loaded(file))["race"]
    file.write_text(TEXT + "\nraise ValueError('no')\n", encoding="utf-8")
    with pytest.raises(KnobError, match=r"race\.py cannot be loaded: line \d+: ValueError: no"):
        renew(file)
    assert named_in(own_files.loaded(file))["race"] is first


# -- numbers as weights ----------------------------------------------------------------------------


def test_a_number_of_the_evaluation_is_a_weight(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(TEXT, encoding="utf-8")
    kind = named_in(own_files.loaded(tmp_path / "race.py"))["race"]
    version, game = version_of(kind), kind()
    assert version is not None and [each.value for each in version.numbers] == [0.02, 0.015]
    assert game.weights().tolist() == [0.1, 0.02, 0.015]
    state, out, plain = game.initial(1), np.zeros(2), np.zeros(2)
    state.at[:] = 4, 1
    game.rules.value(state, game.weights(), out)
    assert out[0] == np.tanh(0.1 * 3 + 0.02 * 11)
    game.rules.value(state, np.array([0.1, 0.5, 0.0]), plain)
    assert plain[0] == np.tanh(0.1 * 3 + 0.5 * 11)
    row = TEXT.splitlines()[version.numbers[0].line - 1]
    assert row[version.numbers[0].column : version.numbers[0].end] == "0.02"


@pytest.mark.parametrize(
    "edit",
    [
        ("s.turn >= TURNS", "value(s, s.at, s.at)"),  # another one hands it an array of its own
        ("    if is_over(s):\n        outcome(s, out)", "    if w.size:\n        outcome(s, out)"),
        ("return self.blank()", "return self.rules.value"),
        ("    lead: float", "    def more(self): ...\n    lead: float"),
    ],
)
def test_where_its_weights_are_read_otherwise_nothing_is_lifted(
    edit: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "race.py").write_text(edited(*edit), encoding="utf-8")
    version = version_of(named_in(own_files.loaded(tmp_path / "race.py"))["race"])
    assert version is not None and not version.numbers


def test_numbers_are_written_back(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(TEXT, encoding="utf-8")
    version = version_of(named_in(own_files.loaded(tmp_path / "race.py"))["race"])
    assert version is not None
    after = written_back(TEXT, version.numbers, [0.05, 0.015])
    assert after == edited("0.02 * ahead", "0.05 * ahead")
    with pytest.raises(ValueError, match="line"):
        written_back(edited("import", "\nimport"), version.numbers, [0.05, 0.02])
