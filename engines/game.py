"""The Game interface: facts, compiled rules, words and pictures of one configured game. Contest
text is in `engines.contest`.

A state is one record of the game's numpy structured dtype (`State`); rules are small jitted
functions that change it in place and allocate nothing. Every game is a joint-action game: `joint`
holds one int64 per agent, PASS for an agent that does not move and FORFEIT for a bad or late
answer.

An *agent* is a unit with its own actions; a *seat* is a side that scores and is played by a person,
a search or a program. Shapes: [A] agents, [S] seats, [K] actions, [W] evaluation weights, [M]
outcomes of one joint action.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, ParamSpec, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.checking import Bounds, out_of_range
from engines.contest import ContestText, Heard, Parsed, Read
from engines.difference import Difference
from engines.editing import Editing
from engines.knobs import HasFields, NoParams, Value, changed, knobs, make, written
from engines.records import kept_names, record_of, records
from engines.rules import FORFEIT, PASS, SIMULTANEOUS, Joint, Rules, State
from engines.scene import Dial, Event, EventKind, Point, Scene, Target

P = ParamSpec("P")
T = TypeVar("T")

# presets of a game that comes with a network (`resources/nets`)
LEARNED: Mapping[str, Mapping[str, Mapping[str, Value]]] = {
    "uct": {"network": {"evaluation": "network", "c": 0.2, "implicit": 0.5}}
}

__all__ = [
    "FORFEIT",
    "LEARNED",
    "PASS",
    "SIMULTANEOUS",
    "Difference",
    "Game",
    "Heard",
    "Joint",
    "Parsed",
    "Read",
    "Rules",
    "State",
    "cached_per_game",
    "same",
    "spec_of",
]


class Game(ContestText):
    """One configured game. Subclasses set the facts, the dtype and `rules`, and fill in the words
    and pictures.

    A kernel is specialised for a configured game; options that are compiled into the rules must be
    part of `kernel_key`.
    """

    name: ClassVar[str]  # used on the command line
    title: ClassVar[str]  # shown to people
    Options: ClassVar[type[HasFields]] = NoParams
    EvalParams: ClassVar[type[HasFields]] = NoParams
    dtype: np.dtype[Any]  # of the state; an instance may have another than its class
    # by algorithm: knobs that suit this game better than the algorithm's own
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    # by algorithm and name: settings found for this game, with weights as "w.NAME"; they come after
    # the algorithm's own presets
    presets: ClassVar[Mapping[str, Mapping[str, Mapping[str, Value]]]] = {}
    # the algorithm that plays it best in equal time, as measured (resources/strength.md); "" if
    # unknown
    best: ClassVar[str] = ""
    # who sits in the first match, as on the command line; "": `best`. Games whose best play is a
    # mixture name a search that learns one
    opens_with: str = ""
    first_turn_ms: ClassVar[int] = 1000
    turn_ms: ClassVar[int] = 100

    # facts of the configured game; instances may override in __init__
    agents: int = 2
    owner: tuple[int, ...] = (0, 1)  # the seat of each agent
    simultaneous: bool = False
    chance: bool = False
    hidden: bool = False
    zero_sum: bool = True
    # False: in every finished match each seat has won or lost, so a mean result is a probability
    draws: bool = True
    # True: a result is a payoff, by its size and not only its sign; `worth` says in which range
    graded: bool = False
    # False: each seat is paid its own, and who is paid more has not won by that
    has_winner: bool = True
    legal_depends_on_others: bool = True  # Smitsimax's stated limit
    max_actions: int = 1  # the most actions `legal` ever lists
    max_outcomes: int = 1  # [M] the most outcomes `chance` ever lists
    # bounds of `value` with the default weights in every match from `initial`
    value_range: tuple[float, float] = (-1.0, 1.0)
    # names of positions where `value` is NaN; a search has to stop there and say so
    unknown: tuple[str, ...] = ()
    longest: int = 1  # the most turns a match can take
    turn_word: str = "turn"
    # where `editing` gives None: why positions are not edited by hand, without its full stop
    uneditable: str = "this game has no editor"
    feature_rows: int = 0  # how many rows `features` chooses from
    most_features: int = 0  # the most that `features` or `changes` ever lists
    event_kinds: tuple[EventKind, ...] = ()
    dial: Dial | None = None
    rules: Rules

    def __init__(self, options: HasFields | None = None) -> None:
        self.options: Any = options if options is not None else self.Options()

    @classmethod
    def configure(cls, **options: Value) -> Self:
        """The game with these options; KnobError on a bad name or value."""
        return cls(make(cls.Options, options))

    @property
    def most_turns(self) -> int:
        """The most turns of this match, as it is told; kernels that several games share know the
        largest of them as `longest`.
        """
        return self.longest

    @property
    def seats(self) -> int:
        """The number of seats."""
        return max(self.owner) + 1

    @property
    def spec(self) -> str:
        """The game and its options as one word for the command line: "uttt:tie_break=draw"."""
        return spec_of(self.name, self.options)

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """What a compiled kernel depends on besides its sources."""
        options = dataclasses.fields(self.options)
        return (self.name, tuple(getattr(self.options, each.name) for each in options))

    def agents_of(self, seat: int) -> tuple[int, ...]:
        """The agents that a seat controls."""
        return _agents_of(self.owner, seat)

    def weights(self, params: HasFields | None = None) -> NDArray[np.float64]:
        """Evaluation weights as the array `w` [W] that `value` reads, in the order of EvalParams'
        fields.
        """
        chosen = params if params is not None else self.EvalParams()
        return np.array([float(getattr(chosen, k.name)) for k in knobs(self.EvalParams)] or [0.0])

    def keep_rules(self) -> None:
        """Puts the rules that a match calls from Python into the disk cache, and lets them keep
        Python's lock; subclasses call this at the end of __init__.
        """
        key, module = self.kernel_key, type(self).__module__
        for field in dataclasses.fields(self.rules):
            name = field.name
            jit.hold(getattr(self.rules, name))
            jit.keep(getattr(self.rules, name), f"{self.name}.{name}", (*key, name), module)

    def editing(self) -> Editing | None:
        """How positions are changed by hand; None where they cannot be: `uneditable` says why."""
        return None

    # -- states ------------------------------------------------------------------------------------

    def blank(self) -> State:
        """A zeroed state record."""
        return records(1, self.dtype)[0]

    def initial(self, seed: int) -> State:
        """The start position that belongs to `seed`."""
        raise NotImplementedError

    def bench_position(self) -> State:
        """A busy mid-match position for measuring the speed of searches."""
        return self.initial(1)

    def copy(self, state: State) -> State:
        """The same state once more; numpy's own `state.copy()` copies field by field, up to ten
        times as long.
        """
        return self.load(state.tobytes())

    def load(self, data: bytes) -> State:
        """The state saved by state.tobytes()."""
        return np.frombuffer(bytearray(data), record_of(self.dtype))[0]

    def bounds(self) -> Bounds:
        """Lowest and highest value of each field of the state, so tight that no rule can read or
        write outside its arrays or loop for long; both included.
        """
        raise NotImplementedError

    def contradiction(self, state: State) -> str:
        """Why the fields of a state, each within `bounds`, contradict one another: a broken
        invariant, or a derived field (a key, a count) that differs from its source. A sentence
        without its full stop; "" if there is no contradiction. Plain Python: it must not call a
        rule that such a state could lead out of bounds.
        """
        return ""

    def check(self, state: State) -> str:
        """Why a state from outside is not valid in this game, as a sentence without its full stop;
        "" if it is safe to pass to the rules.
        """
        if type(self).bounds is Game.bounds:
            return f"{self.title} does not say which positions it allows (Game.bounds)"
        return out_of_range(state, self.bounds()) or self.contradiction(state)

    def checked(self, state: State) -> State:
        """The state itself, if `check` lets it pass; else ValueError with what is wrong."""
        refusal = self.check(state)
        if refusal:
            raise ValueError(f"The position is impossible ({refusal}).")
        return state

    def bimatrix(self, state: State) -> NDArray[np.float64] | None:
        """What each of two agents gains [2, actions, actions], where the position is a single
        choice of both at once; None elsewhere.
        """
        return None

    def symmetries(self) -> NDArray[np.int32]:
        """[T, rows]: the row that each of `features` becomes under each way to turn or mirror a
        position that changes nothing; the first way is to leave it.
        """
        return np.arange(self.feature_rows, dtype=np.int32)[None]

    def new_log(self) -> Any:
        """A NamedTuple of preallocated arrays that `step` fills for events and conformance, or
        None.
        """
        return None

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        """What people call the agent: "Pod 1", "X"."""
        return f"Player {agent + 1}"

    def seat_mark(self, seat: int) -> str:
        """The board mark a seat plays with ("cross", "ring"), or "" if agents are drawn with their
        own shapes.
        """
        return ""

    def label(self, state: State, agent: int, action: int) -> str:
        """An action in words: "Left, full", "4 4"."""
        raise NotImplementedError

    def brief(self, state: State, agent: int, action: int) -> str:
        """An action in at most three characters, where a view has no room for more; "" if nothing
        is short enough. By default a short label without its spaces: "71".
        """
        short = self.label(state, agent, action).replace(" ", "")
        return short if len(short) <= 3 else ""

    def spoken(self, label: str) -> str:
        """An action's label as it reads in a sentence, after its agent's name."""
        return label[:1].lower() + label[1:]

    def explain(self, state: State, agent: int, action: int) -> str:
        """Why an action is illegal, in one or two sentences; "" if it is legal."""
        return "" if self.rules.is_legal(state, agent, action) else "This move is not legal here."

    def standing(self, state: State, seat: int) -> str:
        """The seat's score line: "lap 2 of 3, 4 checkpoints"."""
        return ""

    def score(self, state: State) -> tuple[float, ...]:
        """What the game itself counts for each seat, of which more is better; () where it counts
        nothing that seats can be compared by during a match.
        """
        return ()

    def prompt(self, state: State, seat: int) -> str:
        """What a person is prompted to do: "play in the middle board; 8 cells are open"."""
        return "choose a move"

    def reason(self, state: State) -> str:
        """How a finished match ended, in words; "" while it goes on."""
        return ""

    def advantage(self, state: State, seat: int) -> float:
        """How good the position is for the seat, in [-1, 1]: the outcome of a finished match, else
        a smooth estimate for the timeline.
        """
        if self.rules.is_over(state):
            result = np.zeros(self.seats)
            self.rules.outcome(state, result)
            return float(result[seat])
        out = np.zeros(self.agents)
        self.rules.value(state, self.weights(), out)
        return float(np.clip(np.mean(out[list(self.agents_of(seat))]), -1.0, 1.0))

    def worth(self, state: State) -> float:
        """What an outcome of 1 is in the game's payoffs, in every match through that position: of
        graded games.
        """
        return 1.0

    def unvalued(self, state: State) -> str:
        """Why `value` is NaN in this position, as a sentence that names what is missing; "" if it
        is a number.
        """
        return ""

    def position_note(self, seed: int) -> str:
        """What the seed chose: "Track 4 of 13, seed 4"."""
        return f"seed {seed}"

    def resolve(self, state: State, agent: int, action: int) -> int:
        """The action to send when a search chose `action` (CSB: a table move becomes a contest
        command).
        """
        return action

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        """The position as plain data."""
        raise NotImplementedError

    def position(self, state: State, agent: int) -> Point | None:
        """Where the agent is, for trails and predicted paths; None if it has no place."""
        return None

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The places a person can click, one per legal action; empty if `aim` is used instead."""
        return ()

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The action meant by a click on (x, y), legal or not, or None outside the board."""
        return None

    def aim(
        self, state: State, agent: int, x: float, y: float, dial: int, key: str = ""
    ) -> int | None:
        """The action of a person who points at (x, y) with the dial at `dial`, or presses one of
        the dial's keys.
        """
        return None

    def ahead(self, state: State, agent: int) -> Point | None:
        """The point at which a person's agent is aimed before it has been aimed; None where `aim`
        is not used.
        """
        return None

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        """What happened in a turn."""
        return ()


@cache
def _agents_of(owner: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(agent for agent, its_seat in enumerate(owner) if its_seat == seat)


def cached_per_game(make: Callable[P, T]) -> Callable[P, T]:
    """Has `make` keep what it made for a configured game: a match makes searches for each seat, and
    a worker plays thousands of matches of few games.
    """
    return cast("Callable[P, T]", lru_cache(maxsize=64)(make))


def spec_of(name: str, options: HasFields | None) -> str:
    """`Game.spec` without constructing the game, which would look up its kernels on disk."""
    text = ",".join(
        f"{k}={written(v)}"
        for k, v in changed(options if options is not None else NoParams()).items()
    )
    return f"{name}:{text}" if text else name


def same(state: State, other: State) -> bool:
    """Whether two states of one game are equal. Bytes may differ nevertheless, since a copy leaves
    the padding between fields undefined, and working memory says nothing of its own.
    """
    if state.tobytes() == other.tobytes():
        return True
    return all(np.array_equal(state[name], other[name]) for name in kept_names(state.dtype))
