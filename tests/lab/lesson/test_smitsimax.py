"""The lesson of Smitsimax: its numbers are the kernel's, its words those of its numbers."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from engines.knobs import KnobError
from lab.cli import main
from lab.files.position import KeptPosition, save_position
from lab.lesson.match_start import read_start
from lab.lesson.smitsimax import PARTS, SharedLesson, SharedQuestion, as_data, study, told
from lab.lesson.smitsimax.positions import position
from lab.lesson.smitsimax.resonance import SEEDS
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EVALUATION,
    LISTING,
    PICK_HEADS,
    RANGE_HEADS,
    ROW_HEADS,
    RULE_LINES,
    SCALING,
    SELECTION,
)
from lab.lesson.smitsimax.study import SharedIteration
from lab.match.decide import seen
from lab.match.seat import SearchSeat
from search.base import generator
from search.smitsimax import Params, Smitsimax
from tests.search.positions import configured

TABLE = "matrix:matrix=biased_rps@0"


def question(
    position: str = "csb@bench", iterations: int = 30, **knobs: float | str
) -> SharedQuestion:
    search = SearchSeat("smitsimax", Params(**{"depth": 3, **knobs}))  # type: ignore[arg-type]
    return SharedQuestion(position, iterations, 5).by(search)


def test_a_search_that_lets_ucb_choose_untried_actions_is_refused() -> None:
    with pytest.raises(KnobError, match="leave out untried"):
        study(question(untried="ucb", iterations=1))


@pytest.fixture(scope="module", params=["csb@bench", TABLE])
def lesson(request: pytest.FixtureRequest) -> SharedLesson:
    return study(question(request.param))


@pytest.fixture(scope="module")
def race() -> SharedLesson:
    return study(question())


def test_the_last_trees_are_those_of_a_plain_search(lesson: SharedLesson) -> None:
    found, asked = lesson.position, lesson.question
    plain = Smitsimax(found.game, asked.params, seed=5)
    plain.start(found.state.copy(), 0)
    plain.advance(30)
    roots = lesson.steps[-1].roots
    assert len(roots) == found.game.agents
    for stats, rows in zip(plain.snapshot().agents, roots, strict=True):
        assert [row.visits for row in rows] == stats.visits.tolist()
        assert [row.mean for row in rows] == pytest.approx(stats.mean.tolist())
        assert [row.bound for row in rows] == pytest.approx(stats.bound.tolist(), rel=1e-5)
    # no two agents have the same numbers, so a tree shown for another one would be noticed
    assert len({tuple(row.mean for row in rows) for rows in roots}) == len(roots)


def test_before_and_value_are_after_in_every_node_of_every_tree(lesson: SharedLesson) -> None:
    totals: dict[int, tuple[int, float]] = {}
    for iteration in lesson.iterations:
        last = iteration.steps[-1]
        assert last.part == BACKPROPAGATION
        values = {each.agent: each.value for each in last.ranges or iteration.steps[-2].ranges}
        for change in last.changes:
            assert change.gained == values[change.agent]
            assert (change.visits[0], change.total[0]) == totals.get(change.node, (0, 0.0))
            assert change.visits[1] == change.visits[0] + 1
            assert change.total[1] == change.total[0] + change.gained
            totals[change.node] = change.visits[1], change.total[1]
    assert {change.agent for change in last.changes} == set(range(lesson.position.game.agents))


def test_each_choice_by_bounds_has_the_highest_of_its_table(lesson: SharedLesson) -> None:
    compared = 0
    for pick in (pick for step in lesson.steps for pick in step.picks):
        if not pick.by_bound:
            assert not pick.surprise and not pick.is_guess
            continue
        compared += 1
        chosen = pick.rows[pick.chosen]
        assert chosen.highest and chosen.move == pick.move
        assert chosen.bound == pytest.approx(max(row.bound for row in pick.rows), abs=1e-5)
        assert pick.surprise == (chosen.mean < max(row.mean for row in pick.rows))
        assert ("is not the best" in pick.why) == pick.surprise
        assert f"the highest bound, {chosen.bound:.3f}" in pick.why and pick.name in pick.why
        assert chosen.bonus_words in pick.why and f"Mean {chosen.mean:.3f}" in pick.why
        assert pick.cells[3:] == chosen.cells[2:]
        for row in pick.rows:
            bonus = 0.3 * math.sqrt(math.log(row.parent_visits) / row.visits)
            assert row.bonus == pytest.approx(bonus) and row.bound == row.mean + row.bonus
    assert compared > 20


def test_means_are_scaled_by_the_range_of_their_own_agent(race: SharedLesson) -> None:
    """Recomputed from the changes alone."""
    for before, now in zip(race.iterations, race.iterations[1:], strict=False):
        ranges, roots = before.steps[-2].ranges, before.steps[-1].roots
        for pick, rows in zip(now.steps[0].picks, roots, strict=True):
            each = ranges[pick.agent]
            assert each.scale[1] == (each.high[1] - each.low[1] or 1.0)
            assert [row.mean for row in pick.rows] == [row.mean for row in rows] or any(
                math.isnan(row.mean) for row in rows
            )
            own = [c for c in before.steps[-1].changes if c.agent == pick.agent][1]
            row = next(row for row in rows if row.node == own.node)
            assert row.mean == pytest.approx((own.mean - each.low[1]) / each.scale[1])


def test_steps_come_in_order_with_all_agents_in_each(lesson: SharedLesson) -> None:
    agents = range(lesson.position.game.agents)
    assert [each.number for each in lesson.iterations] == list(range(1, 31))
    for iteration in lesson.iterations:
        turns = iteration.turns
        parts = [step.part for step in iteration.steps]
        assert parts == [SELECTION] * turns + [EVALUATION, SCALING, BACKPROPAGATION]
        assert [step.turn for step in iteration.steps[:turns]] == list(range(1, turns + 1))
        for step in iteration.steps[:turns]:
            assert [pick.agent for pick in step.picks] == list(agents)
            words = iteration.line.words[step.turn - 1]
            assert tuple(pick.move for pick in step.picks) == words
            marked = {line for how in {p.how for p in step.picks} for line in RULE_LINES[how]}
            assert set(step.lines) == {1, 2, 3, 4} | marked
        assert len(iteration.line.scenes) == turns + 1
    for agent in agents:
        found = [k for k, step in enumerate(lesson.steps) if step.surprises(agent)]
        assert lesson.surprises(agent) == found
    assert lesson.surprises(0) != lesson.surprises(1)


def test_the_board_shows_what_the_rules_make_of_the_choices(race: SharedLesson) -> None:
    game, line = race.position.game, race.iterations[20].line
    state = race.position.state.copy()
    game.rules.prepare(state, game.weights())
    for joint, scene in zip(line.joints, line.scenes[1:], strict=True):
        game.rules.step(state, np.array(joint), generator(0), None)
        assert scene == game.scene(state)
    assert line.paths[2][-1] == game.position(state, 2)


def test_the_text_has_the_numbers_of_the_window(lesson: SharedLesson) -> None:
    blocks = list(told(lesson))
    assert len(blocks) == len(lesson.steps) + 2
    for (text, rows), step in zip(blocks, lesson.steps, strict=False):
        assert step.head in text and PARTS[step.part] in text
        assert all(pick.why in text for pick in step.picks)
        if step.picks:
            assert list(rows) == [PICK_HEADS, *(pick.cells for pick in step.picks)]
        elif step.part == SCALING:
            assert list(rows) == [RANGE_HEADS, *(each.cells for each in step.ranges)]
    assert lesson.resonance.verdict in blocks[-2][0]


def test_rules_of_choice_in_words(race: SharedLesson) -> None:
    first, later = race.iterations[0].steps[0], race.iterations[8].steps[0]
    assert first.head == "Turn 1: four untried."
    assert "for the first time, so its actions are listed" in first.picks[3].why
    assert later.head == "Turn 1: four at random."
    assert "The first 10 visits of a node choose at random; this one has had 8." in (
        later.picks[1].why
    )
    assert race.iterations[29].steps[0].head == "Turn 1: four by UCB."


def test_ranges_in_words(race: SharedLesson) -> None:
    steps = [step for step in race.steps if step.part == SCALING]
    assert steps[0].head == "The first values: lowest and highest are the same."
    for step in steps[1:]:
        grown = [each.name for each in step.ranges if each.grew]
        assert all(name in step.head for name in grown)
        assert (step.head == "No range changes.") == (not grown)
    fixed = study(question(iterations=3, scaling="fixed", scale=2.5))
    step = fixed.iterations[-1].steps[-2]
    assert step.head == "The scale is fixed." and step.ranges[0].scale == (2.5, 2.5)


class Agent:
    """One of the listing's agents."""

    def __init__(self, number: int) -> None:
        self.path = [Node(number)]
        self.lowest, self.highest = math.inf, -math.inf


