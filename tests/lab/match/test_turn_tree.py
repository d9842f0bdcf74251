"""The tree of turns: its laws on random sequences of commands, against a plain model of sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.match.turn_tree import START, TurnLine, TurnNote, TurnTree, letter

Joint = tuple[int, ...]
Line = tuple[Joint, ...]


def line_of(tree: TurnTree, turn: int) -> Line:
    return tuple(tree.joint(each) for each in tree.path(turn))


def played(*moves: int) -> TurnTree:
    """A match of one line."""
    tree = TurnTree()
    for move in moves:
        tree.play((move,))
    return tree


def words(tree: TurnTree) -> list[tuple[str, str, str]]:
    """Name, joint actions to the fork, joint actions after it."""

    def text(turns: tuple[int, ...]) -> str:
        return "".join(str(tree.joint(turn)[0]) for turn in turns)

    return [(line.name, text(tree.path(line.fork)), text(line.turns)) for line in tree.lines()]


COMMANDS = st.lists(
    st.tuples(
        st.sampled_from(
            ["play", "play", "play", "beside", "back", "go", "drop", "restore", "main"]
        ),
        st.integers(0, 30),
    ),
    max_size=60,
)


def obey(tree: TurnTree, name: str, number: int) -> int | None:
    """One command; `number` chooses the move or the turn. Returns what was dropped."""
    kept = [t for t in range(len(tree) + 1) if tree.is_kept(t)]
    turn = kept[number % len(kept)]
    match name:
        case "play" | "beside":
            tree.play((number % 3,), beside=name == "beside")
        case "back":
            tree.go_to(tree.before(tree.head))
        case "go":
            tree.go_to(turn)
        case "drop" if turn != START:
            tree.drop(turn)
            return turn
        case "restore" if tree.dropped:
            tree.restore(tree.dropped[number % len(tree.dropped)])
        case "main":
            tree.promote(turn)
    return None


@given(COMMANDS)
@settings(deadline=None, max_examples=200)
def test_every_turn_ever_played_is_reachable_or_can_be_restored(
    commands: list[tuple[str, int]],
) -> None:
    tree, ever = TurnTree(), set[Line]()
    for name, number in commands:
        obey(tree, name, number)
        ever.add(line_of(tree, tree.head))
        assert tree.is_kept(tree.head) and tree.is_kept(tree.main)
        shown = [turn for line in tree.lines() for turn in line.turns]
        assert len(shown) == len(set(shown)), "each turn is in one line"
        assert set(shown) == {t for t in range(1, len(tree) + 1) if tree.is_kept(t)}
    while tree.dropped:
        tree.restore(tree.dropped[0])
    lines = [line_of(tree, turn) for turn in range(len(tree) + 1)]
    assert set(lines) >= ever and len(set(lines)) == len(lines)
    assert {t for line in tree.lines() for t in line.turns} == set(range(1, len(tree) + 1))


@given(COMMANDS, st.integers(1, 8))
@settings(deadline=None, max_examples=200)
def test_as_many_steps_on_as_back_lead_to_the_same_turn(
    commands: list[tuple[str, int]], steps: int
) -> None:
    tree = TurnTree()
    for name, number in commands:
        obey(tree, name, number)
    head = tree.head
    steps = min(steps, tree.depth(head))
    for _ in range(steps):
        tree.go_to(tree.before(tree.head))
    for _ in range(steps):
        tree.go_to(tree.next(tree.head))
    assert tree.head == head


@given(COMMANDS)
@settings(deadline=None, max_examples=200)
def test_what_was_deleted_last_comes_back_as_it_was(commands: list[tuple[str, int]]) -> None:
    tree = TurnTree()
    for name, number in commands:
        before, main = {line.turns for line in tree.lines()}, tree.main
        dropped = obey(tree, name, number)
        if dropped is not None:
            tree.restore(dropped)
            tree.promote(main)
            assert {line.turns for line in tree.lines()} == before and tree.main == main


def test_another_move_earlier_makes_a_branch_of_what_followed() -> None:
    tree = played(1, 2, 3, 4)
    tree.go_to(2)
    tree.play((7,))
    assert words(tree) == [("", "", "127"), ("A", "12", "34")]
    assert tree.next(2) == tree.head and tree.next(tree.head) == START


def test_beside_the_main_line_it_is_the_branch_itself() -> None:
    tree = played(1, 2, 3, 4)
    tree.go_to(2)
    tree.play((7,), beside=True)
    tree.play((8,))
    assert words(tree) == [("", "", "1234"), ("A", "12", "78")]
    tree.promote(tree.head)
    assert words(tree) == [("", "", "1278"), ("A", "12", "34")]


def test_the_same_move_again_is_the_same_turn() -> None:
    tree = played(1, 2, 3)
    tree.go_to(1)
    assert tree.play((2,)) == 2 and tree.leaf(tree.head) == 3 and len(tree) == 3
    assert words(tree) == [("", "", "123")]


def test_a_deleted_move_played_again_returns_without_what_followed_it() -> None:
    tree = played(1, 2, 3)
    tree.drop(2)
    assert tree.head == 1 and words(tree) == [("", "", "1")]
    tree.play((2,))
    assert words(tree) == [("", "", "12")] and tree.dropped == (3,)
    tree.restore(3)
    assert words(tree) == [("", "", "123")]


def test_branches_with_a_later_fork_come_first_and_own_branches_follow_theirs() -> None:
    tree = played(1, 2, 3, 4)
    for fork, moves in ((1, (5, 6, 7)), (3, (8,)), (START, (9,))):
        tree.go_to(fork)
        for move in moves:
            tree.play((move,), beside=True)
    tree.go_to(5)  # after the move 5
    tree.play((0,), beside=True)
    assert words(tree) == [
        ("", "", "1234"),
        ("B", "123", "8"),
        ("A", "1", "567"),
        ("D", "15", "0"),
        ("C", "", "9"),
    ]
    tree.name(5, "Plan")
    assert [name for name, _, _ in words(tree)] == ["", "B", "Plan", "D", "C"]


def test_a_branch_that_ends_where_it_begins_has_no_line_of_its_own() -> None:
    assert TurnTree().lines() == (TurnLine("", START, ()),)
    tree = played(1)
    tree.drop(1)
    assert tree.lines() == (TurnLine("", START, ()),) and tree.dropped == (1,)


def test_notes_and_names_can_be_taken_away() -> None:
    tree = played(1, 2)
    tree.note(2, TurnNote("why", "?!"))
    tree.note(START, TurnNote("", "!"))
    tree.name(2, "X")
    assert tree.notes == {2: TurnNote("why", "?!"), START: TurnNote("", "!")}
    tree.note(2, TurnNote())
    tree.name(2, "")
    assert set(tree.notes) == {START} and not tree.names


def test_the_start_is_not_deleted_and_a_deleted_turn_not_shown() -> None:
    tree = played(1, 2)
    with pytest.raises(ValueError):
        tree.drop(START)
    tree.drop(2)
    for turn in (2, 3, -1):
        with pytest.raises(LookupError):
            tree.go_to(turn)


def test_letters_go_on_after_z() -> None:
    assert [letter(k) for k in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
