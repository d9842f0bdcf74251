"""The house rules that no tool checks: what files may say, how long they are, and that the other
checks really run.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import games

ROOT = Path(__file__).parent.parent
PACKAGES = ("engines", "search", "lab", "resources")
TEXT = {".py", ".md", ".toml", ".txt", ".cfg", ".yml", ".json", ".svg", ".html", ""}
HOSTS = {
    "docs.astral.sh",
    "doi.org",
    "arxiv.org",
    "github.com",
    "www.codingame.com",
    "scripts.sil.org",
    "semver.org",
    "www.w3.org",
}
FORBIDDEN = {
    # see EntryModel: what has both owners was freed twice
    "an item that Qt and Python own": r"\bQ(ListWidget|TreeWidget|TableWidget|Standard)Item\b",
    "a host beside those of HOSTS": rf"https?://(?!({'|'.join(map(re.escape, HOSTS))})(/|\b))",
    "where packages come from": r"--?(index-url|extra-index|find-links|trusted-host|default-index)",
    "a path of one machine": r"(?<![\w.~/])/(work|root|home|Users|srv|mnt)/\w",
    "unfinished work": r"\b(TODO|FIXME|XXX|HACK)\b",
}
NAMED = {  # where in lab a game is named, and why
    "connect_four": {"lab/lesson/mcts/positions.py": "a lesson is about this game"},
    "matrix": {
        "lab/lesson/decoupled/": "likewise",
        "lab/lesson/smitsimax/positions.py": "an example of a position",
    },
    "pacman": {"lab/lesson/mazes.py": "likewise"},
    "tictactoe": {"lab/lesson/mcts/positions.py": "likewise"},
    "csb": {
        "lab/cli/demo.py": "the demo is a match of it",
        "lab/ui/explore/page.py": "the game of the first experiment",
        "lab/ui/setup/usual.py": "the match that the lab opens with",
    },
    "textbook": {
        "lab/lesson/": "lessons are about this game",
        "lab/ui/lessons/": "the page of lessons",
    },
    "tron": {
        "lab/cli/bot.py": "an example of options in a help text",
    },
}
LONGEST_FILE = 400
LONGER = {  # files that are one idea, their most lines, and why they are not two
    "lab/live/conductor.py": (480, "all commands of a match, each with what it does"),
    "lab/ui/trees/bars.py": (440, "what is drawn of a root action stands with its bars"),
    "lab/ui/trees/layers_view.py": (420, "a beam's page is its picture with words"),
    "lab/ui/trees/pages.py": (470, "both arrangements of bands, and what Simple shows of them"),
    "lab/ui/timeline/timeline.py": (440, "curves, lanes and play head are one picture"),
    "lab/ui/maps/page.py": (430, "the maps of a position and their table"),
    "lab/lesson/sentences.py": (470, "its sentences and their phrases are one class"),
    "lab/ui/lessons/lesson_page.py": (450, "what six lessons share around their pictures"),
}
LONGEST_LINE = 100  # of prose; ruff measures code
MOST_UNRELEASED = 30  # lines of the changelog on what is to come
FENCED = re.compile(r"(?ms)^```.*?^```$")
SUPPRESSION = re.compile(r"#\s*(noqa(?!: [A-Z]+\d+)|type: ignore(?!\[[a-z-]+\]))")


def tracked() -> list[Path]:
    """The files under version control; without it (an unpacked archive) there is nothing to look
    at.
    """
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode:
        pytest.skip("not a checkout")
    return [path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def modules() -> Iterator[Path]:
    """Every module of the product and its tests."""
    for package in (*PACKAGES, "tests"):
        yield from sorted((ROOT / package).rglob("*.py"))


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        at(path, number)
        for path in tracked()
        if path.suffix in TEXT and path != Path(__file__) and "traces" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, f"{what}: {', '.join(found)}"


def test_every_module_says_what_it_is() -> None:
    silent = [
        at(path, 1)
        for path in modules()
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent, f"no docstring: {', '.join(silent)}"


def test_syntax_trees_are_made_in_one_place() -> None:
    """Threads must not make them at once, see `engines.syntax`."""
    made = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"\bast\.(parse|literal_eval)\(", path.read_text(encoding="utf-8"))
    }
    assert made == {"engines/syntax.py"}


def test_no_file_is_too_long_to_read() -> None:
    long = [
        f"{name} ({n})"
        for path in modules()
        if (n := len(path.read_text(encoding="utf-8").splitlines()))
        > LONGER.get(name := path.relative_to(ROOT).as_posix(), (LONGEST_FILE, ""))[0]
    ]
    assert not long, f"more than {LONGEST_FILE} lines: {', '.join(long)}"
    assert not [name for name in LONGER if not (ROOT / name).exists()]


def test_the_changelog_says_each_thing_once() -> None:
    unreleased = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    lines = [line for line in unreleased.splitlines()[1:] if line.strip()]
    assert len(lines) <= MOST_UNRELEASED
    assert len(set(lines)) == len(lines), "a line stands there twice"


def test_prose_is_wrapped() -> None:
    """Tables, pictures and code may be wider."""
    wide = [
        at(path, number)
        for path in tracked()
        if path.suffix == ".md"
        for number, line in enumerate(FENCED.sub(blank, path.read_text("utf-8")).splitlines(), 1)
        if len(line) > LONGEST_LINE and not line.startswith(("|", "<", "![", "    "))
    ]
    assert not wide, f"more than {LONGEST_LINE} columns: {', '.join(wide)}"


def blank(code: re.Match[str]) -> str:
    """As many empty lines as a block of code has."""
    return "\n" * code[0].count("\n")


def test_every_suppression_names_its_code() -> None:
    bare = [
        at(p, n)
        for p in modules()
        for n, line in enumerate(p.read_text(encoding="utf-8").splitlines(), 1)
        if SUPPRESSION.search(line)
    ]
    assert not bare, f"a suppression without a code: {', '.join(bare)}"


def test_every_check_is_part_of_make_test() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    for check in ("ruff check", "ruff format --check", "mypy --strict", "lint-imports", "pytest"):
        assert check in recipe, f"make test does not run {check}"
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").split()[-2:] == ["make", "test"]


def test_the_rooms_are_guarded_without_naming_a_game_or_an_algorithm() -> None:
    contracts = {
        c["id"]: c
        for c in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
            "importlinter"
        ]["contracts"]
    }
    assert contracts["layers"]["layers"] == ["lab", "search", "engines", "resources"]
    assert {"PySide6", "pyqtgraph"} <= set(contracts["qt"]["forbidden_modules"])
    assert contracts["games"]["modules"] == ["engines.*"]
    assert contracts["algorithms"]["modules"] == ["search.*"]


def test_lab_knows_no_game_by_name() -> None:
    """A game is one folder, so nothing in lab has to follow when one is added."""
    named = {(game, where) for game, places in NAMED.items() for where in places}
    found = {
        (game, next((each for each in NAMED.get(game, ()) if where.startswith(each)), where))
        for path in sorted((ROOT / "lab").rglob("*.py"))
        for where in [path.relative_to(ROOT).as_posix()]
        for game in games_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == named


def games_in(module: ast.Module) -> set[str]:
    """The games whose modules a module imports, and those that its strings name as on the command
    line, docstrings excluded.
    """
    nodes = list(ast.walk(module))
    documents = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documents
    ]
    texts += [
        f"{node.module}.{each.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    ]
    texts += [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
    names = "|".join(games())
    found = re.compile(rf"(?s:^({names})$|\bengines\.({names})\b|\b({names}):\w)")
    return {name for text in texts for groups in found.findall(text) for name in groups if name}


def test_the_pinned_versions_are_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [
        line
        for line in lines
        if not line.startswith("#") and not re.fullmatch(r"[\w.-]+==[\w.]+", line)
    ]
    assert not odd
