"""Searches as programs: through pipes they play the lab's own match; what is not the contest's text
is refused in a sentence.
"""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from collections.abc import Sequence

import numba
import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, Joint, State
from engines.knobs import KnobError
from engines.reading import Reader
from lab.cli import BAD_INPUT, OK, main
from lab.match.bot import Bot, serve
from lab.match.budget import Budget
from lab.match.decide import Player
from lab.match.play import MatchResult, play
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game
from search.random import Random
from tests.lab.programs.test_program import faults

CONTESTS = [name for name, game in games().items() if game.contest and game.heard is not Game.heard]
# trees where they are kept, and the hardest text; scripts see all that the text says, too, and
# compile sooner than searches
PLAYERS = {
    "uttt": ("uct", "60it"),
    "csb": ("smitsimax", "4it"),
    "kutulu": ("scripted", "1it"),
    "tron": ("scripted", "1it"),
}
LATER = {"kutulu", "xmasrush"}  # their rules take longest to compile
OTHERS = [("tron:players=3", "random", "1it"), ("uttt:first_player=1", "random", "1it")]

OPENING = ["-1 -1", "81", *(f"{row} {col}" for row in range(9) for col in range(9))]


def joints(result: MatchResult) -> list[tuple[int, ...]]:
    return [turn.joint for turn in result.turns]


def untold(sentence: str) -> None:
    """Where nothing is to be said."""
    raise AssertionError(sentence)


def seats(game: Game, algorithm: str, budget: str, seed: int) -> list[str]:
    """A bot for each seat; how many ride in Tron they are not told but by the text."""
    spec = game.name if game.name == "tron" else game.spec
    words = [
        sys.executable,
        "-m",
        "lab",
        "bot",
        spec,
        "--algorithm",
        algorithm,
        "--budget",
        budget,
        "--seed",
        str(seed),
    ]
    return [f"cmd:{shlex.join(words)},patience=1000"] * game.seats


@pytest.mark.parametrize(
    ("spec", "algorithm", "budget"),
    [
        *(
            pytest.param(
                name,
                *PLAYERS.get(name, ("flat_mc", "6it")),
                marks=pytest.mark.long if name in LATER else [],
            )
            for name in CONTESTS
        ),
        *OTHERS,
    ],
)
def test_bots_play_the_labs_own_match(spec: str, algorithm: str, budget: str) -> None:
    game = parse_game(spec)
    inside = play(game, [algorithm] * game.seats, budget=budget, seed=4)
    outside = play(game, seats(game, algorithm, budget, 4), seed=4)
    assert faults(outside) == []
    assert joints(outside) == joints(inside)


def test_a_bot_loads_no_other_game() -> None:
    code = (
        "import sys, lab.cli; lab.cli.main(sys.argv[1:]); print(*sorted(m for m in sys.modules "
        "if m.count('.') == 1))"
    )
    words = [sys.executable, "-c", code, "bot", "uttt", "--algorithm", "random"]
    loaded = subprocess.run(
        words, input="\n".join(OPENING), capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"engines.uttt", "search.random"} <= set(loaded)
    assert not {"engines.csb", "engines.kutulu", "engines.tictactoe", "search.uct", "lab.ui"} & set(
        loaded
    )


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("seat", "command"),
    [
        ("random", "random"),
        ("uct:rave=300,budget=2it", "uct --apart options"),
        ("uct:c=2,budget=2it", "uct"),
    ],
)
def test_a_bot_says_what_it_compiles_before_it_reads(
    seat: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    uncompiled: None,
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr("lab.cli.bot.is_disabled", lambda: False)
    monkeypatch.setattr("lab.cli.bot.is_ready", lambda game, algorithm, apart: bool(loaded))
    monkeypatch.setattr(
        "lab.cli.bot.load",
        lambda game, algorithm, apart: loaded.append(f"{algorithm.name} {apart} for {game.spec}"),
    )
    words = ["uttt:tie_break=draw", "--algorithm", seat]
    assert run(words, OPENING, monkeypatch) == OK
    name, _, apart = command.partition(" --apart ")
    assert loaded == [f"{name} {apart} for uttt:tie_break=draw"]
    said = capsys.readouterr().err.splitlines()[0]
    assert said.endswith(f"smitsilab warm uttt:tie_break=draw --algorithm {command}")
    assert run(words, OPENING, monkeypatch) == OK
    assert len(loaded) == 1 and capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["csb", "uttt"])
def test_rivals_actions_are_not_told_where_something_is_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Joint | None] = []

    def start(self: Random, state: State, seat: int, last_joint: Joint | None = None) -> None:
        told.append(last_joint)

    monkeypatch.setattr(Random, "start", start)
    game = parse_game(name)
    Player(game, 0, SearchSeat("random"), 1).begin(
        game.initial(1), 1, np.full(game.agents, PASS, np.int64)
    )
    assert (told[0] is None) == game.hidden


