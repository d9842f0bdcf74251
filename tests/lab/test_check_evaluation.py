"""A new evaluation of a file: what its check says, and the process that waits for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.calling import calling
from engines.compiling.kernel_cache import KeyedCache
from engines.game import Game
from engines.knobs import KnobError
from engines.own_files import named_in, renew
from engines.versions import code_digest, version_in
from lab.check import evaluator
from lab.check.evaluation import Evaluator
from lab.check.evaluator import answer
from lab.check.run import playable
from tests.race_file import TEXT

TERM = "- 0.015 * s.turn"


@pytest.mark.usefixtures("uncompiled")
def test_a_good_one_is_known_by_its_digest(race_file: Path) -> None:
    assert answer(race_file, "race", {}) == {"digest": code_digest(race_file)}


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("new", "said"),
    [
        (f"{TERM} + s.at[7]", "IndexError"),
        (f"{TERM}) + (2.0", "beyond value_range"),
        (f"{TERM} + np.log(-1.0)", "value"),
    ],
)
def test_what_is_wrong_has_its_line(race_file: Path, new: str, said: str) -> None:
    race_file.write_text(TEXT.replace(TERM, new), encoding="utf-8")
    found = answer(race_file, "race", {})["found"]
    assert re.search(said, found["said"]) and found["line"] > 1 and not found["plays"]


@pytest.mark.usefixtures("uncompiled")
def test_positions_stay_for_the_next_evaluation_and_go_with_the_rules(
    race_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def counted(game: Game, path: Path) -> list[Any]:
        made.append(path)
        return played(game, path)

    played = evaluator._played
    monkeypatch.setattr(evaluator, "_played", counted)
    monkeypatch.setattr(evaluator, "_positions", {})
    for text, times in (
        (TEXT, 1),
        (TEXT.replace(TERM, f"{TERM} * 2.0"), 1),
        (TEXT.replace("s.turn += 1", "s.turn += 2"), 2),
        (TEXT, 3),
    ):
        race_file.write_text(text, encoding="utf-8")
        assert "unreadable" not in answer(race_file, "race", {}) and len(made) == times


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("old", "new", "good"),
    [
        (TERM, f"{TERM} * s.turn", True),
        ("s.turn += 1", "s.turn += 1  # a comment", False),
        (TERM, "- 0.025 * s.turn", False),  # a number is a weight
        ("s.turn += 1", "s.turn += 2", False),
    ],
)
def test_asked_for_an_evaluation_alone_it_looks_at_nothing_else(
    race_file: Path, old: str, new: str, good: bool
) -> None:
    before = version_in(race_file)
    race_file.write_text(TEXT.replace(old, new), encoding="utf-8")
    found = answer(race_file, "race", {}, before.rest, before.kernels)
    assert found == {"digest": code_digest(race_file) if good else ""}


@pytest.mark.usefixtures("uncompiled")
def test_what_cannot_be_loaded_is_said(race_file: Path) -> None:
    race_file.write_text(TEXT.replace(TERM, f"{TERM} +"), encoding="utf-8")
    assert "cannot be loaded" in answer(race_file, "race", {})["unreadable"]
    race_file.write_text(TEXT.replace('name = "race"', 'name = "chase"'), encoding="utf-8")
    assert "no game race" in answer(race_file, "race", {})["unreadable"]


def test_the_process_waits_for_the_next_one(
    race_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # of the process
    evaluator, game = Evaluator(race_file), games()["race"]()
    try:
        assert evaluator.ask(game) == code_digest(race_file)
        race_file.write_text(TEXT.replace(TERM, f"{TERM} + s.at[7]"), encoding="utf-8")
        with pytest.raises(KnobError, match=r"race\.py:\d+: .*IndexError"):
            evaluator.ask(game)
        assert not playable(code_digest(race_file))
        race_file.write_text(TEXT.replace(TERM, f"{TERM} + (1 / 0 if s.turn < 0 else 0)"))
        assert evaluator.ask(game) == code_digest(race_file) and playable(code_digest(race_file))
        race_file.write_text("import ctypes\nctypes.string_at(0)\n")
        with pytest.raises(KnobError, match=r"race\.py:\d+: .* brought its process down"):
            evaluator.ask(game)
        race_file.write_text(TEXT)
        assert evaluator.ask(game) == code_digest(race_file)
    finally:
        evaluator.stop()


@pytest.mark.long
def test_compiled_in_one_process_it_is_called_in_another(race_file: Path) -> None:
    evaluator, old = Evaluator(race_file), games()["race"]()
    try:
        evaluator.ask(old)
        for factor in (3, 7):
            race_file.write_text(TEXT.replace(TERM, f"{TERM} - {factor} * (s.at[1] == 7)"))
            evaluator.ask(old)
            whole = named_in(renew(race_file))["race"]
            kind = calling(whole)
            assert kind is not None
            game, out, same = kind(), np.zeros(2), np.zeros(2)
            saves = KeyedCache.saves
            weights = game.weights()
            assert KeyedCache.saves == saves  # nothing was compiled here
            state = game.initial(1)
            state.at[1] = 7
            game.rules.value(state, weights, out)
            whole().rules.value(state, weights[:-2], same)
            assert out.tolist() == same.tolist()
    finally:
        evaluator.stop()
