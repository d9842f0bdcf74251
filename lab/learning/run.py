"""From generation to generation: self-play, learning, a trial; a network is kept only if it does
not lose its trial. What is needed to go on is in a folder beside the network's file.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engines.knobs import KnobError
from engines.records import record_of
from lab.files.placing import Place
from lab.files.source import parsed, text_of
from lab.learning.question import LearnQuestion
from lab.learning.selfplay import Habits, Harvest, SelfPlay
from lab.learning.training import Fit, Schedule, Training, Weights, fresh
from lab.learning.trial import TrialScore, trial
from lab.match.seats import parse_game
from lab.words.asked import line_of
from search.network import Network, features_digest, read, refusal

WINDOW = 3  # generations whose positions are learned from
BEGINNING = 3  # the first generation, which knows nothing, plays for so small a part of positions
FIRST, LATER = Schedule(first=0.03, last=0.002), Schedule()
FREE = ("out", "generations", "seconds", "trials")  # what may differ when learning goes on
Tell = Callable[[str, int, int], object]  # what is done, how much of it, of how much


@dataclass(frozen=True)
class LearnedGeneration:
    """What became of a generation: how well it fits matches it did not learn from, and how it
    played against the network before it (the first one against playouts).
    """

    number: int
    positions: int  # new ones
    matches: int
    fit: Fit
    score: TrialScore
    kept: bool
    digest: str
    cpu_s: float

    def line(self) -> dict[str, Any]:
        """Its values as JSON."""
        return dataclasses.asdict(self)


def decoded(line: Mapping[str, Any]) -> LearnedGeneration:
    """The generation of such a line."""
    calibration = tuple(
        (float(a), int(b), float(c), float(d)) for a, b, c, d in line["fit"]["calibration"]
    )
    fit = Fit(**(line["fit"] | {"calibration": calibration}))
    return LearnedGeneration(**(dict(line) | {"fit": fit, "score": TrialScore(**line["score"])}))


class Learning:
    """One run. It can end after any generation, and goes on from there when it is made again."""

    def __init__(self, question: LearnQuestion) -> None:
        self.question, self.game = question, parse_game(question.game)
        if sentence := refusal(self.game):
            raise KnobError(f"{self.game.title} cannot be learned. {sentence}")
        self.file = Path(question.out)
        self.folder = question.folder
        self.generations: tuple[LearnedGeneration, ...] = ()
        self.network: Network | None = None
        self._weights = fresh(self.game.feature_rows, question.seed)
        self._training = Training(self.game)
        if (self.folder / "run.json").is_file():
            self._resume()

    @property
    def ended(self) -> bool:
        """Whether nothing is left to do."""
        limit, spent = self.question.seconds, sum(each.cpu_s for each in self.generations)
        return len(self.generations) >= self.question.generations or 0 < limit <= spent

    def step(self, tell: Tell = lambda what, done, of: None) -> LearnedGeneration:
        """Makes the next generation."""
        q, number, began = self.question, len(self.generations) + 1, time.process_time()
        seed = q.seed * 1000 + number
        wanted = q.positions if self.network is not None else q.positions // BEGINNING
        play = SelfPlay(self.game, self.network, Habits(q.iterations, q.least), seed)
        new = play.play(wanted, lambda found, matches: tell("plays", found, wanted))
        self._keep_harvest(number, new)
        data = [self._harvest(k) for k in range(max(1, number - WINDOW + 1), number + 1)]
        tell("learns", 0, 1)
        start = Weights(*(each.copy() for each in self._weights))
        schedule = LATER if self.network is not None else FIRST
        weights = self._training.learn(start, data, schedule, seed)
        made = self._named(weights, number, sum(each.size for each in data))
        fit = self._training.fit(made.net, data[-1:])
        score = trial(
            self.game,
            made,
            self.network,
            q.trials,
            q.iterations,
            seed,
            lambda done: tell("trial", done, q.trials),
        )
        kept = score.mean >= 0.5 or self.network is None
        if kept:
            self.network, self._weights = made, weights
        facts = fit, score, kept, made.digest, time.process_time() - began
        found = LearnedGeneration(number, new.size, int(new.matches[-1]) + 1, *facts)
        self.generations = (*self.generations, found)
        self._save()
        return found

    def _named(self, weights: Weights, number: int, positions: int) -> Network:
        q, game = self.question, self.game
        about = {"game": game.name, "features": features_digest(game), "seed": q.seed}
        command = replace(q, out=f"{game.name}.npz").command()  # wherever it was made
        about |= {"generation": number, "positions": positions, "command": command}
        return Network(weights.rounded(), about)

    # -- what is kept ------------------------------------------------------------------------------

    def _asked(self) -> dict[str, Any]:
        return line_of(self.question, FREE)

    def _save(self) -> None:
        """Writes the network, then what is needed to go on; each file is there whole or not."""
        assert self.network is not None
        with Place(self.file, replaces=True) as place:
            self.network.save(place.draft)
        with Place(self.folder / "weights.npz", replaces=True) as place:
            np.savez(place.draft, **self._weights._asdict())
        lines = [each.line() for each in self.generations]
        with Place(self.folder / "run.json", replaces=True) as place:
            place.draft.write_text(json.dumps({"asked": self._asked(), "generations": lines}))

    def _resume(self) -> None:
        try:
            told = parsed(text_of(self.folder / "run.json"))
        except (ValueError, OSError) as error:
            raise KnobError(f"{self.folder} holds no run that can go on: {error}") from error
        if told["asked"] != self._asked():
            raise KnobError(
                f"{self.folder} holds a run that was asked otherwise; name another file with --out."
            )
        self.generations = tuple(map(decoded, told["generations"]))
        self.network = read(self.file, self.game)
        with np.load(self.folder / "weights.npz", allow_pickle=False) as found:
            self._weights = Weights(*(found[name] for name in Weights._fields))

    def _keep_harvest(self, number: int, new: Harvest) -> None:
        self.folder.mkdir(exist_ok=True)
        with (self.folder / f"positions{number}.npz").open("wb") as file:
            np.savez(file, **(vars(new) | {"states": new.states.view(np.uint8)}))
        (self.folder / f"positions{number - WINDOW}.npz").unlink(missing_ok=True)

    def _harvest(self, number: int) -> Harvest:
        with np.load(self.folder / f"positions{number}.npz", allow_pickle=False) as found:
            columns = {name: found[name] for name in found.files}
        states = columns["states"].view(record_of(self.game.dtype))
        return Harvest(**(columns | {"states": states}))
