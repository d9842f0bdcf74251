"""Knobs: dataclass fields with range, unit and help, from which sliders, flags, sweeps and docs are
made.

A parameter set is a frozen dataclass whose fields are made by `number`, `integer`, `choice`,
`switch` or `text`. The same helpers serve search parameters (`Params`), evaluation weights
(`EvalParams`) and game options (`Options`).
"""

from __future__ import annotations

import dataclasses
import difflib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypedDict, TypeVar, Unpack

CONTINUE = "continue"  # takes effect at once; all statistics are kept
RESCALE = "rescale"  # takes effect at once; values are rescaled
RESTART = "restart"  # the tree is rebuilt: old statistics no longer apply
NEXT = "next"  # takes effect at the next decision

EFFECTS = {
    CONTINUE: "Acts at once.",
    RESCALE: "Acts at once; values are put on the new scale.",
    RESTART: "Restarts the search of this turn.",
    NEXT: "Acts from the next turn on.",
}

Value = float | int | str | bool


class Removal(TypedDict, total=False):
    """What taking a part of a player away means, where the range alone does not say it, what a
    computer may refuse, and whether it is `unsaid`; see `Knob`.
    """

    off: Value
    with_: Mapping[str, Value]
    idle_if: Mapping[str, Value | tuple[Value, ...]]
    refuses: Callable[[float], str]
    unsaid: bool


