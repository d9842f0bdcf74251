"""CodinGame's JSON opened: every position is the told one, what differs or is cut short is said.

`tests/codingame/csb_891684197_first_turns.json` begins a public replay; its figures and texts were
carried over by hand from Sam-Si/mad_pod_arena, commit 079d153, without names and players' notes.
The other files are made from recordings by `contest_json`.
"""

from __future__ import annotations

import gzip
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines import games
from engines.game import Game, State
from lab.cli import main
from lab.files.codec import checksum
from lab.files.codingame import Imported, open_replay
from lab.files.codingame.result import game_result
from lab.files.replay import ReplayError, load, save
from lab.files.verify import verify
from lab.match.play import play
from lab.match.seats import format_seat
from lab.programs.spec import PROGRAM
from tests.lab.files.contest_json import Asked, Match, match_of, runner, site

REAL = Path(__file__).parents[2] / "codingame" / "csb_891684197_first_turns.json"
Kind = Callable[[Match], dict[str, Any]]
POSITIONS = ("csb", "brew", "marslander")  # whose files tell them

FILES = [
    "csb/csb_1008",  # no checkpoint in time
    "csb/csb_1016",  # a finish
    "csb/csb_1038",  # a bad answer; the other player was not asked any more
    "uttt/uttt_04",  # player 1 begins
    "uttt/uttt_35",
    "tron/tron_2031",  # four players
    "xmasrush/xmas_04",  # league 3, frames that only move pictures
    "xmasrush/xmas_34",  # a timeout
    "brew/brew_26",
    "brew/brew_36",
    "brew/brew_38",  # league 2
    "kutulu/k22",
    "kutulu/k34",
    "marslander/mars_3006",
]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Any], Path]:
    def write(content: Any) -> Path:
        path = tmp_path / "match.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def forged(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A match as our referee writes it, with a header that was changed."""
    game = games()["uttt"]()
    log = game_result(game, play(game, ["random", "random"], seed=3), ["Ann", "Ben"], 3)
    first, _, text = log["views"][0].partition("\n")
    view = json.loads(text)
    change(view["global"]["smitsilab"])
    log["views"][0] = f"{first}\n{json.dumps(view)}"
    return log


def changed(header: dict[str, Any], field: str, value: Any) -> None:
    header[field] = header[field] | value if isinstance(value, dict) else value


def decoded(game: Game, fields: dict[str, Any]) -> State:
    """The position with these fields, whatever the game thinks of it."""
    state = game.blank()
    for name, value in fields.items():
        state[name] = value
    return state


def imported(path: Path) -> Imported:
    replay = open_replay(path)
    assert isinstance(replay, Imported)
    return replay


def test_a_public_replay_is_played_again_position_by_position() -> None:
    replay = imported(REAL)
    assert len(replay.turns) == 8 and "checked: 8 of 8 positions" in replay.checked
    assert replay.turns[7].state.x.tolist() == [8238, 8809, 8246, 2358] and replay.turns[
        7
    ].state.timeout.tolist() == [100, 92]
    assert replay.note == (
        "The file ends after turn 8, but by the rules here the match goes on: it was cut "
        "short or played by other rules."
    )
    assert replay.setup.seed == 771687861 and list(verify(replay)) == [None] * 8


def test_a_position_that_differs_is_named_and_what_is_before_it_stays(
    written: Callable[[Any], Path],
) -> None:
    text = REAL.read_text()
    assert "9851.0 5128.0 -269 543" in text
    replay = imported(written(text.replace("9851.0 5128.0 -269 543", "9851.0 5128.0 -269 544")))
    assert len(replay.turns) == 3 and replay.note.startswith(
        "After turn 4 the file has another position (x, y, vx and vy of pod 1: (9851, "
        "5128, -269, 544)"
    )
    replay = imported(written(text.replace("2.3480003073370534", "2.3481")))
    assert len(replay.turns) == 3 and "angle of pod 1" in replay.note