class Node:
    """A node of the listing's own trees."""

    def __init__(self, number: int, action: int = -1) -> None:
        self.number, self.action, self.visits, self.total = number, action, 0, 0.0
        self.kids: list[Node] = []


class Listing:
    """The listing's words for one lesson, with the draws and the values of its steps; bounds are
    its own.
    """

    def __init__(self, lesson: SharedLesson) -> None:
        self.lesson, count = lesson, lesson.position.game.agents
        self.agents = [Agent(agent) for agent in range(count)]
        self.roots = [agent.path[0] for agent in self.agents]
        params = lesson.question.params
        self.names = {"depth": params.depth, "random_visits": params.random_visits}
        for word in (
            *("play", "actions", "evaluation"),
            *("untried", "children", "chance", "bound"),
        ):
            self.names[word] = getattr(self, word)
        exec("\n".join(LISTING), self.names)

    def run(self, iteration: SharedIteration) -> None:
        self.iteration, self.turn = iteration, 0
        for agent, root in zip(self.agents, self.roots, strict=True):
            agent.path = [root]
        self.names["depth"] = iteration.turns
        self.names["iteration"](self.agents, None)

    def picked(self, node: Node) -> tuple[int, int]:
        """Whose node it is, and the child that the kernel chose there."""
        whose = next(k for k, agent in enumerate(self.agents) if agent.path[-1] is node)
        pick = self.iteration.steps[self.turn].picks[whose]
        return whose, pick.rows[pick.chosen].node

    def children(self, node: Node) -> list[Node]:
        whose, _ = self.picked(node)
        rows = self.iteration.steps[self.turn].picks[whose].rows
        if not node.kids:
            node.kids = [Node(row.node) for row in rows]
        return node.kids

    def untried(self, node: Node) -> list[Node]:
        return [kid for kid in self.children(node) if not kid.visits]

    def chance(self, nodes: list[Node]) -> Node:
        drawn = {p.rows[p.chosen].node for p in self.iteration.steps[self.turn].picks}
        return next(node for node in nodes if node.number in drawn)

    def bound(self, kid: Node) -> tuple[float, bool]:
        agent = next(a for a in self.agents if kid in a.path[-1].kids)
        spread = agent.highest - agent.lowest or 1.0
        bonus = 0.3 * math.sqrt(math.log(agent.path[-1].visits) / kid.visits)
        drawn = self.picked(agent.path[-1])[1]
        # of equal bounds the one that was drawn
        mean = (kid.total / kid.visits - agent.lowest) / spread
        return round(mean + bonus, 5), kid.number == drawn

    def actions(self, agents: list[Agent]) -> list[int]:
        return [agent.path[-1].number for agent in agents]

    def play(self, _state: None, chosen: list[int]) -> None:
        picks = self.iteration.steps[self.turn].picks
        assert chosen == [pick.rows[pick.chosen].node for pick in picks]
        self.turn += 1

    def evaluation(self, agents: list[Agent], _state: None) -> list[tuple[Agent, float]]:
        ranges = self.iteration.steps[-2].ranges
        return [(agents[each.agent], each.value) for each in ranges]


