"""What a file beside a sheet says: it is shown, nothing that is played changes, and what is wrong
with it is one sentence.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engines.gdl.game import SheetGame, game_of
from engines.gdl.words import LARGEST, NO_WORDS, words_beside
from engines.scene import Text
from engines.versions import code_digest
from lab.check.sheets import wrong_words
from lab.check.shown import check_scene, check_words
from lab.rulebook import rules_page
from search.network import features_digest
from tests.engines.gdl.test_sheet_game import SHEETS, game

pytestmark = pytest.mark.usefixtures("uncompiled")
SAID = """
title = "Last one loses"
about = "Take one or two; whoever takes the last has lost."
[roles]
A = "Ann"
[facts]
heap = "counters left"
last = ""
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sheet of three roles that has no board."""
    return Path(shutil.copy(SHEETS / "three.kif", tmp_path))


def made(sheet: Path, said: str | bytes) -> SheetGame:
    """Its game, with that beside it."""
    data = said.encode() if isinstance(said, str) else said
    sheet.with_suffix(".toml").write_bytes(data)
    return game_of(sheet.read_text(), sheet, "loaded_test")()


def texts(shown: SheetGame) -> list[str]:
    scene = shown.scene(shown.initial(1))
    return [each.text for each in scene.items if isinstance(each, Text)]


def test_words_are_shown(sheet: Path) -> None:
    named = made(sheet, SAID)
    assert named.title == "Last one loses"
    assert rules_page(named).lead.startswith("Take one or two")
    assert named.agent_name(0) == "Ann" and named.agent_name(1) == "B"
    told = texts(named)
    assert any(text.startswith("counters left: ") for text in told)
    assert "control: Ann" in told and not any("last" in text for text in told)
    check_scene(named, named.initial(1))
    check_words(named, named.initial(1))


def test_nothing_that_is_played_changes(sheet: Path) -> None:
    plain = game_of(sheet.read_text(), sheet, "loaded_test")()
    before = code_digest(sheet)
    named = made(sheet, SAID)
    state = named.initial(1)
    assert code_digest(sheet) == before and named.name == plain.name
    assert named.spec == plain.spec and named.kernel_key == plain.kernel_key
    assert [named.label(state, 0, k) for k in range(2)] == [
        plain.label(state, 0, k) for k in range(2)
    ]
    assert named.view(state, 0) == plain.view(plain.initial(1), 0)


def test_networks_do_not_see_them(tmp_path: Path) -> None:
    sheet = Path(shutil.copy(SHEETS / "nim.kif", tmp_path))
    digest = features_digest(game("nim"))
    assert features_digest(made(sheet, '[facts]\nhas = "heap"\n')) == digest


@pytest.mark.parametrize(
    ("said", "line", "key"),
    [
        ("titel = 'x'", 1, "there is no key titel; perhaps title is meant"),
        ("title = 3", 1, "title should be a text"),
        ("title = 'x'\nroles = 'x'", 2, "roles should be a table"),
        ("title = 'x'\n[roles]\na = 'x'\nd4 = 'x'", 4, "roles.d4 is no word of the sheet"),
        ("[facts]\nhaep = 'x'", 2, "facts.haep is no word of the sheet; perhaps heap is meant"),
        ("[pieces]\nheap = 'longer'", 2, "pieces.heap is longer than 4 characters"),
        ("[colours]\nheap = 'red'", 2, "colours.heap=red is not one of: seat1"),
        ("grid = 'round'", 1, "grid=round is not one of: squares"),
        ("[roles]\na = ['x']", 2, "roles.a should be a text"),
        ('title = "a\\u0007b"', 1, "title has characters that cannot be shown"),
        ("title = '" + "x" * 300 + "'", 1, "title is longer than 200 characters"),
        ("title", 1, "it is not TOML"),
        (b"title = '\xff'", 1, "it is not a text in UTF-8"),
        (b"#" * (LARGEST + 1), 1, "it is larger than 64 KB"),
        ("x = " + "[" * 5000, 1, "it has a number or a list"),
    ],
)
def test_what_is_wrong_is_a_sentence_and_the_sheet_plays_without(
    sheet: Path, said: str | bytes, line: int, key: str
) -> None:
    assert made(sheet, said).words == NO_WORDS
    (flaw,) = wrong_words(sheet)
    assert flaw.sentence.startswith(f"three.toml:{line}: {key}") and flaw.plays
    assert flaw.sentence.endswith(".") and flaw.sentence.count("\n") == 0


def test_pieces_have_texts_and_colours(tmp_path: Path) -> None:
    sheet = Path(shutil.copy(SHEETS / "tictactoe.kif", tmp_path))
    said = '[pieces]\nx = "A"\n[colours]\no = "yellow"\n'
    named = made(sheet, said)
    state = named.editing().read(named.initial(1), "(cell 1 1 x) (cell 2 2 o) (control xplayer)")
    items = named.scene(state).items
    assert any(isinstance(each, Text) and each.text == "A" for each in items)
    assert any(getattr(each, "role", "") == "mark_edge" for each in items)
    check_scene(named, state)


@pytest.mark.parametrize(("grid", "lean"), [("hexagons", 0.5), ("hexagons left", -0.5)])
def test_hexagons_lean(tmp_path: Path, grid: str, lean: float) -> None:
    """A cell meets two of the row above, and each is still clicked where it is drawn."""
    sheet = Path(shutil.copy(SHEETS / "tictactoe.kif", tmp_path))
    named = made(sheet, f'grid = "{grid}"')
    state = named.initial(1)
    spots = {named.label(state, 0, t.action): (t.x, t.y) for t in named.targets(state, 0)}
    below, above = spots["mark 2 1"], spots["mark 2 2"]
    assert (above[0] - below[0], below[1] - above[1]) == pytest.approx((lean, 1))
    check_words(named, state)
    check_scene(named, state)


def test_no_file_is_no_words(sheet: Path) -> None:
    assert words_beside(sheet, "") == (NO_WORDS, None) and not wrong_words(sheet)
    sheet.with_suffix(".toml").mkdir()
    assert words_beside(sheet, "") == (NO_WORDS, None)


def test_what_is_beside_a_sheet_of_the_lab_is_in_order() -> None:
    from resources import path

    for file in path("games").glob("*.toml"):
        assert not wrong_words(file.with_suffix(".kif")), file
