"""Every command of the window, defined once: shortcuts, menus, the list of keys and the search for
commands are all made from it.
"""

from __future__ import annotations

from dataclasses import dataclass

ALSO = {
    "new": "begin start game",
    "open": "load import file codingame gdl kif sheet game a replay",
    "paste": "clipboard import fen",
    "past": "history recent archive games",
    "save": "pgn write file the replay",
    "export": "gif video image png svg csv html print screenshot",
    "film": "gif video movie animation",
    "bot": "c++ cpp codingame contest program compile",
    "copy": "cli shell terminal reproduce a command line",
    "quit": "exit close",
    "play": "start stop resume",
    "back": "previous",
    "forward": "next",
    "first": "start beginning",
    "last": "end newest current",
    "play_from": "fork from this turn",
    "other_line": "variation",
    "edit": "custom board puzzle fen",
    "review": "analyse analyze analysis mistakes blunders this match",
    "restart": "rematch reset",
    "swap": "flip switch colours colors",
    "hint": "best suggestion advice help",
    "undo": "take back revert",
    "redo": "repeat",
    "think": "analyse analyze infinite ponder",
    "one": "step",
    "only": "these root moves",
    "all_moves": "root moves",
    "watch": "match graphs",
    "run": "resume continue",
    "compare": "versus vs side by side",
    "maps": "heat map",
    "arena": "elo rating ratings sprt tournament league ladder rename",
    "experiments": "benchmark statistics study",
    "lessons": "learn teach tutorial course",
    "algorithms": "theory papers help",
    "estimators": "bandits statistics",
    "explore": "explore parameters heat map ablation",
    "tuner": "tune a player optimise optimize parameters knobs spsa",
    "network": "neural net nnue learn train training self-play generation",
    "mode": "graphs or table charts",
    "tree": "nodes",
    "find_node": "search",
    "branches": "variations",
    "comment": "note annotate annotation",
    "paths": "predicted paths pv principal variation best line",
    "setup": "seed players settings preferences options budget clock",
    "lecture": "presentation full screen fullscreen projector",
    "system": "dark light mode appearance",
    "light": "day mode colours colors appearance",
    "detail": "simple more less expert beginner everything",
    "dark": "night mode colours colors appearance",
    "larger": "font size zoom bigger",
    "smaller": "font size zoom",
    "usual": "font size zoom reset",
    "rules": "rules of the game how to play manual",
    "glossary": "words of the lab dictionary terms definitions glossary",
    "guide": "manual documentation docs handbook help",
    "explain": "help theory paper",
    "first_steps": "take the tour tutorial introduction newcomer",
    "prepare": "compile warm up cache kernels lecture offline beforehand",
    "keys": "shortcuts keyboard hotkeys",
    "folder": "open the directory files disk",
}


@dataclass(frozen=True)
class Command:
    """One command: `does` completes "this key does"; a `check` command is on or off; `group` names
    commands of which one is on.
    """

    name: str
    title: str
    keys: tuple[str, ...] = ()
    does: str = ""
    check: bool = False
    group: str = ""
    short: str = ""  # for a button
    # it works in every workspace; the others are disabled while the match is out of sight
    anywhere: bool = False

    @property
    def words(self) -> str:
        """What it does, for the list of keys."""
        return self.does or self.title[0].lower() + self.title[1:].removesuffix(" ...")

    @property
    def also(self) -> str:
        """Other words by which people look for it."""
        return ALSO.get(self.name, "")


def _agents() -> tuple[Command, ...]:
    return tuple(
        Command(f"agent{i}", f"Agent {i}", (str(i),), f"show agent {i} alone") for i in range(1, 10)
    )


