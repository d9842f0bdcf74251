"""The kernel cache: a second process hits, an edited game misses, option sets of one game share no
kernel.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shutil import copy, copytree
from types import ModuleType
from typing import NamedTuple

import pytest

from engines import jit
from engines.jit import digest, sources

ROOT = Path(__file__).parents[2]
TOY = Path(__file__).parent / "toys" / "nim.py"

PLAY = """
import json, sys
import numpy as np
from engines.compiling.kernel_cache import KeyedCache
from nim_toy import Nim

game = Nim.configure(most=int(sys.argv[1]))
out = np.zeros(8, np.int64)
count = game.rules.legal(game.initial(0), 0, out)
print(json.dumps([KeyedCache.loads, KeyedCache.saves, int(count)]))
"""

LIBRARY = """
@rule
def much(n: int) -> int:
    seen, words, few = {}, {"a": n}, set([9])
    for k in range(20):
        seen[(k % 3, k % 5)] = k
        few.add(k % 7)
    words["ab" + str(n)] = 7
    square = np.array([[2.0, 1.0], [1.0, 3.0 + n]])
    ranks = np.argsort(np.array([3.0, 1.0, 2.0 * n]))
    np.random.seed(5)
    total = np.random.gamma(2.0) + np.random.randint(0, 9) + np.percentile(square, 30.0)
    total += math.lgamma(4.5 + n) + math.erf(n) + n % 3.5
    total += np.median(square) + (1j ** n).real + len(few) + ranks[0]
    try:
        if n < 0:
            raise ValueError("negative")
    except Exception:
        total += 1.0
    parts = [str(n), "b"]
    return int(1000 * total) + len(seen) + words["ab" + str(n)] + len(",".join(parts))


"""

INLINED = (
    """
import llvmlite.binding as llvm

parsed, parse = [], llvm.parse_bitcode
llvm.parse_bitcode = lambda *args: parsed.append(1) or parse(*args)
""",
    """
import numba

while_loaded, legal = len(parsed), game.rules.legal

@numba.njit
def twice(state, agents, out):
    return legal(state, agents[0], out) + 100 * legal(state, agents[1], out)

found = twice(game.initial(0), np.arange(2), out)
print(json.dumps([while_loaded, len(parsed), int(found)]))
""",
)

LEFT = (
    """
from llvmlite.binding import newpassmanagers as passes

made, freed, dispose = [], [], passes.NewPassManager._dispose
passes.NewPassManager._dispose = lambda self: (freed.append(1), dispose(self))
for name in ("getModulePassManager", "getFunctionPassManager"):
    make = getattr(passes.PassBuilder, name)
    counted = lambda self, make=make: made.append(1) or make(self)
    setattr(passes.PassBuilder, name, counted)
""",
    """
import gc
import numba

legal = game.rules.legal
left = [len(list(each.library._final_module.functions)) for each in legal.overloads.values()]

@numba.njit
def twice(state, agents, out):
    return legal(state, agents[0], out) + 100 * legal(state, agents[1], out)

