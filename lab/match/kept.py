"""What the actions are called that a search without a tree keeps: the layers of a beam, the
sequences of a population.

Sequences are played by the rules, with what the search takes the others to do. Words are made once
and kept, since many sequences begin alike.
"""

from __future__ import annotations

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from lab.match.lines import resting
from lab.match.records import NamedLayers, NamedSequences
from search.base import Ints, generator
from search.forms import Layers, Sequences

MOST = 200  # turns played and named at a time: some milliseconds
MOST_KEPT = 5_000  # positions, then all are made again
APART = " · "  # between the actions of the agents of one seat
Played = tuple[tuple[int, ...], ...]  # joint actions from the root


class KeptNames:
    """The words for what a search keeps below one root position.

    Must be used in the search's thread, which may call rules.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._root = game, state
        self._forget()

    def _forget(self) -> None:
        self._states: dict[Played, State] = {(): self._root}
        self._words: dict[Played, tuple[str, ...]] = {}

    # -- sequences ---------------------------------------------------------------------------------

    def sequences(self, kept: Sequences, wanted: int = MOST) -> NamedSequences:
        """What the actions of the sequences are called; of the turns that are new, the first
        `wanted`.
        """
        if len(self._states) > MOST_KEPT:
            self._forget()
        rows = []
        for actions, length in zip(kept.actions, kept.lengths, strict=True):
            row, played = [], Played()
            for joint in actions[:length].tolist():
                before, played = played, (*played, tuple(joint))
                if played not in self._words and wanted and before in self._states:
                    self._play(before, played)
                    wanted -= 1
                row.append(self._words.get(played, ("",) * self._game.agents))
            rows.append(tuple(row))
        return NamedSequences(kept, tuple(rows))

    def _play(self, before: Played, played: Played) -> None:
        """Names the last joint action and keeps the position that it leads to."""
        state, joint = self._states[before], np.array(played[-1], np.int64)
        self._words[played] = self._named(state, joint)
        after = state.copy()
        self._game.rules.step(after, joint, generator(0), None)
        self._states[played] = after

    def _named(self, state: State, joint: Joint) -> tuple[str, ...]:
        """What each agent does; "" for one that waits."""
        return tuple(
            self._game.label(state, agent, action) if action != PASS else ""
            for agent, action in enumerate(joint.tolist())
        )

    # -- layers ------------------------------------------------------------------------------------

    def layers(self, layers: Layers) -> NamedLayers:
        """What the first actions and those of the line are called."""
        firsts = tuple(self._together(self._root, layers.agents, x) for x in layers.firsts)
        return NamedLayers(layers, firsts, self._line(layers))

    def _line(self, layers: Layers) -> tuple[str, ...]:
        found: list[str] = []
        state, turn = self._root.copy(), 0
        for actions, when in zip(layers.line, layers.turns.tolist(), strict=True):
            while turn < when:
                self._step(state, layers, turn, None)
                turn += 1
            found.append(self._together(state, layers.agents, actions))
            self._step(state, layers, turn, actions)
            turn += 1
        return tuple(found)

    def _together(self, state: State, agents: tuple[int, ...], actions: Ints) -> str:
        """What the agents of the seat do, in one text."""
        pairs = zip(agents, actions.tolist(), strict=True)
        return APART.join(self._game.label(state, a, k) for a, k in pairs if k != PASS)

    def _step(self, state: State, layers: Layers, turn: int, own: Ints | None) -> None:
        """Plays a turn in place: `own` for the seat, for the others their plan, else rest."""
        rules, mover = self._game.rules, int(self._game.rules.to_move(state))
        joint = np.full(self._game.agents, PASS, np.int64)
        for agent in range(self._game.agents):
            if mover not in (SIMULTANEOUS, agent) or rules.is_over(state):
                continue
            if own is not None and agent in layers.agents:
                joint[agent] = own[layers.agents.index(agent)]
            elif agent not in layers.agents:
                planned = int(layers.plan[turn, agent]) if turn < len(layers.plan) else PASS
                follows = planned != PASS and rules.is_legal(state, agent, planned)
                joint[agent] = planned if follows else resting(self._game, state, agent)
        rules.step(state, joint, generator(0), None)
