"""Matches recorded by CodinGame's site, and what a game must provide to replay them.

A recording names neither its game nor everything that determines a match, such as the league or who
began. So a game offers every start that fits; the right one is the start from which the whole
recording can be replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.difference import Pair
from engines.knobs import Value, digits

if TYPE_CHECKING:
    from engines.game import Game, State

    Start = tuple[Game, State]


class OddView(ValueError):
    """A malformed view; the text is a phrase that fits into a sentence."""


@dataclass(frozen=True)
class Round:
    """One request to one player. `seat` is -1 if nobody was asked, None if the file does not say;
    `lines` is None without an answer.
    """

    seat: int | None
    lines: tuple[str, ...] | None
    stderr: str = ""
    view: str = ""
    said: str = ""  # the game information shown next to the board

    def module(self, name: str, whole: bool = False) -> Any:
        """The data of a game engine module in the view, for this frame or the whole match; None if
        absent.
        """
        _, brace, rest = self.view.partition("{")
        try:
            data = json.loads(brace + rest) if brace else {}
        except (ValueError, RecursionError):
            return None
        part = data.get("global", {}) if whole else data.get("frame", data)
        return part.get(name) if isinstance(part, dict) else None


@dataclass(frozen=True)
class Recording:
    """A recorded match of some game. `opening` shows the start; `places` count from 0, the best;
    `places` and `scores` may be ().
    """

    names: tuple[str, ...]
    params: Mapping[str, str]  # "seed" and the referee's other parameters
    opening: Round
    rounds: tuple[Round, ...]
    places: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def seed(self) -> int | None:
        """The seed, if the recording has it."""
        text = self.params.get("seed", "")
        number = digits(text.removeprefix("-"), 20)
        return -number if number is not None and text.startswith("-") else number


def _no_pairs(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    return iter(())


@dataclass(frozen=True)
class Site:
    """A game's part in reading recordings: what an answer's first line looks like, the number of
    players, and three functions.

    `starts` yields the starts that fit a recording, as games of the given class; OddView or another
    ValueError if a start cannot be read. `shows` pairs what a round shows of a position with what
    the rules say. `scores` returns the final scores by the rules; None if recordings score
    differently from the rules.
    """

    answer: re.Pattern[str]
    players: tuple[int, ...]
    starts: Callable[[type[Game], Recording], Iterator[Start]]
    shows: Callable[[Game, State, Round], Iterator[Pair]] = _no_pairs
    scores: Callable[[State], Sequence[int]] | None = None


def seeded(
    game: type[Game], recording: Recording, *choices: Mapping[str, Value]
) -> Iterator[Start]:
    """The starts of a game that shares its seeds with the contest, one for each set of options."""
    for options in choices:
        configured = game.configure(**options)
        if recording.seed is not None:
            yield configured, configured.initial(recording.seed % (1 << 64))


def written_scores(state: State) -> Sequence[int]:
    """The scores of a game that keeps them in its state, in the field `score`."""
    return [int(score) for score in state.score]
