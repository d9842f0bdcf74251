"""Contest text declared in the stub language: the declarations of eight contests read and write
what their own code says, and whatever fits a declaration comes back the same.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from engines.reading import Reader
from engines.stub import Stub, StubError, StubLine, StubLoop, StubLoopLine, Variable, read, write
from tests.matches import generator, random_joint

STUBS = {
    "csb": """
        read laps:int
        read checkpointCount:int
        loop checkpointCount read checkpointX:int checkpointY:int
        gameloop
        loop 2 read x:int y:int vx:int vy:int angle:int nextCheckPointId:int
        loop 2 read x2:int y2:int vx2:int vy2:int angle2:int nextCheckPointId2:int
        write 8000 4500 100
        answer x:int y:int thrust:word""",
    "uttt": """
        gameloop
        read opponentRow:int opponentCol:int
        read validActionCount:int
        loop validActionCount read row:int col:int
        write 0 0""",
    "tron": """
        gameloop
        read n:int p:int
        loop n read x0:int y0:int x1:int y1:int
        write LEFT
        answer UP | DOWN | LEFT | RIGHT""",
    "marslander": """
        read surfaceN:int
        loop surfaceN read landX:int landY:int
        gameloop
        read x:int y:int hSpeed:int vSpeed:int fuel:int rotate:int power:int
        write 0 3""",
    "xmasrush": """
        gameloop
        read turnType:int
        loop 7 loopline 7 tile:word(4)
        loop 2 read numPlayerCards:int playerX:int playerY:int playerTile:word(4)
        read numItems:int
        loop numItems read itemName:word(20) itemX:int itemY:int itemPlayerId:int
        read numQuests:int
        loop numQuests read questItemName:word(20) questPlayerId:int""",
    "brew": """
        gameloop
        read actionCount:int
        loop actionCount read id:int type:word(20) d0:int d1:int d2:int d3:int price:int tome:int tax:int castable:bool repeatable:bool
        loop 2 read inv0:int inv1:int inv2:int inv3:int score:int""",  # noqa: E501 - a line of the language
    "kutulu": """
        read width:int
        read height:int
        loop height read line:string(24)
        read sanityLossLonely:int sanityLossGroup:int wandererSpawnTime:int wandererLifeTime:int
        gameloop
        read entityCount:int
        loop entityCount read kind:word(10) id:int x:int y:int param0:int param1:int param2:int""",
}


@pytest.mark.parametrize("name", STUBS)
def test_the_text_of_a_contest_is_read_and_written_the_same(name: str) -> None:
    game, stub, compared = games()[name](), Stub.of(STUBS[name]), 0
    for seed in (1, 2):
        state, rng = game.initial(seed), generator(seed)
        for _ in range(12):
            for seat in range(game.seats):
                text = game.intro(state, seat) + game.view(state, seat)
                line = Reader(text)
                values = read(stub.turn, line, read(stub.intro, line))
                assert line.at == len(text)
                assert write((*stub.intro, *stub.turn), values) == text
                compared += len(values)
            if game.rules.is_over(state):
                break
            game.rules.step(state, random_joint(game, state, rng), rng, None)
    assert compared > 24


# -- any declaration -------------------------------------------------------------------------------

WORDS = st.text("abcxyzÄ.#-_09", min_size=1, max_size=6)
VALUES = {
    "int": st.integers(-(1 << 31) + 1, (1 << 31) - 1),
    "long": st.integers(-(1 << 63) + 1, (1 << 63) - 1),
    "float": st.floats(-1e6, 1e6).map(lambda x: float(f"{x:.6g}")),
    "bool": st.booleans(),
    "word": WORDS,
}


@st.composite
def declared(draw):
    """A declaration and values that fit it."""
    count, commands, values, n = draw(st.integers(0, 3)), [], {}, 0
    commands.append("read count:int")
    values["count"] = count
    for _ in range(draw(st.integers(1, 4))):
        kinds = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3))
        names = [f"v{n + k}" for k in range(len(kinds))]
        n += len(kinds)
        parts = " ".join(f"{name}:{kind}" for name, kind in zip(names, kinds, strict=True))
        shape = draw(
            st.sampled_from(["read", "loop count read", "loopline count", "loop 2 loop count read"])
        )
        commands.append(f"{shape} {parts}")
        for name, kind in zip(names, kinds, strict=True):
            one = VALUES[kind]
            if shape != "read":
                one = st.lists(one, min_size=count, max_size=count)
            if shape.startswith("loop 2"):
                one = st.lists(one, min_size=2, max_size=2)
            values[name] = draw(one)
    return "\n".join(commands), values


@given(declared())
def test_what_is_written_is_read_the_same(case) -> None:
    text, values = case
    stub = Stub.of(text)
    lines = write(stub.intro, values)
    line = Reader(lines)
    assert read(stub.intro, line) == values
    assert line.at == len(lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("read a:int\nreed b:int", ("Line 2", "reed")),
        ("read a", ("Line 1", "a ", "NAME:TYPE")),
        ("read a:int a:int", ("Line 1", "a is read twice")),
        ("read a:int\ngameloop\nread a:int", ("Line 3", "a is read twice")),
        ("loop n read a:int", ("Line 1", "n is no number")),
        ("read n:word(3)\nloop n read a:int", ("Line 2", "n is no number")),
        ("loop 2 read n:int\nloop n read a:int", ("Line 2", "n is no number")),
        ("gameloop\ngameloop", ("Line 2", "gameloop")),
        ("loopline 3 a:string(9)", ("Line 1", "string")),
        ("read a:string(9) b:int", ("Line 1", "string", "last")),
        ("loop 3", ("Line 1", "loop")),
        ("answer", ("Line 1", "answer")),
        ("answer GO [text:string] x:int", ("Line 1",)),
    ],
)
def test_a_declaration_that_cannot_be_meant_is_refused_with_its_line(text, words) -> None:
    with pytest.raises(StubError) as refusal:
        Stub.of(text)
    assert all(word in str(refusal.value) for word in words)


@pytest.mark.parametrize(
    ("text", "lines", "words"),
    [
        ("read a:int b:int", ["3"], ("a b", "'3'")),
        ("read a:int b:int", ["3 x"], ("b", "'x'")),
        ("read a:int", ["2147483648"], ("a", "2147483648")),
        ("read a:int", ["1_0"], ("a", "1_0")),
        ("read a:int", ["٣"], ("a", "٣")),
        ("read a:float", ["٣"], ("a", "٣")),
        ("read a:bool", ["2"], ("a", "'2'")),
        ("read a:float", ["nan"], ("a", "nan")),
        ("read n:int\nloop n read a:int", ["-1"], ("n", "-1")),
        ("loopline 2 a:int b:int", ["1 2 3"], ("4 words", "'1 2 3'")),
    ],
)
def test_a_text_that_does_not_follow_its_declaration_is_refused(text, lines, words) -> None:
    with pytest.raises(ValueError) as refusal:
        read(Stub.of(text).intro, Reader(lines))
    assert all(word in str(refusal.value) for word in words)


def test_a_text_that_is_cut_short_ends() -> None:
    with pytest.raises(EOFError):
        read(Stub.of("loop 2 read a:int").intro, Reader(["1"]))


def test_lists_of_another_length_are_not_written() -> None:
    with pytest.raises(ValueError, match="a has 3 values, not 2"):
        write(Stub.of("read n:int\nloop n read a:int").intro, {"n": 2, "a": [1, 2, 3]})


def test_a_declaration_is_understood() -> None:
    stub = Stub.of("read n:int\ngameloop\nloop n loopline 2 a:word(3) b:int\nOUTPUT\nnonsense")
    a, b = Variable("a", "word"), Variable("b", "int")
    assert stub.intro == (StubLine((Variable("n", "int"),)),)
    assert stub.turn == (StubLoop("n", StubLoopLine(2, (a, b))),)


def test_answers_have_forms() -> None:
    stub = Stub.of("answer MOVE x:int y:int | WAIT [text:string]")
    assert stub.forms == "MOVE x y or WAIT"
    move, wait = stub.answers
    assert move.fit("MOVE 3 -4") == ("MOVE 3 -4", "") and move.fit(" MOVE  03 4 ") == (
        "MOVE 3 4",
        "",
    )
    assert wait.fit("WAIT for me, please") == ("WAIT", "for me, please")
    for bad in ("MOVE 3", "MOVE x 3", "MOVE 3 4 5", "move 3 4", ""):
        assert move.fit(bad) is None
