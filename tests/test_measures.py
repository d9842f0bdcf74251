"""What `python -m tests.measures` counts, on a small house."""

from __future__ import annotations

from pathlib import Path

from tests.measures import PRODUCT, House, allowed
from tests.mutants import mutants, near_tests

SINGLE, CROWDED, FLOORS, CIRCLES = 178, 133, 8, 5
REACHED, REACHED_SEARCH = 0.25, 0.5  # for each 1,000 lines

PARTS = {
    "a/__init__.py": '"""A."""\n',
    "a/first.py": '''"""First,
of two."""

import os

from a import second
from b.third import Bee


class Bee2(Bee):
    # a word
    def work(self) -> object:
        """Works."""
        return second._hidden, self._own, os.name
''',
    "a/second.py": '"""Second."""\n\n_hidden = 1\n\n\nclass Bee:\n    """Another."""\n',
    "b/__init__.py": '"""B."""\n',
    "b/third.py": """'Third.'


class Bee:
    def f(a, b, c, d, e, g, h): ...
""",
}


def house(folder: Path) -> House:
    """The parts, as files."""
    for name, text in PARTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return House(["a", "b"], folder)


def test_lines_are_told_by_kind(tmp_path: Path) -> None:
    first = next(file for file in house(tmp_path).files if file.name == "a.first")
    assert first.kinds == {"docstring": 3, "import": 3, "comment": 1, "code": 3, "blank": 4}


def test_what_hangs_together_is_found(tmp_path: Path) -> None:
    found = house(tmp_path)
    assert found.single == ["a.second"], "a.first has no importer, b.third one of another folder"
    assert found.arrows == {"a": {"b"}, "b": set()} and found.floors == 2 and not found.circles
    assert found.twice == ["Bee"] and found.crowded == 1
    assert found.reached_into == 1000 / found.lines, "second._hidden alone"


def test_a_circle_of_rooms_is_one_floor(tmp_path: Path) -> None:
    house(tmp_path)
    (tmp_path / "b" / "back.py").write_text('"""Back."""\n\nfrom a.second import Bee\n')
    found = House(["a", "b"], tmp_path)
    assert found.circles == [{"a", "b"}] and found.floors == 1


def test_no_room_grows_unnoticed() -> None:
    """Who has a reason writes the table anew, `python -m tests.measures --rooms`, and says why."""
    most, now = allowed(), House(PRODUCT).large_rooms
    assert {room: lines for room, lines in now.items() if lines > most.get(room, 0)} == {}
    assert not most.keys() - now.keys(), "rooms that are gone"


def test_the_house_hangs_together_no_worse() -> None:
    """The figures of today as limits; who lowers one lowers the limit with it."""
    found = House(PRODUCT)
    assert len(found.single) <= SINGLE and found.crowded <= CROWDED
    assert found.reached_into <= REACHED and House(["search"]).reached_into <= REACHED_SEARCH
    assert found.twice == []
    assert House(["lab"]).floors <= FLOORS and len(found.circles) <= CIRCLES


def test_mutants_are_python_with_one_fault_and_know_their_tests(tmp_path: Path) -> None:
    text = "def f(a: int, b: bool) -> int:\n    'é: 1.'\n    return a  +  1 if not b else 0\n"
    house(tmp_path)
    for name, text_of in (
        ("a/faulty.py", text),
        ("tests/b/test_x.py", "import a.second"),
        ("tests/a/test_y.py", "import a.first"),
        ("tests/a/test_z.py", "import a.faulty"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text_of, encoding="utf-8")
    found = House(["a", "b", "tests"], tmp_path)
    file = {each.name: each for each in found.files}
    made = {each.source() for each in mutants(file["a.faulty"])}
    assert {each.splitlines()[-1].split("return ")[1] for each in made} == {
        "((a) - (1)) if not b else 0",
        "a  +  2 if not b else 0",
        "a  +  1 if (b) else 0",
        "a  +  1 if not b else 1",
    }
    near = [str(each) for each in near_tests(file["a.second"], found)]
    assert near == ["tests/a/test_y.py", "tests/b/test_x.py"]
