"""What a person changes on the Arena page: new arenas and bots, roles, names, the question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import Role
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_seat
from lab.store.store import Store
from lab.ui.arena.form import ArenaForm, NewBot
from lab.ui.arena.page import ArenaPage
from lab.ui.control import arena_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.setup.permission import Permission

T = TypeVar("T")


class ArenaEditing(QObject):
    """Every change is made in the store; `changed` carries the arena as it is then (work.Opened),
    `failed` why it could not be made. `interrupt` stops what is being played, to go on with the
    changed arena.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        desk: StoreDesk,
        permission: Permission,
        interrupt: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk, self._permission, self._interrupt = desk, permission, interrupt
        self._page: ArenaPage | None = None
        self.arena: Arena | None = None  # the one on show

    def attend(self, page: ArenaPage) -> None:
        """Does what this page asks for."""
        self._page, panel = page, page.panel
        panel.created.connect(self._create)
        panel.bot_added.connect(self._add)
        panel.retired.connect(self._retire)
        panel.renamed.connect(self._rename)
        panel.arena_renamed.connect(self._rename_arena)
        panel.promoted.connect(lambda bot: self._set_role(bot, "benchmark"))
        panel.changed.connect(self._edited)
        page.test_asked.connect(self._test)

    @property
    def form(self) -> ArenaForm:
        """What is in the boxes."""
        return self._page.panel.shown if self._page is not None else ArenaForm()

    def change(
        self,
        change: Callable[[Store], T],
        then: Callable[[T], object] | None = None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Changes the arena in the store; what is playing stops and goes on with it."""
        self._interrupt()
        self._desk.ask(change, then or self.changed.emit, otherwise or self.failed.emit)

    def _create(self, form: ArenaForm) -> None:
        self._desk.ask(work.made(form), self.changed.emit, self.failed.emit)

    def _add(self, bot: NewBot) -> None:
        if self._page is None or self.arena is None:
            return
        lines = self._page.panel.lines
        try:
            seat = parse_seat(bot.text, self.arena.game)
            if isinstance(seat, ProgramSeat):
                seat.program.check()
        except KnobError as error:
            lines.set_problem(str(error))
            return
        self._permission.confirm(seat)  # it was typed here
        self.change(work.with_bot(self.form, bot), otherwise=lines.set_problem)

    def _retire(self, bot: str, rests: bool) -> None:
        self._set_role(bot, "retired" if rests else "benchmark")

    def _rename(self, bot: str, new: str) -> None:
        self.change(work.with_name(self.form, bot, new))

    def _rename_arena(self, name: str, new: str) -> None:
        if self.arena is not None and self.arena.name == name:
            self.change(work.named(self.form, new))

    def _set_role(self, bot: str, role: Role) -> None:
        self.change(work.with_role(self.form, bot, role))

    def _edited(self, form: ArenaForm) -> None:
        page = self._page
        if page is not None and self.arena is not None and not page.panel.question.problem:
            self.change(work.asked(form))

    def _test(self, own: str, other: str) -> None:
        self.change(work.asked(replace(self.form, candidate=own, than=other)))
