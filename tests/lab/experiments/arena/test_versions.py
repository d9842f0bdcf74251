"""Bots that change on disk: which version plays, and whose the games are."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.experiments.arena.pool import Arena, add_bot, arena_named, ask, fit_to_play, new_arena
from lab.experiments.arena.rules import free_name, renewed
from lab.experiments.arena.view import verdict
from lab.experiments.sequential import SequentialTest
from lab.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with the arena "duel" of two programs and a search; `mine` may be better than
    `other`.
    """
    with Store(tmp_path / "games.db") as store:
        arena = new_arena(store, "duel", "tictactoe", "20it")
        for name, role in (("mine", "candidate"), ("other", "benchmark")):
            program = tmp_path / f"{name}.py"
            program.write_text(f"{name} one")
            add_bot(store, arena, name, f"cmd:{shlex.join([sys.executable, str(program)])}", role)  # type: ignore[arg-type]
        add_bot(store, arena, "dice", "random", "benchmark")
        ask(store, arena_named(store, "duel"), "mine", "other", SequentialTest())
        yield store


def roles(arena: Arena) -> dict[str, str]:
    return {bot.name: bot.role for bot in arena.bots}


def renew(store: Store, waits: list[float]) -> tuple[Arena, list[str]]:
    said: list[str] = []
    return renewed(store, arena_named(store, "duel"), said.append, waits.append), said


def test_the_new_version_takes_the_role_and_the_question_stops(
    store: Store, tmp_path: Path
) -> None:
    waits: list[float] = []
    assert renew(store, waits)[1] == [] and waits == []
    before = arena_named(store, "duel").bot("mine").entrant
    (tmp_path / "mine.py").write_text("mine two")
    arena, said = renew(store, waits)
    assert roles(arena) == {
        "mine": "retired",
        "other": "benchmark",
        "dice": "benchmark",
        "mine (2)": "candidate",
    }
    assert said == [
        "mine has changed on disk: from now on it plays as mine (2); mine keeps the games before.",
        "The test whether mine is better than other has stopped: it was about the version before.",
    ]
    assert arena.bot("mine").entrant == before  # names never move
    assert arena.bot("mine (2)").entrant.text == before.text
    assert arena.bot("mine (2)").entrant.program_digest != before.program_digest
    assert (arena.file.candidate, arena.file.than) == ("mine", "other")  # it stays readable
    shown = verdict(store, arena)
    assert shown is not None and shown.detail == "The test has stopped: mine is retired."
    fit = fit_to_play(arena, said.append)
    assert {bot.name for bot in fit.playing} == {"other", "dice", "mine (2)"}
    assert (fit.file.candidate, fit.file.than) == ("", "") and len(said) == 2
    assert ("changed", "mine to mine (2)") in [
        (event.what, event.detail) for event in store.events(arena.experiment)
    ]


def test_files_that_are_what_they_once_were_are_the_bot_of_then(
    store: Store, tmp_path: Path
) -> None:
    program = tmp_path / "other.py"
    program.write_text("other two")
    renew(store, [])
    program.write_text("other three")
    arena, _ = renew(store, [])
    assert {"other (2)", "other (3)"} < set(roles(arena))
    program.write_text("other one")
    arena, said = renew(store, [])
    assert said == [
        "other (3) has changed on disk: from now on it plays as other; other (3) keeps the games "
        "before."
    ]
    assert roles(arena)["other"] == "benchmark" and roles(arena)["other (3)"] == "retired"


def test_a_program_that_is_being_compiled_is_waited_for(store: Store, tmp_path: Path) -> None:
    program, drafts = tmp_path / "mine.py", ["half", "", "whole", "whole"]
    program.write_text("first bytes")

    def wait(seconds: float) -> None:
        draft = drafts.pop(0)
        program.write_text(draft) if draft else program.unlink()

    arena = renewed(store, arena_named(store, "duel"), wait=wait)
    assert drafts == [] and [*roles(arena)][3:] == ["mine (2)"]
    assert not arena.any_changed


def test_a_program_that_is_gone_has_no_version_and_does_not_play(
    store: Store, tmp_path: Path
) -> None:
    (tmp_path / "other.py").unlink()
    command = shlex.join([sys.executable, f"{tmp_path / 'other.py'}"])
    said: list[str] = []
    arena = renewed(store, arena_named(store, "duel"), said.append, lambda seconds: None)
    assert roles(arena) == {"mine": "candidate", "other": "benchmark", "dice": "benchmark"}
    fit = fit_to_play(arena, said.append)
    assert said == [f"other does not play: its program is not there ({command})."]
    assert [bot.name for bot in fit.playing] == ["mine", "dice"] and fit.file.than == ""


def test_several_are_told_together(store: Store, tmp_path: Path) -> None:
    for name in ("mine", "other"):
        (tmp_path / f"{name}.py").write_text("new")
    _, said = renew(store, [])
    assert said[0].startswith(
        "mine and other have changed on disk: from now on they play as mine (2) and other (2); "
    )


def test_free_names_count_on() -> None:
    assert free_name("bot", {"bot"}) == "bot (2)"
    assert free_name("bot (2)", {"bot", "bot (2)", "bot (3)"}) == "bot (4)"
    assert free_name("uct c 0.5", {"uct c 0.5"}) == "uct c 0.5 (2)"
