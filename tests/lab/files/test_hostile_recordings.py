"""Recordings of contests that somebody made to break their reader, and notes of searches that are
none.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines import games
from engines.knobs import KnobError
from engines.site import Round
from lab.cli.conform import conform, recordings
from lab.files.codingame.result import read_recording
from lab.files.replay import ReplayError, load, save
from lab.files.source import MOST_BYTES
from lab.match.play import play

TRACES = Path(__file__).parents[2] / "traces"
Change = Callable[[dict[str, Any]], object]


def test_json_of_the_site_is_read_within_limits(tmp_path: Path) -> None:
    bomb, deep, cut = (tmp_path / name for name in ("bomb.json", "deep.json", "cut.json"))
    bomb.write_bytes(gzip.compress(b" " * (MOST_BYTES + 1)))
    deep.write_text('{"frames": ' + "[" * 60 + "]" * 60 + "}")
    cut.write_bytes(gzip.compress(b'{"frames": []}')[:-9])
    with pytest.raises(ReplayError, match="more than 64 megabytes"):
        read_recording(bomb)
    with pytest.raises(ReplayError, match="is cut short or damaged"):
        read_recording(deep)
    with pytest.raises(ReplayError, match="is cut short or damaged"):
        read_recording(cut)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with a name")
def test_a_pipe_is_no_recording(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ReplayError, match="a pipe or a device, not a file"):
        read_recording(tmp_path / "pipe")


def test_a_view_that_nests_too_deep_shows_nothing() -> None:
    view = "KEY_FRAME 0\n" + '{"a":' * 100_000
    assert Round(seat=0, lines=None, view=view).module("smitsilab", whole=True) is None


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("tron", lambda header: header.update(start={"0": [3, 3], "1": [3, 3]})),
        ("csb", lambda header: header.update(checkpoints=[[1e9, 0], [0, 1], [5, 5]])),
        ("brew", lambda header: header.update(order_queue=header["order_queue"][:1] * 36)),
        ("kutulu", lambda header: header["constants"].update(wanderer_life_time=1 << 40)),
        ("xmasrush", lambda header: header.update(visible_cards=99)),
    ],
)
def test_a_recorded_start_that_is_impossible_reaches_no_rule(
    name: str, change: Change, tmp_path: Path
) -> None:
    file = next(f for f in recordings(TRACES / name) if f.suffix == ".gz")
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    header = json.loads(lines[0])
    change(header)
    (tmp_path / "r.jsonl").write_text("\n".join([json.dumps(header), *lines[1:]]))
    with pytest.raises(KnobError, match=r"Line 1 of .* is not from a recording"):
        conform(games()[name](), tmp_path / "r.jsonl")


@pytest.mark.usefixtures("uncompiled")
def test_a_note_of_an_action_that_is_none_ends_the_match_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    save(path, play("matrix", ["duct", "random"], budget="5it", seed=1))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    (search,) = (d["search"] for d in lines[1]["decisions"] if d["search"]["agents"])
    search["agents"][0]["actions"][1] = 1_000_000
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    replay = load(path)
    assert replay.damaged and not replay.turns
    assert "a search notes the action 1000000, which is no action" in replay.note