def test_the_listing_builds_the_kernels_trees(lesson: SharedLesson) -> None:
    listing = Listing(lesson)
    for iteration in lesson.iterations:
        listing.run(iteration)
        known = {node.number: node for agent in listing.agents for node in agent.path}
        for change in iteration.steps[-1].changes:
            node = known[change.node]
            assert node.visits == change.visits[1]
            assert node.total == pytest.approx(change.total[1])
        for agent, each in zip(listing.agents, iteration.steps[-2].ranges, strict=True):
            assert (agent.lowest, agent.highest) == (each.low[1], each.high[1])


def test_the_words_of_the_listing_are_heads_of_the_tables() -> None:
    heads = {
        head.lower() for each in (ROW_HEADS, PICK_HEADS, RANGE_HEADS, CHANGE_HEADS) for head in each
    }
    words = set(re.findall(r"(?:node|agent)\.(\w+)|key=(\w+)", "\n".join(LISTING)))
    used = {a or b for a, b in words} - {"path"} | {"value"}
    assert used == {"visits", "total", "lowest", "highest", "bound", "value"}
    assert used <= heads


# -- resonance -------------------------------------------------------------------------------------


def test_both_searches_of_the_comparison_are_plain_searches(race: SharedLesson) -> None:
    assert [run.random_visits for run in race.resonance.runs] == [10, 0]
    found = race.position
    for run in race.resonance.runs:
        plain = Smitsimax(found.game, Params(depth=3, random_visits=run.random_visits), seed=5)
        plain.start(found.state.copy(), 0)
        for iteration in range(1, 31):
            plain.advance(1)
            for stats, counts in zip(plain.snapshot().agents, run.agents, strict=True):
                assert counts.visits[iteration].tolist() == stats.visits.tolist()
    own, other = race.resonance.runs
    assert own.agents[0].visits.tolist() != other.agents[0].visits.tolist()


