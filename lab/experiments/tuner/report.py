"""A tuning in words for the command line, and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lab.batch.faults import told
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.answer import Belief, TuningAnswer
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.shown import KnobShown, SettingShown, TuningShown, shown
from lab.experiments.verdicts import distinct_words
from lab.words.numerals import enumerated

RACE_SHOWN = 8
SHOWN_REST = 0.05  # of the effect, from which it is told
Rows = list[list[str]]


def headline(question: TuneQuestion) -> str:
    """What is tuned, against whom, under which conditions."""
    plan = question.plan
    against = f"against {', '.join(plan.against)}" if plan.against else "alone"
    seeds = f"seeds from {plan.seed}"
    return f"{plan.configured.title}: {plan.seat} {against}, {plan.words}, {seeds}"


def knob_rows(found: TuningShown) -> Rows:
    """One row a knob: its range, the usual and the best value, and its share of the effect."""
    rows = [["knob", "range", "usual", "best", "share of the effect"]]
    return rows + [
        [knob.name, knob.range, word(knob.usual), word(knob.best), f"{100 * knob.share:.0f} %"]
        for knob in found.knobs
    ]


def race_rows(question: TuneQuestion, found: TuningShown) -> Rows:
    """The first of the race, or without one the best by model and games together."""
    names = [knob.name for knob in question.plan.space.knobs]
    rows = [[*names, f"{question.plan.unit}s", "games only, 95 %", "with the model"]]
    order = found.race or sorted(found.parallel, key=lambda each: -each.both.low)
    return rows + [
        [*map(word, each.setting), str(each.groups), each.alone.text, each.both.text]
        for each in order[:RACE_SHOWN]
    ]


def sentences(question: TuneQuestion, answer: TuningAnswer | None) -> str:
    """What may be said."""
    if answer is None:
        return "No game has finished, so nothing is known."
    said = answer.sentence(question.plan.space)
    found = None if answer.settled_nothing else shown(question)
    detail = [] if found is None else details(question, found)
    return "\n".join([said, *detail, *told(question.faults)])


def details(question: TuneQuestion, found: TuningShown) -> list[str]:
    """What the answer rests on, where it may not be the last word, and what the shares of the
    effect leave.
    """
    answer, space = found.answer, question.plan.space
    said = [answer.detail(question.plan.unit)]
    by_benchmark = question.by_benchmark(answer.setting)
    if len(by_benchmark) > 1:
        scores = [f"{each.text} against {name}" for name, each in by_benchmark]
        said.append(f"Its games: {enumerated(scores)}. The test asks about each.")
    said += filter(None, [distinct_words(question.distinct(answer.setting))])
    edge = space.at_edge(answer.setting) if answer.setting != space.usual else []
    if edge:
        ends = "an end of its range" if len(edge) == 1 else "ends of their ranges"
        are = "is" if len(edge) == 1 else "are"
        said.append(f"{enumerated(edge)} {are} at {ends}: beyond it there may be a better value.")
    rest = 1 - sum(knob.share for knob in found.knobs)
    if answer.state != "same" and len(found.knobs) > 1 and rest >= SHOWN_REST:
        said.append(f"{100 * rest:.0f} % of the effect are of settings together, not of one alone.")
    return said


def worth_testing(question: TuneQuestion, answer: TuningAnswer) -> bool:
    """Whether there is a setting to be tested, other than the player as it is."""
    return not answer.settled_nothing and answer.setting not in question.plan.even


def test_command(question: TuneQuestion, answer: TuningAnswer, *more: str) -> str:
    """The command that tests the answer on fresh seeds. A pool has no short command of its own, so
    there it is that of the tuning.
    """
    test = question.plan.test(answer.setting)
    if test.pool:
        return question.plan.command("--test", *more)
    return test.command(*["--starts", *test.starts] * bool(test.starts), *more)


def as_json(question: TuneQuestion, found: TuningShown | None) -> dict[str, Any]:
    """Everything as one object."""
    plan = question.plan
    about = plan.question | {
        "played": question.played,
        "finished": question.ended,
        "experiment": plan.name,
        "command": plan.command(),
        "faults": {name: each.line for name, each in question.faults.items()},
    }
    if found is None:
        return about | {"best": None}
    answer = found.answer
    return about | {
        "best": plan.seat_text(answer.setting),
        "values": _values(question, answer.setting),
        "state": answer.state,
        "sentence": answer.sentence(plan.space),
        "detail": answer.detail(plan.unit),
        "both": _ends(answer.both),
        "alone": _ends(answer.alone) | {"groups": answer.groups},
        "tried": answer.tried,
        "test": test_command(question, answer) if worth_testing(question, answer) else None,
        "knobs": [_knob(knob) for knob in found.knobs],
        "course": [
            {"games": p.games, "luckiest": p.luckiest} | _ends(p.best) for p in found.course
        ],
        "stages": [asdict(stage) for stage in found.stages],
        "settings": [_setting(question, each) for each in found.parallel],
    }


def _values(question: TuneQuestion, setting: tuple[object, ...]) -> dict[str, object]:
    return {k.name: v for k, v in zip(question.plan.space.knobs, setting, strict=True)}


def _ends(belief: Belief) -> dict[str, float]:
    return {"score": belief.mean, "low": belief.low, "high": belief.high}


def _knob(knob: KnobShown) -> dict[str, Any]:
    curve = knob.slice
    return {
        "name": knob.name,
        "range": knob.range,
        "usual": knob.usual,
        "best": knob.best,
        "share": knob.share,
        "curve": [
            {"value": value, "score": float(mean), "low": float(low), "high": float(high)}
            for value, mean, low, high in zip(
                curve.values, curve.mean, curve.low, curve.high, strict=True
            )
        ],
    }


def _setting(question: TuneQuestion, each: SettingShown) -> dict[str, Any]:
    return {
        "values": _values(question, each.setting),
        "groups": each.groups,
        "alone": _ends(each.alone),
        "both": _ends(each.both),
        "race": each.ended,
    }
