"""Witch's Brew, the CodinGame Fall Challenge 2020.

Rules: each turn both witches act at once: brew an order for its price (the first two in the row
earn 3 and 1 more, four times each), learn a spell of the tome (it costs one ingredient of tier 0
for each spell before it, which is put on that spell; ingredients on the learnt spell come with it),
cast a spell, a repeatable one several times, or rest, which readies exhausted spells. An inventory
holds 10 ingredients. After six brewed orders, 100 turns, or a bad or late answer, which
disqualifies its sender with a score of -1, each ingredient above tier 0 earns one rupee; the higher
score wins. A well-formed command that is impossible counts as waiting. The order of undealt cards
is hidden.

Doubtful in the sources, and decided: blanks before a command make it a bad answer (option
`blanks=cut`: they do not); learnt spells are sent with a tax of -1, though the statement says 0
(option `spell_tax=0`); a number of casts so high that the contest's multiplication overflows is
refused like any cast that lacks ingredients.

Witch's Brew as the site records it: both decks follow from the seed, and every turn's view shows
the position.

The decks are shuffled by Java's `Collections.shuffle` with one `java.util.Random`, the tome first.
The module "graphics" holds, a line each unless said otherwise: the number of events and three lines
for each, both scores, the number of players and each one's spells, the tome, the orders, the number
of inventories and each of them, the spells that can be cast, the tax on spells of the tome as
`spell tax` pairs, the bonuses, the messages (Serializer.java in CodinGame/FallChallenge2020).

What a seat of Witch's Brew may not see: the order of the undealt cards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from engines.brew import actions as a
from engines.brew import evaluation, hearing, picture, places, text
from engines.brew import rules as r
from engines.brew import words as w
from engines.brew.actions import NOWHERE, place_of
from engines.brew.cards import DECKS, FIRST_ORDER, IN_DECK, LAST_ORDER, TOME
from engines.brew.check import bounds, contradictions
from engines.brew.conform import replay, told
from engines.brew.editing import BrewEditing
from engines.brew.evaluation import EvalParams
from engines.brew.rules import final_score
from engines.brew.state import (
    BREWED,
    EMPTY,
    LONGEST,
    NO_SPELLS,
    OUT,
    SEATS,
    STATE,
    TURNS,
    Options,
    key,
    set_out,
    shuffled,
)
from engines.checking import Bounds
from engines.difference import Pair, fields
from engines.draws import draw_below
from engines.game import Game, Rules, State
from engines.java import JavaRandom
from engines.jit import rule
from engines.knobs import Value
from engines.scene import Event, EventKind, Scene, Target
from engines.site import OddView, Recording, Round, Site


@rule
def observe(s: Any, seat: int) -> None:
    """Forgets the order of the undealt cards."""
    for k in range(s.spells_dealt, len(TOME)):
        s.spell_deck[k] = EMPTY
    for k in range(s.orders_dealt, s.orders_all):
        s.order_deck[k] = EMPTY


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """Redeals the rest of both decks from the unseen cards; if unknown cards were dealt, more are
    left than fit.
    """
    end = 1 * s.spells_dealt
    for spell in range(len(TOME)):
        if end < len(TOME) and place_of(s.spell_deck[: s.spells_dealt], spell) == NOWHERE:
            s.spell_deck[end] = spell
            end += 1
    shuffle(s.spell_deck, s.spells_dealt, end, rng)
    end = 1 * s.orders_dealt
    for order in range(FIRST_ORDER, LAST_ORDER):
        if (
            end < s.orders_all
            and IN_DECK[s.easy, order]
            and place_of(s.order_deck[: s.orders_dealt], order) == NOWHERE
        ):
            s.order_deck[end] = order
            end += 1
    shuffle(s.order_deck, s.orders_dealt, end, rng)


@rule
def shuffle(deck: Any, low: int, high: int, rng: Any) -> None:
    """Fisher and Yates' shuffle of a part of a deck."""
    for k in range(high - 1, low, -1):
        other = low + draw_below(rng, k - low + 1)
        deck[k], deck[other] = deck[other], deck[k]


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The deal of the seed in each league, the whole game first."""
    for league in (3, 2, 1):
        if recording.seed is not None:
            configured = game.configure(league=league)
            state, random = configured.blank(), JavaRandom(recording.seed)
            tome, orders = list(range(len(TOME))), list(DECKS[league == NO_SPELLS])
            random.shuffle(tome)
            random.shuffle(orders)
            set_out(state, league, tome, orders)
            yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Scores, spells, tome, orders, ingredients, which spells are exhausted, and the tax."""
    text = shown.module("graphics")
    return fields(_read(text), _held(state)) if isinstance(text, str) else iter(())


def _read(text: str) -> dict[str, object]:
    """Parses the module's text, field by field."""
    lines = iter(text.split("\n"))

    def line() -> str:
        found = next(lines, None)
        if found is None:
            raise OddView("a view ends early")
        return found

    def numbers() -> list[int]:
        return [int(number) for number in line().split()]

    def rows() -> list[list[int]]:
        return [numbers() for _ in range(numbers()[0])]

    for _ in range(3 * numbers()[0]):
        line()
    found = {
        "scores": numbers(),
        "spells": rows(),
        "tome": numbers(),
        "orders": numbers(),
        "ingredients": rows(),
        "spells that can be cast": sorted(numbers()),
    }
    tax = numbers()
    return found | {"tax": dict(zip(tax[::2], tax[1::2], strict=True))}


