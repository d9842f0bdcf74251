"""The cause of a crash, as recorded from what languages write to standard error."""

import pytest

from engines import games
from engines.knobs import KnobError
from lab.match.seats import parse_seat
from lab.programs.hints import cause

JAVA = """\
turn 12
Exception in thread "main" java.lang.IllegalStateException: turn 3
	at J.main(J.java:1)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 2
	at J.f(J.java:1)
	at java.base/java.lang.reflect.Method.invoke(Method.java:569)
	... 1 more
"""
NODE = """\
node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open '/nope'
    at Object.openSync (node:fs:573:18)
    at node:internal/main/run_main_module:28:49 {
  errno: -2,
  code: 'ENOENT'
}

Node.js v20.20.2
"""
THROWN_TEXT = """\
/bot.js:1
throw "text"
^
text
(Use `node --trace-uncaught ...` to show where the exception was thrown)

Node.js v20.20.2
"""
PYTHON = """\
Traceback (most recent call last):
  File "p.py", line 2, in <module>
    f()
    ^^^
ValueError: two
lines
"""
RUST = """\

thread 'main' (25991) panicked at r.rs:1:68:
index out of bounds: the len is 0 but the index is 3
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUST_TRACE = """\
thread 'main' panicked at r2.rs:1:12:
assertion `left == right` failed: sizes
  left: 1
 right: 2
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/library/std/src/panicking.rs:689:5
note: Some details are omitted.
"""
CPP = """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 3) >= this->size() (which is 0)
"""
GO = """\
panic: runtime error: index out of range [3] with length 0

goroutine 1 [running]:
main.main()
	/tmp/x.go:4 +0x2c
exit status 2
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (JAVA, "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds"),
        (NODE, "Error: ENOENT: no such file or directory, open '/nope'"),
        (THROWN_TEXT, "text"),
        (PYTHON, "ValueError: two"),
        (RUST, "thread 'main' (25991) panicked at r.rs:1:68: index out of bounds: the len is 0"),
        (RUST_TRACE, "thread 'main' panicked at r2.rs:1:12: assertion `left == right` failed"),
        (CPP, "std::out_of_range: vector::_M_range_check: __n (which is 3)"),
        ("terminate called after throwing an instance of 'int'\n", "terminate called after"),
        ("c3: c3.cpp:2: int main(): Assertion `1==2' failed.\n", "c3: c3.cpp:2: int main()"),
        (GO, "panic: runtime error: index out of range [3] with length 0"),
        ("turn 3\ndepth 7\n\n", "depth 7"),
        ("  depth 3\n  depth 7\n", "depth 7"),
        ("", ""),
    ],
)
def test_the_cause_is_named(text: str, said: str) -> None:
    assert cause(text).startswith(said)
    assert bool(cause(text)) == bool(text)


# -- what was meant -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("./mybot", './mybot is not an algorithm; if it is a program, write "cmd:./mybot".'),
        ("mybot.py", 'mybot.py is not an algorithm; if it is a program, write "cmd:mybot.py".'),
        ("sh bot", 'sh bot is not an algorithm; if it is a program, write "cmd:sh bot".'),
        ("cmd ./bot", 'cmd ./bot is not a seat; a program is written "cmd:./bot".'),
        ("CMD:./bot", 'CMD:./bot is not a seat; a program is written "cmd:./bot".'),
        ("uct;c=1", "parameters follow a colon, with commas between them: uct:c=1."),
        ("uct,c=1 tree=9", "parameters follow a colon, with commas between them: uct:c=1,tree=9."),
        ("uct:c=1;tree=9", "parameters follow a colon, with commas between them: uct:c=1,tree=9."),
        ("utc", "There is no algorithm utc; did you mean uct?"),
        ("join", "There is no algorithm join; did you mean joint?"),
    ],
)
def test_a_seat_that_is_almost_right(seat: str, said: str) -> None:
    with pytest.raises(KnobError) as refused:
        parse_seat(seat, games()["tictactoe"]())
    assert str(refused.value).endswith(said)
