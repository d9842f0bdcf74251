"""The beginning of a bot in C++ or Python: it reads what a stub declares and writes an answer."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence

from engines.stub import AnswerForm, Command, Stub, StubLine, StubLoop, StubLoopLine, Variable

LANGUAGES = ("cpp", "python")
_CPP = {
    **{"int": "int", "long": "long long", "float": "double", "bool": "int"},
    **{"word": "string", "string": "string"},
}
_PYTHON = {"int": "int", "long": "int", "float": "float", "bool": "1 == int"}
_CPP_WORDS = """
alignas alignof and asm auto bool break case catch char cin class compl const continue cout default
delete do double else endl enum explicit export extern false float for friend getline goto if inline
int intro istringstream line long main mutable namespace new not nullptr operator or private
protected public register return short signed sizeof static std string struct switch template this
throw true try turn typedef typeid typename union unsigned using vector virtual void volatile while
ws xor
"""


def skeleton(stub: Stub, language: str, lines: int = 1) -> str:
    """Source code that compiles and plays: `lines` answers a turn, by the stub's first form."""
    answer = _example(stub.answers[0]) if stub.answers else "WAIT"
    make = _cpp if language == "cpp" else _python
    return "\n".join(make(stub, answer, lines)) + "\n"


def _example(form: AnswerForm) -> str:
    return " ".join(each if isinstance(each, str) else "0" for each in form.parts)


# -- C++ -------------------------------------------------------------------------------------------


def cpp_name(name: str) -> str:
    """A variable's name in C++."""
    return name + "_" * (name in _CPP_WORDS.split())


def _cpp(stub: Stub, answer: str, lines: int) -> Iterator[str]:
    yield from (
        "#include <iostream>",
        "#include <sstream>",
        "#include <string>",
        "#include <vector>",
        "using namespace std;",
        "",
        "static string line() {",
        "  string read;",
        "  getline(cin, read);",
        "  if (!read.empty() && read.back() == '\\r') read.pop_back();",
        "  return read;",
        "}",
        "",
        "struct Input {",
    )
    for command in (*stub.intro, *stub.turn):
        depth = _depth(command)
        for each in command.variables:
            yield f"  {'vector<' * depth}{_CPP[each.kind]}{'>' * depth} {cpp_name(each.name)};"
    for name, commands in (("intro", stub.intro), ("turn", stub.turn)):
        yield from ("", f"  bool {name}() {{")
        for command in commands:
            yield from _cpp_read(command, "    ", "")
        yield from ("    return bool(cin);", "  }")
    yield from ("};", "", "int main() {", "  Input in;", "  in.intro();", "  while (in.turn()) {")
    yield f"    // {stub.forms}"
    yield from [f'    cout << "{answer}" << endl;'] * lines
    yield from ("  }", "}")


def _cpp_read(command: Command, pad: str, at: str) -> Iterator[str]:
    names = [f"{cpp_name(each.name)}{at}" for each in command.variables]
    if isinstance(command, StubLine):
        yield f"{pad}{_cpp_line(command.variables, names)}"
        return
    depth, count = at.count("["), command.count
    k, n = f"i{depth}_", f"n{depth}_"
    often = count if isinstance(count, int) else cpp_name(count)
    once = f"for (int {k} = 0; {k} < {n}; {k}++)"
    yield f"{pad}{{"
    yield f"{pad}  const int {n} = {often};"
    yield from (f"{pad}  {name}.assign({n}, {{}});" for name in names)
    if isinstance(command, StubLoopLine):
        yield f"{pad}  istringstream words_(line());"
        yield f"{pad}  {once} words_{''.join(f' >> {name}[{k}]' for name in names)};"
    else:
        yield f"{pad}  {once} {{"
        yield from _cpp_read(command.body, pad + "    ", f"{at}[{k}]")
        yield f"{pad}  }}"
    yield f"{pad}}}"


def _cpp_line(variables: Sequence[Variable], names: Sequence[str]) -> str:
    if len(variables) == 1 and variables[0].kind == "string":
        return f"{names[0]} = line();"
    *first, last = names
    taken = "".join(f" >> {name}" for name in first)
    if variables[-1].kind == "string":
        return f"{{ istringstream words_(line()); words_{taken} >> ws; getline(words_, {last}); }}"
    return f"{{ istringstream words_(line()); words_{taken} >> {last}; }}"


def _depth(command: Command) -> int:
    """In how many loops its variables are."""
    if isinstance(command, StubLoop):
        return 1 + _depth(command.body)
    return int(isinstance(command, StubLoopLine))


# -- Python ----------------------------------------------------------------------------------------


def python_name(name: str) -> str:
    """A variable's name in Python."""
    return name + "_" * (keyword.iskeyword(name) or name in ("intro", "turn"))


def _python(stub: Stub, answer: str, lines: int) -> Iterator[str]:
    yield "class Input:"
    for name, commands in (("intro", stub.intro), ("turn", stub.turn)):
        yield f"    def {name}(self):"
        for command in commands:
            yield from _python_read(command, "        ", 0)
        if not commands:
            yield "        pass"
        yield ""
    yield from ("", "game = Input()", "game.intro()", "while True:", "    try:")
    yield from ("        game.turn()", "    except EOFError:", "        break")
    yield f"    # {stub.forms}"
    yield from [f'    print("{answer}", flush=True)'] * lines


def _python_read(command: Command, pad: str, depth: int) -> Iterator[str]:
    if isinstance(command, StubLine):
        yield from _python_line(command.variables, pad, depth)
        return
    for each in command.variables:
        yield f"{pad}{_put(each, depth, '[]')}"
    count = (
        command.count if isinstance(command.count, int) else f"self.{python_name(command.count)}"
    )
    if isinstance(command, StubLoopLine):
        yield f"{pad}words = input().split()"
        yield f"{pad}for i in range({count}):"
        wide = len(command.variables)
        for k, each in enumerate(command.variables):
            yield f"{pad}    {_put(each, depth + 1, _value(each, f'words[{wide} * i + {k}]'))}"
        return
    yield f"{pad}for _ in range({count}):"
    yield from _python_read(command.body, pad + "    ", depth + 1)


def _python_line(variables: Sequence[Variable], pad: str, depth: int) -> Iterator[str]:
    if len(variables) == 1 and variables[0].kind == "string":
        yield f"{pad}{_put(variables[0], depth, 'input()')}"
        return
    yield f"{pad}words = input().split(None, {len(variables) - 1})"
    for k, each in enumerate(variables):
        yield f"{pad}{_put(each, depth, _value(each, f'words[{k}]'))}"


def _value(variable: Variable, word: str) -> str:
    kind = _PYTHON.get(variable.kind, "")
    return f"{kind}({word})" if kind else word


def _put(variable: Variable, depth: int, value: str) -> str:
    """Keeps a value where the loops around it are."""
    name = f"self.{python_name(variable.name)}"
    return f"{name} = {value}" if depth == 0 else f"{name}{'[-1]' * (depth - 1)}.append({value})"
