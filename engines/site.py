"""A match as CodinGame's site recorded it, and what a game says so that it can be played again.

A recording does not name its game, and not all that decides a match: the league, who began. So a
game offers every start that fits, and the one from which the whole recording can be played is
right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.difference import Pair
from engines.knobs import Value

if TYPE_CHECKING:
    from engines.game import Game, State

    Start = tuple[Game, State]


class OddView(ValueError):
    """A view that is not what the site writes, in words that fit into a sentence."""


@dataclass(frozen=True)
class Round:
    """One question to one player. `seat` is -1 where nobody was asked, None where the file does not
    say; `lines` None without an answer.
    """

    seat: int | None
    lines: tuple[str, ...] | None
    stderr: str = ""
    view: str = ""
    said: str = ""  # the game information next to the board

    def module(self, name: str, whole: bool = False) -> Any:
        """What a module of the game engine says in the view: of this frame, or of the whole match;
        None where it says nothing.
        """
        _, brace, rest = self.view.partition("{")
        try:
            data = json.loads(brace + rest) if brace else {}
        except ValueError:
            return None
        part = data.get("global", {}) if whole else data.get("frame", data)
        return part.get(name) if isinstance(part, dict) else None


@dataclass(frozen=True)
class Recording:
    """A recorded match of some game: `opening` shows the start; `places` are 0 for the best; they
    and `scores` may be ().
    """

    names: tuple[str, ...]
    params: Mapping[str, str]  # "seed" and what else the referee was given
    opening: Round
    rounds: tuple[Round, ...]
    places: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def seed(self) -> int | None:
        """The seed, where the recording has it."""
        text = self.params.get("seed", "")
        return int(text) if text.removeprefix("-").isdecimal() else None


def _no_pairs(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    return iter(())


@dataclass(frozen=True)
class Site:
    """A game's part in reading recordings: what an answer's first line looks like, how many play,
    and three functions.

    `starts` gives the starts that fit a recording, by a game of the class that it is handed;
    OddView or another ValueError where a start cannot be read. `shows` pairs what a round shows of
    a position with what the rules say. `scores` are the final scores by the rules, None where the
    recordings' scores are not the rules' own.
    """

    answer: re.Pattern[str]
    players: tuple[int, ...]
    starts: Callable[[type[Game], Recording], Iterator[Start]]
    shows: Callable[[Game, State, Round], Iterator[Pair]] = _no_pairs
    scores: Callable[[State], Sequence[int]] | None = None


def seeded(
    game: type[Game], recording: Recording, *choices: Mapping[str, Value]
) -> Iterator[Start]:
    """The starts of a game whose seeds are the contest's own, with each of some options."""
    for options in choices:
        configured = game.configure(**options)
        if recording.seed is not None:
            yield configured, configured.initial(recording.seed % (1 << 64))


def written_scores(state: State) -> Sequence[int]:
    """The scores of a game that keeps them in its state, in the field `score`."""
    return [int(score) for score in state.score]
