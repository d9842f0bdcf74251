"""Trees that threads make and compile at once."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engines.syntax import compiled, parsed

TEXT = "\n".join(f"def f{k}(x):\n    return [x + {k}, (x * {k})]" for k in range(60))


class Loop:
    """Garbage whose end lets another thread in."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        for _ in range(50):
            pass


@pytest.fixture
def many_turns() -> Iterator[None]:
    before, often = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(20)
    yield
    sys.setswitchinterval(before)
    gc.set_threshold(*often)


@pytest.mark.usefixtures("many_turns")
def test_threads_make_and_compile_trees_at_once() -> None:
    def work(_: int) -> set[str]:
        found = set()
        for _ in range(25):
            tree = [parsed(TEXT), *[Loop() for _ in range(5)]][0]
            assert isinstance(tree, ast.Module)
            found.add(ast.dump(tree))
            compiled(tree, "text")
        return found

    with ThreadPoolExecutor(4) as pool:
        (dumped,) = set().union(*pool.map(work, range(4)))
    assert dumped == ast.dump(ast.parse(TEXT))
