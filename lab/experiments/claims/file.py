"""An experiment as a TOML file: the question, the players, the budgets, and what write-ups claim.

    [experiment]
    question = "Is it worth modelling the opponent?"
    kind     = "ablation"
    game     = "connect_four"
    seat     = "uct"                  # the full version, which every row plays against
    budget   = ["500it", "5000it"]    # each a column; the first alone is what --quick plays
    without  = ["solver", "weights"]  # taken away: "all", "knobs", "weights", a knob, or changes
    with     = ["rave=300"]           # put in
    rivals   = ["alphabeta"]          # other players
    vary     = ["c=0.1:2:5:log"]      # a grid, as `smitsilab sweep --vary` has it
    groups   = 400                    # seeds of each row at most; rows that settle stop earlier
    equal    = 0.05                   # so near to one half counts as equal
    seed     = 1

    [claim."rave=300"]
    above    = 0.55                   # or below, score, equal = true, half = true
    at       = "5000it"
    source   = "who said so, and where"

The kind "claim" may name a `measure` in place of a score (`measures.py`), with `players` as rows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from typing import Any, Literal

from engines.knobs import KnobError, did_you_mean
from lab.match.budget import Budget

Kind = Literal["ablation", "sweep", "test", "claim"]
KINDS: tuple[Kind, ...] = ("ablation", "sweep", "test", "claim")
ELSEWHERE = {"table": "smitsilab table", "tune": "smitsilab tune", "arena": "smitsilab arena"}
Says = Literal["below", "above", "score", "equal", "half"]
SAYS: tuple[Says, ...] = ("below", "above", "score", "equal", "half")
MEASURES = ("visits-share", "leaves", "depth", "changes")
SHARES = ("visits-share", "changes")  # those that are parts of a whole
MOST_GROUPS, MOST_SEED = 1_000_000, 1 << 62
GROUPS, EQUAL = 400, 0.05
LONGEST, MOST_TEXTS = 4000, 500  # characters of a text, texts of a list


@dataclass(frozen=True)
class Claim:
    """What a source says about one row at one budget: that its score is below or above a value, is
    a value, or is one half. For `equal` and `half` the value is one half.
    """

    row: str
    says: Says
    value: float
    at: str  # a budget of the file
    source: str


Reader = Callable[[str, Any], Any]


def read(name: str, text: str, shipped: bool = False) -> ExperimentFile:
    """The experiment written `text`; KnobError says in one sentence what is wrong."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        file = f"{name}.toml" if name else "This"
        raise KnobError(f"{file} is not TOML: {_sentence(str(error))}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists
        raise KnobError(f"{name}.toml has a number or a list that no experiment has.") from None
    try:
        _refuse_strange(found, ("experiment", "claim"), "section")
        if not isinstance(found.get("experiment"), dict):
            raise KnobError("The section [experiment] is missing.")
        values = _values(found["experiment"])
        claims = _section(found, "claim")
        made = tuple(_claim(row, said, values["budget"]) for row, said in claims.items())
        return _whole(ExperimentFile(name, **values, claims=made, text=text, shipped=shipped))
    except KnobError as error:
        raise KnobError(f"{name}.toml: {error}") from None


def _values(found: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of [experiment], checked one by one."""
    _refuse_strange(found, FIELDS, "key")
    for name in ("question", "kind", "game", "budget"):
        if name not in found:
            raise KnobError(f"The key {name} is missing in [experiment].")
    keys = ((name, FIELDS[name]) for name in found)
    return {each.name: each.metadata["read"](name, found[name]) for name, each in keys}


def _claim(row: str, found: Any, budgets: tuple[str, ...]) -> Claim:
    """One [claim.ROW]."""
    where = f'[claim."{row}"]'
    if not isinstance(found, dict):
        raise KnobError(f"{where} should be a section.")
    _refuse_strange(found, (*SAYS, "at", "source"), "key", f" in {where}")
    said = [name for name in SAYS if name in found]
    if len(said) != 1:
        raise KnobError(f"{where} should have one of: {', '.join(SAYS)}.")
    says, value = said[0], found[said[0]]
    if says in ("equal", "half"):
        if value is not True:
            raise KnobError(f"{says} in {where} should be true.")
        value = 0.5
    source = _text("source", found["source"]) if "source" in found else ""
    at = _budget_text(found["at"]) if "at" in found else budgets[-1]
    if at not in budgets:
        raise KnobError(f"at in {where}: the budgets are {', '.join(budgets)}, not {at}.")
    return Claim(row, says, _number(says, value, 0.0, 100.0), at, source)


def _whole(file: ExperimentFile) -> ExperimentFile:
    """The file if its keys fit together."""
    rows = {
        "without": file.without,
        "with": file.added,
        "rivals": file.rivals,
        "vary": file.vary,
        "players": file.players,
    }
    given = [name for name, texts in rows.items() if texts]
    wanted = {
        "ablation": ("without", "with"),
        "sweep": ("vary",),
        "test": ("rivals",),
        "claim": ("players",) if file.measure else ("without", "with", "rivals", "vary"),
    }[file.kind]
    if file.measure and file.kind != "claim":
        raise KnobError(f"A measure belongs to the kind claim, not {file.kind}.")
    strange = [name for name in given if name not in wanted]
    if strange:
        raise KnobError(f"{strange[0]} does not belong to this kind of experiment, {file.kind}.")
    if not given:
        raise KnobError(f"There are no rows: name them with {' or '.join(wanted)}.")
    if not (file.seat or file.measure):
        raise KnobError("The key seat is missing in [experiment].")
    return file


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise KnobError(f"{name} should be a text.")
    if len(value) > LONGEST or not "".join(value.split()).isprintable():
        raise KnobError(f"{name} should be a text of at most {LONGEST:,} visible characters.")
    return " ".join(value.split())


def _texts(name: str, value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts:
        raise KnobError(f"{name} should be a text or a list of texts.")
    if len(texts) > MOST_TEXTS:
        raise KnobError(f"{name} has {len(texts):,} texts; at most {MOST_TEXTS} can be played.")
    found = tuple(_text(name, text) for text in texts)
    if len(set(found)) < len(found):
        raise KnobError(f"{name} names something twice.")
    return found


def _one_of(known: tuple[str, ...], name: str, value: Any) -> str:
    text = _text(name, value)
    if text in ELSEWHERE and name == "kind":
        raise KnobError(f"An experiment of the kind {text} is made by `{ELSEWHERE[text]}`.")
    if text not in known:
        raise KnobError(f"{name} = {text} is not one of: {', '.join(known)}.")
    return text


def _budgets(name: str, value: Any) -> tuple[str, ...]:
    found = tuple(_budget_text(text) for text in _texts(name, value))
    if len(set(found)) < len(found):
        raise KnobError(f"{name} names something twice.")
    return found


def _budget_text(value: Any) -> str:
    return Budget.parse(_text("budget", value)).text


def _whole_number(low: int, high: int, name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise KnobError(f"{name} should be a whole number from {low:,} to {high:,}.")
    return value


def _number(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise KnobError(f"{name} should be a number from {low:g} to {high:g}.")
    return float(value)


def _share(name: str, value: Any) -> float:
    return _number(name, value, 0.0, 1.0)


def _section(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = found.get(name, {})
    if not isinstance(section, dict):
        raise KnobError(f"{name} should be a section.")
    return section


def _refuse_strange(
    found: Mapping[str, Any], known: Mapping[str, Any] | tuple[str, ...], what: str, where: str = ""
) -> None:
    strange = next((name for name in found if name not in known), None)
    if strange is not None:
        raise KnobError(f"There is no {what} {strange}{where}{did_you_mean(strange, list(known))}")


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def key(read: Reader, default: Any = MISSING, called: str = "") -> Any:
    """A field that a file has as a key, `called` so where that is not its own name."""
    return field(default=default, metadata={"read": read, "called": called})


@dataclass(frozen=True)
class ExperimentFile:
    """An experiment as it is written down; `text` is the file."""

    name: str
    question: str = key(_text)
    kind: Kind = key(partial(_one_of, KINDS))
    game: str = key(_text)
    seat: str = key(_text, "")
    budget: tuple[str, ...] = key(_budgets, ())
    without: tuple[str, ...] = key(_texts, ())
    added: tuple[str, ...] = key(_texts, (), "with")
    rivals: tuple[str, ...] = key(_texts, ())
    vary: tuple[str, ...] = key(_texts, ())
    players: tuple[str, ...] = key(_texts, ())  # of a measure
    measure: str = key(partial(_one_of, MEASURES), "")  # "" for scores
    # visits-share: which of the root's actions, counted from 1
    action: int = key(partial(_whole_number, 1, 10_000), 1)
    branches: int = key(partial(_whole_number, 2, 16), 4)  # leaves, depth: of the uniform trees
    after: int = key(partial(_whole_number, 0, 10_000), 0)  # changes: turns before the position
    groups: int = key(partial(_whole_number, 1, MOST_GROUPS), GROUPS)
    equal: float = key(_share, EQUAL)
    seed: int = key(partial(_whole_number, 0, MOST_SEED), 1)
    about: str = key(_text, "")
    claims: tuple[Claim, ...] = ()
    text: str = field(default="", compare=False)
    shipped: bool = False


FIELDS = {
    each.metadata["called"] or each.name: each
    for each in fields(ExperimentFile)
    if "read" in each.metadata
}
