"""What the words, pictures and texts of every game must be, as checks of one game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, Game, State
from engines.scene import AnyItem, Circle, Glyph, Line, Rect, Scene, Text
from lab.check.law import law, of_kind
from lab.check.matches import content, generator, legal, movers, random_joint, random_match, stepped

# of engines/scene.py; seats and agents have their own
ROLES = frozenset({"ink", "ink2", "ink3", "line", "line2", "edge", "field", "panel", "track"})
ROLES |= {"mark", "mark_edge", "wall", "accent", "none"}
ANCHORS = frozenset({"centre", "left", "right", "above", "below"})


def check_log(game: Game, seed: int) -> None:
    """A log changes nothing, and what it says becomes events of declared kinds."""
    kinds = {k.kind for k in game.event_kinds}
    for turn, (before, joint, after) in enumerate(random_match(game, seed, 60)):
        logged, log = before.copy(), game.new_log()
        game.rules.step(logged, joint, generator(seed, turn), log)
        law(content(logged) == content(after), "step", "step plays differently with a log")
        for event in game.events(before, logged, log):
            law(event.kind in kinds, "events", f"events tells {event.kind}, not in event_kinds")
            law(event.text and -1 <= event.agent < game.agents, "events", "an event has no words")


def check_words(game: Game, state: State) -> None:
    """Labels tell actions apart; places to click are legal actions; sentences exist where
    needed.
    """
    law(not game.reason(state), "reason", "reason says how a match ended that goes on")
    for seat in range(game.seats):
        lead = game.advantage(state, seat)
        law(-1.0 <= lead <= 1.0, "advantage", f"advantage is {lead}, beyond -1 to 1")
        of_kind(game.standing(state, seat), str, "standing", "text")
        law(game.prompt(state, seat), "prompt", "prompt is empty")
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        _check_labels(game, state, agent, actions)
        _check_targets(game, state, agent, actions)


def _check_labels(game: Game, state: State, agent: int, actions: Sequence[int]) -> None:
    labels = [game.label(state, agent, action) for action in actions]
    for label in labels:
        of_kind(label, str, "label", "text")
        law(label, "label", "label gives no text")
    twice = next((each for each in labels if labels.count(each) > 1), "")
    law(not twice, "label", f"two actions have the same label, {twice}")
    for action in actions:
        why = game.explain(state, agent, action)
        law(why == "", "explain", f"explain says why action {action} is illegal, which is legal")
    law(game.explain(state, agent, FORFEIT), "explain", "explain is empty for an illegal action")


def _check_targets(game: Game, state: State, agent: int, actions: Sequence[int]) -> None:
    targets = game.targets(state, agent)
    of_kind(targets, Sequence, "targets", "list")
    law(
        not targets or sorted(t.action for t in targets) == sorted(actions),
        "targets",
        "targets are not those of the legal actions",
    )
    for t in targets:
        found = game.cell(state, agent, t.x + t.w / 2, t.y + t.h / 2)
        law(
            found == t.action,
            "cell",
            f"a click on the target of action {t.action} means {found} (cell)",
        )


def check_scene(game: Game, state: State) -> None:
    """Every number is finite, every colour is a role, ids are used once."""
    scene = game.scene(state)
    of_kind(scene, Scene, "scene", "Scene")
    law(
        scene.width > 0 and scene.height > 0 and (scene.items or scene.still),
        "scene",
        "the picture is empty",
    )
    for item in _items(scene):
        # `widest` may have no limit
        numbers = _numbers(tuple({**vars(item), "widest": 0.0}.values()))
        law(
            all(math.isfinite(x) for x in numbers),
            "scene",
            f"a {type(item).__name__} of the picture is at no number: {item}",
        )
    ids = [item.id for item in scene.items if item.id]
    twice = next((each for each in ids if ids.count(each) > 1), "")
    law(not twice, "scene", f"two items of the picture have the id {twice}")
    own = {f"seat{k}" for k in range(game.seats)} | {f"agent{k}" for k in range(game.agents)}
    strange = {role for item in _items(scene) for role in _roles(item)} - ROLES - own
    law(not strange, "scene", f"{', '.join(sorted(strange))} is no colour (engines/scene.py)")
    for item in _items(scene):
        if isinstance(item, Text):
            law(item.anchor in ANCHORS, "scene", f"a text's anchor is {item.anchor}")
            law(item.text, "scene", "a text of the picture is empty")


def check_text(game: Game, state: State, seed: int) -> None:
    """What a seat sends is read back as an action with the same effect."""
    joint = random_joint(game, state, generator(seed))
    for seat in range(game.seats):
        agents = list(game.agents_of(seat))
        for at, lines in (("intro", game.intro(state, seat)), ("view", game.view(state, seat))):
            for line in lines:
                law(isinstance(line, str) and "\n" not in line, at, f"{at} gives {line!r}, no line")
        if all(joint[a] == PASS for a in agents):
            continue
        sent = joint.copy()
        sent[agents] = [game.resolve(state, a, int(joint[a])) for a in agents]
        for a in agents:
            law(
                sent[a] == PASS or game.rules.is_legal(state, a, int(sent[a])),
                "resolve",
                f"resolve makes {sent[a]} of action {joint[a]}, which is no move",
            )
        lines = game.send(state, seat, [int(a) for a in sent[agents]])
        parsed = game.parse(state, seat, lines)
        law(not parsed.error, "parse", f"parse refuses what send gives ({lines}): {parsed.error}")
        heard = sent.copy()
        heard[agents] = parsed.actions
        law(
            content(stepped(game, state, heard)) == content(stepped(game, state, sent)),
            "parse",
            f"parse reads {parsed.actions} where send was given {sent[agents].tolist()}",
        )


def check_parse(game: Game, state: State, seat: int, lines: Sequence[str]) -> None:
    """Whatever is sent becomes legal actions or FORFEIT with a sentence."""
    parsed = game.parse(state, seat, lines)
    agents = game.agents_of(seat)
    law(len(parsed.actions) == len(agents), "parse", "parse gives not one action for each agent")
    asked = movers(game, state)
    for agent, action in zip(agents, parsed.actions, strict=True):
        law(
            action == FORFEIT
            or game.rules.is_legal(state, agent, action)
            or (action == PASS and agent not in asked),
            "parse",
            f"parse makes the illegal action {action} of {list(lines)}, and should give FORFEIT",
        )
    law(
        (FORFEIT in parsed.actions) == bool(parsed.error),
        "parse",
        "parse gives FORFEIT without an error, or an error without FORFEIT",
    )


def check_position(game: Game, state: State) -> None:
    """The game's own check accepts what its rules lead to."""
    if type(game).bounds is Game.bounds:
        return
    bounds = game.bounds()
    unsaid = [name for name in game.dtype.names or () if name not in bounds]
    law(not unsaid, "bounds", f"bounds says nothing of the field {', '.join(unsaid)}")
    refusal = game.check(state)
    law(not refusal, "bounds", f"the game refuses a position of its own: {refusal}")


