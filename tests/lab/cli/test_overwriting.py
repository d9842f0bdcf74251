"""What is on the disk stays: every command that writes a file refuses one that is there, and a
command that fails has touched nothing.
"""

import argparse
import importlib
import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.cli import COMMANDS, main
from lab.cli.parser import Parser
from lab.cli.running import MODULES
from lab.files.replay import load
from tests.lab.cli.conftest import Run
from tests.waiting import until

ROOT = Path(__file__).parents[3]
LINES = ROOT / "tests" / "games" / "lines.py"
MATCH = ("match", "tictactoe", "--seat", "random", "--seat", "random")
UNCOMPILED = os.environ | {"NUMBA_DISABLE_JIT": "1"}
BOT = """
while True:
    input()
    cells = [input() for _ in range(int(input()))]
    print(cells[0], flush=True)
"""


@pytest.fixture
def replay(tmp_path: Path, run: Run) -> Path:
    """A replay of nine turns or fewer."""
    path = tmp_path / "whole.jsonl"
    assert run(*MATCH, "--out", path)[0] == 0
    return path


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(BOT)
    return shlex.join([sys.executable, "-I", "-S", str(tmp_path / "bot.py")])


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def writers(replay: Path, bot: str, out: Path) -> dict[str, list[object]]:
    """A command line for each option that names a file to be written."""
    vary = ["--vary", "c=0.1|0.2", "--against", "random", "--budget", "2it", "--matches", "2"]
    return {
        "match": [*MATCH, "--out", out],
        "replay": ["replay", replay, "--save", out],
        "referee": ["referee", "tictactoe", "-p1", bot, "-p2", bot, "-seed", "1", "-l", out],
        "sweep": ["sweep", "tictactoe", "--seat", "uct", *vary, "--out", out],
        "table": ["table", "tictactoe", "--player", "random", "--player", "uct", "--out", out],
        "review": ["review", replay, "--budget", "2it", "--out", out],
        "export": ["export", replay, "--what", "turns", "--out", out],
        "report": ["experiment", "report", "brew-depth", "--html", out],
        "arena": ["arena", "watch", "duel", "1", "--out", out, "--store", out.parent / "games.db"],
        "backup": ["store", "backup", "--out", out, "--store", out.parent / "games.db"],
        "bot": ["export-bot", "tictactoe", "--seat", "uct", "--out", out],
        "skeleton": ["skeleton", LINES, "--out", out],
        "demo": ["demo", "--out", out.parent],  # into files of its own
    }


def arena_of(folder: Path) -> Path:
    """A store with an arena that has games."""
    path = folder / "games.db"
    if not path.exists():
        for words in (
            "new duel tictactoe --budget 2it",
            "add duel a --seat random",
            "add duel b --seat scripted",
            "play duel --games 2 --processes 1",
        ):
            main(["arena", *words.split(), "--store", str(path)])
    return path


