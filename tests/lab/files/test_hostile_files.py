"""Files that somebody made to break their reader: a sentence each, soon, and no more memory than a
match takes.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.game import FORFEIT, PASS
from engines.knobs import HasFields, KnobError
from engines.matrix import Matrix
from engines.tictactoe import TicTacToe
from lab.cli import BAD_INPUT, OK, main
from lab.cli.conform import read
from lab.files.codec import MOST_ITERATIONS
from lab.files.replay import ReplayError, load, save
from lab.files.source import MOST_BYTES, MOST_LINES
from lab.files.verify import verify
from lab.match.budget import Budget
from lab.match.play import play

HERE = Path(__file__).parent / "hostile"
FOUND = Path(__file__).parents[4] / "shared" / "findings"
FILES = sorted(HERE.glob("*.jsonl")) + sorted(
    [*FOUND.glob("poc-*.jsonl"), *FOUND.glob("hostile-starts/*.jsonl")]
)
RUN = """
import sys
from lab.cli import main
for file in sys.argv[1:]:
    print(file, main(["replay", file]), main(["replay", file, "--verify"]), flush=True)
"""

Line = dict[str, Any]
Written = Callable[[list[Line]], Path]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """The lines of a whole match in turns: X plays by UCT, O at random."""
    file = tmp_path_factory.mktemp("match") / "whole.jsonl"
    save(file, play("tictactoe", ["uct", "random"], budget="20it", seed=3))
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture
def lines(match: list[Line]) -> list[Line]:
    """The same, to be changed."""
    copied: list[Line] = json.loads(json.dumps(match))
    return copied


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes lines into a file."""

    def write(lines: list[Line]) -> Path:
        path = tmp_path / "changed.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


def note(path: Path) -> str:
    """What is wrong with a file of which something can be read."""
    replay = load(path)
    assert replay.damaged
    return replay.note


def test_no_impossible_start_reaches_the_rules() -> None:
    """In a process of its own, which a rule led astray would end."""
    words = [sys.executable, "-c", RUN, *map(str, FILES)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stdout[-200:]
    assert done.stdout.splitlines() == [f"{file} {BAD_INPUT} {BAD_INPUT}" for file in FILES]
    said = done.stderr.splitlines()
    assert len(said) == 2 * len(FILES) >= 4
    assert all("its start position is impossible (" in line for line in said)
    assert all(line.startswith("smitsilab: ") and line.endswith(").") for line in said)


# -- actions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("joint", "said"),
    [
        ([PASS, PASS], "X has no action"),
        ([FORFEIT, FORFEIT], "O is not to move"),
        ([PASS, FORFEIT], "X has no action"),
        ([4, 4], "O is not to move"),
        ([FORFEIT, 4], "O is not to move"),
    ],
)
def test_who_is_not_to_move_passes_and_who_is_does_not(
    lines: list[Line], written: Written, joint: list[int], said: str
) -> None:
    assert [lines[1]["joint"][1], lines[2]["joint"][0]] == [PASS, PASS]
    lines[1]["joint"] = joint
    assert note(written(lines)).startswith(f"The line after turn 0 cannot be read ({said});")


def test_a_bad_answer_of_who_is_to_move_is_played(lines: list[Line], written: Written) -> None:
    lines[2] |= {"joint": [PASS, FORFEIT], "decisions": []}
    replay = load(written(lines[:3]))
    assert len(replay.turns) == 2 and replay.outcome == (1.0, -1.0)


def test_after_a_bad_answer_nobody_else_is_asked(tmp_path: Path) -> None:
    """In games where all move at once: who comes later may have passed, but not all of them."""
    file = tmp_path / "match.jsonl"
    save(file, play(Matrix.configure(rounds=3), ["random", "random"], seed=1))
    header, first, *rest = [json.loads(line) for line in file.read_text().splitlines()]
    for joint, turns in (([FORFEIT, PASS], 1), ([PASS, FORFEIT], 1), ([PASS, PASS], 0)):
        changed = [header, first | {"joint": joint, "decisions": []}, *rest]
        file.write_text("".join(json.dumps(line) + "\n" for line in changed))
        assert len(load(file).turns) == turns


