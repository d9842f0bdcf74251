"""Searches in the view Tree without a session: what it wishes is answered at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engines import games
from lab.match.records import Thought
from lab.match.thinking import Thinker
from lab.ui.app import application
from lab.ui.parts.marks import marks_of
from lab.ui.trees.stack import FormsPage
from lab.words.columns import columns_of
from search import algorithms
from search.base import Search
from search.branches import Wish


class Desk:
    """A game's middle position, one search for each seat that is given."""

    def __init__(self, game: str, *seats: tuple[str, int, dict[str, object]]) -> None:
        application()
        self.game, self.page = games()[game](), FormsPage()
        self.searches: list[Search] = []
        self.thinkers: list[Thinker] = []
        state = self.game.bench_position()
        for seat, (name, iterations, params) in enumerate(seats):
            kind = algorithms()[name]
            search = kind(self.game, replace(kind.usual(self.game), **params), seed=seat + 1)
            search.start(state, seat)
            search.advance(iterations)
            self.searches.append(search)
            self.thinkers.append(
                Thinker(
                    self.game,
                    state,
                    seat,
                    7,
                    search.title,
                    line=search.line,
                    search=search,
                    form=search.form,
                )
            )
        self.page.wished.connect(self.answer)
        self.page.resize(900, 700)
        self.page.show()
        self.page.look(True)

    @property
    def thoughts(self) -> list[Thought]:
        """What the searches think now."""
        pairs = zip(self.thinkers, self.searches, strict=True)
        return [thinker.thought(search.snapshot(), 1.0, True) for thinker, search in pairs]

    def answer(self, wish: Wish | None) -> None:
        """Gives the view what it wishes, as a session would."""
        for thinker in self.thinkers:
            thinker.wish = wish
        columns = columns_of(self.thoughts, None)
        self.page.set_columns(columns, marks_of(self.game.owner), self.game.turn_word)

    def page_of(self, seat: int):  # type: ignore[no-untyped-def]
        """The page of a seat's search."""
        return next(page for (own, _), page in self.page._pages.items() if own == seat)


@contextmanager
def desk(game: str, *seats: tuple[str, int, dict[str, object]]) -> Iterator[Desk]:
    """A desk that is always closed."""
    made = Desk(game, *seats)
    try:
        yield made
    finally:
        made.page.close()
        made.page.deleteLater()
