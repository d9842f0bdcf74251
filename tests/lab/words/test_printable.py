"""What files and programs say cannot steer the terminal that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.cli import OK, main
from lab.files.replay import save
from lab.match.play import play
from lab.words.printable import file_name, printable, printable_json

TITLE = "\x1b]0;owned\x07\x9b31m\u202e"


@given(st.text())
def test_plain_text_is_untouched_and_the_rest_is_visible(text: str) -> None:
    shown = printable(text)
    assert all(sign == "\n" or (not 0 <= ord(sign) < 32 and ord(sign) != 127) for sign in shown)
    shown.encode()
    if text.isprintable():
        assert shown == text
    assert printable(shown) == shown


def test_escapes_name_what_they_stand_for() -> None:
    assert printable("a\x1b[31m\tb\n\x9b\u202e\ud800\u00a0−é") == (
        "a\\x1b[31m\\tb\n\\x9b\\u202e\\ud800\u00a0−é"
    )


@given(st.text(st.characters(exclude_categories=())))
def test_json_says_the_same(text: str) -> None:
    shown = printable_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(shown) == [text]
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in shown)


@pytest.mark.parametrize("where", ["reason", "command", "events"])
def test_a_replay_cannot_steer_the_terminal(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    save(file, play("tictactoe", ["random", "random"], seed=3))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    if where == "reason":
        lines[-1]["reason"] = TITLE
    elif where == "command":
        lines[0]["seats"][0] = {"algorithm": "cmd", "params": {"command": TITLE, "patience": 1}}
    else:
        lines[0]["seats"][0]["params"] = {TITLE: 1}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["replay", str(file)]) == OK
    main(["replay", str(file), "--verify"])
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert not any(sign in text for sign in "\x1b\x07\x9b\u202e")
    assert "\\x1b]0;owned\\x07\\x9b31m\\u202e" in said.out


def test_a_sentence_about_a_file_cannot_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / "no\x1b[2Jfile")]) == 2
    said = capsys.readouterr().err
    assert "\x1b" not in said and "no\\x1b[2Jfile" in said


@pytest.mark.parametrize("name", ["night/1: v2?", "a\\b", "..", "con <x>", "plain name"])
def test_a_name_becomes_the_name_of_one_file(name: str) -> None:
    found = file_name(name)
    assert found and Path(found).name == found and not set(found) & set('\\/:*?"<>|')
    assert name != "plain name" or found == name
