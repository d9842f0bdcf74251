"""A game whose contest's text is declared in the stub language; see `engines.stub`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from engines.contest import Heard, Parsed, Read
from engines.difference import Difference, first_difference
from engines.game import FORFEIT, Game, State
from engines.reading import NOTHING_DRAWN, Reader, quoted
from engines.stub import Stub, Values, read, write


class StubText(Game):
    """A base for games that say `stub`, `said` and `known`: texts for programs, pasted texts, bots,
    recordings and skeletons follow.
    """

    stub: ClassVar[str] = ""

    # -- what a game says --------------------------------------------------------------------------

    def said(self, state: State, seat: int) -> Mapping[str, Any]:
        """The value of every variable of the stub, as the seat reads it."""
        raise NotImplementedError

    def known(
        self, values: Mapping[str, Any], before: State | None, sent: Sequence[int], /
    ) -> State:
        """The position that a seat knows from the values of its text, from what it knew a turn
        before, and from the actions that it then sent; ValueError with a sentence where there is
        none.
        """
        raise NotImplementedError

    def configured(self, values: Mapping[str, Any]) -> Game:
        """The game with the options that the text gives, such as the number of players."""
        return self

    def written(self, state: State, agent: int, action: int) -> str:
        """A legal action as a program writes it, without free text; by default the form of the
        stub's `answer` with the number of the action.
        """
        return self.declared.answers[action].words

    # -- what follows ------------------------------------------------------------------------------

    @cached_property
    def declared(self) -> Stub:
        """The stub, understood; StubError."""
        return Stub.of(self.stub)

    def intro(self, state: State, seat: int, /) -> list[str]:
        return write(self.declared.intro, self.said(state, seat))

    def view(self, state: State, seat: int, /) -> list[str]:
        return write(self.declared.turn, self.said(state, seat))

    def send(self, state: State, seat: int, actions: Sequence[int], /) -> list[str]:
        pairs = zip(self.agents_of(seat), actions, strict=True)
        return [self.written(state, agent, int(action)) for agent, action in pairs]

    def parse(self, state: State, seat: int, lines: Sequence[str], /) -> Parsed:
        agents, actions, texts = self.agents_of(seat), list[int](), list[str]()
        for agent, line in zip(agents, [*lines, *[""] * len(agents)], strict=False):
            fit = next((fit for form in self.declared.answers if (fit := form.fit(line))), None)
            if fit is None:
                refusal = f"Expected {self.declared.forms}, but the line is {quoted(line)}."
                return Parsed((FORFEIT,) * len(agents), refusal)
            action = self._action(state, agent, fit[0])
            if action is None:
                return Parsed((FORFEIT,) * len(agents), f"{fit[0]} is not allowed here.")
            actions.append(action)
            texts.append(fit[1])
        return Parsed(tuple(actions), message=" ".join(filter(None, texts)))

    def _action(self, state: State, agent: int, command: str) -> int | None:
        out = np.zeros(self.max_actions, np.int64)
        legal = out[: self.rules.legal(state, agent, out)].tolist()
        return next((a for a in legal if self.written(state, agent, a) == command), None)

    def listen(self, read_line: Read) -> list[str]:
        lines: list[str] = []

        def noted() -> str:
            lines.append(read_line())
            return lines[-1]

        read(self.declared.intro, noted)
        return lines

    def heard(
        self,
        intro: Sequence[str],
        read_line: Read,
        before: Heard | None = None,
        sent: Sequence[int] = (),
    ) -> Heard:
        values = read(self.declared.turn, read_line, self._told(intro))
        game = self.configured(values)
        assert isinstance(game, StubText)
        state = game.known(values, None if before is None else before.state, sent)
        turn = 0 if before is None else before.turn + 1
        if state.dtype.names is not None and "turn" in state.dtype.names:
            turn = int(state["turn"])
        return Heard(game, game._reader(values, state), turn, state)

    def _reader(self, values: Mapping[str, Any], state: State) -> int:
        """The first seat that would read these values; ValueError names what none would read."""
        found = [_unequal(values, self.said(state, seat)) for seat in range(self.seats)]
        for seat, difference in enumerate(found):
            if difference is None:
                return seat
        name, told, would = max(filter(None, found), key=lambda each: self._at(each[0]))
        raise ValueError(f"{name} is {told}, but in the position that this makes it is {would}.")

    def _at(self, name: str) -> int:
        return [each.name for each in self.declared.variables].index(name)

    def conform(self, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
        """Plays recorded answers: a record for each turn, `{"texts": {"0": [line, ...], ...},
        "answers": {"0": [line, ...], ...}}` by seat, the first with the intro before the turn. The
        first text of seat 0 gives the position. What is drawn by chance is not known.
        """
        game, state, intros = self, None, dict[str, list[str]]()
        for turn, record in enumerate(records):
            texts: Mapping[str, list[str]] = record["texts"]
            for seat, lines in texts.items():
                line = Reader(lines)
                if seat not in intros:
                    intros[seat] = game.listen(line)
                values = read(game.declared.turn, line, game._told(intros[seat]))
                if state is None:
                    configured = game.configured(values)
                    assert isinstance(configured, StubText)
                    game, state = configured, configured.known(values, None, ())
                said = game.said(state, int(seat))
                pairs = ((f"{n} of seat {seat}", values[n], said[n]) for n in values)
                if (found := first_difference(turn, pairs)) is not None:
                    yield found
                    return
            if state is None:
                raise KeyError("texts")
            joint = np.full(game.agents, -1, np.int64)
            for seat, lines in record.get("answers", {}).items():
                parsed = game.parse(state, int(seat), lines)
                joint[list(game.agents_of(int(seat)))] = parsed.actions
            yield None
            if record.get("answers"):
                game.rules.step(state, joint, NOTHING_DRAWN, None)

    def _told(self, intro: Sequence[str]) -> Values:
        return read(self.declared.intro, Reader(intro))


def _unequal(values: Mapping[str, Any], said: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first variable whose values differ."""
    return next(((n, v, said.get(n)) for n, v in values.items() if said.get(n) != v), None)
