"""Recorded matches and server turns replay exactly; a changed recording is noticed."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from engines.csb import CodersStrikeBack

ROOT = Path(__file__).parents[3]
OWN = ROOT / "tests" / "traces" / "csb"
ALL = ROOT.parent / "shared" / "traces"
MATCHES = sorted(OWN.glob("csb_*.jsonl.gz")) + sorted((ALL / "csb").glob("*.jsonl.gz"))
SERVER = [
    path for path in (OWN / "real_steps.jsonl", ALL / "csb_real" / "steps.jsonl") if path.exists()
]

Records = list[dict[str, Any]]


def read(path: Path) -> Records:
    """The records of a recording, packed or not."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def game() -> CodersStrikeBack:
    return CodersStrikeBack()


@pytest.mark.parametrize("path", MATCHES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_match(game: CodersStrikeBack, path: Path) -> None:
    records = read(path)
    found = list(game.conform(records))
    assert found[-1] is None
    assert len(found) == records[-1]["turns"]


@pytest.mark.parametrize("path", SERVER, ids=lambda p: p.parent.name)
def test_server_turns(game: CodersStrikeBack, path: Path) -> None:
    records = read(path)
    assert list(game.conform(records)) == [None] * len(records)


def test_own_copies_cover_every_end() -> None:
    reasons = {read(path)[-1]["reason"] for path in OWN.glob("csb_*.jsonl.gz")}
    assert reasons == {
        "finish",
        "checkpoint_timeout",
        "checkpoint_timeout_both",
        "invalid_output",
        "max_turns",
    }


def change_pre(r: Records) -> None:
    r[9]["state"]["pods"][2]["pre"][1] += 1e-7


def change_text(r: Records) -> None:
    r[9]["in"]["1"][3] = r[9]["in"]["1"][3][:-1] + "7"


def change_collision(r: Records) -> None:
    next(t for t in r[9:] if t["state"]["collisions"])["state"]["collisions"][0][0] += 1e-7


def change_timeout(r: Records) -> None:
    r[9]["state"]["timeout"][0] += 1


def change_winner(r: Records) -> None:
    r[-1]["winner"] = 1 - r[-1]["winner"]


def change_intro(r: Records) -> None:
    r[0]["in"]["0"][1] = "8"


@pytest.mark.parametrize(
    "change",
    [change_pre, change_text, change_collision, change_timeout, change_winner, change_intro],
)
def test_a_changed_recording_is_noticed(game: CodersStrikeBack, change: Any) -> None:
    records = copy.deepcopy(read(OWN / "csb_1003.jsonl.gz"))
    change(records)
    found = list(game.conform(records))
    assert found[-1] is not None
    assert all(item is None for item in found[:-1])