def run(words: Sequence[str], text: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of `smitsilab bot` that reads this text."""
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in text).encode()))
    )
    return main(["bot", *words])


def test_the_end_of_the_input_is_a_quiet_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    csb = games()["csb"]()
    assert run(["uttt", "--algorithm", "random", "--budget", "1it"], [], monkeypatch) == OK
    assert (
        run(
            ["csb", "--algorithm", "random", "--budget", "1it"],
            csb.intro(csb.initial(1), 0),
            monkeypatch,
        )
        == OK
    )
    assert run(["uttt", "--algorithm", "random", "--budget", "1it"], OPENING, monkeypatch) == OK
    said = capsys.readouterr()
    assert len(said.out.split()) == 2 and said.err == ""


@pytest.mark.parametrize("name", CONTESTS)
def test_a_text_that_is_cut_off_is_refused_in_a_sentence(name: str) -> None:
    game = games()[name]()
    state = game.initial(1)
    intro = game.intro(state, 0)
    text = [*intro, *game.view(state, 0)]
    for at in {1, len(intro) - 1, len(intro) + 1, len(text) - 1} - {-1, 0, len(intro), len(text)}:
        source = io.BytesIO("".join(f"{line}\n" for line in text[:at]).encode())
        with pytest.raises(
            ValueError, match=rf"^The text ends after line {at} in the middle of a turn\.$"
        ):
            serve(Bot(game, "random", Budget.parse("1it"), 1), source, io.BytesIO(), untold)


@pytest.mark.parametrize("name", CONTESTS)
def test_blanks_at_the_end_of_a_line_do_not_matter(name: str) -> None:
    game = games()[name]()
    state = game.initial(1)
    source = io.BytesIO(
        "".join(f"{line} \r\n" for line in [*game.intro(state, 0), *game.view(state, 0)]).encode()
    )
    sink = io.BytesIO()
    serve(Bot(game, "random", Budget.parse("1it"), 1), source, sink, untold)
    assert sink.getvalue().count(b"\n") == game.answer_lines(state, 0)


def test_every_answer_is_told_on_standard_error_if_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["uttt", "--algorithm", "random", "--verbose"], OPENING, monkeypatch) == OK
    said = capsys.readouterr()
    assert said.err.startswith("move 1: ") and said.err.endswith(f", {said.out}")


@pytest.mark.parametrize(
    "text",
    [
        ["hello"],
        ["-1 -1", "many"],
        ["9 9"],
        ["-1 -1", "1", "a b"],
        ["-1 -1", "1", "3 9"],
        ["\x00\xff"],
        [""],
    ],
)
def test_other_text_is_told_in_a_sentence_and_answered(
    text: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["uttt", "--algorithm", "random", "--budget", "1it"], text, monkeypatch) == BAD_INPUT
    said = capsys.readouterr()
    assert len(said.out.split()) == 2 and said.out.count("\n") == 1
    assert said.err.startswith(f"smitsilab: Line {len(text)}: ")
    assert said.err.endswith(" The game's script answers.\n") and said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tictactoe", "--algorithm", "random"], "has no contest"),
        (["uttt", "--algorithm", "human"], "plays by an algorithm"),
        (["uttt", "--algorithm", "cmd:true"], "plays by an algorithm"),
        (["uttt", "--algorithm", "nobody"], "There is no algorithm nobody"),
        (["uttt", "--algorithm", "uct:x=1"], "x"),
        (
            ["uttt", "--algorithm", "random", "--budget", "soon"],
            "The budget soon is not understood",
        ),
        (["uttt"], "--algorithm"),
    ],
)
def test_wrong_words_are_refused_before_anything_is_read(
    words: Sequence[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(words, OPENING, monkeypatch) == BAD_INPUT
    said = capsys.readouterr()
    assert sentence in said.err and said.out == ""


def test_an_algorithm_that_does_not_fit_what_the_text_tells_says_so() -> None:
    bot = Bot(parse_game("tron"), "alphabeta", Budget.parse("1it"), 1)
    bot.listen(Reader([]))
    with pytest.raises(KnobError, match="does not fit"):
        bot.answer(Reader(["3 0", "1 1 1 1", "5 5 5 5", "9 9 9 9"]))


def test_reading_counts_as_thinking_time() -> None:
    """A budget of time begins with the first line of a turn; one of iterations does not know
    time.
    """
    game = parse_game("uttt")
    for text in ("50ms", "5it"):
        bot = Bot(game, "random", Budget.parse(text), 1)
        bot.listen(Reader([]))
        assert bot.left(20.0).text == ("30ms" if text == "50ms" else "5it")
        assert bot.left(1000.0).text == ("1ms" if text == "50ms" else "5it")
