"""The first version of a game that begins with its contest's text, which it declares: what no field
of the state says is 0, so that programs can play before the rules are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engines.game import State
from engines.standing_in import FirstGame
from engines.stub import StubLine, StubLoop, StubLoopLine, Values, Variable
from engines.stub_text import StubText

_EMPTY = {"int": 0, "long": 0, "float": 0.0, "bool": False}  # of words it is "-"


class FirstText(StubText, FirstGame):
    """A field of the state that has a variable's name is that variable: a number, or the list of a
    loop, of which the text has as many as the loop counts.
    """

    def label(self, state: State, agent: int, action: int) -> str:
        """The answer."""
        return self.written(state, agent, action)

    def written(self, state: State, agent: int, action: int) -> str:
        """The stub's form with the number of the action, each of its variables 0."""
        parts = self.declared.answers[action].parts
        return " ".join(each if isinstance(each, str) else _written(each) for each in parts)

    def said(self, state: State, seat: int) -> Mapping[str, Any]:
        """What the fields say."""
        found: Values = {}
        for command in (*self.declared.intro, *self.declared.turn):
            found |= _said(command, state, found, ())
        return found

    def known(
        self, values: Mapping[str, Any], before: State | None, sent: Sequence[int], /
    ) -> State:
        """The fields as they are said; the turn is the next one, unless it is said."""
        state = self.blank() if before is None else self.copy(before)
        if before is not None and "turn" in state.dtype.names and "turn" not in values:
            state["turn"] += 1
        for name in set(values) & set(state.dtype.names):
            told = np.asarray(values[name])
            if told.ndim and told.size:
                state[name][tuple(map(slice, told.shape))] = told
            elif not told.ndim:
                state[name] = told
        return state


def _written(variable: Variable) -> str:
    return variable.write(_EMPTY.get(variable.kind, "-"))


def _said(
    command: StubLine | StubLoopLine | StubLoop, state: State, known: Values, at: tuple[int, ...]
) -> Values:
    """The values of a command, in the repetition `at` of its loops."""
    if isinstance(command, StubLine):
        return {each.name: _value(each, state, at) for each in command.variables}
    count = command.count if isinstance(command.count, int) else int(known[command.count])
    if isinstance(command, StubLoop):
        rows = [_said(command.body, state, known, (*at, k)) for k in range(count)]
        return {each.name: [row[each.name] for row in rows] for each in command.variables}
    return {
        each.name: [_value(each, state, (*at, k)) for k in range(count)]
        for each in command.variables
    }


def _value(variable: Variable, state: State, at: tuple[int, ...]) -> Any:
    empty = _EMPTY.get(variable.kind, "-")
    if variable.name not in state.dtype.names:
        return empty
    try:
        return type(empty)(np.asarray(state[variable.name])[at].item())
    except (IndexError, ValueError):  # more repetitions than the field has
        return empty
