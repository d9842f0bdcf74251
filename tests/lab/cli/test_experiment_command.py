"""`smitsilab experiment`: files are played, read back and shown, in one process or another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lab.cli import BAD_INPUT, DIFFERENCE, OK, OPEN, main
from lab.experiments.claims import question as stopping
from lab.experiments.claims.question import ClaimQuestion
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.shelf import load, names
from lab.store.store import Store

DUEL = """
[experiment]
question = "Is chance as good as a search?"
kind = "test"
game = "tictactoe"
seat = "uct"
budget = ["200it", "300it"]
rivals = ["random", "uct:c=0.5"]
groups = 24

[claim."random"]
below = 0.5
at = "200it"
source = "anybody <b>"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for experiments and the store, with two of one's own; plain has no claim."""
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    (tmp_path / "experiments").mkdir()
    for name, text in (("duel", DUEL), ("plain", DUEL.partition("[claim")[0])):
        (tmp_path / "experiments" / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def experiment(*words: str) -> int:
    return main(["experiment", *words])


def test_an_experiment_is_played_and_everything_about_it_agrees(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = experiment("run", "duel", "--quick", "--processes", "1", "--json")
    found = json.loads(said(capsys))
    first, second, *later = found["rows"]
    assert (first["row"], first["budget"], second["row"]) == ("random", "200it", "uct:c=0.5")
    assert first["groups"] == 24 and first["games"] == 48
    assert first["score"] < 0.4 and first["verdict"] == "weaker"
    assert first["claims"][0]["result"] == "holds" and found["sentence"] == "The claim holds."
    assert [row["groups"] for row in later] == [0, 0]
    assert code == (OK if second["verdict"] in ("weaker", "stronger", "about equal") else OPEN)

    assert experiment("show", "duel", "--json") == OK
    assert json.loads(said(capsys)) == found
    assert experiment("run", "duel", "--claims") == OK  # everything is there: nothing is played
    text = said(capsys)
    assert "random at 200it: below 50 % claimed (anybody <b>): holds." in text
    percents = f"{100 * first['score']:.1f} % ({100 * first['low']:.1f} to"
    assert re.search(
        rf"^random +{re.escape(percents)}.* 24  weaker +below 50 %  holds$", text, re.M
    )

    wrong = DUEL.replace("below = 0.5", "above = 0.5")
    (home / "experiments" / "wrong.toml").write_text(wrong, encoding="utf-8")
    assert experiment("run", "wrong", "--claims") == DIFFERENCE  # of the same games
    assert "The claim fails." in said(capsys)

    assert experiment("list", "--markdown") == OK
    claims = said(capsys)
    assert re.search(
        rf"^\| random: below 50 % at 200it \| anybody .* \| {re.escape(percents)}", claims, re.M
    )
    assert "| holds | `smitsilab experiment run duel --claims` |" in claims
    assert "Not played: alphabeta-depth (best: 2.00 at 1048576n)" in claims

    assert experiment("show", "duel", "--markdown") == OK
    assert f"| random | {percents}" in said(capsys)
    page = home / "duel.html"
    assert experiment("report", "duel", "--html", str(page)) == OK
    html = page.read_text(encoding="utf-8")
    assert percents in html and "anybody &lt;b&gt;" in html and "<script" not in html
    assert html.count('class="claim"') == 1 and html.count('class="known"') == 2
    capsys.readouterr()
    assert experiment("export", "duel") == OK
    games = [json.loads(line) for line in said(capsys).splitlines()]
    points = [game["points"] for game in games if game["row"] == "random"]
    assert len(points) == 48 and sum(points) / 48 == pytest.approx(first["score"])
    assert experiment("export", "duel", "--csv") == OK
    assert said(capsys).splitlines()[0].startswith("row,budget,seed,seating,points,")


@pytest.mark.usefixtures("uncompiled")
def test_a_shipped_measure_ends_with_a_verdict(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert experiment("run", "two-killers", "--quick", "--groups", "6") == OK
    text = said(capsys)
    assert "0 of 2 claims hold, 2 are not played." in text  # they are about another budget
    assert re.search(r"^duct:ties=lowest +12\.5 % .* 6  measured$", text, re.M)
    with Store(home / "games.db") as store:
        (kept,) = store.experiments("two-killers")
        assert kept.shipped and kept.kind == "claim" and kept.games == 24


def test_the_list_has_a_sentence_for_each(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "experiments" / "bad.toml").write_text("[experiment]\n", encoding="utf-8")
    assert experiment("list", "--json") == OK
    found = {each["name"]: each for each in json.loads(said(capsys))}
    assert list(found) == names() and {"duel", "bad", "csb-resonance"} <= set(found)
    assert found["duel"]["sentence"] == "The claim is not played."
    assert found["plain"]["sentence"] == "Nothing is played."
    assert found["bad"]["sentence"] == "bad.toml: The key question is missing in [experiment]."
    assert not (home / "games.db").exists()


def test_a_new_experiment_is_a_file_that_can_be_played(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in ("ablation", "sweep", "test", "claim"):
        words = ("--kind", kind, "--game", "tictactoe", "--seat", "uct:c=0.5")
        assert experiment("new", f"my-{kind}", *words) == OK
        path = Path(said(capsys).strip())
        assert path.is_file() and path.is_relative_to(home)
        assert experiment("show", f"my-{kind}") == OK
        assert "Nothing is played." in said(capsys)
    assert experiment("show", "my-test", "--file") == OK
    assert 'seat     = "uct:c=0.5"' in said(capsys)


def test_a_run_that_goes_on_elsewhere_is_asked_to_stop(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "LOOK_S", -1.0)  # looks whenever it is asked
    with Store(home / "games.db") as store:
        store.experiment("duel", "test", DUEL)
        store.event("duel", stopping.STOP)  # of a run before
        stop = stopping.StopWatch(store, "duel")
        assert not stop()
        assert experiment("stop", "duel") == OK
        assert stop() and stop()
        table = ExperimentTable(load("duel"))
        assert ClaimQuestion(table, stop=stop).ended and not ClaimQuestion(table).ended


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "duell"), "There is no experiment duell; did you mean duel?"),
        (("new", "duel", "--game", "uttt", "--seat", "uct"), "There is an experiment duel already"),
        (("new", "Duel", "--game", "uttt", "--seat", "uct"), "use small letters"),
        (("new", "two", "--game", "uttt", "--seat", "utc"), "did you mean uct?"),
        (("stop", "duel"), "Nothing of duel was ever played."),
        (("run", "plain", "--claims"), "has no claim"),
        (("run", "brew-parts", "--budget", "7it"), "The budgets of brew-parts are"),
        (("report", "duel"), "--html --markdown"),
    ],
)
def test_mistakes_get_one_sentence(
    home: Path, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert experiment(*words) == BAD_INPUT
    assert sentence in capsys.readouterr().err
    assert not (home / "experiments" / "two.toml").exists()


def test_a_file_starts_no_program_unasked(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the command, and what it says to do goes on from there."""
    mark = tmp_path / "started"
    bot = tmp_path / "bot.sh"
    bot.write_text(f"#!/bin/sh\ntouch {mark}\n")
    bot.chmod(0o755)
    text = DUEL.partition("[claim")[0].replace('"random"', f'"cmd:{bot}"')
    (home / "experiments" / "strange.toml").write_text(text, encoding="utf-8")
    words = ("run", "strange", "--quick", "--processes", "1", "--groups", "1")
    assert experiment(*words) == BAD_INPUT
    err = capsys.readouterr().err
    assert str(bot) in err and "--allow-programs" in err and not mark.exists()
    experiment(*words, "--allow-programs")
    assert mark.exists()
