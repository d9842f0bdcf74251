"""Texts of games that hide something, standing alone or told to a game with other options: what
they tell, and sense in the rest.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence

import numpy as np
import pytest

from engines.brew import WitchsBrew
from engines.game import Game, Heard, State
from engines.knobs import KnobError
from engines.kutulu import CodeOfKutulu
from engines.kutulu.state import YELL
from engines.reading import Reader
from engines.tron.picture import ribbon
from engines.xmasrush import XmasRush
from engines.xmasrush.state import LEAGUES
from lab.files.position import listeners, position
from lab.match.decide import seen as drawn
from tests.engines.test_hearing import CONTESTS, TRACES, configured, differing, played, seen
from tests.matches import generator, legal, movers, random_joint

MEMORY = {  # the fields that a text alone does not tell
    "brew": {"hash", "last", "brewed", "spell_deck", "order_deck", "orders_dealt", "turn"},
    "xmasrush": {"deck", "turn", "sent", "clashes"},
    "kutulu": {
        "turn",
        "score",
        "gone",
        "yelled",
        "hunted",
        "next_id",
        "m_seen",
        "effects",
        "e_kind",
        "e_tick",
        "e_caster",
        "e_receiver",
    },
}


def alone(game: Game, state: State, seat: int) -> Heard:
    """What a text alone tells."""
    return game.heard(game.intro(state, seat), Reader(game.view(state, seat)))


@pytest.mark.parametrize("name", MEMORY)
def test_a_text_alone_tells_all_but_the_past(name: str) -> None:
    game = configured(name)
    for number, (state, _) in enumerate(played(game, 3, 120)):
        for seat in range(game.seats if number % 9 == 0 else 0):
            actions = legal(game, state, seat)
            if actions:
                now = alone(game, state, seat)
                assert game.view(now.state, now.seat) == game.view(state, seat)
                assert {*actions} - {YELL} == {*legal(game, now.state, now.seat)} - {YELL}
                if now.seat == seat:  # Xmas Rush tells it only at the start
                    fields = {
                        line.partition(":")[0]
                        for line in differing(seen(game, state, seat), now.state)
                    }
                    assert fields <= MEMORY[name], number


@pytest.mark.parametrize("name", MEMORY)
def test_a_text_alone_can_be_played_on(name: str) -> None:
    game = configured(name)
    for number, (state, _) in enumerate(played(game, 4, 120)):
        if number % 20 == 10:
            now = alone(game, state, 0)
            assert differing(seen(game, now.state, now.seat), now.state) == []
            playing, rng = drawn(game, now.state, now.seat, 1, number), generator(number)
            for _ in range(12):
                if not game.rules.is_over(playing):
                    game.rules.step(playing, random_joint(game, playing, rng), rng, None)


@pytest.mark.parametrize("name", CONTESTS)
@pytest.mark.parametrize("turns", [1, 2, 9])
def test_a_text_that_begins_in_mid_match_can_be_shown_and_played_on(name: str, turns: int) -> None:
    game, texts = configured(name), dict[int, list[list[str]]]()
    for number, (state, _) in enumerate(played(game, 6, 90)):
        for seat in range(game.seats):
            if not any(
                legal(game, state, agent)
                for agent in game.agents_of(seat)
                if agent in movers(game, state)
            ):
                continue
            heard = texts.setdefault(seat, [])
            heard.append(game.view(state, seat))
            if number % 5 == 0:
                lines = [
                    *game.intro(state, seat),
                    *(line for text in heard[-turns:] for line in text),
                ]
                found = position("\n".join(lines), [game])
                assert len(found.game.scene(found.state).items) > 0
                assert found.game.view(found.state, found.seat) == heard[-1]
                playing, rng = found.state.copy(), generator(number)
                for _ in range(4):
                    if not found.game.rules.is_over(playing):
                        found.game.rules.step(
                            playing, random_joint(found.game, playing, rng), rng, None
                        )


def test_a_ribbon_heard_of_in_mid_match_ends_where_it_was_first_heard_of() -> None:
    tron = configured("tron")
    text = (
        "4 0\n4 7 2 7\n16 11 22 16\n13 7 5 10\n25 19 29 16\n4 0\n4 8 2 8\n16 11 21 16\n13 7 5 "
        "9\n25 19 28 16"
    )
    with pytest.raises(KnobError, match="start"):  # a start does not move
        position(text, [tron])
    state = position("2 0\n5 8 7 8\n27 19 20 19\n2 0\n5 8 7 7\n27 19 20 18", [tron]).state
    assert [ribbon(state, p) for p in (0, 1)] == [
        ((7.5, 8.5), (7.5, 7.5)),
        ((20.5, 19.5), (20.5, 18.5)),
    ]


def test_who_learnt_what_stands_in_the_text() -> None:
    """Spells have their numbers in the order in which they were learnt; who brewed how much can be
    guessed from the score.
    """
    game = configured("brew")
    [*_, (state, _)] = played(game, 3, 40)
    now = alone(game, state, 1).state
    assert now.learnt.tolist() == state.learnt.tolist() and {
        *now.spell_deck[: now.spells_dealt]
    } == {*state.spell_deck[: state.spells_dealt]}
    assert (np.abs(now.brewed - state.brewed) <= 1).all() and 0 < now.turn <= state.turn


def test_without_spells_it_does_not_matter_which_witch_one_is() -> None:
    """The second one's text is heard as the first one's, with everything of both changed over."""
    game, before = WitchsBrew.configure(league=1), None
    for state, joint in played(game, 3, 40):
        before = WitchsBrew().heard([], Reader(game.view(state, 1)), before)
        mirrored, values = before.state.copy(), np.zeros((2, 2))
        assert before.seat == 0 and [game.view(mirrored, seat) for seat in (0, 1)] == [
            game.view(state, seat) for seat in (1, 0)
        ]
        assert legal(game, mirrored, 0) == legal(game, state, 1) and legal(
            game, mirrored, 1
        ) == legal(game, state, 0)
        for s, played_now, row in ((mirrored, joint[::-1].copy(), 0), (state.copy(), joint, 1)):
            game.rules.step(s, played_now, None, None)
            game.rules.value(s, game.weights(), values[row])
        assert values[0].tolist() == values[1, ::-1].tolist()


def test_the_text_tells_the_league() -> None:
    for league in (1, 2, 3):
        start = WitchsBrew.configure(league=league).initial(2)
        assert alone(WitchsBrew(), start, 0).game.options.league == league
    for name in LEAGUES:
        for seed in range(10):
            now = alone(XmasRush(), XmasRush.configure(league=name).initial(seed), 1)
            assert (now.game.options.league, now.seat) == (name, 1)
    told = {
        name: alone(CodeOfKutulu(), CodeOfKutulu.configure(league=name, map="oasis").initial(1), 0)
        for name in "1234"
    }
    assert [now.game.options.league for now in told.values()] == ["2", "2", "4", "4"]


def test_wanderers_tell_from_which_number_turns_count() -> None:
    game, before, sent = CodeOfKutulu.configure(first_turn="0"), None, ()
    for number, (state, joint) in enumerate(played(game, 1, 12)):
        intro = game.intro(state, 0)
        before = CodeOfKutulu().heard(intro, Reader(game.view(state, 0)), before, sent)
        sent = (int(joint[0]),)
        assert before.turn == number and (number == 0 or before.game.options.first_turn == "0")
        assert number == 0 or differing(seen(game, state, 0), before.state) == []


@pytest.mark.parametrize(
    ("file", "spec"),
    [
        ("brew/brew_36", "brew"),
        ("xmasrush/xmas_38", "xmasrush:league=2"),
        ("kutulu/k32", "kutulu:league=2,first_turn=0"),
    ],
)
def test_the_log_of_what_a_program_read_tells_how_a_match_stood_in_the_end(
    file: str, spec: str
) -> None:
    """Whatever the program answered."""
    records = [
        json.loads(line)
        for line in gzip.decompress((TRACES / f"{file}.jsonl.gz").read_bytes()).splitlines()
    ][1:-1]
    texts = [
        turn["in"][1] if "in" in turn else "\n".join(turn["players"][1]["input"]) + "\n"
        for turn in records
    ]
    texts = [text for text in texts if text]
    found = position("".join(texts), listeners())
    assert (found.game.spec, found.seat, found.turn) == (spec, 1, len(texts) - 1)
    assert found.game.view(found.state, 1) == texts[-1].splitlines()


def changed(text: Sequence[str], old: str, new: str) -> list[str]:
    """A text with one line changed."""
    assert old in text
    return [new if line == old else line for line in text]


def test_what_is_no_contests_text_is_refused_in_a_sentence() -> None:
    brew, xmas, kutulu = (configured(name) for name in MEMORY)
    text = brew.view(brew.initial(1), 0)
    with pytest.raises(ValueError, match=r"^An inventory holds at most 10 ingredients\.$"):
        brew.heard([], Reader(changed(text, "3 0 0 0 0", "8 8 0 0 0")))
    with pytest.raises(ValueError, match="The game has no spell 5 5 0 0"):
        brew.heard(
            [], Reader(changed(text, "78 CAST 2 0 0 0 0 -1 -1 1 0", "78 CAST 5 5 0 0 0 -1 -1 1 0"))
        )
    with pytest.raises(ValueError, match="nothing leads to this table"):
        brew.heard(
            [], Reader(changed(text, "3 0 0 0 0", "3 0 0 0 12")), brew.heard([], Reader(text))
        )
    text = xmas.view(xmas.initial(1), 0)
    quest = text[-1]
    with pytest.raises(ValueError, match="There is no item 'ROBE'"):
        xmas.heard([], Reader(changed(text, quest, "ROBE 1")))
    with pytest.raises(ValueError, match="nothing leads to this board"):
        xmas.heard([], Reader(text), xmas.heard([], Reader(text)))
    start = kutulu.initial(1)
    intro, text = kutulu.intro(start, 0), kutulu.view(start, 0)
    with pytest.raises(ValueError, match="is none of the contest's"):
        kutulu.heard([*intro[:2], intro[2].replace("#", ".", 1), *intro[3:]], Reader(text))
    fewer = kutulu.heard(intro, Reader(["3", *text[1:4]]))
    with pytest.raises(ValueError, match=r"^An explorer who has left does not come back\.$"):
        kutulu.heard(intro, Reader(text), fewer)
