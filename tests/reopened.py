"""Plays random matches in the real window, closes and opens each again, and compares everything
that the window says before and after:

    python -m tests.reopened 200

Players change, knobs and budgets are turned between turns and in mid-search, turns are played
otherwise as branches, programs sit in seats. At last each match is reviewed to its end.
"""

from __future__ import annotations

import random
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from lab.files.codec import encode_snapshot, encode_value, rounded
from lab.files.past import past_match
from lab.files.replay import load
from lab.match.records import PERSON, Thought
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, make_setup, parse_game
from lab.ui.controller import Controller
from lab.ui.shell.past_list import FIELDS
from lab.ui.trees.dock import TreesDock
from search.only import legal_now
from tests.lab.ui.lab_window import opened, until

GAMES = ("tictactoe", "connect_four", "uttt", "matrix")
ANSWERS = {
    "tictactoe": "input(); cells = [input() for _ in range(int(input()))]; print(cells[0])",
}
BOT = "import sys\nwhile True:\n    {}\n    print('a word', file=sys.stderr); sys.stdout.flush()\n"
TURNS, REVIEWED = 6, 20  # turns played at a time; iterations of a review's searches
ROWS = 60  # of a table that are read

Said = dict[str, str]


def program(folder: Path, game: str) -> str:
    """A seat of a program that plays the game."""
    path = folder / f"{game}.py"
    path.write_text(BOT.format(ANSWERS[game]))
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(path)])},patience=200"


class Play:
    """One random match in a window, from a seed."""

    def __init__(self, lab: Controller, folder: Path, seed: int) -> None:
        self.lab, self.random = lab, random.Random(seed)
        self.game = self.random.choice(GAMES)
        self.folder, self.seed = folder, seed

    def spec(self) -> str:
        """A random player."""
        budget = self.random.choice(("20it", "40it", "90it"))
        names = [f"uct:budget={budget}", f"flat_mc:budget={budget}", "random"]
        if self.game == "matrix":
            names = [f"duct:budget={budget}", f"flat_mc:budget={budget}", "random"]
        return self.random.choice(names)

    def begin(self) -> None:
        """Another match on the board, paused."""
        lab, rounds = self.lab, ":rounds=50" if self.game == "matrix" else ""
        game = parse_game(self.game + rounds)
        seats = [self.spec() for _ in range(game.seats)]
        if self.game in ANSWERS and self.random.random() < 0.5:
            seats[self.random.randrange(2)] = program(self.folder, self.game)
        setup = make_setup(game, seats, self.seed)
        lab.session.trust.confirm_seats(setup.seats)
        lab.session.set_think_in_persons_time(False)  # no file has what is searched beside a match
        lab.setup.begin(setup)
        lab.session.pause()
        self.settle()
        until(lab, lambda: lab.moment.game.name == self.game)

    def settle(self) -> None:
        """Waits for every request to be obeyed."""
        until(self.lab, self._is_settled)

    def _is_settled(self) -> bool:
        self.lab.refresh_rate.wake()
        self.lab.tick()  # its own reading: a second one would hide from it that the game changed
        return self.lab.moment.up_to_date and not self.lab.moment.status.preparing

    def play(self, turns: int) -> None:
        """Some more turns at the head."""
        lab, session = self.lab, self.lab.session
        for _ in range(turns):
            if lab.moment.head.outcome:
                return
            before = lab.moment.head.turn
            session.step()
            if self.random.random() < 0.3:
                self.turn_a_knob()
            until(lab, partial(self._played, before))

    def _played(self, before: int) -> bool:
        """Whether there are more turns; chooses for a person whose turn it is."""
        lab = self.lab
        if lab.moment.status.activity == PERSON:
            for agent in lab.moment.status.to_move:
                legal = legal_now(lab.moment.game, lab.moment.head.state, agent)
                lab.session.act(agent, int(self.random.choice(legal.tolist())))
        return self._is_settled() and lab.moment.head.turn > before

    def turn_a_knob(self) -> None:
        """Another value of a knob or budget of a search that plays."""
        lab, dock = self.lab, self.lab.window.setup
        searches = [
            (seat, spec)
            for seat, spec in enumerate(lab.setup.setup.seats)
            if isinstance(spec, SearchSeat) and spec.searches
        ]
        if not searches:
            return
        seat, spec = self.random.choice(searches)
        if self.random.random() < 0.3:
            dock.budget_changed.emit(seat, self.random.choice(("30it", "60it", "70it")))
            lab.setup.show_seat(seat)
            return
        assert spec.kind is not None
        known = [k for k in spec.kind.knobs(lab.setup.game) if k.name in ("c", "greedy")]
        if known:
            dock.param_changed.emit(seat, known[0].name, round(self.random.uniform(0.1, 2.0), 3))
        lab.setup.show_seat(seat)

    def change_player(self) -> None:
        """Another player for a seat, or both swapped."""
        lab = self.lab
        if self.random.random() < 0.2:
            lab.setup.swap()
        else:
            seat = self.random.randrange(lab.setup.game.seats)
            name = self.random.choice(("human", "random", parse_seat_name(self.spec())))
            lab.setup.choose(seat, name)
        lab.session.pause()
        self.settle()

    def branch(self) -> None:
        """Goes back and plays otherwise."""
        lab = self.lab
        if lab.moment.head.turn < 2:
            return
        lab.transport.go_to(self.random.randrange(1, lab.moment.head.turn))
        lab.transport.play_from()
        lab.session.pause()
        self.settle()

    def run(self) -> None:
        """The whole match."""
        self.begin()
        for _ in range(self.random.randrange(1, 4)):
            self.play(self.random.randrange(1, TURNS))
            step = self.random.choice((self.change_player, self.branch, self.turn_a_knob))
            step()
            self.settle()
        if self.random.random() < 0.3:
            self.play(90)
        self.settle()
        lines = self.lab.moment.view.lines
        if lines.path:  # the search of the next turn is in no file, which opens with the main line
            rows = lines.rows
            self.lab.session.go_to_line(rows[0].stones[-1].number if rows else lines.path[-1])
        self.lab.session.pause()
        self.settle()


