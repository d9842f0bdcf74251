"""What the steps of all lessons in rounds share; a layer, a generation, an iteration is a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

Rows = Sequence[Sequence[str]]  # a table with its head, empty for none


@dataclass(frozen=True)
class RoundStep:
    """One step of one round, in words."""

    round: int  # from 1
    part: int  # of the lesson's PARTS
    brief: str  # what happened, in a few words
    head: str
    why: str
    lines: tuple[int, ...]  # of the listing


Step = TypeVar("Step", bound=RoundStep)


def told_steps(
    steps: Sequence[Step],
    counted: str,
    parts: Sequence[str],
    table: Callable[[Step], Rows],
    reasons: Callable[[Step], Sequence[str]] = lambda step: (step.why,),
) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text, the first of a round below its title, and its table."""
    for number, own in groupby(steps, lambda step: step.round):
        title = f"{counted} {number}"
        for step in own:
            lines = (title, f"{step.part + 1}. {parts[step.part]}: {step.head}", *reasons(step))
            yield "\n".join(filter(None, lines)), table(step)
            title = ""
