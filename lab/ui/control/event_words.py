"""What has happened in a match, in words: whose turn it is, the last moves, the position, the
result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lab.match.records import Frame
from lab.ui.control.moment import Moment
from lab.ui.shell.centre import Centre
from lab.ui.trees.said import time_words
from lab.words.numerals import capitalised

if TYPE_CHECKING:
    from lab.ui.control.person import PersonControl

SHORT_MATCH = 100  # turns up to which all moves of a match describe its position


def show_title(centre: Centre, moment: Moment, person: PersonControl) -> None:
    """The line above the board, and the result in the row below it."""
    game, word = moment.game, moment.game.turn_word.capitalize()
    edited = ", edited" if moment.view.versions else ""
    result = result_words(moment)
    centre.messages.set_result(*result)
    if result[0]:
        centre.set_title(*result, f"{word} {moment.turn}{edited}")
        return
    if moment.people and moment.cursor is None and not moment.status.holding:
        centre.set_title(*person.title(), f"{word} {moment.turn}{edited}")
        return
    recorded = moment.cursor is not None
    of = f"of {moment.head.turn}, recorded" if recorded else f"of {game.most_turns}"
    turn = f"{word} {moment.turn} {of}{edited}"
    answer, support = headline_words(moment)
    if moment.status.holding:
        support = "position held, the search thinks on"
    centre.set_title(answer or turn, support, turn if answer else "")


def headline_words(moment: Moment) -> tuple[str, str]:
    """How the match stands by what the game itself counts, never by what its players expect; and
    the standing of each seat. Two empty texts where the game counts nothing.
    """
    game, frame = moment.game, moment.frame
    score = game.score(frame.state)
    names = [f"Seat {seat + 1}" for seat in range(game.seats)]
    told = [words for words in frame.standings if words]
    if len(told) == len(names) > 1 and len(set(told)) == 1:
        support = f"{'both' if len(names) == 2 else 'all'} seats: {told[0]}"
    elif len(names) <= 2:
        pairs = zip(names, frame.standings, strict=False)
        each = [f"{name}: {words}" if len(names) > 1 else words for name, words in pairs if words]
        support = "; ".join(each)
    else:
        support = ""
    if not score:
        return "", support
    leads = [name for name, value in zip(names, score, strict=True) if value == max(score)]
    if len(leads) == len(names):
        return "About even", support
    return f"{' and '.join(leads)} {'lead' if len(leads) > 1 else 'leads'}", support


def is_out(moment: Moment, seat: int) -> bool:
    """Whether a seat has nothing more to decide while a match of simultaneous moves goes on."""
    game, state = moment.game, moment.head.state
    if not game.simultaneous or moment.head.outcome:
        return False
    actions = np.zeros(game.max_actions, np.int64)
    return not any(game.rules.legal(state, agent, actions) for agent in game.agents_of(seat))


def names_of_players(moment: Moment) -> list[str]:
    """Who plays each seat: "You", "UCT", and "UCT (seat 2)" where several have one name."""
    alone = len(moment.people) == 1
    titles = [spec.title or ("You" if alone else "") for spec in moment.setup.seats]
    return [
        f"Seat {seat + 1}"
        if not title
        else f"{title} (seat {seat + 1})"
        if titles.count(title) > 1
        else title
        for seat, title in enumerate(titles)
    ]


def result_words(moment: Moment) -> tuple[str, str]:
    """Who won, and how; where nobody can, what was gained; two empty texts during the match."""
    frame = moment.frame
    if not frame.outcome:
        return "", ""
    single = len(frame.outcome) == 1
    reason = frame.reason if single else late_words(frame) or frame.reason
    if single or not moment.game.has_winner:
        return (capitalised(reason) or "The match is over"), ""
    best = max(frame.outcome)
    winners = [seat for seat, value in enumerate(frame.outcome) if value == best]
    if len(winners) == len(frame.outcome):
        return "A draw", reason
    names = names_of_players(moment)
    won = " and ".join(names[seat] for seat in winners)
    verb = "win" if len(winners) > 1 or won == "You" else "wins"
    loses = len(moment.people) == 1 and moment.people[0] not in winners
    return f"{won} {verb}{', you lose' if loses else ''}", reason


def late_words(frame: Frame) -> str:
    """Whose late answer ended the match, which the rules take for none; "" if none did."""
    late = [
        f"seat {seat + 1} was late ({time_words(said)})"
        for seat, said in enumerate(frame.said)
        if said is not None and said.error and said.overrun_ms > 0
    ]
    return ", ".join(late)


def moves_words(moment: Moment) -> str:
    """Everybody's last actions, and those events of the turn that they do not say: "Move 4. You:
    0 2. UCT: 1 1.".
    """
    frame, game = moment.frame, moment.game
    names = names_of_players(moment)
    back = 1 if game.simultaneous else game.agents
    done = []
    for each in moment.frames[max(1, frame.turn + 1 - back) : frame.turn + 1]:
        for agent, text in enumerate(each.labels):
            seat = game.owner[agent]
            several = len(game.agents_of(seat)) > 1
            if text:
                done.append(f"{game.agent_name(agent) if several else names[seat]}: {text}.")
    said = (event.text for event in frame.events if not (done and event.repeats))
    events = " ".join(f"{capitalised(text)}." for text in said)
    moves = f"{game.turn_word.capitalize()} {frame.turn}. {' '.join(done)}" if done else ""
    return " ".join(part for part in (moves, events) if part)


def position_words(moment: Moment) -> str:
    """The position for those who cannot see it: standings, what everybody has played, and the last
    turn.
    """
    game, frame = moment.game, moment.frame
    names = names_of_players(moment)
    parts = [f"{game.title}, {game.turn_word} {frame.turn}."]
    for seat, standing in enumerate(frame.standings):
        parts += [f"{names[seat]}: {standing}."] if standing else []
    if game.most_turns <= SHORT_MATCH:
        passed = moment.frames[: frame.turn + 1]
        for agent in range(game.agents):
            played = [f.labels[agent] for f in passed if agent < len(f.labels) and f.labels[agent]]
            if played:
                parts.append(f"{game.agent_name(agent)} has played {', '.join(played)}.")
    parts.append(moves_words(moment))
    title, detail = result_words(moment)
    parts += [f"{title}{f': {detail}' if detail else ''}."] if title else []
    return " ".join(part for part in parts if part)