def parse_seat_name(text: str) -> str:
    """The player's name alone."""
    return text.partition(":")[0]


# -- what the window says --------------------------------------------------------------------------


def said(window: QWidget) -> Said:
    """Every visible text, name and accessible value, by the way to its widget."""
    found: Said = {"title": window.windowTitle()}
    for way, widget in _visible(window, "window"):
        for name, text in _texts(widget):
            if text:
                found[f"{way} {name}"] = text
    return found


def _visible(widget: QWidget, way: str) -> Iterator[tuple[str, QWidget]]:
    yield way, widget
    count: dict[str, int] = {}
    for child in widget.children():
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
            if isinstance(child, TreesDock):
                continue  # draws the records of searches, which are compared, bit by bit
            name = type(child).__name__
            count[name] = count.get(name, 0) + 1
            yield from _visible(child, f"{way}/{name}{count[name]}")


def _texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    match widget:
        case QLabel() | QAbstractButton() | QLineEdit():
            yield "text", widget.text()
        case QComboBox():
            yield "text", widget.currentText()
        case QPlainTextEdit():
            yield "text", widget.toPlainText() or widget.placeholderText()
        case QAbstractSpinBox():
            yield "text", widget.text()
    if isinstance(widget, QTableView) and widget.model() is not None:
        model = widget.model()
        for row in range(min(ROWS, model.rowCount())):
            for column in range(model.columnCount()):
                yield f"{row}, {column}", str(model.index(row, column).data())
    face = QAccessible.queryAccessibleInterface(widget)
    if face is not None:
        for part in (QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description):
            yield part.name, face.text(part)


