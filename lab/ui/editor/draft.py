"""The position that is being edited with all its earlier forms: undo and redo without end."""

from __future__ import annotations

from collections.abc import Iterator

from engines.editing import OK, Editing, Parts, PartValue, Remark, changed, judged, playable, used
from engines.game import Game, State, same
from lab.words.mixtures import equilibrium_words, nash_words


class EditedPosition:
    """A position and its history. Changes of one drag or of one row of key presses are one step:
    they share a `stroke`, a non-empty name. `turn` is that of the match on the board whose position
    it was, None if of none.
    """

    def __init__(
        self, game: Game, editing: Editing, state: State, origin: str = "", turn: int | None = None
    ) -> None:
        self.game, self.editing, self.origin, self.turn = game, editing, origin, turn
        self._states = [state.copy()]
        self._at = 0
        self._stroke = ""
        self._look()

    def _look(self) -> None:
        self.parts: Parts = self.editing.parts(self.state)
        self.remarks: tuple[Remark, ...] = (
            *judged(self.editing, self.state),
            *self._equilibrium(),
        )

    def _equilibrium(self) -> Iterator[Remark]:
        """How both sides should choose, where that is all there is to play."""
        game = self.game
        gains = None if game.check(self.state) else game.bimatrix(self.state)
        if gains is None:
            return
        labels = [
            [game.brief(self.state, agent, action) for action in range(count)]
            for agent, count in enumerate(gains.shape[1:])
        ]
        agents = [game.agent_name(a) for a in (0, 1)]
        if game.zero_sum:
            worth, shares = equilibrium_words(gains[0], agents, labels)
            yield Remark(OK, f"The equilibrium is {worth}", shares)
        else:
            head, each = nash_words(gains, agents, labels)
            yield Remark(OK, head, "\n".join(each))

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[self._at]

    @property
    def start(self) -> State:
        """The position with which the editor was opened."""
        return self._states[0]

    @property
    def is_changed(self) -> bool:
        """Whether the position differs from the one at the start."""
        return not same(self.state, self.start)

    @property
    def playable(self) -> bool:
        """Whether the position can be played."""
        return playable(self.remarks)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a change was taken back."""
        return self._at + 1 < len(self._states)

    def change(self, part: str, value: PartValue, stroke: str = "") -> None:
        """Changes a part; EditError if that cannot be."""
        self.show(changed(self.editing, self.state, part, value), stroke)

    def use(self, tool: str) -> None:
        """Changes the whole position by a tool."""
        self.show(used(self.editing, self.state, tool))

    def read(self, text: str, stroke: str = "") -> None:
        """Takes the position from a text; EditError if it is none."""
        self.show(self.editing.read(self.state, text), stroke)

    def show(self, state: State, stroke: str = "") -> None:
        """Another position, as one step that can be undone; an equal one is none."""
        if same(state, self.state):
            return
        if stroke and stroke == self._stroke and self._at:
            self._at -= 1
        del self._states[self._at + 1 :]
        self._states.append(state.copy())
        self._at += 1
        self._stroke = stroke
        self._look()

    def rest(self) -> None:
        """Ends the stroke: the next change is a step of its own."""
        self._stroke = ""

    def undo(self) -> None:
        """Takes the last step back."""
        if self.can_undo:
            self._at -= 1
            self.rest()
            self._look()

    def redo(self) -> None:
        """Takes the last step again."""
        if self.can_redo:
            self._at += 1
            self.rest()
            self._look()
