"""CodinGame's JavaScript: readline() and its kin, without a line of the program changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab.match.play import play
from lab.programs.node import with_globals
from lab.programs.spec import Program

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