def everything(play: Play) -> Said:
    """What the window says of each of some turns, of the past match's row and of its review."""
    lab, found = play.lab, Said()
    path = lab.session.file
    last = lab.moment.head.turn
    turns = sorted({0, 1, last // 2, last - 1, last} & set(range(last + 1)))
    for turn in (*turns, *turns):  # a view may stay on what it showed before
        lab.transport.go_to(turn)
        play.settle()
        lab.state._note, lab.state._note_until = "", 0.0
        for _ in range(3):
            QApplication.processEvents()
            lab.moment.look()
            lab.trees.prepare(lab.moment)
            lab._draw()
            lab.running.look()
        found |= {f"{turn}: {way}": text for way, text in said(lab.window).items()}
    match = past_match(path) if path is not None else None
    found["past"] = (
        " | ".join(field.text(match) for field in FIELDS[1:]) if match is not None else "none"
    )
    found["command"] = lab.setup.command()
    found["changed"] = lab.setup.changed_words()
    found["seats"] = " ".join(format_seat(s, lab.setup.game) for s in lab.setup.setup.seats)
    return found | {f"turn {k + 1}": _turn(lab, k) for k in range(lab.moment.head.turn)}


def _turn(lab: Controller, number: int) -> str:
    turn, frame = lab.moment.view.turns[number], lab.moment.frames[number + 1]
    seats = " ".join(format_seat(s, lab.setup.game) for s in turn.seats)
    values = [encode_value(value) for value in frame.values]
    programs = [replace(s, seconds=rounded(s.seconds)) if s else s for s in frame.said]
    said = (turn.joint, seats, values, frame.events, frame.labels, frame.errors, programs)
    return f"{said} {' '.join(map(_thought, frame.thoughts))}"


def _thought(thought: Thought | None) -> str:
    """What Trees shows of a search, but for its growth."""
    if thought is None:
        return "no search"
    stats = encode_snapshot(thought.snapshot)
    lines = [(a.name, a.labels, a.pv) for a in thought.agents]
    return f"{thought.algorithm}, {thought.budget}: {stats} {lines}"


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Where two readings differ."""
    keys = dict.fromkeys((*before, *after))
    pairs = ((key, before.get(key, ""), after.get(key, "")) for key in keys)
    return [f"{key}: {_apart(old, new)}" for key, old, new in pairs if old != new]


def _apart(old: str, new: str) -> str:
    """Two texts from shortly before they differ on."""
    pairs = zip(old, new, strict=False)
    first = max(0, next((k for k, (a, b) in enumerate(pairs) if a != b), 0) - 40)
    return f"{old[first : first + 200]!r} became {new[first : first + 200]!r}"


def reopened(lab: Controller, folder: Path, seed: int, reviews: bool = True) -> list[str]:
    """What is different in a reopened match, "" for nothing."""
    play = Play(lab, folder, seed)
    play.run()
    if lab.session.file is None:
        return []
    before, path = everything(play), lab.session.file
    lab.setup.begin(make_setup(parse_game("tictactoe"), ["random", "random"], 1))
    lab.session.pause()
    play.settle()
    lab.files.open_file(path)
    until(lab, lambda: lab.session.file == path and play._is_settled())
    turns = len(load(path).turns)  # they are read in little by little
    until(lab, lambda: lab.moment.game.name == play.game and lab.moment.head.turn == turns)
    play.settle()
    found = differences(before, everything(play))
    return [*found, *(review(lab) if reviews and lab.moment.head.turn else ())]


def review(lab: Controller) -> list[str]:
    """Reviews the match on the board to its end; says what was not."""
    failed: list[str] = []
    search = lab.review.search
    lab.review.toggle()
    search.runner.end()
    keep: Callable[[str], None] = failed.append
    search.ended.connect(keep)
    search.again(search.spec.name, REVIEWED, None)
    until(lab, lambda: bool(failed))
    search.ended.disconnect(keep)
    lab.review.look()
    whole = search.runner.done == search.runner.total > 0
    lab.review.toggle()
    return [text for text in failed if text] + ([] if whole else ["the review is not whole"])


def main(count: int, first: int = 0) -> int:
    """Tries so many seeds; returns in how many something differs."""
    wrong = 0
    with tempfile.TemporaryDirectory() as name, opened(Path(name), "tictactoe") as lab:
        for seed in range(first, first + count):
            found = reopened(lab, Path(name), seed)
            wrong += bool(found)
            print(f"seed {seed}: {len(found)} differences", *found, sep="\n  ", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