def check_hidden(game: Game, state: State, seed: int) -> None:
    """Hiding what a seat may not see and redrawing it changes nothing that the seat sees or may
    do.
    """
    for seat in range(game.seats):
        known = state.copy()
        if game.rules.observe is not None:
            game.rules.observe(known, seat)
        drawn = known.copy()
        if game.rules.sample is not None:
            game.rules.sample(drawn, seat, generator(seed))
        for at, other in (("observe", known), ("sample", drawn)):
            law(
                game.view(other, seat) == game.view(state, seat),
                at,
                f"{at} changes what seat {seat + 1} reads",
            )
            for a in game.agents_of(seat):
                law(
                    legal(game, other, a) == legal(game, state, a),
                    at,
                    f"{at} changes the actions of agent {a}, whose seat it is",
                )
            again = other.copy()
            if game.rules.observe is not None:
                game.rules.observe(again, seat)
            law(
                content(again) == content(known),
                at,
                "something hidden was left, or something visible was drawn anew",
            )


def _items(scene: Scene) -> tuple[AnyItem, ...]:
    return (*scene.still, *scene.items)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int | float | np.number):
        yield float(value)


def _roles(item: AnyItem) -> tuple[str, ...]:
    if isinstance(item, Circle | Rect | Line):
        return item.fill, item.stroke
    return (item.role,) if isinstance(item, Text | Glyph) else ()
