"""The board and what is around it: scene, wakes, paths, thoughts in cells, title, score and the
timeline.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QObject

from engines.game import Game
from engines.scene import Target
from lab.match.records import AgentThought, Frame, Thought
from lab.ui.board.legend import PathName
from lab.ui.board.overlay import BRANCH, EXPECTED, PREDICTED, SELECTED, Path, Wake
from lab.ui.board.score import ScoreSide
from lab.ui.control.event_words import moves_words, position_words
from lab.ui.control.moment import Moment
from lab.ui.parts.marks import marks_of
from lab.ui.parts.selection import Selection, agent_in, index_of
from lab.ui.shell.centre import Centre
from lab.ui.timeline.lanes import Cast
from lab.words.values import loss_words
from search.measure import SeatValue

WAKE = 30  # turns that a wake goes back
TIMELINE_S = 0.1  # least time between two drawings of the curves
COUNTS = (
    "none",
    "the other one",
    "the other two",
    "the other three",
    "the other four",
    "the other five",
    "the other six",
)
LOST = 0.09  # a move after which its own seat's value fell by more of its range was a mistake


class BoardControl(QObject):
    """Updates the centre to the position on show; redraws only what changed."""

    def __init__(self, centre: Centre, selection: Selection, parent: QObject) -> None:
        super().__init__(parent)
        self._centre, self._selection = centre, selection
        self.alone = -1  # the agent whose tree is shown alone, -1 for all
        self._frame: Frame | None = None
        self._frames: Sequence[Frame] = ()
        self._drawn_at = 0.0
        self._paths_of: object = None
        self._targets: tuple[Target, ...] = ()

    def set_game(self, moment: Moment) -> None:
        """Another game or match."""
        game, centre = moment.game, self._centre
        marks = marks_of(game.owner)
        kinds = tuple(game.seat_mark(seat) for seat in range(game.seats))
        centre.board.set_owner(game.owner)
        centre.think.set_marks(marks, game.turn_word)
        names = tuple(game.agent_name(agent) for agent in range(game.agents))
        cast = Cast(
            names,
            self.seat_names(moment),
            marks,
            kinds,
            game.event_kinds,
            game.turn_word,
            game.most_turns,
        )
        centre.timeline.set_cast(cast)
        self._frame, self._frames, self._paths_of = None, (), None

    @staticmethod
    def seat_names(moment: Moment) -> tuple[str, ...]:
        """What the seats are called: "Seat 1"; a bot's name in a watched game, and next to a single
        person "You" and what plays the others, if that tells them apart.
        """
        if len(moment.people) != 1 and not moment.bots:
            return tuple(f"Seat {seat + 1}" for seat in range(moment.game.seats))
        titles = [moment.player(seat) or "You" for seat in range(moment.game.seats)]
        return tuple(
            title if titles.count(title) == 1 else f"Seat {seat + 1}"
            for seat, title in enumerate(titles)
        )

    # -- every tick --------------------------------------------------------------------------------

    def show_pending(self, moment: Moment, wanted: Game) -> None:
        """Dims the board while another game has been chosen and is not on it yet."""
        pending = "" if wanted.name == moment.game.name else f"Loading {wanted.title}"
        self._centre.board.set_veil(pending)

    def show_frame(self, moment: Moment) -> bool:
        """Shows the position if it has changed and the timeline if it has grown; returns whether
        the position has changed.
        """
        frame = moment.frame
        other = frame is not self._frame
        if other:
            before, self._frame = self._frame, frame
            self._show_position(moment, frame, before)
        self.show_timeline(moment)
        return other

    def _show_position(self, moment: Moment, frame: Frame, before: Frame | None) -> None:
        centre = self._centre
        centre.set_ratio(frame.scene.height / frame.scene.width)
        centre.board.set_scene(
            frame.scene, smooth=before is not None and abs(frame.turn - before.turn) == 1
        )
        centre.board.set_wakes(self._wakes(moment))
        self._show_score(moment)
        centre.messages.set_moves(moves_words(moment))
        centre.board.set_position_words(position_words(moment))

    def _wakes(self, moment: Moment) -> list[Wake]:
        game, last = moment.game, moment.turn
        passed = moment.frames[max(0, last - WAKE) : last + 1]
        wakes = []
        for agent in range(game.agents):
            points = [p for frame in passed if (p := game.position(frame.state, agent)) is not None]
            wakes.append(Wake(agent, tuple(points)))
        return wakes

    def _show_score(self, moment: Moment) -> None:
        game, frame = moment.game, moment.frame
        standings = frame.standings or ("",) * game.seats
        names = self.seat_names(moment)
        sides = [
            ScoreSide(s, names[s], standings[s], game.agents_of(s), game.seat_mark(s))
            for s in range(game.seats)
        ]
        self._centre.score.set_sides(sides, marks_of(game.owner))

    def show_timeline(self, moment: Moment) -> None:
        """The curves and the play head."""
        timeline, now = self._centre.timeline, time.monotonic()
        if moment.frames is not self._frames and now - self._drawn_at >= TIMELINE_S:
            self._frames, self._drawn_at = moment.frames, now
            timeline.set_frames(moment.frames)
            timeline.set_mistakes(*mistakes(moment))
        timeline.set_cursor(moment.turn)

    # -- thoughts ----------------------------------------------------------------------------------

    def show_thoughts(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        """The agents' predicted lines and action shares, from the searches of this very
        position.
        """
        now = tuple(t if t is not None and t.turn == moment.turn else None for t in thoughts)
        key = (tuple(map(id, now)), self._selection.pair, self.alone, moment.turn)
        if key == self._paths_of and all(t is None for t in now):
            return
        self._paths_of = key
        pair = self._selection.pair
        chosen = index_of(now, pair)
        self._centre.board.set_paths(paths_of(now, pair[0] if pair else None, chosen, self.alone))
        self._centre.set_legend(self._legend(moment, now, chosen), moment.game.owner)
        self._centre.board.set_selection(
            pair[0] if pair else self.alone if self.alone >= 0 else None, pair[1] if pair else None
        )

    def _legend(
        self, moment: Moment, thoughts: Sequence[Thought | None], chosen: int | None
    ) -> list[PathName]:
        tree = agent_in(thoughts, self.alone)
        if tree is None or not tree.path:
            return []
        shown = (
            tree.stats.best
            if chosen is None
            or self._selection.pair is None
            or self._selection.pair[0] != self.alone
            else chosen
        )
        others = tree.stats.actions.size - 1
        words = COUNTS[others] if others < len(COUNTS) else f"the other {others}"
        samples = [
            PathName(SELECTED if shown == chosen else PREDICTED, tree.labels[shown], self.alone)
        ]
        samples += [PathName(BRANCH, words, self.alone)] if tree.branches else []
        for thought in thoughts:
            if (
                thought is not None
                and thought.seat != tree.seat
                and len(moment.game.agents_of(tree.seat))
            ):
                samples.append(
                    PathName(
                        EXPECTED, f"where seat {thought.seat + 1} expects {tree.name}", self.alone
                    )
                )
        return samples


def paths_of(
    thoughts: Sequence[Thought | None], agent: int | None, chosen: int | None, alone: int
) -> list[Path]:
    """The lines to draw: each agent's own prediction; for the agent in focus also its other actions
    and the others' predictions of it.
    """
    found: list[Path] = []
    for thought in thoughts:
        for tree in thought.agents if thought is not None else ():
            number, own = tree.stats.agent, thought is not None and thought.seat == tree.seat
            if own and not (number == agent and chosen is not None and tree.branches):
                found.append(Path(number, tree.path, PREDICTED, tree.stats.best))
            if own and number in (agent, alone):
                found += _branches(tree, chosen if number == agent else None, number == alone)
            if not own and number == alone:
                found.append(Path(number, tree.path, EXPECTED))
    return [path for path in found if len(path.points) > 1]


def _branches(tree: AgentThought, chosen: int | None, all_of_them: bool) -> list[Path]:
    found = []
    for k, points in enumerate(tree.branches):
        if k == chosen:
            found.append(Path(tree.stats.agent, points, SELECTED, k))
        elif (all_of_them or chosen is not None) and (k != tree.stats.best or chosen is not None):
            found.append(Path(tree.stats.agent, points, BRANCH, k))
    return found


def shares_of(thoughts: Sequence[Thought | None], agent: int, turn: int) -> Mapping[int, float]:
    """The share of visits of each action of the agent, from the search of this position; {} without
    one.
    """
    tree = agent_in([t for t in thoughts if t is not None and t.turn == turn], agent)
    if tree is None:
        return {}
    return {
        int(code): float(share)
        for code, share in zip(tree.stats.actions, tree.stats.share, strict=True)
    }


def mistakes(moment: Moment) -> tuple[tuple[int, ...], str]:
    """The turns in which a person's move cost 0.09 of the value's range or more, and the legend for
    them in the units of the axis; only in games of turns against a search, as that search sees it.
    """
    if moment.game.simultaneous or len(moment.people) != 1:
        return (), ""
    seat, frames = moment.people[0], moment.frames
    agents = set(moment.game.agents_of(seat))
    found, first = [], None
    for before, frame in pairwise(frames):
        moved = any(frame.labels[a] for a in agents if a < len(frame.labels))
        after = frames[frame.turn + 1] if frame.turn + 1 < len(frames) else frame
        known = min(len(before.values), len(after.values)) > seat
        if moved and known and lost(before.values[seat], after.values[seat]) >= LOST:
            found.append(frame.turn)
            first = first or before.values[seat]
    return tuple(found), f"your move lost {loss_words(first, LOST)} or more" if first else ""


def lost(before: SeatValue, after: SeatValue) -> float:
    """By how much of its range the second value is below the first; 0 where the first is no
    search's or they are of different kinds. A result counts on either scale.
    """
    result = after.view is None and bool(after.proven)
    comparable = result or (after.view is not None and after.kind is before.kind)
    if before.view is None or not before.known or not after.known or not comparable:
        return 0.0
    shares = [(v.number - v.low) / (v.high - v.low) for v in (before, after)]
    return shares[0] - shares[1]
