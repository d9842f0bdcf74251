"""What a network sees of a sheet: the facts that hold, whatever kernel it shares with others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engines.game import PASS, State
from engines.gdl.game import SheetGame, game_of
from engines.jit import plain
from lab.learning.selfplay import Habits, SelfPlay, harvested
from search.network import NetworkError, features_digest, network_for, refusal, sight
from tests.engines.gdl.test_sheet_game import SHEETS, game
from tests.matches import random_match
from tests.search.networks import random_network

ROOT = Path(__file__).parents[3]


def seen(sheet: SheetGame, state: State, seat: int) -> list[int]:
    found = sight(sheet)
    out = np.full(found.most + 2, -7, np.int64)
    rows: list[int] = out[: found.features(state, seat, out)].tolist()
    assert out[found.most :].tolist() == [-7, -7]
    assert all(0 <= row < found.rows for row in rows)
    return rows


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["tictactoe", "nim", "race"])
def test_rows_are_the_facts_that_hold(name: str) -> None:
    sheet = game(name)
    half = sight(sheet).rows // 2
    for _, _, state in random_match(sheet, 2):
        facts = np.flatnonzero(sheet.flags(state)).tolist()
        assert [seen(sheet, state, seat) for seat in (0, 1)] == [facts, [half + f for f in facts]]


@pytest.mark.usefixtures("uncompiled")
def test_a_row_is_named_by_its_fact() -> None:
    sheet = game("tictactoe")
    words = {sheet.row_words(row) for row in seen(sheet, sheet.initial(1), 1)}
    assert words == {
        *(f"cell {row} {column} b" for row in (1, 2, 3) for column in (1, 2, 3)),
        "control xplayer",
    }


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_changes_are_what_features_change_by(name: str) -> None:
    sheet = game(name)
    out = np.zeros(sight(sheet).most, np.int64)
    for before, joint, after in random_match(sheet, 4):
        seat, action = int(sheet.rules.to_move(after)), int(max(joint[joint != PASS]))
        rows = Counter(seen(sheet, before, seat))
        for change in out[: sheet.rules.changes(before, after, action, out)].tolist():
            rows[abs(change) - 1] += 1 if change > 0 else -1
        assert +rows == Counter(seen(sheet, after, seat)) and not -rows


def test_sheets_that_share_a_kernel_see_facts_of_their_own() -> None:
    nim, frame = game("nim"), game("frame")
    assert nim.kernel_key == frame.kernel_key
    for sheet in (nim, frame):
        with plain():
            states = [after for _, _, after in random_match(sheet, 3)]
        for state in states:
            assert seen(sheet, state, 0) == np.flatnonzero(sheet.flags(state)).tolist()


def test_a_network_is_of_the_sheet_that_was_loaded(tmp_path: Path) -> None:
    """Two sheets of one name and size, as when a file is edited: the numbers of the first network
    are no numbers of the second.
    """
    first, second = (
        game_of((SHEETS / f"{name}.kif").read_text(), Path("same.kif"), "loaded_test")()
        for name in ("nim", "frame")
    )
    assert first.spec == second.spec and sight(first).rows == sight(second).rows
    file = tmp_path / "net.npz"
    random_network(first).save(file)
    assert network_for(first, str(file)).about["features"] == features_digest(first)
    with pytest.raises(NetworkError, match="learned other features"):
        network_for(second, str(file))


def test_breakthrough_comes_with_a_network() -> None:
    """As a preset, which a sheet without one does not have."""
    sheet = game("breakthrough")
    found = network_for(sheet)
    assert found.about["features"] == features_digest(sheet)
    assert sheet.presets["uct"]["network"]["evaluation"] == "network"
    assert not game("nim").presets


def test_too_many_facts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.network.MOST_ROWS", 100)
    with pytest.raises(NetworkError, match=r"^Nim has more than a network can look at.*\.$"):
        sight(game("nim"))


def test_sheets_that_no_network_can_evaluate_say_why() -> None:
    can = {name: not refusal(game(name)) for name in ("nim", "race", "dice", "three", "duel")}
    assert can == {"nim": True, "race": True, "dice": False, "three": False, "duel": False}


@pytest.mark.usefixtures("uncompiled")
def test_what_is_learned_from_holds_no_working_memory() -> None:
    """An address of this process in a file would be another one's in the next; a position with its
    memory would be a hundred times as large.
    """
    sheet = game("nim")
    found = SelfPlay(sheet, None, Habits(12, 3), 1).play(20)
    names = found.states.dtype.names
    assert found.states.dtype == harvested(sheet.dtype)
    assert "facts" in names and not {"w_", "points_"} & set(names)
    for state in found.states:
        facts = seen(sheet, state, 1)
        assert len(facts) > 0 and facts[-1] < sight(sheet).rows // 2 + len(sheet.sheet.facts)
        assert sheet.rules.to_move(state) in (0, 1)


@pytest.mark.long
def test_a_sheet_is_learned_and_its_network_plays(tmp_path: Path) -> None:
    """One generation, then a second one in another process, which reads what the first has left."""
    file, out = str(SHEETS / "drop.kif"), str(tmp_path / "net.npz")
    words = ["--positions=3000", "--iterations=60", "--least=4", "--trials=4", "--out", out]

    def lab(*said: str) -> str:
        command = [sys.executable, "-m", "lab", *said]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Generation 1 (" in lab("learn", file, "--generations=1", *words)
    assert "Generation 2 (" in lab("learn", file, "--generations=2", *words)
    told = json.loads((tmp_path / "net.learning" / "run.json").read_text())
    assert told["asked"]["game"] == "drop" and told["files"]["drop"]["file"].endswith("drop.kif")
    assert network_for(game("drop"), out).about["generation"] in (1, 2)
    knobs = f"evaluation=network,network={out}"
    for seat in (f"uct:{knobs},implicit=0.5,c=0.2", f"alphabeta:{knobs}", f"beam:{knobs}"):
        kept = str(tmp_path / f"{seat[:3]}.jsonl")
        seats = "--seat", seat, "--seat", "random", "--no-swap"
        lab("match", file, *seats, "--budget=30it", "--out", kept)
        lab("--load", file, "replay", kept, "--verify")
