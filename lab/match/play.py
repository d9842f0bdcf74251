"""Plays matches: each seat's search sees only what its seat may see and thinks within its budget;
the rules apply its choice.

    >>> from lab.match.play import play
    >>> result = play("tictactoe", ["random", "random"], seed=1)
    >>> sum(result.outcome)
    0.0

Chance in a turn is derived from (match seed, turn), so any turn can be replayed from the state
before it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, Game, Joint, State
from engines.knobs import KnobError
from engines.records import kept_names
from engines.scene import Event
from lab.match import search_pool
from lab.match.budget import DEFAULT_BUDGET, ITERATIONS, TIME, Budget
from lab.match.decide import STEP, Decision, Player, Watched, movers, said_of, think
from lab.match.program_player import ProgramPlayer, Talker, question
from lab.match.records import Frame, ProgramSaid, Setup
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import game_of, make_setup, parse_game
from lab.match.turn_tree import SET_UP
from lab.match.values import seat_values
from lab.programs.spec import hears
from search.base import turn_generator
from search.measure import SeatValue


@dataclass(frozen=True)
class Turn:
    """One turn of a match and the state it led to. `decisions` and `values` are per seat; a
    decision is None where a seat did not search. `joint` is () if nobody moved: the position was
    set up by hand. `seats` are the players with their settings of that turn, () where the match has
    the same ones throughout.
    """

    turn: int  # turns played, including this one
    state: State  # after the turn; never changed
    joint: tuple[int, ...]
    decisions: tuple[Decision | None, ...]
    values: tuple[SeatValue, ...]
    events: tuple[Event, ...] = ()
    errors: tuple[str, ...] = ()
    seats: tuple[SeatSpec, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """What a tree of turns knows it by."""
        return self.joint or (SET_UP, fingerprint(self.state))


def fingerprint(state: State) -> int:
    """A number of 32 bits for all fields of the position, without the padding between them."""
    crc = 0
    for name in kept_names(state.dtype):
        crc = zlib.crc32(np.ascontiguousarray(state[name]).tobytes(), crc)
    return crc


@dataclass(frozen=True)
class MatchResult:
    """A match played to its end. `outcome` is per seat in [-1, 1]."""

    setup: Setup
    initial: State
    turns: tuple[Turn, ...]
    outcome: tuple[float, ...]
    reason: str

    def frames(self) -> list[Frame]:
        """The match as the window shows it, frame 0 being the start."""
        game = game_of(self.setup)
        states = [self.initial, *(t.state for t in self.turns)]
        return [
            first_frame(game, self.initial, thinkers_of(self.setup.seats)),
            *(frame(game, b, t) for b, t in zip(states, self.turns, strict=False)),
        ]


def deciding(game: Game, state: State) -> tuple[int, ...]:
    """The seats that have a choice to make in `state`."""
    return tuple(sorted({game.owner[agent] for agent in movers(game, state)}))


def impossible(game: Game, state: State, joint: Joint) -> str:
    """Why a joint action from outside cannot have been played in `state`, as a clause; "" if it
    can. The rules do not check their input.

    PASS is for agents that are not to move, FORFEIT for those that are, in games with a text
    protocol. After a bad answer a contest asks no other seat: an agent that was to move may then
    have passed.
    """
    if joint.shape != (game.agents,):
        return f"{joint.size} actions for {game.agents} agents"
    if game.rules.is_over(state):
        return "the match is over before"
    asked = movers(game, state)
    forfeits = {game.owner[agent] for agent in asked if joint[agent] == FORFEIT}
    for agent, action in enumerate(joint.tolist()):
        name, others = game.agent_name(agent), forfeits - {game.owner[agent]}
        if agent not in asked and action != PASS:
            return f"{name} is not to move"
        if agent not in asked or (action == FORFEIT and hears(game)):
            continue
        if action == PASS and not others:
            return f"{name} has no action"
        if action != PASS and not game.rules.is_legal(state, agent, action):
            return f"the action {action} is not legal"
    return ""


def joint_of(
    game: Game, state: State, actions: Mapping[int, Sequence[int]]
) -> tuple[Joint, tuple[str, ...]]:
    """The joint action [A] of the seats' actions, and a sentence for each action that is illegal
    and so becomes FORFEIT.
    """
    joint, errors = [PASS] * game.agents, []
    for seat, chosen in actions.items():
        for agent, action in zip(game.agents_of(seat), chosen, strict=True):
            if action not in (PASS, FORFEIT) and not game.rules.is_legal(state, agent, action):
                errors.append(
                    f"{game.agent_name(agent)} sent an illegal action ({action}) and "
                    "forfeits the turn."
                )
                action = FORFEIT
            joint[agent] = action
    return np.array(joint, np.int64), tuple(errors)


def resolved(game: Game, view: State, seat: int, choice: Sequence[int]) -> tuple[int, ...]:
    """A seat's search actions, as they are actually sent."""
    pairs = zip(game.agents_of(seat), choice, strict=True)
    return tuple(
        a if a in (PASS, FORFEIT) else int(game.resolve(view, agent, a)) for agent, a in pairs
    )


