"""What the tuner's page asks of the store and of the tuner, as functions for its thread; no
Qt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.game import Game
from engines.knobs import Knob, KnobError
from lab.batch.faults import told
from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import GameRow, TestBar, row_of
from lab.experiments.better.question import BetterQuestion
from lab.experiments.better.result import bar
from lab.experiments.sweep.grid import arguments
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import KIND, TuneQuestion, begun, finished_in, known, reopened
from lab.experiments.tuner.report import details, test_command, worth_testing
from lab.experiments.tuner.shown import history, shown
from lab.experiments.tuner.space import Setting, TunedKnob, knobs_of
from lab.programs.spec import program_of
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.ui.explore.players import axes_of
from lab.ui.tuner.records import TunerForm, TunerView
from lab.words.asked import asked_as

MOST = 1000  # games in the list
SECOND_MOVER = "second"  # how careful a search is: no strength that a tuning begins with
FIRST_KNOBS = 4  # that a new tuning begins with
ARGUMENT_RANGE = "0:10"  # of a program's argument, which has no range of its own
BEST = "this setting"


# -- players and knobs -----------------------------------------------------------------------------


def tunable(game: Game, seat: str) -> tuple[TunedKnob, ...]:
    """All knobs of a player that can be tuned, in their whole ranges; `usual` is its own value."""
    if names := arguments_of(seat):
        return knobs_of(game, seat, [f"{name}={ARGUMENT_RANGE}" for name in names])
    name = seat.partition(":")[0]
    return knobs_of(game, seat, [name for name, knob in axes_of(game, name) if _suits(name, knob)])


def arguments_of(seat: str) -> list[str]:
    """The names in braces of a program's command; none of an algorithm."""
    return [knob.name for knob in arguments(program_of(seat))]


def _suits(name: str, knob: Knob) -> bool:
    several = knob.kind != "choice" or len(knob.choices) > 1
    return knob.kind != "text" and name != "memory" and several


def first_knobs(knobs: Sequence[TunedKnob]) -> tuple[str, ...]:
    """The knobs that a new tuning of a player begins with."""
    weighty = [knob for knob in knobs if knob.name != SECOND_MOVER]
    return tuple(knob.text for knob in weighty[:FIRST_KNOBS])


def plan_of(form: TunerForm) -> TunePlan:
    """The plan of a form, without what is known of it; KnobError says what is wrong."""
    return asked_as(TunePlan, form)


def form_of(plan: TunePlan, place: Workplace) -> TunerForm:
    """A plan in the boxes of the page."""
    return asked_as(TunerForm, plan, workplace=place)


# -- what is known ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenedTuning:
    """A tuning that is on the page, and the names of all of them."""

    question: TuneQuestion | None
    view: TunerView
    form: TunerForm | None
    names: tuple[str, ...]


def names_of(store: Store) -> tuple[str, ...]:
    """The tunings that are kept, the latest first."""
    return tuple(each.name for each in store.experiments() if each.kind == KIND)[::-1]


def looked_up(store: Store, form: TunerForm) -> OpenedTuning:
    """What is known of the tuning of a form, which the store need not have."""
    wanted = plan_of(form)
    for kept in store.experiments(wanted.name):
        wanted, _ = reopened(wanted, kept.file, finished_in(store, wanted.name))
    return _found(store, wanted, None)


def opened(store: Store, name: str, place: Workplace) -> OpenedTuning:
    """A tuning that is kept, as it was left; the latest for ""."""
    names = names_of(store)
    wanted = name or (names[0] if names else "")
    for kept in store.experiments(wanted) if wanted else ():
        plan = reading(kept.file)
        return _found(store, plan, form_of(plan, place))
    return OpenedTuning(None, TunerView(), None, names)


def reading(file: str) -> TunePlan:
    """The plan in an experiment's file."""
    return TunePlan.read(json.loads(file))


def started(store: Store, form: TunerForm) -> TuneQuestion:
    """Keeps the tuning of a form, with all that is known of the same player, and asks it."""
    return TuneQuestion(begun(store, plan_of(form)))


def tested(store: Store, question: TuneQuestion) -> BetterQuestion:
    """Keeps and asks the test of what a tuning found; KnobError where there is nothing to test."""
    answer = question.answer
    if answer is None or not worth_testing(question, answer):
        raise KnobError("There is no setting to be tested yet.")
    plan = question.plan.test(answer.setting)
    store.experiment(plan.name, "test", plan.file)
    return BetterQuestion(plan)


def _found(store: Store, plan: TunePlan, form: TunerForm | None) -> OpenedTuning:
    question = known(plan, finished_in(store, plan.name))
    return OpenedTuning(question, seen(store, question), form, names_of(store))


def seen(store: Store, question: TuneQuestion, test: BetterQuestion | None = None) -> TunerView:
    """The view of a question at this moment, with its history."""
    events = [(each.at, each.what, each.detail) for each in store.events(question.plan.name)]
    view = replace(view_of(question), history=tuple(history(question, events)))
    return replace(view, test=None if test is None else bar_of(test))


def left(
    store: Store, question: TuneQuestion, test: BetterQuestion | None = None
) -> tuple[TuneQuestion, TunerView]:
    """A tuning whose run has ended, with every game that it has played. While it runs, a group
    counts once all before it are in; when it stops, some are finished that waited for that.
    """
    found = known(question.plan, finished_in(store, question.plan.name))
    return found, seen(store, found, test)


def bar_of(test: BetterQuestion) -> TestBar:
    """How far the test of a tuning's answer has come."""
    usual = "the player as it is"
    return bar(test, ("the tuned player", usual))


def view_of(question: TuneQuestion) -> TunerView:
    """What is known, without its history."""
    plan = question.plan
    found = shown(question)
    view = TunerView(
        found=found,
        knobs=plan.space.knobs,
        unit=plan.unit,
        note=f"% of points against the benchmark, {plan.words}",
        played=question.played,
        total=plan.games,
        stage=question.note,
        command=plan.command(),
    )
    if found is None:
        return view
    answer = found.answer
    said = answer.sentence(plan.space)
    few = answer.settled_nothing
    worth = worth_testing(question, answer)
    return replace(
        view,
        sentence=said,
        detail=" ".join([*([] if few else details(question, found)), *told(question.faults)]),
        test_command=test_command(question, answer) if worth else "",
    )


# -- games -----------------------------------------------------------------------------------------


def games_of(store: Store, plan: TunePlan, setting: Setting) -> tuple[GameRow, ...]:
    """The latest games of a setting."""
    player = plan.player(setting)
    names = {side.digest: side.text for side in plan.benchmarks} | {player.digest: BEST}
    found = store.listed(plan.name, GameFilter(bot=player), MOST)
    return tuple(row_of(game, names) for game in found)


def new_form(game: Game, seat: str, workplace: Workplace) -> TunerForm:
    """The form of a first tuning: a search against itself as it is."""
    knobs = first_knobs(tunable(game, seat))
    against = (seat,) if game.seats > 1 else ()
    return TunerForm(game.spec, seat, against, knobs, workplace=workplace)
