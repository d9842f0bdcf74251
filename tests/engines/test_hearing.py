"""What a player makes of the contest's text: the position as its seat may see it, field by field;
and no text breaks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, Game, Heard, Joint, State
from engines.reading import Reader
from lab.cli.conform import conform, recordings
from tests.matches import generator, legal, movers, option_sets

TRACES = Path(__file__).parents[1] / "traces"

CONTESTS = [name for name, game in games().items() if game.contest and game.heard is not Game.heard]
SHARES = [  # of recordings; texts of Kutulu are long, and say the same things again and again
    *((name, 3 if name == "kutulu" else 1) for name in CONTESTS),
    pytest.param("kutulu", 1, marks=pytest.mark.long),
]
Step = tuple[State, Joint]  # a state and what was played in it


@cache
def configured(name: str, which: int = 0) -> Game:
    return games()[name].configure(**option_sets(games()[name])[which])


def played(game: Game, seed: int, most: int) -> Iterator[Step]:
    """A match in which each agent follows its script, or moves at random in one turn of four;
    commands, as they are sent.
    """
    state = game.initial(seed)
    for turn in range(most):
        if game.rules.is_over(state):
            return
        rng, joint = generator(seed, turn), np.full(game.agents, PASS, np.int64)
        for agent in movers(game, state):
            actions = legal(game, state, agent)
            if actions and (game.rules.policy is None or rng.random() < 0.25):
                joint[agent] = game.resolve(state, agent, actions[int(rng.random() * len(actions))])
            elif actions and game.rules.policy is not None:
                joint[agent] = game.resolve(state, agent, int(game.rules.policy(state, agent, rng)))
        yield state, joint
        state = state.copy()
        game.rules.step(state, joint, rng, None)


def seen(game: Game, state: State, seat: int) -> State:
    """What the seat may see."""
    view = state.copy()
    if game.rules.observe is not None:
        game.rules.observe(view, seat)
    return view


def differing(state: State, other: State) -> list[str]:
    """The fields in which two states differ, with both values."""
    names = [name for name in state.dtype.names if not np.array_equal(state[name], other[name])]
    return [f"{name}: {state[name]} and {other[name]}" for name in names]


def follow(game: Game, steps: Iterable[Step], seat: int) -> int:
    """Lets a seat hear a whole match and compares what it knows with what it may see; how many
    turns it heard.
    """
    before: Heard | None = None
    intro: Sequence[str] = ()
    sent: tuple[int, ...] = ()
    turns, last = 0, None
    for number, (state, joint) in enumerate(steps):
        if any(
            legal(game, state, agent)
            for agent in game.agents_of(seat)
            if agent in movers(game, state)
        ):
            if before is None:
                told = game.intro(state, seat)
                intro = game.listen(Reader(told))
                assert intro == told
            now = (before.game if before is not None else game).heard(
                intro, Reader(game.view(state, seat)), before, sent
            )
            if before is None and now.seat < seat:
                assert [*intro, *game.view(state, seat)] == [
                    *game.intro(state, now.seat),
                    *game.view(state, now.seat),
                ]
                return 1  # nothing tells the seats apart
            assert differing(seen(game, state, seat), now.state) == [], f"turn {number}"
            assert (now.seat, now.turn, now.game.spec) == (seat, number, game.spec)
            if now.joint is not None and last is not None:
                assert now.joint.tolist() == last.tolist()
            before, sent, turns = now, tuple(int(joint[a]) for a in game.agents_of(seat)), turns + 1
        last = joint
    return turns


def recorded(name: str, file: Path) -> tuple[Game, list[Step]]:
    """The turns of a recorded match, and the game that it was played in."""
    kind, steps, made = games()[name], [], []

    def set_up(self: Any, options: Any = None) -> None:
        kind.__init__(self, options)
        step = self.rules.step

        def watched(state: State, joint: Joint, rng: Any, log: Any) -> None:
            steps.append((state.copy(), np.array(joint)))
            step(state, joint, rng, log)

        made.append(self)
        self.rules = replace(self.rules, step=watched)

    watching = type(kind.__name__, (kind,), {"__init__": set_up, "__module__": kind.__module__})
    assert conform(watching.configure(), file)[1] is None
    return kind(made[-1].options), steps


@pytest.mark.parametrize("name", CONTESTS)
def test_what_is_heard_along_a_match_is_what_the_seat_may_see(name: str) -> None:
    game = configured(name)
    for seat in range(game.seats):
        assert follow(game, played(game, 5, 60), seat) > 5


@pytest.mark.parametrize(("name", "every"), SHARES)
def test_what_is_heard_along_recorded_matches_is_what_the_seat_may_see(
    name: str, every: int
) -> None:
    files = [file for file in recordings(TRACES / name) if file.suffix == ".gz"]
    for file in files[::every]:
        game, steps = recorded(name, file)
        assert sum(follow(game, steps, seat) for seat in range(game.seats)) > 0, file


@pytest.mark.parametrize("name", CONTESTS)
def test_a_text_that_is_cut_off_ends_alike_in_all_games(name: str) -> None:
    """Wherever it ends: in what is said once, heard a line at a time or handed on, in a first turn,
    and in a later one.
    """
    game = configured(name)
    steps = [step for step in opening(name) if 0 in movers(configured(name), step[0])][:2]
    (first, joint), (second, _) = steps
    intro, view, later = game.intro(first, 0), game.view(first, 0), game.view(second, 0)
    before, sent = game.heard(intro, Reader(view)), tuple(int(joint[a]) for a in game.agents_of(0))
    for at in range(len(intro)):
        with pytest.raises(EOFError):
            game.listen(Reader(intro[:at]))
        with pytest.raises(EOFError):
            game.heard(intro[:at], Reader(view))
    for at in range(len(view)):
        with pytest.raises(EOFError):
            game.heard(intro, Reader(view[:at]))
    for at in range(len(later)):
        with pytest.raises(EOFError):
            game.heard(intro, Reader(later[:at]), before, sent)


@pytest.mark.parametrize(
    ("name", "intro", "said"),
    [
        ("csb", ["3", "2", "5000 5000", "5000 5000"], "Two checkpoints are at the same place"),
        ("marslander", ["2", "0 100", "6999 200"], "no flat part to land on"),
        ("kutulu", ["3", "1", "###", "3 1 3 40"], "none of the contest's"),
    ],
)
def test_what_is_told_once_is_refused_before_a_turn_is_told(
    name: str, intro: Sequence[str], said: str
) -> None:
    game = configured(name)
    with pytest.raises(ValueError, match=said):
        game.heard(game.listen(Reader(intro)), Reader([]))


def spoilt(text: Sequence[str], data: st.DataObject) -> list[str]:
    """A text in which a few lines or words were lost, doubled or changed."""
    lines = list(text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        word = data.draw(st.integers(0, len(words) - 1))
        words[word] = data.draw(
            st.sampled_from(
                ["-1", "0", "1", "7", "999999999", "-3", "x", "", "1.5", "1 1", "٣", "EXPLORER"]
            )
        )
        lines[at : at + 1] = data.draw(
            st.sampled_from(
                [[" ".join(words)], [lines[at]] * 2, [], [data.draw(st.text(max_size=20))]]
            )
        )
        lines = lines or [""]
    return lines


@pytest.mark.parametrize("name", CONTESTS)
@given(data=st.data(), turn=st.integers(0, 20), known=st.booleans())
@settings(max_examples=150)
def test_any_text_is_understood_or_refused_in_a_sentence(
    name: str, data: st.DataObject, turn: int, known: bool
) -> None:
    game, steps = configured(name), opening(name)
    seat = data.draw(st.integers(0, game.seats - 1))
    turns = [
        (state, joint) for state, joint in steps if legal(game, state, game.agents_of(seat)[0])
    ][: turn + 2]
    intro = game.intro(steps[0][0], seat)
    try:
        told = game.listen(
            Reader(spoilt(intro, data) if intro and data.draw(st.booleans()) else intro)
        )
        before: Heard | None = None
        sent: tuple[int, ...] = ()
        if known:
            state, joint = turns[-2]
            before = Heard(game, seat, turn, seen(game, state, seat))
            sent = tuple(int(joint[a]) for a in game.agents_of(seat))
        heard = game.heard(told, Reader(spoilt(game.view(turns[-1][0], seat), data)), before, sent)
    except EOFError:
        return
    except ValueError as refusal:
        assert str(refusal)[:1].isupper() and str(refusal).endswith(".")
        return
    assert (
        0 <= heard.seat < heard.game.seats and heard.turn >= 0 and heard.state.dtype == game.dtype
    )
    for agent in heard.game.agents_of(heard.seat):
        legal(heard.game, heard.state, agent)


@cache
def opening(name: str) -> list[Step]:
    """The first turns of a match."""
    return list(played(configured(name), 2, 100))


def uttt(last: str, *cells: str) -> list[str]:
    return [last, str(len(cells)), *cells]


def test_a_text_from_the_middle_of_a_match_stands_alone() -> None:
    """What may be played is as the text says; the rest is as at the start."""
    game = configured("uttt")
    named = [f"{row} {col}" for row in (3, 5) for col in (3, 4)]
    heard = game.heard([], Reader(uttt("1 1", *named)))
    assert sorted(game.view(heard.state, heard.seat)[2:]) == named and heard.state.forced == 4
    named = ["0 0", "8 8", "4 4"]
    heard = game.heard([], Reader(uttt("1 1", *named)))
    assert sorted(game.view(heard.state, heard.seat)[2:]) == sorted(named) and heard.state.room == 3

    heard = configured("tron").heard([], Reader(["2 1", "3 3 7 8", "20 10 20 12"]))
    assert heard.state.ribbon[1].any() and (heard.seat, heard.state.x.tolist()) == (
        1,
        [7, 20, 0, 0],
    )

    game = configured("csb")
    intro = ["2", "3", "1000 1000", "9000 1000", "5000 8000"]
    pods = ["3000 3000 10 -10 90 2", *(f"{x} 5000 0 0 360 1" for x in (5000, 6000, 7000))]
    heard = game.heard(game.listen(Reader(intro)), Reader(pods))
    assert (heard.seat, heard.state.goal, heard.state.next.tolist()) == (0, 6, [2, 1, 1, 1])
    assert game.view(heard.state, 0) == pods and game.intro(heard.state, 0) == intro


def test_the_text_tells_how_many_ride() -> None:
    """The order of places is that of moves, of those too who were out before one was asked."""
    game = configured("tron")
    heard = game.heard([], Reader(["4 2", "-1 -1 -1 -1", "5 5 5 4", "9 9 9 9", "1 1 1 1"]))
    assert (heard.game.spec, heard.seat, heard.turn) == ("tron:players=4", 2, 2)
    assert (
        heard.state.place.tolist() == [4, 0, 0, 0]
        and heard.joint is not None
        and heard.joint.tolist() == [PASS, 0, PASS, PASS]
    )
    later = heard.game.heard(
        [], Reader(["4 2", "-1 -1 -1 -1", "-1 -1 -1 -1", "9 9 8 9", "1 1 2 1"]), heard, (3,)
    )
    assert later.state.place.tolist() == [4, 3, 0, 0] and later.turn == 5 and later.joint is None
    with pytest.raises(ValueError, match="Rider 3 cannot have come to 9 1"):
        heard.game.heard(
            [], Reader(["4 2", *["-1 -1 -1 -1"] * 2, "9 9 8 9", "1 1 9 1"]), heard, (3,)
        )


def test_what_was_played_counts_more_than_what_was_sent() -> None:
    """An answer may have come late, or a memory may be of another match."""
    game = configured("uttt")
    first = game.heard([], Reader(game.view(game.initial(1), 0)))
    state = game.initial(1)
    for seat, action in ((0, 4), (1, 4 << 4 | 2)):
        joint = np.full(2, PASS, np.int64)
        joint[seat] = action
        game.rules.step(state, joint, None, None)
    assert differing(state, game.heard([], Reader(game.view(state, 0)), first, (4,)).state) == []
    heard = game.heard([], Reader(game.view(state, 0)), first, (5,))
    assert game.view(heard.state, 0) == game.view(state, 0)

    game = configured("marslander")
    first = game.heard(game.intro(game.initial(1), 0), Reader(["2500 2500 0 0 500 0 0"]))
    heard = game.heard([], Reader(["2510 2400 3 -4 490 -15 1"]), first, (90 * 5,))
    assert game.view(heard.state, 0) == ["2510 2400 3 -4 490 -15 1"] and heard.turn == 1

    game = configured("csb")
    intro, start = game.intro(game.initial(1), 0), game.view(game.initial(1), 0)
    first = game.heard(intro, Reader(start))
    turned = [f"{line.rpartition(' -1')[0]} 123 1" for line in start]
    heard = game.heard(
        intro, Reader(turned), first, tuple(game.resolve(first.state, p, 1) for p in (0, 1))
    )
    assert game.view(heard.state, 0) == turned


@pytest.mark.parametrize("seat", [0, 1])
def test_a_log_without_the_own_moves_still_tells_what_may_be_played(seat: int) -> None:
    game = configured("uttt")
    before: Heard | None = None
    for state, _ in played(game, 7, 81):
        if state.mover == seat:
            before = game.heard([], Reader(game.view(state, seat)), before)
            assert game.view(before.state, seat) == game.view(state, seat) and before.seat == seat


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_comes_in_mid_match_goes_on_with_its_own_moves(seat: int) -> None:
    """It does not know who owns which cell, so what may be played can contradict what it knows."""
    game, before, sent = configured("uttt"), None, ()
    for number, (state, joint) in enumerate(played(game, 7, 81)):
        if number < 20 or state.mover != seat:
            continue
        before = game.heard([], Reader(game.view(state, seat)), before, sent)
        # alone, a text does not say whose it is
        now = game.view(before.state, before.seat)
        assert sorted(now[2:]) == sorted(game.view(state, seat)[2:])
        assert game.check(before.state) == ""
        sent = (int(joint[seat]),)
