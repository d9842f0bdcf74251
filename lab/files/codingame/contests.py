"""What tells a contest's recordings from others, where their matches can have begun, and what they
tell of each position.

A recording does not name its game, and not all that decides a match: the league, who began. So a
contest offers every start that fits, and the one with which the whole recording can be played is
right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines import games
from engines.game import Game, State
from engines.kutulu.game import SPELLINGS
from engines.tron.rules import HEIGHT, WIDTH, clear, place_on
from engines.uttt.conform import scores as uttt_scores
from lab.files.codingame import brew, csb, marslander
from lab.files.codingame.recording import Recording, Round
from lab.files.codingame.told import Found, Told

Start = tuple[Game, State]
Scores = Callable[[State], Sequence[int]]


def _nothing(state: State, shown: Round) -> Iterator[Found]:
    return iter(())


@dataclass(frozen=True)
class Contest:
    """One contest: what an answer's first line looks like, how many play, the starts that fit, what
    a round tells of the position, and the final scores by the rules, None where the recordings'
    scores are not the rules' own.
    """

    answer: re.Pattern[str]
    players: tuple[int, ...]
    starts: Callable[[Recording], Iterator[Start]]
    told: Told = _nothing
    scores: Scores | None = None


def contest_of(recording: Recording) -> Contest | None:
    """The contest whose answers most of the recorded ones are; None if that is none of the
    lab's.
    """
    answers = [each.lines[0] for each in recording.rounds if each.lines]
    fitting = {
        name: contest
        for name, contest in CONTESTS.items()
        if len(recording.names) in contest.players
    }
    counts = {
        name: sum(contest.answer.fullmatch(line) is not None for line in answers)
        for name, contest in fitting.items()
    }
    best = max(counts, key=lambda name: counts[name], default="")
    return fitting[best] if best and 2 * counts[best] > len(answers) else None


def _configured(recording: Recording, name: str, *choices: dict[str, Any]) -> Iterator[Start]:
    """The starts of a game whose seeds are the contest's own, with each of some options."""
    seed = recording.seed
    for options in choices:
        game = games()[name].configure(**options)
        if seed is not None:
            yield game, game.initial(seed % (1 << 64))


def _uttt(recording: Recording) -> Iterator[Start]:
    """The seed decides nothing: whoever is asked first begins."""
    first = next(
        (each.seat for each in recording.rounds if each.lines and each.seat is not None), 0
    )
    game = games()["uttt"].configure(first_player=first)
    yield game, game.initial(0)


def _xmasrush(recording: Recording) -> Iterator[Start]:
    return _configured(
        recording, "xmasrush", *({"league": league} for league in ("6", "4", "3", "2", "1"))
    )


def _kutulu(recording: Recording) -> Iterator[Start]:
    """A map may be forced, and the engine's versions count turns from 0 or from 1."""
    forced = next(
        (option for option, title in SPELLINGS.items() if title in recording.params.values()),
        "seed",
    )
    choices = (
        {"map": forced, "league": league, "first_turn": first}
        for league in ("4", "3", "2", "1")
        for first in ("1", "0")
    )
    return _configured(recording, "kutulu", *choices)


def _tron(recording: Recording) -> Iterator[Start]:
    """What the site shows is not documented, so every row of cells in it is tried; a wrong one soon
    has somebody ride into a wall.
    """
    count = len(recording.names)
    game = games()["tron"].configure(players=count)
    text = " ".join([*recording.params.values(), recording.opening.view])
    numbers = [int(number) for number in re.findall(r"(?<![\w.-])\d{1,2}(?![\w.])", text)]
    for k in range(len(numbers) - 2 * count + 1):
        cells = list(
            zip(numbers[k : k + 2 * count : 2], numbers[k + 1 : k + 2 * count : 2], strict=True)
        )
        if len(set(cells)) == count and all(x < WIDTH and y < HEIGHT for x, y in cells):
            state = game.blank()
            clear(state, count)
            for player, (x, y) in enumerate(cells):
                place_on(state, player, x, y)
            yield game, state


def _written(state: State) -> Sequence[int]:
    """Scores that stand in the position."""
    return [int(score) for score in state.score]


CONTESTS = {
    "csb": Contest(re.compile(r"-?\d+ -?\d+ (\d+|SHIELD|BOOST)\b.*"), (2,), csb.starts, csb.told),
    "uttt": Contest(re.compile(r"\d \d\b.*"), (2,), _uttt, scores=uttt_scores),
    "tron": Contest(re.compile(r"(UP|DOWN|LEFT|RIGHT)\b.*", re.IGNORECASE), (2, 3, 4), _tron),
    "xmasrush": Contest(
        re.compile(r"PUSH [0-6] [A-Z]+|MOVE( (UP|DOWN|LEFT|RIGHT))+|PASS"),
        (2,),
        _xmasrush,
        scores=_written,
    ),
    "brew": Contest(
        re.compile(r"(BREW \d+|CAST \d+|LEARN \d+|REST|WAIT)\b.*"),
        (2,),
        brew.starts,
        brew.told,
        brew.scores,
    ),
    "kutulu": Contest(
        re.compile(r"(MOVE \d+ \d+|WAIT|PLAN|LIGHT|YELL)\b.*"), (4,), _kutulu, scores=_written
    ),
    "marslander": Contest(
        re.compile(r"-?\d+(\.\d+)? -?\d+(\.\d+)?"), (1,), marslander.starts, marslander.told
    ),
}
