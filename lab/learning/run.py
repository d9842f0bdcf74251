"""From generation to generation: self-play, learning, a trial; a network is kept only if it does
not lose its trial. What is needed to go on is in a folder beside the network's file.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engines import game_named
from engines.game import Game
from engines.knobs import KnobError
from engines.own_files import absent
from lab.files.codec import files_of
from lab.files.placing import Place
from lab.files.source import parsed, text_of
from lab.learning.question import LearnQuestion
from lab.learning.selfplay import Habits, Harvest, SelfPlay, harvested
from lab.learning.training import Fit, Schedule, Training, Weights, fresh
from lab.learning.trial import TrialScore, trial
from lab.match.seats import parse_game
from lab.store.writer import FileLock
from lab.words.asked import line_of, read_line
from search.network import Network, features_digest, read, refusal, sight

WINDOW = 3  # generations whose positions are learned from
RUN = "run.json"
BEGINNING = 3  # the first generation, which knows nothing, plays for so small a part of positions
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
    parts = {"fit": Fit.read(line["fit"]), "score": TrialScore(**line["score"])}
    return LearnedGeneration(**(dict(line) | parts))


def kept_run(question: LearnQuestion) -> tuple[LearnedGeneration, ...]:
    """The generations that are kept of a question, by whoever learned them; KnobError where there
    is a run that was asked otherwise, or none that can be read.
    """
    if not (question.folder / RUN).is_file():
        return ()
    told = _told(question.folder)
    asked = read_line(LearnQuestion, told["asked"] | {"out": question.out})
    if line_of(LearnQuestion(**asked), FREE) != line_of(question, FREE):
        raise KnobError(
            f"{question.folder} holds a run that was asked otherwise; name another file with --out."
        )
    return tuple(map(decoded, told["generations"]))


def kept_question(file: Path) -> LearnQuestion:
    """The question of the run beside a network's file; KnobError where there is none."""
    told = _told(LearnQuestion("", str(file)).folder)
    asked = told["asked"] | {"out": str(file)}
    question = LearnQuestion(**read_line(LearnQuestion, asked))
    return replace(question, generations=max(question.generations, len(told["generations"])))


def game_of(question: LearnQuestion) -> Game:
    """The game that is learned; KnobError where it is not known here, with the file that it was in
    when its run began.
    """
    name = question.game.partition(":")[0]
    known = game_named(name) is not None or not (question.folder / RUN).is_file()
    if not known and (said := absent(name, _told(question.folder).get("files"))):
        raise KnobError(f"There is no game {name}{said}.")
    return parse_game(question.game)


def _told(folder: Path) -> dict[str, Any]:
    """What a folder tells of its run."""
    try:
        told = parsed(text_of(folder / RUN))
        if not isinstance(told["asked"], dict):
            raise ValueError("it does not say what was asked")
        [*map(decoded, told["generations"])]
    except (ValueError, LookupError, TypeError, OSError) as error:
        raise KnobError(f"{folder} holds no run that can go on: {error}") from error
    found: dict[str, Any] = told
    return found


def first_schedule(thousandths: int) -> Schedule:
    """How the first generation learns, which begins from nothing."""
    return Schedule(first=thousandths * 0.0015, last=thousandths * 0.0001)


def later_schedule(thousandths: int) -> Schedule:
    """How every other one does."""
    return Schedule(first=thousandths / 1000, last=thousandths / 20000)


def network_of(folder: Path, number: int) -> Path:
    """The file of the network that a generation made, kept or not."""
    return folder / f"network{number}.npz"