@pytest.mark.parametrize("kind", [site, runner])
@pytest.mark.parametrize("name", FILES)
def test_whole_matches_of_every_contest(
    name: str, kind: Kind, written: Callable[[Any], Path]
) -> None:
    contest = name.partition("/")[0]
    if contest == "marslander" and kind is runner:
        pytest.skip("this puzzle's flight is told by the site only")
    match = match_of(name)
    replay = imported(written(kind(match)))
    assert replay.note == "" and replay.game.name == contest and replay.outcome and replay.reason
    assert ("positions and" in replay.checked) == (contest in POSITIONS)
    answers = [
        list(d.lines) for turn in replay.turns for d in turn.decisions if d is not None and d.lines
    ]
    assert answers == [list(each.lines) for each in match.asked if each.lines is not None]
    if len(replay.turns) < 60:
        assert list(verify(replay)) == [None] * len(replay.turns)


def test_an_opened_match_can_be_saved_and_verified(
    written: Callable[[Any], Path], tmp_path: Path
) -> None:
    replay = imported(written({"success": site(match_of("uttt/uttt_37"))}))
    assert [shlex.split(format_seat(seat, replay.game)) for seat in replay.setup.seats] == [
        [f"{PROGRAM}:codingame", f"it's {k}"] for k in (0, 1)
    ]
    assert list(verify(replay)) == [None] * len(replay.turns)
    save(tmp_path / "own.jsonl.gz", replay.result)
    again = load(tmp_path / "own.jsonl.gz")
    assert again.note == "" and [checksum(t.state) for t in again.turns] == [
        checksum(t.state) for t in replay.turns
    ]
    assert (
        list(verify(again)) == [None] * len(again.turns)
        and again.turns[-1].errors == replay.turns[-1].errors
    )


def test_what_our_referee_writes_opens_again(written: Callable[[Any], Path]) -> None:
    """Also a game of no contest, with its options, whose start the file tells in full."""
    before = imported(written(site(match_of("uttt/uttt_00"))))
    log = game_result(before.game, before.result, ["Ann", "Ben"], 12875)
    after = imported(written(log))
    assert (
        after.note == ""
        and after.setup == before.setup
        and "45 of 45 positions and the places" in after.checked
    )
    assert [t.joint for t in after.turns] == [t.joint for t in before.turns]
    log["views"][7] = log["views"][7].replace('"smitsilab":"', '"smitsilab":"0')
    assert imported(written(log)).note.startswith("After turn 7 the file has another position")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("initial", {"mover": 7}, "its start position is impossible .mover is 7, not 0 to 1"),
        ("state", None, "its start position is not the one that was recorded"),
        ("seats", [], "has 2 seats, the file names 0"),
        ("seed", -1, "the seed -1 should be 0 or more"),
        ("game", "utttt", "there is no game utttt"),
        ("game", "matrix", "There is no parameter tie_break"),
    ],
)
def test_a_forged_header_of_our_own_is_refused(
    field: str, value: Any, said: str, written: Callable[[Any], Path]
) -> None:
    with pytest.raises(ReplayError, match=said):
        open_replay(written(forged(lambda header: changed(header, field, value))))


def test_an_impossible_start_never_reaches_a_rule(written: Callable[[Any], Path]) -> None:
    """The sum is that of the forged position, so only the game can tell."""

    def forge(header: dict[str, Any]) -> None:
        game = games()["uttt"]()
        header["initial"]["mover"] = 7
        header["state"] = checksum(decoded(game, header["initial"]))

    with pytest.raises(ReplayError, match="mover is 7"):
        open_replay(written(forged(forge)))
    match = match_of("csb/csb_1016")
    view = match.opening.view.split("\n")
    view[3] = f"{1 << 30} {view[3].partition(' ')[2]}"
    strange = match._replace(opening=match.opening._replace(view="\n".join(view)))
    with pytest.raises(ReplayError, match="its start cannot be one of Coders Strike Back"):
        open_replay(written(site(strange)))


