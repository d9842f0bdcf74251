"""Textbook trees: what the text says, exact values, chance, letters, sentences about wrong text,
and the picture.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import FORFEIT, PASS, State, same
from engines.knobs import KnobError
from engines.scene import Circle, Line, Rect, Text
from engines.textbook import Textbook
from engines.textbook.picture import layout
from engines.textbook.tree import (
    BRANCHES,
    CHANCE,
    EXAMPLES,
    LEAF,
    NODES,
    PLIES,
    TextTree,
    ordered,
    read,
)
from lab.check import laws, shown
from lab.check.matches import position
from lab.files.codec import decode_state, encode_state
from lab.match.seats import command, make_setup, parse_game
from tests.matches import generator, legal, outcome, random_match

WORKED = "MAX(MIN(3,5,10), MIN(2,a,b), MIN(7,2,3))"


def minimax(tree: TextTree, node: int = 0) -> float:
    """What the first player gets with best play, by the definition."""
    if tree.kind[node] == LEAF:
        return float(tree.payoff[node, 0])
    below = [minimax(tree, child) for child in tree.below(node)]
    if tree.kind[node] == CHANCE:
        return float(sum(tree.share[c] * v for c, v in zip(tree.below(node), below, strict=True)))
    return (max, min)[tree.kind[node]](below)


def played(game: Textbook, *branches: int) -> State:
    state = game.initial(0)
    for branch in branches:
        joint = np.full(game.agents, PASS, np.int64)
        joint[game.rules.to_move(state)] = branch
        game.rules.step(state, joint, generator(1), None)
    return state


def values(game: Textbook, state: State) -> list[float]:
    out = np.zeros(game.agents)
    game.rules.value(state, game.weights(), out)
    return out.tolist()


@pytest.mark.parametrize(
    ("text", "letters", "worth"),
    [
        (WORKED, "a=4, b=-1", 3),
        ("MAX(MIN(3,5,10),MIN(a,b),1)", "a=9 b=8.5", 8.5),
        ("CHANCE(0.5: 4, 0.25: MAX(8, -2), 0.25: 0)", "", 4),
        ("CHANCE(1: 3, 3: 7)", "", 6),
        ("max(chance(2, 4), min(5, −1.5))", "", 3),
        ("MIN(CHANCE(0.5: MAX(1, 3), 0.5: MIN(4, .5)), 2)", "", 1.75),
    ],
)
def test_the_text_says_what_the_tree_is_worth(text: str, letters: str, worth: float) -> None:
    assert minimax(read(text, letters)) == worth


@pytest.mark.parametrize("best_first", [True, False])
@pytest.mark.parametrize(("plies", "branches"), [(1, 3), (3, 3), (6, 2)])
def test_ordered_trees_are_full_and_worth_what_they_were_made_for(
    plies: int, branches: int, best_first: bool
) -> None:
    tree = read(ordered(plies, branches, best_first))
    assert len(tree.leaves) == branches**plies
    assert minimax(tree) == 5
    inner = [n for n in tree.walk() if tree.kind[n] != LEAF]
    assert all(
        minimax(tree, n) == minimax(tree, tree.below(n)[0 if best_first else -1]) for n in inner
    )


def test_the_worked_example() -> None:
    tree = read(WORKED)
    assert [tree.words[n] or f"{tree.payoff[n, 0]:g}" for n in tree.leaves] == [
        "3",
        "5",
        "10",
        "2",
        "a",
        "b",
        "7",
        "2",
        "3",
    ]
    assert tree.unknown == ("a", "b") == Textbook().unknown
    assert Textbook().position_note(0) == "4 inner nodes, 9 leaves"
    assert Textbook.configure(values="a=4").unknown == ("b",)


def test_a_leaf_pays_what_is_written() -> None:
    game = Textbook()
    state = played(game, 0, 2)
    assert values(game, state) == [10, -10] and outcome(game, state) == [1, -1]
    assert game.reason(state) == "the leaf is worth 10" and game.standing(state, 1) == "gets −10"
    assert values(game, played(game, 2)) == [0, 0]
    assert game.value_range == (-10, 10)


def test_a_letter_is_named() -> None:
    game = Textbook()
    state = played(game, 1, 2)
    assert math.isnan(values(game, state)[0])
    assert game.unvalued(state) == "Leaf b has no value; give it one, for example b=4."
    assert outcome(game, state) == [0, 0] and game.reason(state) == "leaf b has no value"
    known = Textbook.configure(values="a=4, b=-1")
    assert (
        values(known, played(known, 1, 2)) == [-1, 1] and known.unvalued(played(known, 1, 2)) == ""
    )


def test_a_state_with_letters_equals_itself_and_survives_a_file() -> None:
    game = Textbook()
    state = played(game, 1)
    assert same(state, state.copy()) and same(state, game.load(state.tobytes()))
    assert same(
        state, decode_state(game, json.loads(json.dumps(encode_state(state), allow_nan=False)))
    )


def test_chance_draws_by_its_shares() -> None:
    game = Textbook.configure(tree="CHANCE(0.5: 1, 0.3: 2, 0.2: 3)")
    assert legal(game, game.initial(0), 0) == [0] and legal(game, game.initial(0), 1) == []
    rng, counts = generator(3), np.zeros(3)
    for _ in range(4000):
        state = game.initial(0)
        game.rules.step(state, np.array([0, PASS]), rng, None)
        counts[int(state.node) - 1] += 1
    assert np.allclose(counts / 4000, [0.5, 0.3, 0.2], atol=0.03)


def test_three_players_have_a_payoff_each() -> None:
    game = Textbook.configure(tree=list(EXAMPLES)[-1])
    state = played(game, 1, 0, 1)
    assert game.agents == 3 and not game.zero_sum
    assert values(game, state) == [1, 5, 2] and outcome(game, state) == [1 / 7, 5 / 7, 2 / 7]
    assert outcome(game, played(game, 0, FORFEIT)) == [1, -1, 1]
    for seed in range(3):
        laws.check_match(game, seed)
        at = position(game, seed, 0.5)
        shown.check_words(game, at)
        shown.check_scene(game, at)
        shown.check_text(game, at, seed)
        laws.check_forfeit(game, at)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "at its end"),
        ("3", "should begin with MAX"),
        ("MAX(3, MIN(4, 5)", "at its end"),
        ("MAX(3))", "nothing more"),
        ("MAX(3,,4)", "where it reads ,4"),
        ("MEX(3, 4)", "MEX is not a node. Use MAX, MIN, CHANCE or P1 to P4"),
        ("MAX(3; 4)", "where it reads ; 4"),
        ("MAX(0.5: 3, 4)", "only branches of CHANCE"),
        ("CHANCE(0: 3, 4)", "above 0"),
        ("MAX((1, 2), 3)", "2 numbers in brackets"),
        ("P3(1, 2)", "3 numbers in brackets"),
        ("MAX((1, 2)", "at its end"),
        ("MAX((1, x), 2)", "a number where it reads x"),
        ("MAX(" + ",".join(["1"] * (BRANCHES + 1)) + ")", f"at most {BRANCHES} branches"),
        ("MAX(" * (PLIES + 1) + "1" + ")" * (PLIES + 1), f"{NODES} and {PLIES}"),
        (ordered(8, 2, True), f"{NODES} and {PLIES}"),
        ("MAX(" * 5000 + "1" + ")" * 5000, "more than 100 plies; there may be 24"),
    ],
)
def test_a_wrong_text_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said) as refusal:
        Textbook.configure(tree=text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("a", "should read a=4"),
        ("a=x", "x is not a number"),
        ("a=(1,2)", "one number"),
        ("=4", "should"),
    ],
)
def test_wrong_values_are_refused_in_a_sentence(letters: str, said: str) -> None:
    with pytest.raises(KnobError, match=said):
        Textbook.configure(values=letters)


@given(st.text("MAXINCHANCE(),:.0123ab- ", max_size=40))
def test_any_text_is_a_tree_or_a_sentence(text: str) -> None:
    try:
        tree = read(text)
    except KnobError as refusal:
        assert str(refusal).endswith(".")
    else:
        assert len(tree.leaves) > 0


def test_a_tree_on_the_command_line() -> None:
    game = parse_game('textbook:tree=MAX(MIN(3,5),MIN(2,a)),values="a=4, b=1"')
    assert (game.options.tree, game.options.values) == ("MAX(MIN(3,5),MIN(2,a))", "a=4, b=1")
    setup = make_setup(game, ["random", "random"], 1, "10it")
    assert parse_game(game.spec).options == game.options
    assert "'textbook:tree=MAX(MIN(3,5),MIN(2,a)),values=\"a=4, b=1\"'" in command(setup)


def test_all_trees_share_their_kernels() -> None:
    assert Textbook().kernel_key == Textbook.configure(tree=list(EXAMPLES)[1]).kernel_key


def test_every_node_has_one_key() -> None:
    game = Textbook.configure(tree=list(EXAMPLES)[3])
    key = game.rules.key
    assert key is not None
    found = {
        int(after.node): int(key(after))
        for seed in range(60)
        for _, _, after in random_match(game, seed)
    }
    assert len(set(found.values())) == len(found) > 20


def test_the_picture_shows_the_whole_tree() -> None:
    game = Textbook()
    items = {item.id: item for item in game.scene(played(game, 1)).items}
    assert sum(name.startswith("node") for name in items) == 13
    here, other, leaf = items["node2"], items["node1"], items["text7"]
    assert (
        isinstance(here, Line)
        and here.fill == "mark"
        and isinstance(other, Line)
        and other.fill == "field"
    )
    assert isinstance(leaf, Text) and (leaf.text, leaf.alpha) == ("2", 1.0)
    assert items["node4"].alpha < 1 and isinstance(items["node4"], Rect)
    drawn = Textbook.configure(tree=list(EXAMPLES)[1]).scene(
        played(Textbook.configure(tree=list(EXAMPLES)[1]))
    )
    assert sum(isinstance(item, Circle) for item in drawn.items) == 2


@pytest.mark.parametrize("text", EXAMPLES)
def test_nodes_do_not_overlap_and_edges_do_not_cross(text: str) -> None:
    tree = read(text)
    plan = layout(tree)
    for y in {y for _, y in plan.places}:
        row = [n for n in tree.walk() if plan.places[n][1] == y]
        xs = [plan.places[n][0] for n in row]
        assert xs == sorted(xs) and all(b - a >= 0.99 for a, b in pairwise(xs))


def test_a_click_on_a_child_takes_its_branch() -> None:
    game = Textbook()
    state = played(game, 2)
    (x, y) = layout(game.tree).places[11]
    assert (game.cell(state, 1, x, y), game.label(state, 1, 1)) == (1, "middle")
    assert game.cell(state, 1, x, y - 1.5) is None


def test_the_script_takes_the_branch_with_the_best_leaves() -> None:
    policy = Textbook.rules.policy
    assert policy is not None

    def chosen(tree: str, values: str = "", *branches: int) -> set[int]:
        game = Textbook.configure(tree=tree, values=values)
        state = played(game, *branches)
        return {
            int(policy(state, int(game.rules.to_move(state)), generator(seed)))
            for seed in range(20)
        }

    assert chosen(WORKED, "a=40") == {1}
    assert chosen(WORKED) == {0}
    assert chosen("MIN(MAX(3, MIN(0, 2, 1)), 2, a)") == {2}
    assert chosen("MAX(2, MIN(1, MAX(3)), CHANCE(0, 1))") == {0, 1}
    assert chosen("CHANCE(1, 9)") == {0}
    assert chosen("P1(P2((1, 2, 3), (3, 1, 0)), P3((1, 1, 1), (2, 2, 4)))", "", 0) == {0}
