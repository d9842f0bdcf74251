"""The documents show what the commands print, and their commands can be read."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from engines import games
from lab.cli import COMMANDS, main
from lab.match.seats import opening, parse_game, parse_seat, suiting
from search import algorithms
from tests import ratings
from tests.docs import commands, gather, parsers

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "resources" / "docs"


def pages() -> list[Path]:
    """Every written document."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def said(page: Path) -> list[str]:
    """The commands of a page, as blocks or within lines, without their remarks."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^ {4}(smitsilab .*)", text, re.M)
    return [
        re.sub(r"\s+# .*", "", each)
        for each in (*blocks, *re.findall(r"`(smitsilab [^`]*)`", text))
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_every_command_can_be_read(page: Path) -> None:
    known = parsers()
    for line in said(page):
        words = shlex.split(line.replace("\\|", "|"))[1:]
        if (
            set(words) & {"--help", "COMMAND", "GAME", "NAME", "FOLDER"}
            or len(words) < 2
            or any(word.endswith((".py", ".kif")) for word in words)  # files of the page
        ):
            continue
        args = known[words[0]].parse_args(words[1:])
        game = getattr(args, "game", None)
        own = isinstance(game, str) and (".py" in game or "tron20" in game)  # not loaded here
        if isinstance(game, str) and words[0] != "conform" and not own:
            configured = parse_game(game)
            seats = getattr(args, "seat", None) or ()
            for seat in [seats] if isinstance(seats, str) else seats:
                if isinstance(seat, str) and "{" not in seat:
                    parse_seat(seat, configured)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text):
        assert (page.parent / "".join(link)).is_file(), f"{page.name}: {link}"


def test_every_page_is_in_the_contents(tmp_path: Path) -> None:
    gather(tmp_path)
    listed = {
        (index.parent / f"{line.strip()}.md").resolve()
        for index in tmp_path.rglob("index.md")
        for block in re.findall(r"```\{toctree\}\n(.*?)```", index.read_text("utf-8"), re.S)
        for line in block.splitlines()
        if line and not line.startswith(":")
    }
    every = {path.resolve() for path in tmp_path.rglob("*.md")}
    assert every - listed == {(tmp_path / "docs" / "index.md").resolve()} and listed <= every


def test_each_command_has_its_help_on_the_page(tmp_path: Path) -> None:
    page = commands()
    assert all(f"## smitsilab {name}\n" in page for name in COMMANDS)
    assert "### smitsilab arena play" in page and "--allow-programs" in page


def test_readme_and_architecture_are_short() -> None:
    for name, most in (("README.md", 150), ("ARCHITECTURE.md", 130)):
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= most, name


def test_the_matrix_is_the_one_that_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["list", "--matrix"])
    shown = (DOCS / "games.md").read_text(encoding="utf-8")
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    missing = [line for line in lines if f"    {line}\n" not in shown]
    assert lines and not missing, "the matrix is old; paste: smitsilab list --matrix"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (ratings.PAGE, ratings.overview),
        (ratings.STRENGTH, ratings.details),
    ],
)
def test_the_tables_of_strength_follow_from_the_results(
    path: Path, text: Callable[[], str]
) -> None:
    shown = path.read_text(encoding="utf-8")
    assert f"\n{text()}\n{ratings.END}" in shown, "write them: python -m tests.ratings write"


@pytest.mark.parametrize("name", ratings.ORDER)
def test_the_first_choice_of_a_game_is_not_surely_weaker_than_another(name: str) -> None:
    pools = ratings.long().get(name, {})
    everyone = pools.get("8ms") or ratings.short()[name]
    assert suiting(games()[name]()) in everyone.level
    *_, longest = pools.values()
    mixed = name == "goofspiel"  # it opens with what cannot be exploited, which wins less of others
    assert mixed or opening(games()[name]()) in longest.level


def test_the_readme_names_what_opens_a_game() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", (ROOT / "README.md").read_text(), re.M
    )
    titles = {kind.title.partition(" (")[0]: name for name, kind in games().items()}
    told = {titles[game]: best for game, best in rows if game in titles}
    assert len(told) > 6
    for name, best in told.items():
        seat = opening(games()[name]()).partition(":")[0]
        assert algorithms()[seat].title.lower() == best.lower(), name
