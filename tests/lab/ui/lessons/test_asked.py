"""A lesson's question is told once: flag, form, command line, JSON and refusal follow from its
knobs.
"""

import argparse
import random
from dataclasses import replace

import pytest

from engines.knobs import Knob, KnobError, Value, knobs
from lab.cli import main
from lab.cli.lesson import arguments
from lab.cli.options import given
from lab.cli.parser import Parser
from lab.lesson.asked import LessonQuestion
from lab.lesson.beam import BeamQuestion
from lab.lesson.every import KINDS
from lab.lesson.genetic import GeneticQuestion
from lab.ui.lessons.alphabeta.page import LessonPanel
from lab.ui.lessons.decoupled.page import DuelPanel
from lab.ui.lessons.docks import TITLES
from lab.ui.lessons.mcts.page import WalkPanel
from lab.ui.lessons.network.page import SightPanel
from lab.ui.lessons.plans import MazePanel
from lab.ui.lessons.smitsimax.page import SharedPanel
from lab.words.asked import flag, values_of

PANELS = {
    "alphabeta": LessonPanel,
    "mcts": WalkPanel,
    "smitsimax": SharedPanel,
    "decoupled": DuelPanel,
    "beam": lambda: MazePanel(BeamQuestion, "", ""),
    "genetic": lambda: MazePanel(GeneticQuestion, "", ""),
    "network": SightPanel,
}
OWN = {  # knobs that a panel shows in its own way
    "tree": lambda panel, value: panel.set_tree(value),
    "values": lambda panel, value: panel.letters.setText(value),
    "order": lambda panel, value: panel.order.choose(value),
    "windows": lambda panel, value: panel.windows.choose(value),
    "table": lambda panel, value: panel.set_table(value),
    "position": lambda panel, value: panel.set_position(value),
}
EVERY = [
    pytest.param(name, knob, id=f"{name}-{knob.name}")
    for name, kind in KINDS.items()
    for knob in knobs(kind.asked)
]


def read(words: list[str]) -> LessonQuestion:
    """The question that a command line asks."""
    parser = Parser(prog="lesson")
    arguments(parser)
    args: argparse.Namespace = parser.parse_args(words)
    asked = KINDS[args.lesson].asked
    return args.reads(args, asked, given(args, asked))


def some(knob: Knob, rng: random.Random) -> list[Value]:
    """Values that a knob takes, its ends among them."""
    if knob.kind in ("choice", "text"):
        return list(knob.choices) or ["a=4", "a=4, b=-1"]
    between = [rng.uniform(knob.low, knob.high) for _ in range(5)]
    if knob.kind == "integer":
        return [int(knob.low), int(knob.high), *map(round, between)]
    return [knob.low, knob.high, *between]


def test_every_lesson_has_a_page_and_a_command() -> None:
    assert list(KINDS) == list(TITLES) == list(PANELS)


@pytest.mark.parametrize(("name", "knob"), EVERY)
def test_each_knob_has_a_flag_that_its_command_line_writes(name: str, knob: Knob) -> None:
    usual = KINDS[name].asked()
    for value in some(knob, random.Random(7)):
        question = replace(usual, **{knob.name: value})
        assert values_of(question)[knob.name] == value
        assert read(question.arguments()) == question
        words = [str(value)] if knob.name == "tree" else [f"{flag(knob.name)}={value!s}"]
        assert read([name, *words]) == question
    assert read([name]) == usual


@pytest.mark.parametrize("name", list(KINDS))
def test_all_knobs_at_once_come_back_from_the_command_line(name: str) -> None:
    rng, asked = random.Random(11), KINDS[name].asked
    for _ in range(20):
        question = asked(**{knob.name: rng.choice(some(knob, rng)) for knob in knobs(asked)})
        assert read(question.arguments()) == question


@pytest.mark.parametrize(("name", "knob"), EVERY)
def test_the_form_sets_each_knob(name: str, knob: Knob, qapp) -> None:
    panel, heard = PANELS[name](), []
    assert values_of(panel.question) == values_of(KINDS[name].asked())
    assert (knob.name in panel.rows) != (knob.name in OWN)
    panel.changed.connect(lambda: heard.append(panel.question))
    row = panel.rows.get(knob.name)
    for value in some(row.knob if row is not None else knob, random.Random(3)):
        if row is None:
            OWN[knob.name](panel, value)
        else:
            panel.set(**{knob.name: value})
            assert heard.pop() == panel.question
        found = values_of(panel.question)[knob.name]
        assert found == (pytest.approx(value, rel=1e-5) if knob.kind == "number" else value)


@pytest.mark.parametrize(("name", "knob"), EVERY)
def test_what_a_knob_does_not_take_is_refused_in_one_sentence(name, knob, capsys) -> None:
    wrong: list[object] = ["("]
    if knob.kind in ("integer", "number"):
        wrong = [knob.low - 1, knob.high + 1, "many", float("nan")]
    for value in wrong:
        with pytest.raises(KnobError) as said:
            KINDS[name].study(replace(KINDS[name].asked(), **{knob.name: value}))
        words = [str(value)] if knob.name == "tree" else [f"{flag(knob.name)}={value}"]
        assert main(["lesson", name, *words]) == 2
        out, err = capsys.readouterr()
        assert not out
        for text in (str(said.value), err.strip()):
            assert text.endswith(".") and "\n" not in text