def step(
    game: Game, state: State, joint: Joint, seed: int, turn: int, log_events: bool = True
) -> tuple[State, tuple[Event, ...]]:
    """The state after `joint` (a new record) and what happened; chance is derived from (seed,
    turn).
    """
    after, log = game.copy(state), game.new_log() if log_events else None
    game.rules.step(after, joint, turn_generator(game, seed, STEP, turn), log)
    return after, tuple(game.events(state, after, log)) if log_events else ()


def outcome(game: Game, state: State) -> tuple[float, ...]:
    """The result per seat of a finished match, () while it goes on."""
    if not game.rules.is_over(state):
        return ()
    out = np.zeros(game.seats)
    game.rules.outcome(state, out)
    return tuple(float(x) + 0.0 for x in out)


def play(
    game: Game | str,
    seats: Sequence[SeatSpec | str],
    *,
    budget: Budget | str | None = None,
    seed: int = 0,
    on_turn: Callable[[Turn], Any] | None = None,
    log_events: bool = True,
) -> MatchResult:
    """Plays one match to its end and returns it. `budget` applies to seats that name none;
    `on_turn` is called after every turn.
    """
    chosen = parse_game(game) if isinstance(game, str) else game
    setup = make_setup(chosen, seats, seed, budget)
    return play_setup(setup, on_turn=on_turn, log_events=log_events, game=chosen)


def play_setup(
    setup: Setup,
    *,
    on_turn: Callable[[Turn], Any] | None = None,
    log_events: bool = True,
    game: Game | None = None,
    talkers: Mapping[int, Talker] | None = None,
    by_cpu: bool = False,
    start: State | None = None,
    watched: Watched = True,
) -> MatchResult:
    """As `play`, from a setup; `talkers` are the programs that the caller runs, `start` is a
    position to begin with in place of the seed's.

    With `by_cpu` budgets of milliseconds are CPU time (see `Player`), and kernels should be loaded
    before. While only what is played matters, a match is not `watched`: decisions carry counts
    alone, and seats with a search have no value.
    """
    chosen = game or game_of(setup)
    if not by_cpu and any(
        seat.budget is not None and seat.budget.kind == TIME for seat in setup.seats
    ):
        _rehearse(chosen, setup)
    with ExitStack() as programs:
        players = [
            _player(chosen, setup, seat, programs, (talkers or {}).get(seat), by_cpu, watched)
            for seat in range(chosen.seats)
        ]
        initial = chosen.initial(setup.seed) if start is None else chosen.copy(start)
        result = _played(chosen, setup, initial, players, on_turn, log_events)
    for player in players:
        if isinstance(player, Player):
            search_pool.keep(player.spec, player.search)
    return result


def _player(
    game: Game,
    setup: Setup,
    seat: int,
    programs: ExitStack,
    talker: Talker | None,
    by_cpu: bool,
    watched: Watched,
) -> Player | ProgramPlayer:
    """The seat's player; a program ends when `programs` closes."""
    match setup.seats[seat]:
        case Person():
            raise KnobError("A human seat needs the window: start smitsilab without a command.")
        case ProgramSeat(program):
            player = ProgramPlayer(game, seat, program, talker)
            programs.callback(player.close)
            return player
        case SearchSeat() as spec:
            search = search_pool.search_for(game, spec, setup.seed)
            return Player(game, seat, spec, setup.seed, by_cpu, watched, search)


def _played(
    chosen: Game,
    setup: Setup,
    initial: State,
    players: Sequence[Player | ProgramPlayer],
    on_turn: Callable[[Turn], Any] | None,
    log_events: bool,
) -> MatchResult:
    state, joint = initial, None
    turns: list[Turn] = []
    values: tuple[SeatValue, ...] = ()
    while not chosen.rules.is_over(state) and len(turns) < chosen.most_turns:
        turn = _turn(chosen, players, state, len(turns), joint, setup.seed, values, log_events)
        turns.append(turn)
        state, values, joint = turn.state, turn.values, np.array(turn.joint, np.int64)
        if on_turn is not None:
            on_turn(turn)
    ended = outcome(chosen, state) or (0.0,) * chosen.seats
    return MatchResult(setup, initial, tuple(turns), ended, chosen.reason(state))