class Learning:
    """One run. It can end after any generation, and goes on from there when it is made again."""

    def __init__(self, question: LearnQuestion) -> None:
        self.question, self.game = question, game_of(question)
        if sentence := refusal(self.game):
            raise KnobError(f"{self.game.title} cannot be learned. {sentence}")
        self.file = Path(question.out)
        self.folder = question.folder
        self.network: Network | None = None
        self._weights = fresh(sight(self.game).rows, question.seed)
        self._training = Training(self.game)
        self.generations = kept_run(question)
        if self.generations:
            self._resume()

    @property
    def ended(self) -> bool:
        """Whether nothing is left to do."""
        limit, spent = self.question.seconds, sum(each.cpu_s for each in self.generations)
        return len(self.generations) >= self.question.generations or 0 < limit <= spent

    @property
    def best(self) -> int:
        """The number of the generation whose network is kept."""
        return max(each.number for each in self.generations if each.kept)

    def step(self, tell: Tell = lambda what, done, of: None) -> LearnedGeneration:
        """Makes the next generation; KnobError if another process makes it, or has."""
        with self._alone():
            return self._step(tell)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else learns in the folder: two that did would take each other's files."""
        self.folder.mkdir(exist_ok=True)
        with closing(FileLock(self.folder / "lock", 0.0)) as lock, ExitStack() as stack:
            try:
                stack.enter_context(lock.held())
            except TimeoutError:
                raise KnobError(
                    f"Another process learns in {self.folder}: end it, or name another file with "
                    "--out."
                ) from None
            if [each.digest for each in kept_run(self.question)] != [
                each.digest for each in self.generations
            ]:
                raise KnobError(f"Another process has learned in {self.folder}; begin again there.")
            yield

    def _step(self, tell: Tell) -> LearnedGeneration:
        q, number, began = self.question, len(self.generations) + 1, time.process_time()
        seed = q.seed * 1000 + number
        wanted = q.positions if self.network is not None else q.positions // BEGINNING
        habits = Habits(q.iterations, q.least, q.opening)
        play = SelfPlay(self.game, self.network, habits, seed)
        new = play.play(wanted, lambda found, matches: tell("plays", found, wanted))
        self._keep_harvest(number, new)
        data = [self._harvest(k) for k in range(max(1, number - WINDOW + 1), number + 1)]
        tell("learns", 0, 1)
        start = Weights(*(each.copy() for each in self._weights))
        schedule = later_schedule(q.rate) if self.network is not None else first_schedule(q.rate)
        weights = self._training.learn(start, data, schedule, seed)
        fit = self._training.fit(weights.rounded(), data[-1:])
        made = self._named(weights, number, sum(each.size for each in data), fit)
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
        self._save(number, made, weights)
        return found

    def _named(self, weights: Weights, number: int, positions: int, fit: Fit) -> Network:
        q, game = self.question, self.game
        about = {"game": game.name, "features": features_digest(game), "seed": q.seed}
        command = replace(q, out=f"{game.name}.npz").command()  # wherever it was made
        about |= {"generation": number, "positions": positions, "command": command}
        about |= {"calibration": fit.calibration}
        return Network(weights.rounded(), about)

    # -- what is kept ------------------------------------------------------------------------------

    def _save(self, number: int, made: Network, weights: Weights) -> None:
        """Writes what the generation made, then the line of it that makes it count, so that a run
        that ends between two files goes on as if it had ended before.
        """
        with Place(network_of(self.folder, number), replaces=True) as place:
            made.save(place.draft)
        with Place(self._weights_of(number), replaces=True) as place:
            np.savez(place.draft, **weights._asdict())
        lines = [each.line() for each in self.generations]
        asked = line_of(self.question, FREE)
        with Place(self.folder / RUN, replaces=True) as place:
            told = {"asked": asked, "generations": lines, **files_of(type(self.game))}
            place.draft.write_text(json.dumps(told))
        self._publish()

    def _publish(self) -> None:
        """Puts the network that is kept into its file, and drops weights of earlier ones."""
        assert self.network is not None
        with Place(self.file, replaces=True) as place:
            self.network.save(place.draft)
        for each in range(1, len(self.generations) + 1):
            if each != self.best:
                self._weights_of(each).unlink(missing_ok=True)

    def _weights_of(self, number: int) -> Path:
        return self.folder / f"weights{number}.npz"

    def _resume(self) -> None:
        self.network = read(network_of(self.folder, self.best), self.game)
        with np.load(self._weights_of(self.best), allow_pickle=False) as found:
            self._weights = Weights(*(found[name] for name in Weights._fields))
        self._publish()

    def _keep_harvest(self, number: int, new: Harvest) -> None:
        self.folder.mkdir(exist_ok=True)
        with (self.folder / f"positions{number}.npz").open("wb") as file:
            np.savez(file, **(vars(new) | {"states": new.states.view(np.uint8)}))
        (self.folder / f"positions{number - WINDOW}.npz").unlink(missing_ok=True)

    def _harvest(self, number: int) -> Harvest:
        with np.load(self.folder / f"positions{number}.npz", allow_pickle=False) as found:
            columns = {name: found[name] for name in found.files}
        states = columns["states"].view(harvested(self.game.dtype))
        return Harvest(**(columns | {"states": states}))