def test_losses_are_measured_against_the_best_action(race: SharedLesson) -> None:
    found = race.resonance
    assert all(losses.min() == 0.0 and losses.max() > 0.0 for losses in found.losses)
    cells = found.cells(0, 30)
    for row, counts, losses in zip(cells, found.runs[0].agents, found.losses, strict=True):
        best = counts.favourite(30)
        assert row[:2] == (counts.name, counts.moves[best]) and row[3] == f"{losses[best]:.3f}"
    mean = np.mean([float(row[3]) for row in cells])
    assert found.loss(0, 30) == pytest.approx(mean, abs=1e-3)
    assert f"{found.loss(0, 30):.3f} with 10 random" in found.words(30)
    assert f"Over {SEEDS} seeds" in found.verdict


def test_without_random_visits_the_usual_ones_are_the_counterpart() -> None:
    found = study(question(TABLE, 12, random_visits=0)).resonance
    assert [run.random_visits for run in found.runs] == [0, 10]
    assert "without random first visits" in found.words(12)


# -- positions and the command line ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no position"),
        ("chess@1", "There is no game chess"),
        ("tictactoe@1", "Smitsimax does not fit Tic-tac-toe"),
        ("csb@", "Nothing is no seed"),
        ("csb@-1", "-1 is no seed"),
    ],
)
def test_wrong_positions_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(KnobError, match=re.escape(words)):
        position(text)


def test_the_command_prints_the_lesson_and_its_data(capsys: pytest.CaptureFixture[str]) -> None:
    asked = question(TABLE, 12, depth=1, c=0.5)
    lesson = study(asked)
    words = ["lesson", *asked.arguments()[:1], *lesson.question.command.split()[3:]]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert all(step.head in out for step in lesson.steps) and "0.5·√(" in out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert "--c 0.5 --depth 1 --random-visits 10" in lesson.question.command


def test_a_kept_position_is_searched_for_the_seat_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = configured("csb")
    path = tmp_path / "traffic.json"
    save_position(path, KeptPosition(game, game.bench_position()))
    start = read_start(path, None, "", 1)
    assert start.seat == 1 and start.view() == seen(game, game.bench_position(), 1, 0, 0)
    assert start.view() != seen(game, game.bench_position(), 0, 0, 0)
    search = SearchSeat("smitsimax", Params(depth=2, expansion="one"))
    lesson = study(SharedQuestion("", 2, 7, start).by(search))
    command = lesson.question.command
    assert "--search smitsimax:deeper=0,expansion=one" in command and str(path) in command
    assert main([*command.split()[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert main(["lesson", "smitsimax", "--turn", "3"]) != 0
    assert "name it with --from" in capsys.readouterr().err


def test_knobs_outside_their_range_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "smitsimax", "--c", "99"]) != 0
    assert "0.01 to 10" in capsys.readouterr().err
    assert main(["lesson", "smitsimax", "--search", "uct"]) != 0
    assert "This lesson is about smitsimax" in capsys.readouterr().err
    assert SharedQuestion().params == Params(depth=4)