def test_a_game_without_a_text_has_no_bad_answers(
    lines: list[Line], written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.match.play.hears", lambda game: False)
    lines[2] |= {"joint": [PASS, FORFEIT], "decisions": []}
    assert "the action -2 is not legal" in note(written(lines))


# -- decisions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 1, 2, 1 << 70])
def test_only_who_has_a_choice_decides(lines: list[Line], written: Written, seat: int) -> None:
    lines[1]["decisions"][0]["seat"] = seat
    path = written(lines)
    assert len(load(path).turns) == 0 and "cannot be read" in note(path)
    assert main(["replay", str(path), "--verify"]) == BAD_INPUT


@pytest.mark.parametrize(
    "change",
    [
        {"choice": []},
        {"choice": [1, 2]},
        {"iterations": -1},
        {"iterations": MOST_ITERATIONS + 1},
        {"iterations": 10**400},
        {"calls": [[10**12, 0.5]]},
        {"calls": [[MOST_ITERATIONS, 0.5], [1, 0.7]]},
        {"calls": [[-5, 0.5]]},
        {"calls": [[5, -0.5]]},
        {"calls": [[5, float("nan")]]},
    ],
    ids=str,
)
def test_no_decision_is_longer_than_a_budget(
    lines: list[Line], written: Written, change: Line
) -> None:
    lines[1]["decisions"][0] |= change
    assert note(written(lines)).startswith("The line after turn 0 cannot be read (")


def test_the_limit_is_that_of_budgets() -> None:
    Budget.parse(f"{MOST_ITERATIONS}it")
    with pytest.raises(KnobError):
        Budget.parse(f"{MOST_ITERATIONS + 1}it")


@pytest.mark.parametrize(
    "change",
    [{"agent": -1}, {"agent": 2}, {"best": 99}, {"best": -2}, {"visits": [1]}, {"mean": []}],
    ids=str,
)
def test_what_a_search_notes_is_about_this_game(
    lines: list[Line], written: Written, change: Line
) -> None:
    lines[1]["decisions"][0]["search"]["agents"][0] |= change
    assert note(written(lines)).startswith("The line after turn 0 cannot be read (a search")


@pytest.mark.parametrize(
    ("params", "said"),
    [({"quest": 1}, "There is no parameter quest"), ({"memory": 10**15}, "outside its range")],
)
def test_what_this_version_does_not_know_is_noted_and_not_repeated(
    lines: list[Line],
    written: Written,
    capsys: pytest.CaptureFixture[str],
    params: Line,
    said: str,
) -> None:
    lines[0]["seats"][0]["params"] |= params
    path = written(lines)
    assert main(["replay", str(path)]) == OK
    assert said in capsys.readouterr().out
    assert main(["replay", str(path), "--verify"]) == BAD_INPUT
    told = capsys.readouterr()
    turns = len(lines) - 2
    assert told.out == f"{turns}/{turns} turns played again the same.\n"
    *progress, why = told.err.splitlines()
    assert why.startswith(f"smitsilab: {path}: The search of seat uct cannot be repeated")
    assert said in why and all(line.startswith("turn ") for line in progress)


@pytest.mark.parametrize("values", [{"quest": 1}, {"c": "high"}, {"w.lead": 1}, {"memory": 10**15}])
def test_a_knob_that_cannot_be_turned_ends_the_repetition_in_a_sentence(
    lines: list[Line], written: Written, values: Line
) -> None:
    lines[3]["decisions"][0]["changes"] = [[7, values]]
    found = verify(load(written(lines)))
    assert [next(found), next(found)] == [None, None]
    with pytest.raises(ReplayError, match=r"^Turn 3 cannot be played again: .*[.?]$"):
        next(found)


def test_a_match_has_no_more_turns_than_the_game(
    lines: list[Line], written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = TicTacToe.__init__

    def short(self: TicTacToe, options: HasFields | None = None) -> None:
        made(self, options)
        self.longest = 2

    monkeypatch.setattr(TicTacToe, "__init__", short)
    turns = [lines[1], lines[2], {"back_to": 1}, lines[2], lines[3]]
    replay = load(written([lines[0], *turns]))
    assert len(replay.turns) == 2 and "a match has at most 2 moves" in replay.note


# -- sizes -----------------------------------------------------------------------------------------


def bomb(path: Path, size: int) -> Path:
    """A small file that unpacks to `size` bytes."""
    with gzip.open(path, "wb") as file:
        for _ in range(size >> 20):
            file.write(b" " * (1 << 20))
    return path


@pytest.mark.parametrize("name", ["bomb.jsonl.gz", "bomb.jsonl"])
def test_what_unpacks_to_more_than_a_match_is_refused_early(tmp_path: Path, name: str) -> None:
    path = bomb(tmp_path / name, 3 * MOST_BYTES)
    for reader, refusal in ((load, ReplayError), (read, KnobError)):
        tracemalloc.start()
        with pytest.raises(refusal, match="more than 64 megabytes"):
            reader(path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 3 * MOST_BYTES


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(ReplayError, match="more than 64 megabytes"):
        load(path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices with a name")
def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(ReplayError, match="a pipe or a device, not a file"):
            load(path)
        with pytest.raises(KnobError, match="a pipe or a device, not a file"):
            read(path)


def test_lines_without_end_are_read_up_to_a_number(lines: list[Line], written: Written) -> None:
    path = written([lines[0], *[{"back_to": 0}] * MOST_LINES])
    assert note(path).startswith("There are more than 50,000 lines; the first ones were read.")


@pytest.mark.parametrize("depth", [40, 900, 100_000])
def test_a_line_that_nests_too_deep_is_damaged(
    lines: list[Line], written: Written, depth: int
) -> None:
    path = written(lines[:2])
    deep = "[" * depth + "]" * depth
    path.write_text(f'{path.read_text()}{{"turn": 2, "errors": {deep}}}\n')
    assert len(load(path).turns) == 1
    assert note(path) == "Line 3 is damaged or cut; everything before it was read."


def test_half_a_surrogate_is_shown_as_a_sign(lines: list[Line], written: Written) -> None:
    """Programs that cut texts by units of UTF-16 leave such halves."""
    lines[2]["errors"] = ["cut \ud83d"]
    path = written(lines)
    assert b"ud83d" in path.read_bytes()
    replay = load(path)
    assert not replay.damaged
    assert replay.lines[1]["errors"] == ["cut \ufffd"]
