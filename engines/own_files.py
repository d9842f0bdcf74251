"""Files with games and algorithms of one's own: which were given, what they hold, and how a command
line names it.

Only what a person gave is loaded. The files are kept in the environment variable SMITSILAB_LOAD, so
that worker processes find them too.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import inspect
import linecache
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from engines.knobs import KnobError
from engines.lifting import with_numbers
from engines.syntax import compiled
from engines.versions import SHEET, Version, read
from resources import path as resource

LOAD = "SMITSILAB_LOAD"  # files, separated as in PATH
ENDING = ".py"
ENDINGS = (ENDING, SHEET)
LARGEST = 4 << 20  # bytes of a sheet
_PREFIX = "loaded_"  # of their modules' names

_giving = threading.Lock()
_modules: dict[Path, ModuleType] = {}  # the newest of each file
_versions: WeakKeyDictionary[type[Any], Version] = WeakKeyDictionary()
_followers: list[Callable[[type[Any]], None]] = []


def given() -> list[Path]:
    """The files that were given."""
    return [Path(path) for path in os.environ.get(LOAD, "").split(os.pathsep) if path]


def give(path: Path) -> ModuleType:
    """Loads a file, and has everything in it found like what is built in, also by processes that
    start from now on. KnobError says in a sentence why it cannot be loaded.
    """
    module = loaded(path)
    with _giving:
        if path.resolve() not in (known := given()):
            os.environ[LOAD] = os.pathsep.join(map(str, [*known, path.resolve()]))
    return module


def loaded(path: Path) -> ModuleType:
    """The module in a file, loaded once per process; KnobError says why it cannot be loaded."""
    module = _modules.get(path) or _modules.get(path.resolve())
    return renew(path) if module is None or module.__name__ not in sys.modules else module


def modules() -> tuple[ModuleType, ...]:
    """Those of the files that were given, as they are now; KnobError as `loaded` has it."""
    return tuple(map(loaded, given()))


def renew(path: Path) -> ModuleType:
    """The module in a file as it is now, which takes the place of the one that was loaded before;
    what was made of that keeps it. KnobError as in `loaded`: then nothing is changed.
    """
    linecache.checkcache(str(path.resolve()))
    module = _modules[path.resolve()] = _load(path)
    return module


def put_back(module: ModuleType) -> None:
    """Has a version that `loaded` gave before take its place again."""
    _modules[Path(str(module.__file__))] = sys.modules[module.__name__] = module


def bytes_of(path: Path) -> bytes:
    """What a file that was given holds by now; OSError."""
    return path.read_bytes()


def follow(heard: Callable[[type[Any]], None]) -> None:
    """Has every game and algorithm of a file heard of, loaded before or from now on."""
    _followers.append(heard)
    for kind in list(_versions):
        heard(kind)


def load_calling(path: Path) -> ModuleType:
    """A file's module as it is now, in whose kernels the evaluation is a call (`engines.calling`);
    KnobError as in `loaded`.
    """
    return _load(path, called=True)


def _load(path: Path, called: bool = False) -> ModuleType:
    if path.suffix == SHEET:
        return _sheet(path)
    if path.suffix != ENDING or not path.is_file():
        raise KnobError(f"{path} is not a Python file; its name should end in {ENDING}.")
    name = before = None
    try:
        found = read(path, called)
        made, place = found.version, found.version.path
        code = compiled(found.tree, str(place))
        # kernels know modules by their names, so those of one name have to be of the same rules
        name = f"{_PREFIX}{path.stem}_{made.kernels[:8]}"
        spec = importlib.util.spec_from_file_location(name, place)
        assert spec is not None
        module: Any = importlib.util.module_from_spec(spec)
        module.__reached__ = found.reached
        before, sys.modules[name] = sys.modules.get(name), module
        exec(code, module.__dict__)
    except Exception as error:
        if name is not None:
            sys.modules.pop(name, None)
            sys.modules |= {name: before} if before is not None else {}
        raise KnobError(
            f"{path} cannot be loaded: {_where(error, path)}{type(error).__name__}: {error}."
        ) from error
    for kind in named_in(module).values():
        _versions[kind] = made
        if kind.__name__ == found.lifted:
            kind.EvalParams = with_numbers(kind.EvalParams, [*made.numbers])
            setattr(module, kind.EvalParams.__name__, kind.EvalParams)
        for heard in _followers:
            heard(kind)
    return module


def _sheet(path: Path) -> ModuleType:
    """A module with the game of a sheet, of which no code runs."""
    try:
        if path.stat().st_size > LARGEST:
            raise KnobError(f"{path} is larger than {LARGEST >> 20} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise KnobError(f"{path} cannot be read: {error.strerror}.") from error
    from engines.gdl.game import game_of

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # an old one, whose names differ in such letters
        text = data.decode("latin-1")
    digest = hashlib.sha256(data).hexdigest()[:16]
    name = f"{_PREFIX}{path.stem}_{digest[:8]}"
    module = ModuleType(name, f"The sheet {path.name}.")
    module.__file__ = str(path.resolve())
    kind = game_of(text, path, name)
    _versions[kind] = Version(path.resolve(), text, digest, digest)
    setattr(module, kind.name, kind)
    sys.modules[name] = module
    return module


def home_of(kind: type[Any]) -> str:
    """The name of the module that a game or algorithm was loaded as; all sheets are of one class,
    whose module is the lab's.
    """
    return str(getattr(kind, "home", kind.__module__))


def _where(error: Exception, path: Path) -> str:
    """The line of the file that an error came from, as "line 3: "; "" if it is unknown or already
    in the error's text.
    """
    if isinstance(error, SyntaxError):
        return ""
    lines = [
        each.lineno
        for each in traceback.extract_tb(error.__traceback__)
        if each.filename == str(path.resolve())
    ]
    return f"line {lines[-1]}: " if lines else ""


def named_in(module: ModuleType) -> dict[str, type[Any]]:
    """The games and algorithms that are defined in a file, by their names."""
    found = [each for _, each in inspect.getmembers(module, inspect.isclass)]
    own = [each for each in found if home_of(each) == module.__name__]
    return {name: each for each in own if isinstance(name := vars(each).get("name"), str)}


def version_of(kind: type[Any] | None) -> Version | None:
    """What the file of a game or algorithm was when it was loaded; None for those of packages."""
    found = (_versions[each] for each in (kind.__mro__ if kind else ()) if each in _versions)
    return next(found, None)


def file_of(kind: type[Any] | None) -> Path | None:
    """The file that a game or algorithm was loaded from; None for those of packages."""
    version = version_of(kind)
    return None if version is None else version.path


def digest_of(kind: type[Any]) -> str:
    """The digest of the code that a game or algorithm was loaded from; "" of those of packages."""
    version = version_of(kind)
    return "" if version is None else version.digest


def origins(kinds: Iterable[type[Any] | None]) -> dict[str, dict[str, str]]:
    """For a record of what was played: the file and the digest of each that was loaded from one."""
    return {
        str(kind.name): {"file": version.path.name, "digest": version.digest}
        for kind in kinds
        if kind is not None and (version := version_of(kind)) is not None
    }


def absent(name: str, files: Any) -> str:
    """What a record says of a name that is not known here: which file has to be given, as words
    after the name; "" if it says nothing of a file.
    """
    known = files.get(name) if isinstance(files, Mapping) else None
    if not isinstance(known, Mapping) or not isinstance(known.get("file"), str):
        return ""
    file = known["file"]
    return f", which was in {file}: give that file, as in --load {file}"


def differing(kind: type[Any], files: Any) -> str:
    """A sentence where a file is no longer what a record says of it, else ""."""
    known, version = files.get(kind.name) if isinstance(files, Mapping) else None, version_of(kind)
    if not isinstance(known, Mapping) or version is None:
        return ""
    same = known.get("digest") == version.digest
    return "" if same else f"{version.path.name} has changed since then."


# -- command lines ---------------------------------------------------------------------------------


def names_a_file(word: str) -> Path | None:
    """The file of a word such as "snakes.py:players=3"; None if it names none that is there."""
    return file_named(word.partition(":")[0])


def file_named(name: str) -> Path | None:
    """The file of this name, or the sheet that comes with the lab; None if there is neither."""
    path = Path(name)
    if path.suffix == SHEET and not path.exists():
        path = resource("games") / path  # one that comes with the lab, by its name alone
    with contextlib.suppress(OSError, ValueError):  # longer than a name can be
        return path if path.suffix in ENDINGS and path.is_file() else None
    return None


def lab_sheet(name: str) -> Path | None:
    """The sheet of this name that comes with the lab. It may be taken without being asked for: no
    code is in it.
    """
    path = resource("games") / name
    return path if path.suffix == SHEET and path.name == name and path.is_file() else None


def name_for(word: str) -> str:
    """The word with the name of what its file holds in place of the file; KnobError as `name_in`
    has it.
    """
    path = names_a_file(word)
    return word if path is None else name_in(path) + word[len(word.partition(":")[0]) :]


def name_in(path: Path) -> str:
    """The name of the one thing that a file holds, which is given; KnobError if the file cannot be
    loaded, or does not hold one thing.
    """
    names = list(named_in(give(path)))
    if len(names) != 1:
        held = f"holds {', '.join(names)}" if names else "holds no game and no algorithm"
        advice = f": give it with --load {path}, and then a name" if names else ""
        raise KnobError(f"{path} {held}{advice}.")
    return names[0]


def with_files(words: Iterable[str]) -> list[str]:
    """The words of a command line with the files of what was loaded from files; a file that holds
    several things is loaded at its end.
    """
    alone: dict[str, str] = {}
    many: dict[str, str] = {}
    for path in given():
        names = list(named_in(loaded(path)))
        (alone if len(names) == 1 else many).update(dict.fromkeys(names, _shown(path)))
    made, more = [], dict[str, None]()
    for word in words:
        name, colon, rest = word.partition(":")
        made.append(f"{alone.get(name, name)}{colon}{rest}")
        more |= {many[name]: None} if name in many else {}
    return [*made, *(word for path in more for word in ("--load", path))]


def _shown(path: Path) -> str:
    """The file as it is named from this folder; one that comes with the lab by its name alone."""
    if path == (resource("games") / path.name).resolve():
        return path.name
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
