"""A new game is one file: put next to the others, or offered by a plug-in, it is found and passes
the suite for all games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from threading import Thread

import pytest

import engines
from engines import games, own_files
from engines.discover import _discovered, find
from engines.game import Game
from engines.knobs import KnobError
from engines.own_files import give, renew
from lab.check import laws, shown
from lab.check.matches import position
from search import algorithm_named, algorithms
from search.base import Search

TOY = Path(__file__).parent / "toys" / "nim.py"
GROUP = "smitsilab.games"
BUILT_IN = set(games())


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Modules imported from a temporary folder do not outlive it, nor what was found in them."""
    before = set(sys.modules)
    yield
    _discovered.cache_clear()
    for name in set(sys.modules) - before:
        if "nim" in name or "gone" in name:
            del sys.modules[name]


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose modules belong to the package of the games, after the real ones were found."""
    _discovered.cache_clear()
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(tmp_path)])
    return tmp_path


def test_a_file_is_a_game(beside: Path) -> None:
    copy(TOY, beside)
    found = games()
    assert set(found) == BUILT_IN | {"nim"}
    assert list(found) == sorted(found)


def test_a_folder_is_a_game(beside: Path) -> None:
    (beside / "nimble").mkdir()
    copy(TOY, beside / "nimble" / "game.py")
    (beside / "nimble" / "__init__.py").write_text(
        "from engines.nimble.game import Nim\n", encoding="utf-8"
    )
    assert games()["nim"].__module__ == "engines.nimble.game"


def test_an_imported_game_is_not_another_one(beside: Path) -> None:
    (beside / "nimitation.py").write_text(
        "from engines.tictactoe import TicTacToe\n", encoding="utf-8"
    )
    assert set(games()) == BUILT_IN


def test_a_plug_in_offers_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy(TOY, tmp_path / "nim_plugin.py")
    folder = tmp_path / "nim_plugin-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: nim-plugin\nVersion: 1.0\n", encoding="utf-8"
    )
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\nnim = nim_plugin:Nim\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert games()["nim"].__module__ == "nim_plugin"


def test_the_suite_takes_the_new_game(beside: Path) -> None:
    copy(TOY, beside)
    game = games()["nim"].configure(heap=12)
    laws.check_facts(game)
    for seed in range(5):
        laws.check_match(game, seed)
        laws.check_repeats(game, seed)
        state = position(game, seed, 0.5)
        shown.check_words(game, state)
        shown.check_scene(game, state)
        shown.check_text(game, state, seed)
        laws.check_forfeit(game, state)
        shown.check_parse(game, state, 0, ["four"])


def test_each_is_found_without_the_others() -> None:
    for name, game in games().items():
        assert find("engines", Game, GROUP, name) is game
    for name, kind in algorithms().items():
        assert find("search", Search, "smitsilab.algorithms", name) is kind  # type: ignore[type-abstract]
    for name in ("nim", "jit", "", "no.such", "csb.game"):
        assert find("engines", Game, GROUP, name) is None


def test_a_file_may_replace_a_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "nim_for_uttt.py").write_text(
        TOY.read_text(encoding="utf-8").replace('name = "nim"', 'name = "uttt"'), encoding="utf-8"
    )
    monkeypatch.setenv("SMITSILAB_LOAD", str(tmp_path / "nim_for_uttt.py"))
    found = find("engines", Game, GROUP, "uttt")
    assert found is not None and found.__module__.startswith("loaded_nim_for_uttt_")
    assert games()["uttt"] is found


def test_a_file_is_loaded_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", str(TOY))
    assert "nim" in games()


def test_a_file_that_is_given_meanwhile_is_not_taken_for_a_built_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another thread gives a file while games are looked for."""

    def meanwhile(group: str) -> list[object]:
        give(TOY)
        return []

    monkeypatch.setenv("SMITSILAB_LOAD", "")
    with monkeypatch.context() as slow:
        slow.setattr(sys.modules["engines.discover"], "entry_points", meanwhile)
        _discovered.cache_clear()
        assert "nim" not in games()
    assert "nim" in games()
    monkeypatch.setenv("SMITSILAB_LOAD", "")
    assert "nim" not in games()


def test_files_that_are_given_at_once_are_all_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", "")
    files = [Path(copy(TOY, tmp_path / f"nim_{k}.py")) for k in range(3)]

    def slow(known: Callable[[], list[Path]] = own_files.given) -> list[Path]:
        found = known()
        time.sleep(0.05)
        return found

    with monkeypatch.context() as slowly:
        slowly.setattr(own_files, "given", slow)
        threads = [Thread(target=give, args=(file,)) for file in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert set(own_files.given()) == set(files)


def test_a_file_that_changed_gives_its_newest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "nim_both.py"
    text = TOY.read_text(encoding="utf-8")
    text += "\n\nfrom search.greedy import Greedy\n\n\nclass Mine(Greedy):\n    name = 'mine'\n"
    monkeypatch.setenv("SMITSILAB_LOAD", str(file))
    for changed in ("", "\nCHANGED = 1\n"):
        file.write_text(text + changed, encoding="utf-8")
        module = renew(file)
        assert games()["nim"] is module.Nim and algorithms()["mine"] is module.Mine
        assert algorithm_named("mine") is module.Mine


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", str(tmp_path / "gone.py"))
    with pytest.raises(KnobError, match=r"gone\.py"):
        games()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("notes.txt", "hello", "its name should end in .py."),
        ("broken.py", "def (", r"cannot be loaded: SyntaxError: .*line 1"),
        (
            "boom.py",
            "x = 1\nraise RuntimeError('boom')",
            r"cannot be loaded: line 2: RuntimeError: boom\.",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    monkeypatch.setenv("SMITSILAB_LOAD", str(tmp_path / name))
    for _ in range(2):
        with pytest.raises(KnobError, match=said):
            games()