def _held(s: State) -> dict[str, object]:
    """The same fields of the state."""
    ours = told(s)
    players = ours["players"]
    return {
        "scores": [player["score"] for player in players],
        "spells": [[row[0] for row in player["spells"]] for player in players],
        "tome": [spell for spell, _ in ours["tome"]],
        "orders": ours["orders"],
        "ingredients": [player["inv"] for player in players],
        "spells that can be cast": sorted(
            row[0] for player in players for row in player["spells"] if row[-1]
        ),
        "tax": {spell: n for spell, n in ours["tome"] if n},
    }


def scores(state: State) -> list[int]:
    """The final scores."""
    return [int(final_score(state, seat)) for seat in range(SEATS)]


SITE = Site(
    re.compile(r"(BREW \d+|CAST \d+|LEARN \d+|REST|WAIT)\b.*"), (SEATS,), starts, shows, scores
)


LEAD_SCALE = 25.0  # rupees


class WitchsBrew(Game):
    """Two witches brew potions for rupees."""

    name = "brew"
    title = "Witch's Brew"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    contest = "CodinGame"
    first_turn_ms = 1000
    turn_ms = 50
    simultaneous = True
    hidden = True
    zero_sum = False  # each seat's value is its own
    max_actions = a.MOST_ACTIONS
    value_range = (-20_200.0, 20_200.0)
    longest = LONGEST
    best = "beam"
    # random witches hardly ever brew, and a whole match is long
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "duct": {"playout_depth": 3, "playout": "scripted"},
        "uct": {"playout_depth": 3, "playout": "scripted"},
        "flat_mc": {"playout_depth": 4, "playout": "scripted"},
    }
    event_kinds = (
        EventKind("brew", "hexagon", "order brewed"),
        EventKind("learn", "up", "spell learnt"),
        EventKind("out", "cross", "out"),
    )
    rules = Rules(
        r.to_move,
        a.legal,
        a.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        evaluation.value,
        random_action=a.random_action,
        policy=evaluation.policy,
        observe=observe,
        sample=sample,
        key=key,
        lasting=evaluation.lasting,
        rest=a.rest,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """The league is stored in the state; the other options only affect the text."""
        return (self.name,)

    def initial(self, seed: int) -> State:
        s = self.blank()
        set_out(s, self.options.league, *shuffled(seed, self.options.league == 1))
        return s

    def bounds(self) -> Bounds:
        return bounds(self.options.league)

    def contradiction(self, state: State) -> str:
        return next(contradictions(state), "")

    def bench_position(self) -> State:
        """After 16 turns of the script against itself."""
        s, rng = self.initial(5), np.random.Generator(np.random.SFC64(5))
        for _ in range(16):
            self.rules.step(
                s, np.array([evaluation.policy(s, p, rng) for p in range(2)], np.int64), rng, None
            )
        return s

    def editing(self) -> BrewEditing:
        return BrewEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return f"Witch {agent + 1}"

    def label(self, state: State, agent: int, action: int) -> str:
        return w.label(state, action)

    def explain(self, state: State, agent: int, action: int) -> str:
        return "" if self.rules.is_legal(state, agent, action) else w.refusal(state, agent, action)

    def standing(self, state: State, seat: int) -> str:
        if state.out >> seat & 1:
            return "out, -1"
        more = int(r.final_score(state, seat)) - int(state.score[seat]) if state.over else 0
        return (
            f"{int(state.score[seat]) + more} rupees, {int(state.brewed[seat])} of "
            f"{int(state.goal)} brewed"
        )

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, state.score))

    def prompt(self, state: State, seat: int) -> str:
        return w.prompt(state, seat)

    def reason(self, state: State) -> str:
        scores = [int(r.final_score(state, p)) for p in range(2)]
        ended = {
            BREWED: " and ".join(
                self.agent_name(p) for p in range(2) if state.brewed[p] >= state.goal
            )
            + f" brewed {int(state.goal)} orders",
            TURNS: f"{LONGEST} turns are over",
            OUT: " and ".join(self.agent_name(p) for p in range(2) if state.out >> p & 1)
            + " sent a bad answer or none",
        }
        return f"{ended[int(state.over)]}; {scores[0]} to {scores[1]} rupees" if state.over else ""

    def _named(self, meant: Any) -> str:
        return " and ".join(self.agent_name(p) for p in range(2) if meant[p])

    def advantage(self, state: State, seat: int) -> float:
        """The lead in worth on a soft scale; the outcome of a finished match."""
        values = np.zeros(2)
        if state.over:
            self.rules.outcome(state, values)
            return float(values[seat])
        self.rules.value(state, self.weights(), values)
        return math.tanh(float(values[seat] - values[1 - seat]) / LEAD_SCALE)

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        return tuple(w.events(before, after, [self.agent_name(p) for p in range(2)]))

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state)

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(self.max_actions, np.int64)
        listed = set(out[: self.rules.legal(state, agent, out)].tolist())
        return [place for place in places.targets(state, agent) if place.action in listed]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        hit = (
            p for p in places.targets(state, agent) if p.x <= x < p.x + p.w and p.y <= y < p.y + p.h
        )
        return next((place.action for place in hit), None)

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    view = text.view
    parse = text.parse
    send = text.send
    heard = hearing.heard
    conform = replay
