"""Experiments as files: what they may say, and those that come with the lab."""

from pathlib import Path

import pytest

from engines.knobs import KnobError
from lab.experiments.claims.file import Claim, read
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.shelf import create, load, names, own_folder
from lab.match.budget import Budget
from lab.match.seat import SearchSeat

SHIPPED = [
    "alphabeta-depth",
    "brew-depth",
    "brew-double",
    "brew-lasting",
    "brew-opponent",
    "brew-parts",
    "brew-vote",
    "csb-resonance",
    "csb-robostac",
    "csb-shared-goals",
    "csb-too-deep",
    "mast-breakthrough",
    "mast-connect-four",
    "paranoid-or-joint",
    "smitsimax-ladder",
    "two-killers",
]
SMALL = """
[experiment]
question = "Does it need a solver?"
kind = "ablation"
game = "connect_four"
seat = "uct:solver=yes"
budget = ["40it", "400 iterations"]
without = ["solver"]
with = ["rave=300", "c=1,budget=2x", "budget=0.5x"]
groups = 12

[claim."solver=no"]
score = 0.4
source = "somebody"

[claim."rave=300"]
above = 0.55
at = "40it"
"""


def experiment(text: str = SMALL) -> ExperimentTable:
    return ExperimentTable(read("small", text))


def test_the_shipped_experiments_are_those_of_the_readme() -> None:
    assert [name for name in names() if load(name).shipped] == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_names_what_there_is(name: str) -> None:
    found = ExperimentTable(load(name))
    assert found.rows and 2 <= len(found.budgets) <= 3
    assert found.file.question.endswith("?")
    assert all(claim.source for claim in found.file.claims)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_file_says_what_came_out(name: str) -> None:
    text = load(name).text.lower()
    said = ("not settled", "worth it", "better without", "about equal", "than claimed", "holds")
    assert not [words for words in said if words in text]


def test_a_file_is_read_as_it_is_written() -> None:
    found = experiment()
    assert [row.name for row in found.rows] == [
        "solver=no", "rave=300", "c=1,budget=2x", "budget=0.5x"
    ]  # fmt: skip
    assert [row.role for row in found.rows] == ["without", "with", "with", "with"]
    assert found.file.budget == ("40it", "400it")
    assert found.file.claims == (
        Claim("solver=no", "score", 0.4, "400it", "somebody"),
        Claim("rave=300", "above", 0.55, "40it", ""),
    )
    first, second = found.budgets
    assert found.claims(found.rows[0], second) and not found.claims(found.rows[0], first)


def test_players_think_for_a_multiple_of_the_columns_budget() -> None:
    found = experiment()
    first = found.budgets[0]
    budgets = [found.player(row, first).budget for row in found.rows]
    assert [b.text for b in budgets if b is not None] == ["40it", "40it", "80it", "20it"]
    assert found.benchmark(first).budget == first
    twice = found.player(found.rows[2], first)
    assert isinstance(twice, SearchSeat)
    assert vars(twice.params)["c"] == 1.0


def test_a_budget_in_a_seat_is_its_own() -> None:
    text = SMALL.replace('seat = "uct:solver=yes"', 'seat = "uct:solver=yes,budget=7it"')
    found = experiment(text)
    assert found.benchmark(Budget.parse("40it")).budget == Budget.parse("7it")


def test_rivals_name_multiples_wherever_they_are_written() -> None:
    texts = ["uct:budget=3x", "uct:budget=2x,c=0.5", "uct:c=0.5,budget=4x", "uct:c=0.25"]
    rows = "[" + ", ".join(f'"{text}"' for text in texts) + "]"
    found = experiment(
        f'[experiment]\nquestion="?"\nkind="test"\ngame="connect_four"\nseat="uct"\n'
        f'budget="10it"\nrivals={rows}'
    )
    budgets = [found.player(row, found.budgets[0]).budget for row in found.rows]
    assert [b.text for b in budgets if b is not None] == ["30it", "20it", "40it", "10it"]
    values = [vars(row.seat.params)["c"] for row in found.rows if isinstance(row.seat, SearchSeat)]
    assert values == [0.7, 0.5, 0.5, 0.25]


