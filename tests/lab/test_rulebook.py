"""Pages of rules: every game has one with all that a beginner asks for; what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from engines import games
from engines.knobs import knobs
from lab.cli import main
from lab.match.seat import SearchSeat
from lab.rulebook import ReadingPage, glossary, parsed, rules_file, rules_page, written
from lab.ui.setup.usual import usual_setup
from lab.ui.shell.keys import BESIDES
from lab.words.settings import Settings
from search import algorithms

HEADINGS = {
    "Goal",
    "A turn",
    "At the same time",
    "Scoring",
    "End",
    "Options",
    "By mouse",
    "By keys",
    "Origin",
}
TOY = '''
"""A game without a page."""
from engines.tictactoe import TicTacToe


class Toy(TicTacToe):
    name = "pageless"
    title = "Pageless"
'''


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_page_with_all_that_a_beginner_asks_for(name: str) -> None:
    page = rules_page(games()[name])
    assert page.title == games()[name].title and page.lead.endswith(".")
    assert {p.title for p in page.passages} >= HEADINGS
    assert all(block for p in page.passages for block in p.blocks)
    together = page.passage("At the same time").blocks[0]
    assert isinstance(together, str)
    assert together.startswith("Nothing") != bool(games()[name]().simultaneous)


@pytest.mark.parametrize("name", games())
def test_keys_and_options_that_a_page_names_exist(name: str) -> None:
    """Digits only where they choose, the dial's keys only where there is a dial."""
    from lab.ui.board.pointing import Typing

    game = games()[name]()
    page = rules_page(game)
    keys = {
        item.partition(": ")[0]
        for block in page.passage("By keys").blocks
        if not isinstance(block, str)
        for item in block
    }
    state = game.initial(1)
    mover = max(0, int(game.rules.to_move(state)))
    targets = game.targets(state, mover)
    labels = {t.action: game.label(state, mover, t.action) for t in targets}
    dial = {key for key, _ in game.dial.keys} | {"Wheel"} if game.dial is not None else set()
    assert targets or game.dial is not None
    assert keys == dial | {"Arrows", "Enter"} | ({"Digits"} if labels and Typing(labels) else set())
    assert {"Arrows", "Enter", "Digits", "Wheel"} <= {each for each, _ in BESIDES}
    text = " ".join(b for b in page.passage("Options").blocks if isinstance(b, str))
    titles = [knob.title for knob in knobs(game.Options) if knob.kind != "text"]
    assert not titles or any(title.lower() in text.lower() for title in titles), titles


def test_numbers_on_pages_are_those_of_the_rules() -> None:
    """Limits that the code also knows."""
    facts = {
        "uttt": (81, "81 moves"),
        "connect_four": (42, "42 discs"),
        "csb": (500, "500 turns"),
        "brew": (100, "100 turns"),
        "xmasrush": (150, "150 turns"),
        "kutulu": (200, "200 turns"),
    }
    for name, (longest, words) in facts.items():
        game = games()[name]()
        assert game.longest == longest and words in written(rules_page(game), 10_000), name
    assert games()["goofspiel"]().longest == 6 and np.isfinite(games()["csb"].dial.high)


@pytest.mark.parametrize("name", ["matrix", "goofspiel"])
def test_games_of_mixtures_name_the_search_that_learns_one(name: str) -> None:
    text = written(rules_page(games()[name]), 10_000)
    assert "DUCT with its preset `equilibrium`" in text
    assert "equilibrium" in algorithms()["duct"].presets
    for seat in usual_setup(name, Settings()).seats:  # the match that the game opens with
        assert seat.name == "duct" and isinstance(seat, SearchSeat)
        assert (seat.params.rule, seat.params.final) == ("regret", "sample")


def test_list_prints_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "xmasrush"]) == 0
    out = capsys.readouterr().out
    assert "  Goal\n    Complete more quests than the opponent." in out
    assert "    - Enter: push or walk there" in out and max(map(len, out.splitlines())) < 200


def test_a_loaded_game_without_a_page_says_so_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pageless.py"
    file.write_text(TOY, encoding="utf-8")
    monkeypatch.setenv("SMITSILAB_LOAD", str(file))
    game = games()["pageless"]
    page = rules_page(game)
    assert not page.passages and page.lead == (
        "Pageless has no page of rules: a file pageless.md next to its code would be one."
    )
    file.with_suffix(".md").write_text("# Pageless\n\nA lead.\n\n## Goal\nWin.\n", "utf-8")
    assert rules_file(game) == file.with_suffix(".md")
    assert rules_page(game).passage("Goal").blocks == ("Win.",)


def test_a_page_falls_into_sections_paragraphs_and_lists() -> None:
    page = parsed("# T\n\nA\nlead.\n\n## One\nFirst\nline.\n\n- a: b\n  c\n- d\n\n## Two\nLast.\n")
    assert page == ReadingPage("T", "A lead.", page.passages)
    assert page.passage("One").blocks == ("First line.", ("a: b c", "d"))
    assert page.passage("Two").blocks == ("Last.",) and not page.passage("Three").blocks
    assert written(page, 40).splitlines()[2:6] == ["", "One", "  First line.", "  - a: b c"]


def test_the_glossary_explains_the_labels_of_the_window() -> None:
    titles = {p.title for p in glossary().passages}
    assert {"On the joint line", "Foreseen by others", "Choice in the last tenth", "Lead"} <= titles


def test_texts_are_plain_lines() -> None:
    for game in games().values():
        text = rules_file(game).read_text(encoding="utf-8")
        assert not re.search(r"\b(whoever|anew|told|tells|beside)\b", text, re.I), game.name