found = twice(game.initial(0), np.arange(2), out)
gc.collect()
kept = len(made) - len(freed) if made else -1
print(json.dumps([sum(left) if left else -1, kept, int(found)]))
""",
)

SENTENCE = "smitsilab: The kernel cache cannot use "


class Run(NamedTuple):
    """What a process took from the cache and wrote to it, and how many moves the toy game
    listed.
    """

    loads: int
    saves: int
    count: int


class Elsewhere:
    """A folder with a copy of the toy game and a kernel cache of its own; each call is a new
    process.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.game = folder, folder / "nim_toy.py"
        copy(TOY, self.game)
        self.env = os.environ | {
            "SMITSILAB_CACHE": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def play(self, most: int = 3, before: str = "", after: str = "", **settings: str) -> Run:
        """What a process counts (last, where it does more); its standard error is in `said`."""
        command = [sys.executable, "-c", before + PLAY + after, str(most)]
        done = subprocess.run(
            command,
            env=self.env | settings,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        self.said = done.stderr
        return Run(*json.loads(done.stdout.splitlines()[-1]))

    def files(self, pattern: str) -> list[Path]:
        found = sorted((self.folder / "cache").glob(pattern))
        assert found
        return found

    def edit(self, old: str, new: str) -> None:
        text = self.game.read_text(encoding="utf-8")
        assert old in text
        self.game.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


def test_a_second_process_hits(elsewhere: Elsewhere) -> None:
    first, second = elsewhere.play(), elsewhere.play()
    assert first.loads == 0 and first.saves > 0
    assert second.loads > 0 and second.saves == 0 and second.count == first.count


def test_bitcode_is_read_when_something_inlines_it(elsewhere: Elsewhere) -> None:
    """To read it at once takes ten times the memory of the code."""
    assert elsewhere.play(most=2).count == 2
    before, after = INLINED
    while_loaded, read, count = elsewhere.play(2, before, after)
    assert while_loaded == 0 and read > 0 and count == 2


def test_what_compiling_leaves_is_freed_and_others_inline_it_still(elsewhere: Elsewhere) -> None:
    """Each kernel of a long session would leave some 8 MB."""
    before, after = LEFT
    left, lists_of_passes, found = elsewhere.play(2, before, after)
    known, again = INLINED
    *_, inlined = elsewhere.play(2, known, again)
    assert left == 0 and lists_of_passes == 0 and found == inlined


def test_an_edited_game_misses(elsewhere: Elsewhere) -> None:
    elsewhere.play()
    elsewhere.edit("n = min(most, s.heap)", "n = min(most - 1, s.heap)")
    edited = elsewhere.play()
    assert edited.loads == 0 and edited.saves > 0 and edited.count == 2
    elsewhere.edit("n = min(most - 1, s.heap)", "n = min(most, s.heap)")
    assert elsewhere.play().saves == 0


def test_option_sets_share_no_kernel(elsewhere: Elsewhere) -> None:
    assert elsewhere.play(most=3).count == 3
    other = elsewhere.play(most=2)
    assert other.loads == 0 and other.count == 2
    again = elsewhere.play(most=2)
    assert again.loads > 0 and again.saves == 0 and again.count == 2


@pytest.mark.long
def test_a_game_from_the_cache_may_use_all_of_numba(elsewhere: Elsewhere) -> None:
    """What is loaded may call what numba names to LLVM only when it compiles."""
    elsewhere.edit("import numpy as np\n", "import math\n\nimport numpy as np\n")
    elsewhere.edit("def build(most", LIBRARY.lstrip() + "def build(most")
    elsewhere.edit(
        "            out[k] = k + 1\n        return n",
        "            out[k] = k + 1\n        return n + much(n)",
    )
    first, second = elsewhere.play(), elsewhere.play()
    assert first.loads == 0 and first.count > 1000
    assert second.loads > 0 and second.saves == 0 and second.count == first.count


def test_bounds_checks_are_not_lost_in_a_warm_cache(elsewhere: Elsewhere) -> None:
    elsewhere.play()
    assert elsewhere.play(NUMBA_BOUNDSCHECK="1").loads == 0


def test_without_jitting_nothing_is_written(elsewhere: Elsewhere) -> None:
    assert elsewhere.play(NUMBA_DISABLE_JIT="1") == Run(0, 0, 3)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that a process has filled."""
    first = Elsewhere(tmp_path_factory.mktemp("compiled"))
    first.play()
    assert first.said == ""
    return first.folder / "cache"


@pytest.fixture
def warm(elsewhere: Elsewhere, compiled: Path) -> Elsewhere:
    """A copy of that cache."""
    copytree(compiled, elsewhere.folder / "cache")
    return elsewhere


def flip(path: Path) -> None:
    """Turns one bit in the middle, where a data file has its machine code."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "a pickle of another program": lambda path: path.write_bytes(pickle.dumps({"a": 1})),
    "one bit": flip,
}
DAMAGED = [  # one function reads both kinds; processes take seconds, so not every pair is tried
    ("*.nbi", "empty"),
    ("*.nbi", "a pickle of another program"),
    ("*.nbc", "cut"),
    ("*.nbc", "one bit"),
]


@pytest.mark.parametrize(("kind", "damage"), DAMAGED)
def test_damaged_files_cost_a_compilation_and_one_sentence(
    warm: Elsewhere, kind: str, damage: str
) -> None:
    for path in warm.files(kind):
        DAMAGES[damage](path)
    mended = warm.play()
    assert mended.count == 3 and mended.loads == 0 and mended.saves > 0
    assert warm.said.startswith(SENTENCE) and warm.said.count("\n") == 1
    again = warm.play()
    assert again.loads > 0 and again.saves == 0 and again.count == 3 and warm.said == ""


def test_exchanged_data_files_are_found_out(warm: Elsewhere) -> None:
    contents = [path.read_bytes() for path in warm.files("*.nbc")]
    for path, content in zip(warm.files("*.nbc"), contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    assert warm.play().count == 3


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
def test_files_that_cannot_be_read_or_replaced_cost_the_same(warm: Elsewhere, kind: str) -> None:
    for path in warm.files(kind):
        put_a_folder_there(path)
    assert warm.play().count == 3
    assert warm.said.startswith(SENTENCE) and warm.said.count("\n") == 1


FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit on the size of files here")
def test_a_full_disk_costs_one_sentence(elsewhere: Elsewhere) -> None:
    assert elsewhere.play(before=FULL_DISK) == Run(0, 0, 3)
    assert elsewhere.said.startswith(SENTENCE) and elsewhere.said.count("\n") == 1
    assert elsewhere.play().saves > 0


def test_a_folder_that_cannot_be_written_is_no_error(elsewhere: Elsewhere) -> None:
    (elsewhere.folder / "cache").write_text("a file, not a folder", encoding="utf-8")
    assert elsewhere.play().count == 3
    assert elsewhere.said.startswith(SENTENCE) and elsewhere.said.count("\n") == 1


def test_sources_are_all_that_a_game_imports() -> None:
    from engines import uttt  # noqa: F401 - only loaded modules have sources

    names = {Path(path).relative_to(ROOT).as_posix() for path in sources("engines.uttt.game")}
    assert {
        "engines/uttt/game.py",
        "engines/uttt/rules.py",
        "engines/game.py",
        "engines/rules.py",
        "engines/jit.py",
    } <= names
    assert not any(
        name.startswith(("engines/csb", "engines/matrix", "search", "lab")) for name in names
    )


def test_the_digest_hangs_on_key_and_sources() -> None:
    importlib.import_module("engines.uttt.game")
    assert digest((1,), "engines.uttt.game") == digest((1,), "engines.uttt.game")
    assert (
        len(
            {
                digest((1,), "engines.uttt.game"),
                digest((2,), "engines.uttt.game"),
                digest((1,), "engines.game"),
            }
        )
        == 3
    )


def test_a_file_that_changed_since_the_process_started_is_its_own(tmp_path: Path) -> None:
    """It may have been loaded before: another process, which loads what it is now, must not find
    kernels of the older code under its digest. Files from the future are of unset clocks.
    """
    file = tmp_path / "rules.py"
    file.write_text("ONE = 1\n")
    content, found = hashlib.sha256(file.read_bytes()).hexdigest(), []
    for moment in (jit._STARTED - 60, time.time(), time.time() + 3600):
        os.utime(file, (moment, moment))
        found.append(jit._source_digest(str(file)) == content)
    assert found == [True, False, True]


def test_whether_kernels_are_compiled_is_known_while_numba_loads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", ModuleType("numba"))  # as another thread begins it
    for word, disabled in (("0", False), ("1", True)):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", word)
        assert jit.is_disabled() is disabled