def file_options(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> Iterator[str]:
    """Every argument of a command that is a path, with the words before it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from file_options(inner, (*words, name))
        elif action.type is Path:
            yield " ".join([*words, (action.option_strings or [action.dest])[0]])


APART = ("demo", "skeleton")  # files of its own; checks a game first: see test_skeleton.py
USUAL = ("--store", "--from", "--tls", "--starts")  # a store is added to, the others are read
READ = {
    "check file",
    "conform folder",
    "export file",
    "new game --stub",
    "replay file",
    "review file",
    "store import files",
}


def test_every_file_that_a_command_may_write_is_one_of_these(tmp_path: Path) -> None:
    """An option that is new has to be in the table of writers, or to be only read."""
    found = set()
    for name in COMMANDS:
        parser = Parser(prog=name)
        importlib.import_module(f"lab.cli.{MODULES.get(name, name)}").arguments(parser)
        found |= {each for each in file_options(parser, (name,)) if each.split()[-1] not in USUAL}
    table = writers(tmp_path, "bot", tmp_path / "file").values()
    options = ("--out", "--save", "--html", "-l")
    written = {
        option
        for option in found
        for words in table
        if option.split()[0] == words[0] and option.split()[-1] in map(str, words)
        if option.split()[-1] in options
    }
    assert found - written == READ


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
@pytest.mark.parametrize("content", ["my notes", "my notes\n", "{}", '{"a": 1}\n[2]\n'])
@pytest.mark.parametrize(
    "name", [name for name in writers(Path(), "", Path()) if name not in APART]
)
def test_a_file_that_is_there_is_refused_in_one_sentence(
    run: Run, replay: Path, bot: str, tmp_path: Path, name: str, content: str
) -> None:
    out = tmp_path / "notes.csv"
    out.write_text(content)
    if name in ("arena", "backup"):
        arena_of(tmp_path)
    before = snapshot(tmp_path)
    code, said, errors = run(*writers(replay, bot, out)[name])
    assert (code, said) == (2, "") and str(out) in errors and errors.count("\n") == 1
    assert snapshot(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
@pytest.mark.parametrize("name", ["match", "replay", "referee"])
def test_force_replaces_a_file_but_no_link(
    run: Run, replay: Path, bot: str, tmp_path: Path, name: str
) -> None:
    out, link = tmp_path / "notes", tmp_path / "link"
    out.write_text("my notes\n")
    link.symlink_to(out)
    words = writers(replay, bot, link)[name]
    for more in ([], ["--force"]):
        code, _, errors = run(*words, *more)
        assert code == 2 and "is a symbolic link; name the file itself." in errors
    assert out.read_text() == "my notes\n"
    assert run(*writers(replay, bot, out)[name], "--force")[0] == 0
    assert out.read_bytes()[:1] == b"{" and link.is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a device")
@pytest.mark.parametrize("name", ["match", "replay", "referee"])
def test_a_device_may_be_named_and_stays_one(run: Run, replay: Path, bot: str, name: str) -> None:
    assert run(*writers(replay, bot, Path(os.devnull))[name])[0] == 0
    assert Path(os.devnull).is_char_device()


def test_one_of_several_matches_is_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m-3.jsonl").write_text("notes")
    code, out, errors = run(*MATCH, "--matches", "4", "--out", tmp_path / "m.jsonl")
    assert (code, out) == (2, "") and "m-3.jsonl is there already" in errors
    assert list(snapshot(tmp_path)) == ["m-3.jsonl"]


def test_a_match_that_cannot_begin_leaves_nothing_and_replaces_nothing(
    run: Run, tmp_path: Path
) -> None:
    broken = tmp_path / "bot"
    broken.write_text("#!/nowhere/python\n")
    broken.chmod(0o755)
    words = ("match", "tictactoe", "--seat", f"cmd:{broken}", "--seat", "random", "--out")
    assert run(*words, tmp_path / "new.jsonl")[0] == 2
    (tmp_path / "old.jsonl").write_text("notes")
    before = snapshot(tmp_path)
    assert run(*words, tmp_path / "old.jsonl", "--force")[0] == 2
    assert snapshot(tmp_path) == before and set(before) == {"bot", "old.jsonl"}


def test_a_damaged_replay_replaces_nothing_not_even_itself(
    run: Run, replay: Path, tmp_path: Path
) -> None:
    lines = replay.read_bytes().splitlines(keepends=True)
    replay.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    before = snapshot(tmp_path)
    assert "is there already" in run("replay", replay, "--save", replay)[2]
    for words in ([], ["--verify"]):
        code, _, errors = run("replay", replay, "--save", replay, "--force", *words)
        assert code == 2 and "stays as it was: the match is damaged" in errors
    assert snapshot(tmp_path) == before
    assert run("replay", replay, "--save", tmp_path / "good.jsonl")[0] == 2
    assert len(load(tmp_path / "good.jsonl").turns) == 2


def test_a_log_takes_the_place_of_another_as_testers_expect(
    run: Run, replay: Path, bot: str, tmp_path: Path
) -> None:
    """A tester that starts again begins with game1.json; a match that is not played counts as a
    draw there.
    """
    for name in ("game1.json", "game1.jsonl.gz"):
        words = writers(replay, bot, tmp_path / name)["referee"]
        assert run(*words)[0] == 0
        first = (tmp_path / name).read_bytes()
        assert run(*words[:6], "-seed", "2", "-l", tmp_path / name)[0] == 0
        assert (tmp_path / name).read_bytes() != first
    assert json.loads((tmp_path / "game1.json").read_text())["uinput"] == ["seed=2"]
    assert len(snapshot(tmp_path)) == 4


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_takes_no_file_is_told_before_the_match(
    run: Run, replay: Path, bot: str, tmp_path: Path
) -> None:
    (tmp_path / "closed").mkdir(mode=0o555)
    code, out, errors = run(*writers(replay, bot, tmp_path / "closed" / "x.json")["referee"])
    assert (code, out) == (2, "") and "Permission denied" in errors


def test_a_log_that_cannot_be_written_is_told_before_the_match(
    run: Run, replay: Path, bot: str, tmp_path: Path
) -> None:
    long = tmp_path / ("x" * 300 + ".json")
    code, out, errors = run(*writers(replay, bot, long)["referee"])
    assert (code, out) == (2, "") and "name too long" in errors


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
@pytest.mark.parametrize("json_too", [False, True])
def test_a_full_disk_names_the_file_and_the_score_is_told(
    tmp_path: Path, ending: str, json_too: bool
) -> None:
    """As on a full disk, a file may grow to so many bytes only: the first match fits, a longer one
    after it does not.
    """
    sizes = []
    for seed in range(1, 9):
        one = tmp_path / f"{seed}.{ending}"
        assert main([*MATCH, "--seed", str(seed), "--out", str(one)]) == 0
        sizes.append(one.stat().st_size)
    growth = [after - before for before, after in itertools.pairwise(sizes)]
    first = growth.index(max(growth)) + 1
    limit = (sizes[first - 1] + sizes[first]) // 2
    out = tmp_path / f"m.{ending}"
    words = [*MATCH, "--matches", "5", "--no-swap", "--seed", str(first), "--out", str(out)]
    program = (
        "import resource, sys; from lab.cli import main; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words, *["--json"] * json_too],
        cwd=ROOT,
        env=UNCOMPILED,
        capture_output=True,
        text=True,
        check=False,
    )
    name = f"m-2.{ending}"
    assert done.returncode == 2, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last == f"smitsilab: {tmp_path / name}: File too large."
    if json_too:
        assert len(json.loads(done.stdout)["matches"]) == 1
    else:
        assert "Tic-tac-toe, 1 match, " in done.stdout
    assert f"The match that was not finished: {tmp_path / name}" in done.stderr
    assert load(tmp_path / name).turns and not list(tmp_path.glob("*.part-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_an_interrupted_match_keeps_its_turns_and_says_where(
    tmp_path: Path, number: signal.Signals, code: int, force: bool
) -> None:
    """The program plays one turn, says so, and waits."""
    played, waits = tmp_path / "played", tmp_path / "waits.py"
    waits.write_text(
        BOT.replace("    print", f"    open({str(played)!r}, 'a').write('x')\n    print")
    )
    waits.write_text(
        waits.read_text().replace(
            "    cells =",
            f"    import os, time\n    while os.path.exists({str(played)!r}): "
            "time.sleep(1)\n    cells =",
        )
    )
    old = tmp_path / "m.jsonl"
    if force:
        old.write_text("notes")
    program = f"cmd:{shlex.join([sys.executable, '-I', '-S', str(waits)])},patience=900"
    words = ["match", "tictactoe", "--seat", program, "--seat", "random", "--out", str(old)]
    process = subprocess.Popen(
        [sys.executable, "-m", "lab", *words, *["--force"] * force],
        cwd=ROOT,
        env=UNCOMPILED,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: any(p.read_bytes().count(b"\n") > 2 for p in tmp_path.glob("m*.jsonl")))
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == code and "0 matches, none finished" in out
    (draft,) = tmp_path.glob("m.part-*.jsonl") if force else [old]
    assert f"The match that was not finished: {draft}\n" in errors
    assert len(load(draft).turns) == 2
    assert not force or old.read_text() == "notes"


def test_a_demo_in_a_folder_that_is_named_replaces_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "demo.gif").write_text("mine")
    code, out, errors = run("demo", "--out", tmp_path)
    assert (code, out) == (2, "") and "demo.gif is there already" in errors
    assert list(snapshot(tmp_path)) == ["demo.gif"]
