"""A thread that asks a program one question and waits for the answer."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence

from engines.knobs import KnobError
from lab.live.running_program import Left, RunningProgram
from lab.live.trust import Strange
from lab.live.worker import Worker
from lab.match.contender import answer_words
from lab.match.decide import Decision
from lab.match.records import Failure, Frame, Ply


class ProgramWorker(Worker):
    """Asks the program in the position of the last frame; `past` begins with the start of the
    match.

    If the program may not be started, the worker fails with a sentence that says so.
    """

    def __init__(
        self, seat: RunningProgram, past: Sequence[Frame], report: Callable[[], None]
    ) -> None:
        super().__init__(f"program of seat {seat.seat + 1}", past[-1].turn, report)
        self.seat, self._past = seat, past
        self._decision: Decision | None = None
        self.answer: tuple[Ply, ...] = ()  # what it plays, in words, for each agent that moves

    def run(self) -> None:
        """The thread's main function."""
        try:
            decision = self.seat.ask(self._past)
            game, state = self.seat.game, self._past[-1].state
            self.answer = answer_words(game, state, self.seat.seat, decision.choice)
            self._decision = decision
        except Left:
            return
        except Strange as error:
            self._fail(str(error), "", error.command)
        except KnobError as error:
            self._fail(str(error), "")
        except Exception as error:
            self._fail(
                f"The program could not be asked: {str(error) or type(error).__name__}",
                traceback.format_exc(),
            )
        self._report()

    def _fail(self, sentence: str, details: str, asks: str = "") -> None:
        self.failure = Failure(self.seat.seat, self.turn, 0, sentence, details, asks)

    @property
    def finished(self) -> bool:
        return self._decision is not None

    def decide(self) -> Decision:
        if self._decision is None:
            raise RuntimeError(f"The program of seat {self.seat.seat + 1} has not answered.")
        return self._decision