COMMANDS: tuple[Command, ...] = (
    Command("new", "New match", ("Ctrl+N",), anywhere=True),
    Command(
        "open", "Open ...", ("Ctrl+O",), does="open a match or a game from a file", anywhere=True
    ),
    Command(
        "paste",
        "Paste a position ...",
        ("Ctrl+V",),
        does="show a contest's text as a position and think about it",
        anywhere=True,
    ),
    Command("past", "Past matches ...", ("Ctrl+H",), anywhere=True),
    Command("save", "Save ...", ("Ctrl+S",), does="save the match as a file"),
    Command(
        "export",
        "Export ...",
        ("Ctrl+E",),
        does="export a picture of any view, a film, or tables",
        anywhere=True,
    ),
    Command("film", "Export the match as a film ...", ("Ctrl+Shift+E",)),
    Command("bot", "Export as a bot ...", does="write a seat's player as one file of C++"),
    Command(
        "copy",
        "Copy as command",
        ("Ctrl+Shift+C",),
        does="copy the command line of what is on show",
        anywhere=True,
    ),
    Command("quit", "Quit", ("Ctrl+Q",), anywhere=True),
    Command("play", "Play or pause", ("Space",)),
    Command("back", "One turn back", ("Left",)),
    Command("forward", "One turn forward", ("Right",)),
    Command("back10", "Ten turns back", ("Shift+Left",)),
    Command("forward10", "Ten turns forward", ("Shift+Right",)),
    Command("first", "First turn", ("Home",)),
    Command("last", "Latest turn", ("End",)),
    Command(
        "play_from",
        "Play on from here",
        does="play on from here as a branch; Undo brings the later turns back",
    ),
    Command(
        "other_line",
        "Next line",
        ("Ctrl+Alt+Z",),
        does="show the next line of the match: the main line or a branch",
    ),
    Command("edit", "Edit this position", ("E",), does="set up any position", short="Edit"),
    Command(
        "review",
        "Review",
        ("R",),
        does="search each move again: what did it lose?",
        check=True,
        anywhere=True,
    ),
    Command("restart", "Restart this match"),
    Command("swap", "Swap sides"),
    Command("hint", "Hint", ("H",), does="what a search would play here, and why"),
    Command("undo", "Undo", ("Ctrl+Z",)),
    Command("redo", "Redo", ("Ctrl+Shift+Z",)),
    Command("think", "Think on", ("T",), does="hold the position, keep searching it", check=True),
    Command("one", "One iteration", (".",)),
    Command("hundred", "A hundred iterations", (">", ":")),
    Command(
        "run", "Run on or pause", ("Return", "Enter"), does="let the search run on, or pause it"
    ),
    Command("only", "Search only these actions", ("O",)),
    Command("all_moves", "Search all actions", ("Shift+O",)),
    Command(
        "compare",
        "Compare",
        ("C",),
        does="compare any two players on this position, or go back to the match",
        check=True,
        anywhere=True,
    ),
    Command("maps", "Maps", ("Ctrl+M",), does="maps of this position", check=True, anywhere=True),
    Command("step_through", "Step through this search", ("L",), does="open its lesson here"),
    Command(
        "freeze",
        "Freeze the graphs",
        ("F",),
        does="freeze the pictures, not the search",
        check=True,
    ),
    Command(
        "uncover",
        "Show covered searches",
        does="show what a search is about to choose before you have decided",
        check=True,
    ),
    Command("whose", "Whose search", ("G",), does="own seat, seat 1, seat 2"),
    Command("up", "Choose the action above", ("Up",)),
    Command("down", "Choose the action below", ("Down",)),
    Command("let_go", "Clear the choice of action", ("Esc",)),
    Command(
        "watch",
        "Watch",
        does="go to the match and what each agent would play",
        check=True,
        anywhere=True,
    ),
    Command("match", "Match", ("Ctrl+1",), does="go to the match", check=True, anywhere=True),
    Command(
        "arena",
        "Arena",
        ("Ctrl+2",),
        does="go to the arenas: pools of bots and their games",
        check=True,
        anywhere=True,
    ),
    Command(
        "experiments",
        "Experiments",
        ("Ctrl+3",),
        does="go to the experiments: claims, ablations and sweeps",
        check=True,
        anywhere=True,
    ),
    Command(
        "lessons",
        "Lessons",
        ("Ctrl+4",),
        does="go to the lessons: a search of a small tree, step by step",
        check=True,
        anywhere=True,
    ),
    Command(
        "algorithms",
        "Algorithms",
        ("Ctrl+5",),
        does="go to the pages about algorithms",
        check=True,
        anywhere=True,
    ),
    Command(
        "estimators",
        "Estimators",
        ("Ctrl+6",),
        does="go to the estimators",
        check=True,
        anywhere=True,
    ),
    Command(
        "explore",
        "Sweep",
        ("Ctrl+Shift+3",),
        does="go to the sweeps: maps of settings",
        check=True,
        anywhere=True,
    ),
    Command(
        "tuner",
        "Tuner",
        does="go to the tuner: the settings of a player that score best",
        check=True,
        anywhere=True,
    ),
    Command(
        "network",
        "Network",
        does="go to the page on which a network learns a game",
        check=True,
        anywhere=True,
    ),
    Command("mode", "Bars or table", ("V",), does="bars, table, or joint actions"),
    Command(
        "joint",
        "Joint actions",
        ("J",),
        does="show the actions of two agents against each other, or the bars again",
    ),
    Command(
        "tree",
        "Tree",
        ("Y",),
        does="show the trees themselves, node by node, or the match again",
        check=True,
        anywhere=True,
    ),
    Command(
        "find_node",
        "Find in the trees",
        ("Ctrl+F",),
        does="find an action in the trees, place by place",
    ),
    Command("all", "All agents", ("0",), does="show all agents"),
    *_agents(),
    Command("branches", "Branches", ("B",), does="show the lines of a match", check=True),
    Command("comment", "Comment", ("M",), does="write a comment on the turn on show", check=True),
    Command(
        "paths",
        "Expected paths",
        ("P",),
        does="show where the searches expect the agents",
        check=True,
    ),
    Command("names", "Names", ("N",), check=True),
    Command(
        "detail",
        "Full detail",
        ("F8",),
        does="show everything, or what a first look needs",
        check=True,
        anywhere=True,
    ),
    Command("setup", "Set-up", ("F9",), does="show or hide Set-up", check=True),
    Command(
        "trees_left", "Trees on the left", does="swap the sides of Set-up and Trees", check=True
    ),
    Command("region", "Next region", ("F6",)),
    Command("lecture", "Lecture mode", ("F11",), does="large text only", check=True, anywhere=True),
    Command("quiz", "Lecture that asks first", ("Shift+F11",), check=True, anywhere=True),
    Command("system", "System theme", check=True, group="theme", anywhere=True),
    Command("light", "Light theme", check=True, group="theme", anywhere=True),
    Command("dark", "Dark theme", check=True, group="theme", anywhere=True),
    Command("larger", "Larger text", ("Ctrl++", "Ctrl+="), anywhere=True),
    Command("smaller", "Smaller text", ("Ctrl+-",), anywhere=True),
    Command("usual", "Text at 100 %", ("Ctrl+0",), anywhere=True),
    Command(
        "rules",
        "Rules",
        ("F1",),
        does="how the game on the board is played",
        check=True,
        anywhere=True,
    ),
    Command("guide", "Guide", does="how the lab is used", check=True, anywhere=True),
    Command("glossary", "Words", does="what the labels mean", check=True, anywhere=True),
    Command(
        "explain",
        "About this algorithm",
        ("Shift+F1",),
        does="explain the algorithm of the search on show",
        anywhere=True,
    ),
    Command(
        "first_steps", "First steps", does="three things to try, below the seats", anywhere=True
    ),
    Command(
        "prepare",
        "Prepare all lessons now",
        does="compile what the lessons need now, so that none of them has to wait later",
        anywhere=True,
    ),
    Command("palette", "Find a command ...", ("Ctrl+K",), anywhere=True),
    Command("keys", "Keys ...", ("?",), does="list all keys", anywhere=True),
    Command("folder", "Folder of saved matches", anywhere=True),
)