def test_a_grid_leaves_the_full_version_out() -> None:
    found = experiment(
        '[experiment]\nquestion="?"\nkind="sweep"\ngame="connect_four"\nseat="uct"\n'
        'budget="10it"\nvary=["c=0.5|0.7", "solver=no|yes"]'
    )
    assert [row.name for row in found.rows] == [
        "c=0.5,solver=no", "c=0.5,solver=yes", "c=0.7,solver=yes"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("question", "qestion", "There is no key qestion; did you mean question?"),
        ("[experiment]", "[experimen]", "There is no section experimen; did you mean experiment?"),
        (
            '"ablation"',
            '"ablatoin"',
            "kind = ablatoin is not one of: ablation, sweep, test, claim.",
        ),
        ('"ablation"', '"tune"', "An experiment of the kind tune is made by `smitsilab tune`."),
        ('"connect_four"', '"conect_four"', "did you mean connect_four?"),
        ('"uct:solver=yes"', '"uctt"', "did you mean uct?"),
        ('"40it", "400 iterations"', '"40"', "The budget 40 is not understood"),
        ('"40it", "400 iterations"', '"40it", "40 it"', "budget names something twice."),
        ("groups = 12", "groups = 1.5", "groups should be a whole number from 1 to 1,000,000."),
        ("groups = 12", "groups = true", "groups should be a whole number"),
        ("groups = 12", "equal = 2", "equal should be a number from 0 to 1."),
        ("groups = 12", 'vary = "c=1|2"', "vary does not belong to this kind of experiment"),
        ("groups = 12", 'measure = "depth"', "A measure belongs to the kind claim, not ablation."),
        ('["solver"]', '"solvr"', "did you mean solver?"),
        ('["solver"]', "[]", "without should be a text or a list of texts."),
        ('"rave=300", ', '"rave=0", ', "rave=0 changes nothing"),
        ("score = 0.4", "score = 0.4\nbelow = 0.5", "should have one of: below, above, score"),
        ("score = 0.4", "scores = 0.4", "There is no key scores in"),
        ("score = 0.4", "equal = false", "should be true."),
        ("score = 0.4", 'at = "7it"\nscore = 0.4', "the budgets are 40it, 400it, not 7it."),
        (
            '[claim."rave=300"]',
            '[claim."rave=30"]',
            "There is no row rave=30; did you mean rave=300?",
        ),
        ("groups = 12", "groups = ", "small.toml is not TOML: "),
        ('question = "Does it need a solver?"', "", "The key question is missing"),
        ('seat = "uct:solver=yes"', "", "The key seat is missing"),
    ],
)
def test_mistakes_get_one_sentence(old: str, new: str, sentence: str) -> None:
    assert old in SMALL
    with pytest.raises(KnobError) as error:
        experiment(SMALL.replace(old, new))
    text = str(error.value)
    assert text.startswith("small.toml") and sentence in text and "\n" not in text


def test_own_experiments_are_kept_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    path = create("mine", SMALL)
    assert path == own_folder() / "mine.toml" and path.is_relative_to(tmp_path)
    assert names()[-1] == "mine" and len(names()) == len(SHIPPED) + 1
    assert not load("mine").shipped and load("mine").text == SMALL
    assert load(str(path)).question == load("mine").question
    for name, sentence in (("mine", "already"), ("two-killers", "already"), ("../x", "cannot")):
        with pytest.raises(KnobError, match=sentence):
            create(name, SMALL)
    with pytest.raises(KnobError, match="did you mean mine"):
        load("mien")
    with pytest.raises(KnobError, match="There is no key"):
        create("other", SMALL.replace("groups", "grups"))
    assert not (own_folder() / "other.toml").exists()
