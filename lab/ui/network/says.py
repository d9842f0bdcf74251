"""What the page of a network shows: a plain record, and its words and figures."""

from __future__ import annotations

from dataclasses import dataclass

from lab.learning.question import LearnQuestion
from lab.learning.run import LearnedGeneration
from lab.learning.training import Misjudged
from lab.learning.trial import TrialScore
from lab.words.numerals import real, several, signed

EVEN = 0.5
NEAR = 0.05  # a scale so close to 1 is none
NOTHING = "No network has been learned here"
BEGIN = (
    "A generation plays matches against itself, learns from the trees of its searches, and is kept "
    "if it does not lose against the one before. What is learned stays in a file beside the "
    "network: stop and go on at any time, here or on the command line."
)


@dataclass(frozen=True)
class LearnView:
    """One moment of a run; `note` is what is being done, `share` how much of all is done."""

    question: LearnQuestion
    generations: tuple[LearnedGeneration, ...] = ()
    chosen: int = 0  # whose calibration and errors are shown; 0: the latest
    running: bool = False
    note: str = ""
    share: float = 0.0

    @property
    def shown(self) -> LearnedGeneration | None:
        """The generation whose calibration and errors are shown."""
        known = {each.number: each for each in self.generations}
        return known.get(self.chosen, self.generations[-1] if self.generations else None)

    @property
    def done(self) -> float:
        """The share of all that is done, of the generation that is being made too."""
        known = len(self.generations) / self.question.generations
        return max(known, self.share)

    @property
    def complete(self) -> bool:
        """Whether all generations that were asked for are there."""
        return len(self.generations) >= self.question.generations


def rival(generations: tuple[LearnedGeneration, ...], made: LearnedGeneration) -> str:
    """Against what a generation was tested: the last one kept before it."""
    before = [each.number for each in generations if each.kept and each.number < made.number]
    return f"generation {before[-1]}" if before else "playouts"


def headline(view: LearnView) -> tuple[str, str]:
    """What the latest trial proves, and the numbers behind it."""
    if not view.generations:
        return NOTHING, ""
    last = view.generations[-1]
    score, other = last.score, rival(view.generations, last)
    if score.low > EVEN:
        said = f"Generation {last.number} is stronger than {other}"
    elif score.high < EVEN:
        said = f"Generation {last.number} is weaker than {other}"
    else:
        said = f"Generation {last.number} cannot be told from {other}"
    kept = "kept" if last.kept else f"not kept, {other} stays"
    fit = last.fit
    return said, (
        f"{points(score)}: {kept}. Loss {fit.loss:.3f} over {several(fit.positions, 'position')} "
        f"of matches it did not learn from{scale(fit.scale)}."
    )


def points(score: TrialScore) -> str:
    """A score with its interval and matches: "58 % (46 to 69 %, 60 matches)"."""
    same = f", {score.distinct} different" if score.distinct < score.matches else ""
    return (
        f"{100 * score.mean:.0f} % ({100 * score.low:.0f} to {100 * score.high:.0f} %, "
        f"{score.matches} matches{same})"
    )


def scale(found: float) -> str:
    """Whether values promise too much or too little, as the end of a sentence."""
    if abs(found - 1.0) < NEAR:
        return ""
    return (
        f"; its values promise too {'much' if found < 1.0 else 'little'}, by the factor "
        f"{real(1 / found if found < 1.0 else found)} in log-odds"
    )


def calibrated(made: LearnedGeneration) -> str:
    """Whose calibration is shown, over how many positions."""
    held = several(made.fit.positions, "position")
    return f"result by value: generation {made.number}, {held} of matches held out"


def progress(view: LearnView) -> str:
    """How far it has come."""
    if view.running:
        return view.note
    return f"{len(view.generations)} of {several(view.question.generations, 'generation')}"


def state(view: LearnView) -> str:
    """What runs, for the status bar."""
    return f"{view.question.game}: {view.note}" if view.running else ""


def result(found: float) -> str:
    """The result of a match in a word."""
    return "won" if found > 0 else "lost" if found < 0 else "drawn"


def misjudged(each: Misjudged) -> str:
    """A position in a sentence."""
    return (
        f"The network gave {signed(each.value)}, and match {each.match + 1} was "
        f"{result(each.result)} by who is to move. Click: on the board."
    )
