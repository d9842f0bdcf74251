"""What the status bar makes of a command line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from lab.ui.shell.status import StatusLine, with_short_names


@pytest.mark.parametrize("name", ["match.jsonl", "my match.jsonl"])
def test_files_are_shown_without_their_folders(qapp: object, tmp_path: Path, name: str) -> None:
    words = [
        "smitsilab",
        "review",
        str(tmp_path / name),
        "--with",
        "uct:c=0.5",
        "--out",
        "a/b.html",
    ]
    line, status = shlex.join(words), StatusLine()
    shown = with_short_names(line)
    assert shlex.split(shown) == [*words[:2], name, *words[3:]]
    status.set_command(line)
    assert status.command.text() == shown and line in status.command.toolTip()


def test_what_is_no_command_line_stays() -> None:
    assert with_short_names("(settings changed) it's") == "(settings changed) it's"
    assert with_short_names("") == ""
