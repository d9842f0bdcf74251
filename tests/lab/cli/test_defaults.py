"""What a command's help names as a default is what the command takes."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

from tests.docs import parsers

NAMED = re.compile(r"default ([\w.:-]*\w)")


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options of a command and of those below it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from actions(below)
        else:
            yield action


def named() -> Iterator[tuple[str, str, str]]:
    """Each default that a help names and the parser has: option, in words, as it is."""
    for command, parser in parsers().items():
        for action in actions(parser):
            found, taken = NAMED.search(str(action.help or "")), action.default
            if not found or taken in (None, argparse.SUPPRESS):
                continue
            if found[1][0].isdigit() or isinstance(taken, str):  # else it is told in words
                yield f"{command} {action.option_strings}", found[1], f"{taken}"


@pytest.mark.parametrize(("option", "said", "taken"), sorted(set(named())))
def test_the_help_names_the_default_that_is_taken(option: str, said: str, taken: str) -> None:
    assert taken.split(",")[0] == said or float(taken) == float(said), option


def test_most_commands_name_one() -> None:
    assert len({option for option, _, _ in named()}) >= 15
