"""A sheet as a game of the lab: its laws, its picture, positions from outside, several at once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engines.game import FORFEIT, PASS
from engines.gdl.game import SheetGame, game_of
from lab.check import laws, shown
from lab.check.matches import content, generator, random_match
from lab.files.codec import OddLine, decode_state, encode_state
from resources import path

SHEETS = Path(__file__).with_name("sheets")
EVERY = sorted(SHEETS.glob("*.kif"))


def game(name: str) -> SheetGame:
    """The game of a sheet of the tests, or of one that comes with the lab."""
    file = SHEETS / f"{name}.kif"
    file = file if file.is_file() else path("games", f"{name}.kif")
    return game_of(file.read_text(), file, "loaded_test")()


def keeps_the_laws(sheet: SheetGame, seed: int) -> None:
    """Whatever every game must do."""
    laws.check_facts(sheet)
    laws.check_match(sheet, seed)
    laws.check_repeats(sheet, seed)
    laws.check_key(sheet, seed)
    for turn, (before, _, _) in enumerate(random_match(sheet, seed)):
        laws.check_hooks(sheet, before)
        laws.check_chance(sheet, before, seed)
        shown.check_words(sheet, before)
        shown.check_scene(sheet, before)
        shown.check_text(sheet, before, seed)
        shown.check_position(sheet, before)
        if turn % 7 == 0:
            laws.check_forfeit(sheet, before)


def test_a_sheet_keeps_the_laws_of_games() -> None:
    keeps_the_laws(game("three"), 1)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["dice", "duel"])
def test_a_sheet_keeps_them_as_plain_python(name: str) -> None:
    keeps_the_laws(game(name), 1)


@pytest.mark.long
@pytest.mark.parametrize("file", EVERY, ids=lambda file: file.stem)
def test_every_sheet_keeps_the_laws_of_games(file: Path) -> None:
    for seed in range(3):
        keeps_the_laws(game(file.stem), seed)


def test_what_rules_do_not_say_is_found() -> None:
    facts = {
        name: (made.agents, made.simultaneous, made.zero_sum, made.chance)
        for name in ("tictactoe", "prisoners", "buttons", "three", "dice", "trails")
        if (made := game(name))
    }
    assert facts == {
        "tictactoe": (2, False, True, False),
        "prisoners": (2, True, False, False),
        "buttons": (1, False, False, False),
        "three": (3, False, True, False),
        "dice": (2, False, True, True),
        "trails": (2, True, True, False),
    }


def test_a_file_holds_the_facts_alone() -> None:
    sheet = game("three")
    for before, _, _ in random_match(sheet, 3):
        fields = encode_state(before)
        assert set(fields) == {"turn", "lost", "chosen", "facts"}
        assert content(decode_state(sheet, fields)) == content(before)


def test_positions_of_strangers_are_refused_or_played(seed: int = 5) -> None:
    """Facts, choices and turns at random: what passes the check plays on without harm."""
    sheet, draw = game("three"), random.Random(seed)
    played = 0
    for _ in range(300):
        fields = encode_state(sheet.initial(1))
        for name in draw.sample(sorted(fields), 2):
            if isinstance(fields[name], list):
                k = draw.randrange(len(fields[name]))
                fields[name][k] = draw.choice((0, 1, 2, 7, 2**31, -1))
            else:
                fields[name] = draw.choice((0, 1, 5, 64, -1))
        try:
            state = decode_state(sheet, fields)
        except (OddLine, OverflowError):
            continue
        rng = generator(1)
        while not sheet.rules.is_over(state):
            joint = np.full(sheet.agents, PASS, np.int64)
            mover = int(sheet.rules.to_move(state))
            joint[mover] = sheet.rules.random_action(state, mover, rng)
            sheet.rules.step(state, joint, rng, None)
        played += 1
    assert 20 < played < 300


def test_an_address_from_outside_is_not_used() -> None:
    sheet = game("three")
    state = sheet.initial(1)
    state.net_, state.size_ = 8, 1
    assert sheet.load(state.tobytes()).net_ == sheet.sheet.tables.ctypes.data
    assert sheet.check(state) == "" and state.net_ == sheet.sheet.tables.ctypes.data


def test_sheets_share_a_process_and_threads() -> None:
    """Matches of two sheets in four threads are those that one thread plays."""

    def matches(name: str) -> list[bytes]:
        sheet = game(name)
        return [content(after) for _, _, after in random_match(sheet, 2)]

    names = ["three", "heap", "three"] * 3
    alone = {name: matches(name) for name in set(names)}
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(matches, names)) == [alone[name] for name in names]


def test_sheets_of_a_class_share_their_kernels() -> None:
    """Whatever their sizes, goals and lengths; what is copied is what a sheet uses."""
    small, large = game("nim"), game("breakthrough")
    assert small.kernel_key == large.kernel_key and small.dtype == large.dtype
    assert game("othello").kernel_key != large.kernel_key != game("trails").kernel_key
    assert small.initial(1).used_ < large.initial(1).used_ <= large.dtype.itemsize
    assert small.most_turns < small.longest == large.longest


def test_moves_are_terms() -> None:
    sheet = game("three")
    state = sheet.initial(1)
    assert sheet.label(state, 0, sheet.legal_actions(state, 0)[0]) == "take 1"
    assert sheet.parse(state, 0, ["( TAKE  2 )"]).actions == (sheet.legal_actions(state, 0)[1],)
    for text in ("(take 3)", "take 1", "(", "", "noop"):
        parsed = sheet.parse(state, 0, [text])
        assert parsed.actions == (FORFEIT,) and parsed.error


def test_boards_are_found() -> None:
    sizes = {
        name: [(len(board.xs), len(board.ys)) for board in game(name).drawing.boards]
        for name in ("tictactoe", "drop", "three", "quarto", "trails")
    }
    assert sizes["tictactoe"] == [(3, 3)] and sizes["quarto"] == [(4, 4)]
    assert sizes["trails"] == [(10, 10)] and sizes["three"] == [] and len(sizes["drop"]) == 1
