"""A soft time limit: a program may be late so often in a match, with a warning, and it counts."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.game import FORFEIT
from engines.knobs import KnobError
from engines.tictactoe import TicTacToe
from lab.batch.entrants import entrant
from lab.batch.faults import Faults, told
from lab.batch.scoring import seat_records
from lab.batch.tape import packed, replayed, unpacked
from lab.cli import main
from lab.files.codec import decode_seat, encode_seat
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match.decide import Decision
from lab.match.play import MatchResult, play
from lab.match.program_player import ProgramPlayer
from lab.match.seat import ProgramSeat
from lab.match.seats import format_seat, parse_seat
from lab.programs.process import ProgramLine
from tests.lab.programs.test_program_start import Timed

GAME = TicTacToe()
SLOW = """
import time
for turn in range(9):
    input()
    cells = [input() for _ in range(int(input()))]
    time.sleep(0.5 * (turn > 0))  # the limit is 400 ms, and 800 ms are no answer
    print(cells[0], flush=True)
"""


class Sometimes(Timed):
    """A program that takes so many milliseconds for each answer in turn; None is none."""

    def __init__(self, *took_ms: float | None) -> None:
        super().__init__(0.0, 0.0)
        self._took = iter(took_ms)
        self.began = 0.0

    def reading(self, since: float) -> float:
        return since

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        took = next(self._took)
        return [] if took is None else [ProgramLine("0 0", until - self.twice_s + took / 1000)]

    twice_s = 2.0  # from the question to the end


def decided(warnings: int, *took_ms: float | None) -> list[Decision]:
    """What a program with a limit of one second decides, asked the same again and again."""
    spec = parse_seat(f"cmd:bot,patience=10,warnings={warnings}", GAME)
    assert isinstance(spec, ProgramSeat)
    talker = Sometimes(*took_ms)
    player, found = ProgramPlayer(GAME, 0, spec.program, talker), []
    for turn in range(len(took_ms)):
        talker.twice_s = 2 * spec.program.limit_ms(GAME, turn == 0) / 1000
        player.begin(GAME.initial(1), turn)
        found.append(player.decide())
    return found


@pytest.mark.parametrize("warnings", [0, 1, 2])
def test_so_many_late_answers_count_and_the_next_one_ends_it(warnings: int) -> None:
    found = decided(warnings, *[900.0] * 2, *[1500.0] * 4)
    late = found[2:]
    assert [bool(each.warning) for each in found] == [k in range(2, 2 + warnings) for k in range(6)]
    assert [each.choice == (FORFEIT,) for each in late] == [k >= warnings for k in range(4)]
    assert [bool(each.error) for each in found] == [k >= 2 + warnings for k in range(6)]
    for k, each in enumerate(late[:warnings], 1):
        assert each.overrun_ms == pytest.approx(500.0) and each.lines == ("0 0",)
        assert f"warning {k} of {warnings}" in each.warning and "500" in each.warning


def test_an_answer_that_does_not_come_at_all_is_none() -> None:
    first, second = decided(3, 900.0, None)
    assert not first.warning and second.error and not second.warning
    assert second.choice == (FORFEIT,)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A program that is late from its second answer on."""
    path = tmp_path_factory.mktemp("slow") / "slow.py"
    path.write_text(SLOW)
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(path)])},patience=4,warnings=2"


@pytest.fixture(scope="module")
def match(slow: str) -> MatchResult:
    """A match that it loses with its third late answer."""
    return play("tictactoe", [slow, "random"], budget="1it", seed=2)


def said(match: MatchResult) -> Sequence[str]:
    return [error for turn in match.turns for error in turn.errors]


def test_a_slow_program_is_warned_twice_and_then_loses_by_being_late(match: MatchResult) -> None:
    assert [("warning" in each, "Time limit" in each) for each in said(match)[:3]] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    seat, other = seat_records(GAME, match, (0, 1), "wall")
    assert (seat.late, seat.warned, seat.errors) == (3, 2, 0) and seat.outcome == -1.0
    assert not seat.never_moved and (other.late, other.warned) == (0, 0)
    (sentence,) = told({"slow": Faults.of((seat, other), 0)})
    assert "spoiled 1 of 1 game by 1 late answer" in sentence
    assert "warned of 2 late answers, which counted" in sentence
    assert not told({"random": Faults.of((seat, other), 1)})


def test_replay_and_tape_have_the_answers_that_counted(match: MatchResult, tmp_path: Path) -> None:
    save(tmp_path / "match.jsonl", match)
    kept = load(tmp_path / "match.jsonl")
    assert list(verify(kept)) == [None] * len(match.turns)
    assert [turn.errors for turn in kept.turns] == [turn.errors for turn in match.turns]
    again = list(replayed(GAME, match.setup.seed, unpacked(packed(match.turns))))
    assert [turn.errors for turn in again] == [turn.errors for turn in match.turns]


def test_the_command_line_counts_them(slow: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seat", slow, "--seat", "random", "--seed", "2", "--matches", "1", "--json")
    main(["match", "tictactoe", *words])
    own = json.loads(capsys.readouterr().out)["sides"][0]["faults"]
    assert (own["late"], own["warned"], own["spoiled"]) == (3, 2, 1)


@pytest.mark.parametrize(
    ("words", "limits", "again"),
    [
        ("cmd:./bot", (1.0, 0), "cmd:./bot"),
        ("cmd:./bot a, patience=2", (2.0, 0), "cmd:./bot a,patience=2"),
        ("cmd:./bot,warnings=3", (1.0, 3), "cmd:./bot,warnings=3"),
        ("cmd:./bot,warnings=3,patience=0.5", (0.5, 3), "cmd:./bot,patience=0.5,warnings=3"),
        ("cmd:./bot,warnings=0,patience=1", (1.0, 0), "cmd:./bot"),
    ],
)
def test_limits_are_written_as_they_are_read(
    words: str, limits: tuple[float, int], again: str
) -> None:
    spec = parse_seat(words, GAME)
    assert isinstance(spec, ProgramSeat)
    assert (spec.program.patience, spec.program.warnings) == limits
    assert format_seat(spec, GAME) == again and parse_seat(again, GAME) == spec
    assert decode_seat(GAME, json.loads(json.dumps(encode_seat(GAME, spec)))) == (spec, "")


def test_only_warnings_make_another_player() -> None:
    texts = (
        "cmd:./bot,patience=2",
        "cmd:./bot,patience=2,warnings=0",
        "cmd:./bot,patience=2,warnings=1",
    )
    plain, none, one = (entrant(GAME, parse_seat(text, GAME)) for text in texts)
    assert plain.params == '{"patience":2.0}' and plain.digest == none.digest != one.digest


@pytest.mark.parametrize("wrong", ["-1", "2.5", "1001", "many"])
def test_warnings_are_a_whole_number_in_its_range(wrong: str) -> None:
    with pytest.raises(KnobError, match=r"(?i)warnings"):
        parse_seat(f"cmd:./bot,warnings={wrong}", GAME)