def test_a_match_that_stops_among_its_players_is_not_made_up(
    written: Callable[[Any], Path],
) -> None:
    """With a bad answer a match can end, but explorers play on without the one who gave it."""
    match = match_of("kutulu/k22")
    asked = [*match.asked[:4], Asked(0, ["MOVE"])]
    replay = imported(written(site(match._replace(asked=asked))))
    assert len(replay.turns) == 1
    assert replay.note.startswith("The file ends after turn 1, but by the rules here the match")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: json.dumps(d)[:4000], "is cut short or damaged."),
        (lambda d: d | {"frames": d["frames"][:1]}, "holds no turn."),
        (
            lambda d: (
                d
                | {"frames": [d["frames"][0], *(f | {"stdout": "FOLD\n"} for f in d["frames"][1:])]}
            ),
            "its first answer is 'FOLD'.",
        ),
        (
            lambda d: d | {"frames": [d["frames"][0] | {"view": " 0\nOther\n"}, *d["frames"][1:]]},
            "does not say how its match began",
        ),
        (
            lambda d: (
                d | {"refereeInput": d["refereeInput"].replace("per_player=2", "per_player=1")}
            ),
            "does not say how its match began",
        ),
        (
            lambda d: d | {"frames": [{"agentId": 1 << 40}, *d["frames"]]},
            "player 1099511627777 is asked",
        ),
        (
            lambda d: json.dumps(d).replace("10697 2302 8697", "10697 x 8697"),
            "has a start that cannot be read",
        ),
        (
            lambda d: d | {"frames": 3},
            (
                "is no CodinGame replay that can be read (a value is of another kind than it "
                "should be)."
            ),
        ),
        (lambda d: None, "is not a replay, neither of Smitsilab nor of CodinGame."),
        (lambda d: 3, "is not a replay, neither of Smitsilab nor of CodinGame."),
        (lambda d: {"format": "other"}, "is not a replay, neither of Smitsilab nor of CodinGame."),
        (lambda d: [1, 2], "is not a replay, neither of Smitsilab nor of CodinGame."),
        (lambda d: "hello", "is not a replay, neither of Smitsilab nor of CodinGame."),
    ],
)
def test_what_cannot_be_opened_is_one_sentence(
    change: Callable[[Any], Any],
    said: str,
    written: Callable[[Any], Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = written(change(json.loads(REAL.read_text())))
    with pytest.raises(ReplayError) as caught:
        open_replay(path)
    assert (
        said in str(caught.value)
        and str(caught.value).startswith(str(path))
        and "\n" not in str(caught.value)
    )
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_goes_on_or_ends_otherwise_says_so(written: Callable[[Any], Path]) -> None:
    match = match_of("uttt/uttt_04")
    longer = imported(written(site(match._replace(asked=[*match.asked, Asked(0, ["4 4"])]))))
    assert longer.note.startswith(
        "By the rules here the match is over after turn 45, but the file goes on"
    )
    scored = imported(written(site(match._replace(scores=[10, 1]))))
    assert scored.note == "The file ends with the scores 10, 1, by the rules here they are 1, 10."
    match = match_of("tron/tron_2005")
    turned = imported(written(site(match._replace(scores=list(match.scores)[::-1]))))
    assert (
        turned.note
        == "The file puts it's 0 before it's 1; by the rules here it is the other way round."
    )


def test_a_view_that_is_cut_short_is_said(written: Callable[[Any], Path]) -> None:
    match = match_of("brew/brew_26")
    log = site(match)
    frames = [frame for frame in log["frames"] if "graphics" in frame["view"]]
    view = json.loads(frames[3]["view"].partition("\n")[2])
    view["graphics"] = "\n".join(view["graphics"].split("\n")[:6])
    frames[3]["view"] = f"KEY_FRAME 3\n{json.dumps(view)}"
    replay = imported(written(log))
    assert len(replay.turns) == 2 and replay.note == (
        "What the file says after turn 2 cannot be read (a view ends early)."
    )


def test_another_seed_is_another_match(written: Callable[[Any], Path]) -> None:
    match = match_of("xmasrush/xmas_04")
    replay = imported(written(site(match._replace(params=["seed=12"]))))
    assert replay.note
    with pytest.raises(ReplayError, match="does not say how its match began"):
        open_replay(written(site(match._replace(params=[]))))


def test_the_command_line_shows_saves_and_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    packed = tmp_path / "match.json.gz"
    packed.write_bytes(gzip.compress(REAL.read_bytes()))
    assert main(["replay", str(packed), "--save", str(tmp_path / "own.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert "Pod 1 passed checkpoint 1" in out and "8 of 8 positions" in out
    assert err.count("\n") == 1 and "The file ends after turn 8" in err
    assert len(load(tmp_path / "own.jsonl").turns) == 8
    assert main(["replay", str(REAL), "--verify"]) == 2
    assert "8/8 turns played again the same." in capsys.readouterr().out