def _rehearse(game: Game, setup: Setup) -> None:
    """Makes every seat except programs move once after two iterations, so that kernels are compiled
    or loaded before any clock runs.
    """
    seats = (s if isinstance(s, SearchSeat) else SearchSeat("random") for s in setup.seats)
    brief = [replace(seat, budget=Budget(ITERATIONS, 2)) for seat in seats]
    players = [Player(game, seat, spec, setup.seed) for seat, spec in enumerate(brief)]
    state = game.initial(setup.seed)
    for number in range(game.seats):
        if not game.rules.is_over(state):
            state = _turn(game, players, state, number, None, setup.seed, (), True).state


def _turn(
    game: Game,
    players: Sequence[Player | ProgramPlayer],
    state: State,
    number: int,
    last: Joint | None,
    seed: int,
    values: tuple[SeatValue, ...],
    log_events: bool,
) -> Turn:
    decisions: list[Decision | None] = [None] * game.seats
    actions: dict[int, tuple[int, ...]] = {}
    for seat in deciding(game, state):
        player = players[seat]
        player.begin(state, number, last)
        if isinstance(player, Player):
            think(player, player.spec.budget or DEFAULT_BUDGET)
        decision = decisions[seat] = player.decide()
        actions[seat] = (
            resolved(game, player.view, seat, decision.choice)
            if isinstance(player, Player)
            else decision.choice
        )
    thinkers = [k for k, p in enumerate(players) if isinstance(p, Player) and p.search.searches]
    return make_turn(game, state, number, decisions, actions, seed, values, log_events, thinkers)


def make_turn(
    game: Game,
    state: State,
    number: int,
    decisions: Sequence[Decision | None],
    actions: Mapping[int, Sequence[int]],
    seed: int,
    values: Sequence[SeatValue] = (),
    log_events: bool = True,
    thinkers: Sequence[int] = (),
) -> Turn:
    """Plays the seats' actions (as actually sent) in `state`, after `number` turns; `values` are
    the previous turn's, `thinkers` the seats that have a search.
    """
    joint, errors = joint_of(game, state, actions)
    errors = (*said_of(decisions), *errors)
    after, events = step(game, state, joint, seed, number, log_events)
    sent = tuple(joint.tolist())
    return Turn(
        number + 1,
        after,
        sent,
        tuple(decisions),
        seat_values(game, after, decisions, values, deciding(game, state), thinkers),
        events,
        errors,
    )


def set_up(game: Game, state: State, number: int) -> Turn:
    """A position set up by hand in place of the one after `number` turns, as a turn of its own."""
    none = (None,) * game.seats
    return Turn(number + 1, state, (), none, seat_values(game, state))


def first_frame(game: Game, state: State, thinkers: Sequence[int] = ()) -> Frame:
    """Frame 0 of a match that starts in `state`; the seats that have a search, `thinkers`, have not
    said anything yet.
    """
    return Frame(
        0,
        state,
        game.scene(state),
        values=seat_values(game, state, thinkers=thinkers),
        standings=_standings(game, state),
    )


def thinkers_of(seats: Sequence[SeatSpec]) -> tuple[int, ...]:
    """The seats that a search plays."""
    return tuple(k for k, seat in enumerate(seats) if seat.searches)


def frame(game: Game, before: State, turn: Turn) -> Frame:
    """A turn as the window shows it; `before` is the state it was played in."""
    ended = outcome(game, turn.state)
    labels = (
        "" if a == PASS else "no valid move" if a == FORFEIT else game.label(before, i, a)
        for i, a in enumerate(turn.joint)
    )
    return Frame(
        turn=turn.turn,
        state=turn.state,
        scene=game.scene(turn.state),
        joint=turn.joint,
        labels=tuple(labels),
        values=turn.values,
        standings=_standings(game, turn.state),
        events=turn.events,
        outcome=ended,
        reason=game.reason(turn.state) if ended else "",
        errors=turn.errors,
        said=_said(game, before, turn),
    )


def _said(game: Game, before: State, turn: Turn) -> tuple[ProgramSaid | None, ...]:
    """What programs were sent and answered; () if none was asked."""
    found = tuple(
        _answered(game, before, turn.turn, d) if d is not None and d.of_program else None
        for d in turn.decisions
    )
    return found if any(found) else ()


def _answered(game: Game, before: State, turn: int, d: Decision) -> ProgramSaid:
    received = question(game, before, d.seat, d.fresh) if hears(game) else ()
    return ProgramSaid(
        turn, d.lines, d.stderr, d.error, d.seconds, d.limit_ms, d.overrun_ms, received
    )


def _standings(game: Game, state: State) -> tuple[str, ...]:
    return tuple(game.standing(state, s) for s in range(game.seats))