class HasFields(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


P = TypeVar("P", bound=HasFields)


class KnobError(ValueError):
    """A name or value that a parameter set does not accept; the text is a sentence for the user."""


@dataclass(frozen=True)
class Knob:
    """What a person needs to know about one parameter.

    `kind` is "number", "integer", "choice", "switch" or "text"; `choices` maps a value to the words
    shown for it (for a text: examples); `top` names the words shown at the highest value ("to the
    end"); `main` knobs are shown first, the rest are folded away.

    For comparing a player with itself less one part: `off` is the value that means "without" (None:
    "no", or 0 where that is the low end), `with_` are knobs that have to follow then, and `idle_if`
    names knobs, or facts of the game as "game.chance", with values at any of which this knob does
    nothing. `refuses` says in a sentence why this computer cannot have a value, "" if it can. One
    that is `unsaid` is not written to what is kept while it has its default: what was kept before
    there was such a knob stays the same.
    """

    name: str
    kind: str
    default: Value
    title: str
    help: str
    low: float = 0.0
    high: float = 1.0
    step: float = 1.0
    log: bool = False
    unit: str = ""
    top: str = ""
    choices: Mapping[str, str] = dataclasses.field(default_factory=dict)
    effect: str = CONTINUE
    main: bool = False
    off: Value | None = None
    with_: Mapping[str, Value] = dataclasses.field(default_factory=dict)
    idle_if: Mapping[str, Value | tuple[Value, ...]] = dataclasses.field(default_factory=dict)
    refuses: Callable[[float], str] = lambda value: ""
    unsaid: bool = False

    def is_idle(self, known: Mapping[str, Value]) -> bool:
        """Whether it does nothing at these values of knobs and facts."""
        return any(
            known.get(name) in (values if isinstance(values, tuple) else (values,))
            for name, values in self.idle_if.items()
        )

    @property
    def range_text(self) -> str:
        """The allowed values in words: "0.01 to 10", "most visits or best mean"."""
        if self.kind == "choice":
            return ", ".join(self.choices)
        if self.kind == "switch":
            return "yes or no"
        if self.kind == "text":
            return "a text"
        return f"{self.low:.10g} to {self.high:.10g}"

    def check(self, value: Value) -> Value:
        """The value converted to the knob's type; KnobError names the range."""
        if self.kind == "choice":
            if value not in self.choices:
                raise KnobError(f"{self.name}={value} is not one of: {self.range_text}.")
            return str(value)
        if self.kind == "switch":
            return self._check_switch(value)
        if self.kind == "text":
            return self._check_text(value)
        return self._check_number(value)

    def _check_switch(self, value: Value) -> bool:
        words = {
            "yes": True,
            "true": True,
            "on": True,
            "1": True,
            "no": False,
            "false": False,
            "off": False,
            "0": False,
        }
        found = words.get(str(value).lower())
        if found is None:
            raise KnobError(f"{self.name}={value} should be yes or no.")
        return found

    def _check_text(self, value: Value) -> str:
        """The text on one line; quotation marks are rejected, since the command line needs them for
        quoting.
        """
        if '"' in str(value):
            raise KnobError(f"{self.name} should hold no quotation marks.")
        return " ".join(str(value).split())

    def _check_number(self, value: Value) -> float | int:
        try:
            number = read_number(value) if isinstance(value, str) else float(value)
        except (TypeError, ValueError, OverflowError):
            raise KnobError(
                f"{self.name}={value} is not a number; the range is {self.range_text}."
            ) from None
        if not math.isfinite(number) or not self.low <= number <= self.high:
            raise KnobError(f"{self.name}={value} is outside its range, {self.range_text}.")
        if refusal := self.refuses(number):
            raise KnobError(f"{self.name}={value} does not fit: {refusal}")
        if self.kind == "integer":
            if number != int(number):
                raise KnobError(f"{self.name}={value} should be a whole number, {self.range_text}.")
            return int(number)
        return number


def _field(default: Value, **facts: Any) -> Any:
    return dataclasses.field(default=default, metadata={"knob": facts | {"default": default}})


def number(
    default: float,
    low: float,
    high: float,
    title: str,
    help: str,
    *,
    step: float = 0.01,
    log: bool = False,
    unit: str = "",
    effect: str = CONTINUE,
    main: bool = False,
    **removal: Unpack[Removal],
) -> Any:
    """A real-valued knob."""
    return _field(
        default,
        kind="number",
        low=low,
        high=high,
        title=title,
        help=help,
        step=step,
        log=log,
        unit=unit,
        effect=effect,
        main=main,
        **removal,
    )


def integer(
    default: int,
    low: int,
    high: int,
    title: str,
    help: str,
    *,
    step: int = 1,
    log: bool = False,
    unit: str = "",
    top: str = "",
    effect: str = CONTINUE,
    main: bool = False,
    **removal: Unpack[Removal],
) -> Any:
    """A whole-number knob."""
    return _field(
        default,
        kind="integer",
        low=low,
        high=high,
        title=title,
        help=help,
        step=step,
        log=log,
        unit=unit,
        top=top,
        effect=effect,
        main=main,
        **removal,
    )


def choice(
    default: str,
    choices: Mapping[str, str],
    title: str,
    help: str,
    *,
    effect: str = CONTINUE,
    main: bool = False,
    **removal: Unpack[Removal],
) -> Any:
    """One of several named values; `choices` maps each to the words a person reads."""
    return _field(
        default,
        kind="choice",
        choices=choices,
        title=title,
        help=help,
        effect=effect,
        main=main,
        **removal,
    )


def switch(
    default: bool,
    title: str,
    help: str,
    *,
    effect: str = CONTINUE,
    main: bool = False,
    **removal: Unpack[Removal],
) -> Any:
    """Yes or no."""
    return _field(
        default, kind="switch", title=title, help=help, effect=effect, main=main, **removal
    )


def text(
    default: str,
    title: str,
    help: str,
    *,
    examples: Mapping[str, str] | None = None,
    effect: str = RESTART,
    main: bool = False,
    unsaid: bool = False,
) -> Any:
    """A line of text that the game or search parses, such as a tree or a position; `examples` maps
    texts to the names under which they are offered.
    """
    return _field(
        default,
        kind="text",
        choices=examples or {},
        title=title,
        help=help,
        effect=effect,
        main=main,
        unsaid=unsaid,
    )


@dataclass(frozen=True)
class NoParams:
    """A parameter set without parameters."""


def knobs(
    params: type[HasFields] | HasFields, defaults: Mapping[str, Value] | None = None
) -> tuple[Knob, ...]:
    """The knobs of a parameter class, in order; `defaults` override the class's own."""
    facts = (
        {"name": f.name} | f.metadata["knob"]
        for f in dataclasses.fields(params)
        if "knob" in f.metadata
    )
    return tuple(
        Knob(**(fact | {"default": (defaults or {}).get(fact["name"], fact["default"])}))
        for fact in facts
    )


def make(cls: type[P], values: Mapping[str, Value]) -> P:
    """A checked instance of `cls` from names and values (strings allowed); KnobError says what is
    wrong and suggests what was meant.
    """
    known = {k.name: k for k in knobs(cls)}
    checked = {}
    for name, value in values.items():
        if name not in known:
            raise KnobError(f"There is no parameter {name}{did_you_mean(name, known)}")
        checked[name] = known[name].check(value)
    return cls(**checked)


def replace(params: P, name: str, value: Value) -> P:
    """`params` with one checked change."""
    current = {k.name: getattr(params, k.name) for k in knobs(params)}
    return make(type(params), current | {name: value})


def changed(params: HasFields, defaults: Mapping[str, Value] | None = None) -> dict[str, Value]:
    """The values that differ from the defaults, in order."""
    return {
        k.name: getattr(params, k.name)
        for k in knobs(params, defaults)
        if getattr(params, k.name) != k.default
    }


def read_number(text: str) -> float:
    """Parses a number that a person typed; ValueError if it is none. Python's notation, ASCII only,
    so that it reads the same wherever it is shown again.
    """
    if not text.isascii():
        raise ValueError(f"{text} is not written in ASCII")
    return float(text)


def written(value: Value) -> str:
    """A value written exactly, for use in NAME=VALUE,NAME=VALUE: a text that could be mistaken for
    the next item is quoted.
    """
    if isinstance(value, str):
        clear = value and split_items(f"{value},") == [value, ""]
        return value if clear else f'"{value}"'
    return shown(value) if isinstance(value, bool) else str(value)


def shown(value: Value, figures: int = 6) -> str:
    """A value for display, with at most `figures` significant digits: "0.143", "20", "yes",
    "visits".
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.{figures}g}" if isinstance(value, float) else str(value)


def split_items(line: str) -> list[str]:
    """Splits a text at its commas, except those inside parentheses or quotation marks."""
    parts, begins, depth, quoted = list[str](), 0, 0, False
    for at, sign in enumerate(line):
        quoted ^= sign == '"'
        if not quoted:
            depth = max(0, depth + (sign == "(") - (sign == ")"))
        if sign == "," and depth == 0 and not quoted:
            parts.append(line[begins:at])
            begins = at + 1
    return [*parts, line[begins:]]


def digits(word: str, most: int = 9) -> int | None:
    """The number that a word of at most so many digits 0 to 9 is; None for any other word."""
    return int(word) if len(word) <= most and word.isascii() and word.isdecimal() else None


def did_you_mean(name: str, known: Mapping[str, Any] | list[str]) -> str:
    """The end of a sentence about an unknown name: "; did you mean depth?" or the whole list."""
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there is {', '.join(known)}." if known else "; there are none."
