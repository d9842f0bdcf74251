"""What a person changes on the Arena page: new arenas and bots, roles, names, the question; and
what is deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import Role
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_seat
from lab.store.store import Store
from lab.ui.arena.centre import STANDING
from lab.ui.arena.form import ArenaForm, NewBot
from lab.ui.arena.page import ArenaPage
from lab.ui.control import arena_work as work
from lab.ui.control.deleting import Deleting
from lab.ui.control.store_thread import StoreThread
from lab.ui.setup.permission import Permission

T = TypeVar("T")
Given = TypeVarTuple("Given")


class ArenaEditing(QObject):
    """Does what a page asks for. Every change is made in the store; `changed` carries the arena as
    it is then (work.OpenArena), `failed` why it could not be made. `interrupt` stops what is being
    played, to go on with the changed arena.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        page: ArenaPage,
        store: StoreThread,
        permission: Permission,
        interrupt: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._store, self._permission = page, store, permission
        self._interrupt = interrupt
        self.arena: Arena | None = None  # the one on show
        self.deleting = Deleting(store, page.centre.question, self)
        panel = page.panel
        # before the change is made: a new one may have the name of a deleted one
        for signal in (panel.created, panel.bot_added, panel.renamed, panel.arena_renamed):
            signal.connect(self.deleting.settle)
        panel.created.connect(self._create)
        panel.bot_added.connect(self._add)
        panel.retired.connect(self._retire)
        panel.renamed.connect(lambda bot, new: self._change(work.with_name, bot, new))
        panel.arena_renamed.connect(self._rename_arena)
        panel.promoted.connect(lambda bot: self._set_role(bot, "benchmark"))
        panel.changed.connect(self._edited)
        panel.bot_delete_asked.connect(lambda bot: self._ask_delete(self.form.name, bot))
        panel.delete_asked.connect(self._ask_delete)
        page.test_asked.connect(self._test)

    @property
    def form(self) -> ArenaForm:
        """What is in the boxes."""
        return self._page.panel.shown

    def _change(
        self,
        change: Callable[[Store, ArenaForm, *Given], T],
        *given: *Given,
        form: ArenaForm | None = None,
        then: Callable[[T], object] | None = None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Changes the arena in the store, from the boxes or from another form; what is playing
        stops and goes on with it.
        """
        self._interrupt()
        then, otherwise = then or self.changed.emit, otherwise or self.failed.emit
        self._store.ask(change, form or self.form, *given, then=then, otherwise=otherwise)

    def _create(self, form: ArenaForm) -> None:
        self._store.ask(work.made, form, then=self.changed.emit, otherwise=self.failed.emit)

    def _add(self, bot: NewBot) -> None:
        if self.arena is None:
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
        self._change(work.with_bot, bot, otherwise=lines.set_problem)

    def _retire(self, bot: str, rests: bool) -> None:
        self._set_role(bot, "retired" if rests else "benchmark")

    def _rename_arena(self, name: str, new: str) -> None:
        if self.arena is not None and self.arena.name == name:
            self._change(work.named, new)

    def _set_role(self, bot: str, role: Role) -> None:
        self._change(work.with_role, bot, role)

    def _edited(self, form: ArenaForm) -> None:
        if self.arena is not None and not self._page.panel.question.problem:
            self._change(work.asked, form=form)

    def _test(self, own: str, other: str) -> None:
        self._change(work.asked, form=replace(self.form, candidate=own, than=other))

    # -- deleting ----------------------------------------------------------------------------------

    def _ask_delete(self, arena: str, bot: str = "") -> None:
        self.deleting.ask(
            work.losing,
            arena,
            bot,
            on_show=lambda: self.form.name == arena,
            delete=lambda: self._change(work.removed, arena, bot, then=self._deleted),
        )

    def _deleted(self, gone: work.RemovedPart) -> None:
        self.changed.emit(gone.opened)
        self._page.centre.show_part(STANDING)
        self.deleting.offer(
            gone.name,
            undo=lambda: self._change(work.restored, gone),
            forget=lambda: self._store.ask(work.forgotten, gone),
        )
