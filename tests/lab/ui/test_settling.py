"""What a start puts off and takes up again."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from lab.ui.app import settle


class Link:
    """A link of a chain; a chain that is closed is garbage that only a collection finds."""

    next: Link


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def chain() -> weakref.ref[Link]:
    first, second = Link(), Link()
    first.next, second.next = second, first
    return weakref.ref(first)


def test_garbage_is_collected_again_but_not_looked_for_in_what_was_loaded() -> None:
    gc.disable()
    before = chain()
    settle()
    after = chain()
    gc.collect()
    assert gc.isenabled() and gc.get_freeze_count() > 0
    assert before() is not None and after() is None
