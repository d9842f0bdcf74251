"""Recordings that are not what they should be: one sentence that says which line of which file."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from engines import games
from engines.knobs import KnobError
from lab.cli.conform import conform, recordings

TRACES = Path(__file__).parents[2] / "traces"
RECORDED = sorted(path.name for path in TRACES.iterdir() if path.name in games())


def lines(name: str) -> list[str]:
    """The first recording of a game."""
    return (
        gzip.decompress(
            next(f for f in recordings(TRACES / name) if f.suffix == ".gz").read_bytes()
        )
        .decode()
        .splitlines()
    )


def refusal(name: str, file: Path) -> str:
    """Why a file is no recording of the game."""
    with pytest.raises(KnobError) as caught:
        conform(games()[name](), file)
    return str(caught.value)


@pytest.mark.parametrize("name", RECORDED)
def test_recordings_of_other_games_are_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    title = games()[name].title
    for other in (each for each in RECORDED if each != name):
        file = tmp_path / f"{other}.jsonl"
        file.write_text("\n".join(lines(other)))
        assert refusal(name, file) in {
            f"Line {k} of {file} is not from a recording of {title}." for k in (1, 2)
        }


@pytest.mark.parametrize("name", ["uttt", "csb"])
@pytest.mark.parametrize(
    "strange",
    [
        "[1, 2]",
        "7",
        "{}",
        '{"turn": 3, "type": "turn", "in": 5}',
        '{"turn": "x", "type": "turn", "player": "X"}',
    ],
)
def test_a_strange_line_is_named_with_its_number_in_the_file(
    name: str, strange: str, tmp_path: Path
) -> None:
    file, found = tmp_path / "mixed.jsonl", lines(name)
    file.write_text("\n".join([found[0], "", *found[1:3], strange, *found[4:]]))
    assert (
        refusal(name, file) == f"Line 5 of {file} is not from a recording of {games()[name].title}."
    )


@pytest.mark.parametrize("text", ['{"turn": 3', "nothing", "\xff"])
def test_a_damaged_line_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text(f'{{"type": "header"}}\n{text}\n', encoding="latin-1")
    assert refusal("uttt", file) == f"Line 2 of {file} is damaged: it is no JSON."


def test_a_file_without_records_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    assert (
        refusal("uttt", tmp_path / "empty.jsonl")
        == f"In {tmp_path / 'empty.jsonl'} there is no record."
    )
    (tmp_path / "torn.jsonl.gz").write_bytes(gzip.compress(b"{}" * 99)[:20])
    assert refusal("uttt", tmp_path / "torn.jsonl.gz").startswith(
        f"{tmp_path / 'torn.jsonl.gz'} is damaged"
    )
