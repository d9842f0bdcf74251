"""Laws of declared tables: room is shared out, nothing is lost, and rows are known again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from lab.ui.app import application
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.painted import text_width
from lab.ui.parts.table import FieldTable

Pair = tuple[int, str]
WORDS = st.text("abcdefgh ", min_size=1, max_size=24)
KINDS = st.sampled_from(({}, {"drops": True}, {"least": 40}, {"wide": 50}, {"right": True}))


class Pairs(FieldTable[Pair]):
    """Numbers with words."""

    sorts = True
    declared: tuple[Field[Pair], ...] = (
        Field("Number", lambda pair: f"{pair[0]}", right=True, order=lambda pair: pair[0]),
        Field("Word", lambda pair: pair[1], rest=True),
    )

    def fields(self) -> Sequence[Field[Pair]]:
        return self.declared

    def key(self, row: Pair) -> int:
        return row[0]

    def words(self, row: Pair) -> str:
        return f"{row[0]}: {row[1]}"


@pytest.fixture(scope="module")
def table(qapp: object) -> Iterator[Pairs]:
    theme.apply(application(), "light")
    made = Pairs("Pairs")
    made.resize(300, 200)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QTest.qWait(0)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    titles=st.lists(st.tuples(WORDS, KINDS), min_size=1, max_size=7),
    word=WORDS,
    width=st.integers(120, 1200),
    percent=st.sampled_from([100, 150]),
    drops=st.booleans(),
)
def test_columns_that_are_shown_fit_and_all_are_copied(
    qapp: object,
    titles: list[tuple[str, dict[str, object]]],
    word: str,
    width: int,
    percent: int,
    drops: bool,
) -> None:
    """Wider than the table are only columns that neither drop nor give."""
    theme.apply(application(), "light", percent)
    made = Pairs("Laws")
    made.declared = (
        *(Field(title, lambda _: word, **kind) for title, kind in titles),  # type: ignore[arg-type]
        Field("rest", lambda _: word, rest=True, least=60, drops=drops),
    )
    made.resize(width, 200)
    made.set_rows([(1, "one"), (2, "two")])
    room, head = made.viewport().width(), made.horizontalHeader()
    shown = [k for k in range(head.count()) if not made.isColumnHidden(k)]
    fixed = [k for k in shown if not made.declared[k].drops and not made.declared[k].rest]
    if head.length() > room:
        assert all(not made.declared[k].drops for k in shown)
    elif len(titles) in shown:
        assert head.length() == room
    for k in fixed:
        if not made.declared[k].least and not made.declared[k].wide:
            assert head.sectionSize(k) >= max(map(text_width, (titles[k][0], word)))
    data = made.model_.table("Laws")
    assert data is not None and data.heads == (*(title for title, _ in titles), "rest")
    assert data.rows == ((word,) * len(data.heads),) * 2
    made.deleteLater()
    theme.apply(application(), "light")


def test_the_current_row_is_known_again_without_a_signal(table: Pairs) -> None:
    chosen: list[Pair] = []
    table.chosen.connect(chosen.append)
    table.set_rows([(k, "abc"[k % 3]) for k in range(9)])
    table.setCurrentIndex(table.model_.index(4, 1))
    assert chosen == [(4, "b")]
    table.set_rows([(k, "new") for k in range(20, 2, -1)])
    assert table.current == (4, "new") and chosen == [(4, "b")]
    table.search("2")
    assert table.model_.rows == ((20, "new"), (12, "new")) and chosen == [(4, "b")]
    table.search("")


def test_a_head_sorts_up_down_and_not(table: Pairs) -> None:
    rows = [(3, "c"), (10, "a"), (2, "B")]
    table.set_rows(rows)
    head = table.horizontalHeader()

    def click(column: int) -> tuple[Pair, ...]:
        at = QPoint(head.sectionViewportPosition(column) + 9, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
        return table.model_.rows

    up, down = tuple(sorted(rows)), tuple(sorted(rows, reverse=True))
    assert [click(0), click(0), click(0)] == [up, down, tuple(rows)]
    assert click(1) == ((10, "a"), (2, "B"), (3, "c")) and table.model_.heads[1] == "Word ▴"
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().strip("\n").split("\n")
    assert lines == ["Number\tWord", "10\ta", "2\tB", "3\tc"]
    click(1), click(1)


def test_keys_go_to_the_ends_open_and_leave_letters_to_the_page(table: Pairs) -> None:
    opened: list[Pair] = []
    table.opened.connect(opened.append)
    table.set_rows([(1, "a"), (2, "b"), (3, "c")])
    for key in (Qt.Key.Key_End, Qt.Key.Key_Return, Qt.Key.Key_A, Qt.Key.Key_Home, Qt.Key.Key_Enter):
        QTest.keyClick(table, key)
    assert opened == [(3, "c"), (1, "a")]
    spot = table.visualRect(table.model_.index(1, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert len(opened) == 2
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened[-1] == (2, "b")


def test_a_row_in_words_is_its_tip_and_what_is_spoken(table: Pairs) -> None:
    table.set_rows([(1, "a<b")])
    index = table.model_.index(0, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "1: a<b"
    assert "&lt;" in index.data(Qt.ItemDataRole.ToolTipRole)
