"""A program as the text of a seat, and commands that cannot be started."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from engines.game import Game
from engines.knobs import KnobError
from engines.tictactoe import TicTacToe
from lab.cli import main
from lab.match.play import play
from lab.match.seats import command, format_seat, make_setup, parse_game, parse_seat
from lab.programs.spec import Program, with_globals
from tests.lab.programs.test_program import against

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script names its interpreter")


def test_a_script_whose_interpreter_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/nowhere/python\n")
    script.chmod(0o755)
    with pytest.raises(KnobError, match="the interpreter that its first line names was not found"):
        against(f"cmd:{script}")


@pytest.mark.parametrize(
    "text", ["cmd:./mybot", "cmd:./mybot -x 1,2 'a b',patience=2", 'cmd:"my bot" --level=3']
)
def test_the_text_of_a_program_round_trips(text: str) -> None:
    game = parse_game("uttt")
    spec = parse_seat(text, game)
    assert format_seat(spec, game) == text and parse_seat(format_seat(spec, game), game) == spec
    setup = make_setup(game, [spec, "random"], seed=1, budget="5it")
    assert setup.seats[0].budget is None and shlex.quote(text) in command(setup)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cmd:", "python3 bot.py"),
        ("cmd:./bot 'a", "not understood"),
        ("cmd:./bot,patience=0", "0.01 to"),
        ("cmd:./bot,patience=much", "not a number"),
    ],
)
def test_bad_texts_are_one_sentence(text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said):
        parse_seat(text, parse_game("uttt"))


def test_a_game_without_text_takes_no_programs() -> None:
    class Mute(TicTacToe):
        view = Game.view

    with pytest.raises(KnobError, match="no text that a program could read"):
        parse_seat("cmd:./bot", Mute())


def test_a_command_that_does_not_exist_is_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [
        "match",
        "uttt",
        "--seat",
        "cmd:/no/such/bot",
        "--seat",
        "random",
        "--out",
        str(tmp_path / "r.jsonl"),
    ]
    assert main(words) == 2
    err = capsys.readouterr().err
    assert (
        "/no/such/bot cannot be started" in err
        and err.count("\n") == 1
        and list(tmp_path.iterdir()) == []
    )
    (tmp_path / "empty").touch(mode=0o755)
    (tmp_path / "empty").write_text("#!/no/such/interpreter\n")
    assert main(["match", "uttt", "--seat", f"cmd:{tmp_path}/empty", "--seat", "random"]) == 2


# -- JavaScript in node ---------------------------------------------------------------------------


BOT = """
while (true) {
    const opponent = readline();
    const cells = [];
    for (let n = parseInt(readline()); n > 0; n--) cells.push(readline());
    printErr("é", cells.length);
    putstr(cells[0].split(" ")[0]); print("", cells[0].split(" ")[1]);
}
"""


def test_only_scripts_that_call_readline_get_it(tmp_path: Path) -> None:
    bot, own = tmp_path / "bot.js", tmp_path / "own.js"
    bot.write_text(BOT)
    own.write_text("require('readline').createInterface({input: process.stdin})")
    words = ["node", "--stack-size=2000", str(bot), "7"]
    start = with_globals(words)
    assert (start[:2], start[3:]) == (["node", "--require"], words[1:])
    assert Path(start[2]).is_file()
    for other in (["node", str(own)], ["node", "none.js"], ["python3", str(bot)], []):
        assert with_globals(other) == other


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_program_with_the_contest_s_globals_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text(BOT)
    program = Program(f"node {tmp_path / 'bot.js'}", patience=100.0)
    result = play("tictactoe", [f"cmd:{program.text}", "random"], seed=3)
    first = result.turns[0].decisions[0]
    assert first is not None and (first.lines, first.stderr) == (("0 0",), "é 9\n")
    assert not [d.error for t in result.turns for d in t.decisions if d is not None and d.error]
