"""`smitsilab export`: what it writes, and what it says instead."""

import csv
from pathlib import Path

import pytest
from PIL import Image

from tests.lab.cli.conftest import Run
from tests.lab.export import matches


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("match")
    matches.tictactoe(folder)
    return folder / "tictactoe.jsonl"


def test_tables_and_trees(match: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "e.csv"
    code, said, _ = run("export", match, "--out", out, "--turns", "2-3", "--seat", 2)
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert code == 0 and said == f"{out}: {len(rows)} rows.\n"
    assert {(row["turn"], row["seat"]) for row in rows} == {("2", "2"), ("3", "2")}
    nodes = ("export", match, "--what", "nodes", "--turns", 1)
    assert run(*nodes, "--out", tmp_path / "n.dot", "--least", 5)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--turns", "4-2"), "--turns 4-2 should be within 1 to"),
        (("--turns", "x"), "write 12, or 10-20"),
        (("--seat", "3"), "has 2 seats; there is no seat 3"),
        (("--what", "moves"), "There is no table moves"),
        (("--branch", "Q"), "There is no branch Q"),
        (("--out", "e.gif"), "A film is of --what growth, a search, or of --what turns"),
        (("--what", "nodes", "--turns", "2"), "grows a tree"),
    ],
)
def test_bad_input_is_one_sentence(
    match: Path, tmp_path: Path, run: Run, words: tuple[str, ...], said: str
) -> None:
    code, out, err = run("export", match, "--out", tmp_path / "e.csv", *words)
    assert (code, out) == (2, "") and err.count("\n") == 1 and said in err
    assert not list(tmp_path.iterdir())


def test_bad_paths_are_one_sentence(match: Path, tmp_path: Path, run: Run) -> None:
    for out in (tmp_path / "no" / "e.csv", tmp_path, tmp_path / "e"):
        code, _, err = run("export", match, "--out", out)
        assert code == 2 and err.count("\n") == 1
    code, _, err = run("export", tmp_path / "none.jsonl", "--out", tmp_path / "e.csv")
    assert code == 2 and "none.jsonl" in err


def test_a_file_that_is_there_stays(match: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "e.csv"
    out.write_text("my notes")
    code, _, err = run("export", match, "--out", out)
    assert code == 2 and "is there already" in err and out.read_text() == "my notes"
    assert run("export", match, "--out", out, "--force")[0] == 0
    assert out.read_text().startswith("table,turn,seat")


def test_films(match: Path, tmp_path: Path, run: Run, qapp: object) -> None:
    for what, count in (("growth", 3), ("turns", 5)):
        out = tmp_path / f"{what}.gif"
        words = ("--what", what, "--turns", 1, "--frames", 3, "--spacing", "evenly")
        code, said, _ = run("export", match, *words, "--out", out)
        assert (code, said) == (0, f"{out}: {count} images.\n")
        with Image.open(out) as film:
            assert film.n_frames == count and film.size[0] == 960
