"""Functions that compiled functions alone call: without an entry, and whole once Python calls."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.compiling import kernel_cache
from engines.jit import inlined_late, is_disabled, keep, rule

pytestmark = pytest.mark.skipif(is_disabled(), reason="nothing is compiled")

Pair = tuple[Any, Callable[..., int], Any]


@pytest.fixture
def pair() -> Pair:
    """A function, one that calls it, and an array."""
    odd = np.array([1, 3, 5])

    @rule
    def inner(values: Any, k: int) -> int:
        if k >= odd.size:
            raise IndexError("no such place", k)
        return int(values[k] * odd[k])

    @rule
    def outer(values: Any, k: int) -> int:
        return inner(values, k) + 1000

    return inner, outer, np.array([2, 4, 8])


def test_it_has_no_machine_code_until_python_calls_it(pair: Pair) -> None:
    inner, outer, values = pair
    assert [outer(values, k) for k in range(3)] == [1002, 1012, 1040]
    (found,) = inner.overloads.values()
    assert not found.library._is_linked and not inner.nopython_signatures[1:]
    assert [inner(values, k) for k in range(3)] == [2, 12, 40]
    (found,) = inner.overloads.values()
    assert found.library._is_linked and callable(found.entry_point)
    assert outer(values, 1) == 1012


def test_what_it_raises_reaches_python(pair: Pair) -> None:
    inner, outer, values = pair
    for function in (outer, inner, outer):
        with pytest.raises(IndexError, match=r"no such place.*3"):
            function(values, 3)


def test_what_python_called_before_is_called_by_compiled_code(pair: Pair) -> None:
    inner, outer, values = pair
    assert inner(values, 2) == 40 and outer(values, 2) == 1040
    assert all(callable(each.entry_point) for each in inner.overloads.values())


@pytest.mark.parametrize("readable", [True, False])
def test_one_that_is_kept_is_used_as_it_is_stored(
    readable: bool, pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So machine code is made once, also where it cannot be written."""
    monkeypatch.setenv("SMITSILAB_CACHE", str(tmp_path))
    _, outer, values = pair
    keep(outer, "outer", ("test", readable), __name__)
    said: list[object] = []
    monkeypatch.setattr(kernel_cache, "complain", lambda path, error: said.append(error))
    if not readable:
        monkeypatch.setattr(kernel_cache.CheckedFiles, "_write", _full)
    assert [outer(values, k) for k in range(3)] == [1002, 1012, 1040]
    (found,) = outer.overloads.values()
    assert found.library.is_stored and callable(found.entry_point)
    assert any(tmp_path.rglob("*.nbc")) == readable and list(map(str, said)) == FULL[readable:]

    @rule
    def beyond(values: Any, k: int) -> int:
        return outer(values, k) + 1

    assert beyond(values, 2) == 1041
    with pytest.raises(IndexError, match=r"no such place.*3"):
        outer(values, 3)


FULL = ["the disk is full"]


def _full(*_: object) -> None:
    raise OSError(*FULL)


def test_what_it_asks_of_python_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    @rule
    def inner(k: int) -> int:
        print("seen", k)  # goes through the function's environment
        return k

    @rule
    def outer(k: int) -> int:
        return inner(k) + 1

    assert outer(3) == 4 and capsys.readouterr().out == "seen 3\n"


def test_what_is_inlined_late_is_typed_once_and_nowhere_else() -> None:
    @inlined_late
    def doubled(a: tuple[int, ...]) -> tuple[int, ...]:
        return a[0] * 2, a[1] * 2, a[2] * 2

    def calling(more: int) -> Any:
        @rule
        def summed(k: int) -> int:
            a = doubled(doubled(doubled((k, more, 1))))
            return a[0] + a[1] + a[2]

        return summed

    callers: list[Any] = [calling(5), calling(7)]
    assert [each(1) for each in callers] == [56, 72]
    made: Any = doubled
    assert len(made.overloads) == 1
    for each in callers:
        (text,) = each.inspect_asm().values()
        assert not re.search(r"\bcall.*doubled", text)
