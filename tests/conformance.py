"""What every game must do, as checks of one game; tests/test_conformance.py runs them over all,
plug-in authors over theirs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, SIMULTANEOUS, Game, Joint, State
from engines.knobs import knobs
from engines.scene import AnyItem, Circle, Glyph, Line, Rect, Scene, Text
from tests.matches import content, generator, legal, movers, outcome, random_joint, random_match

ROLES = {
    "ink",
    "ink2",
    "ink3",
    "line",
    "line2",
    "edge",
    "field",
    "panel",
    "track",
    "mark",
    "mark_edge",
    "wall",
    "accent",
    "none",
}
ANCHORS = {"centre", "left", "right", "above", "below"}


def check_facts(game: Game) -> None:
    """Facts agree with one another, and no state field is hidden by a method of numpy's records."""
    assert game.name.isidentifier() and game.title
    assert len(game.owner) == game.agents and set(game.owner) == set(range(game.seats))
    assert game.max_actions >= 1 and game.longest >= 1
    assert len({game.agent_name(a) for a in range(game.agents)}) == game.agents
    hidden = set(game.dtype.names or ()) & set(dir(np.record))
    assert not hidden, f"plain Python reads numpy's own attributes instead of {hidden}"
    assert (
        type(game)
        .configure(**{k.name: getattr(game.options, k.name) for k in knobs(game.options)})
        .options
        == game.options
    )
    assert game.weights().size == max(1, len(knobs(game.EvalParams)))


def check_match(game: Game, seed: int) -> None:
    """A random match: every question has an answer, every listed action is legal, it ends in time
    with a fair result.
    """
    turns, last, rng = 0, game.initial(seed), generator(seed)
    for before, joint, after in random_match(game, seed):
        check_actions(game, before, rng)
        played = [a for a in range(game.agents) if joint[a] != PASS]
        assert played, "the match goes on, but nobody has an action"
        turns, last = turns + 1, after
    assert 0 < turns <= game.longest
    assert all(legal(game, last, agent) == [] for agent in range(game.agents))
    check_result(game, last)


def check_actions(game: Game, state: State, rng: np.random.Generator) -> None:
    """The lists of all agents, and the two ways to draw from them."""
    asked = movers(game, state)
    assert all(0 <= a < game.agents for a in asked) and game.simultaneous == (
        int(game.rules.to_move(state)) == SIMULTANEOUS
    )
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        assert len(set(actions)) == len(actions) <= game.max_actions
        assert all(game.rules.is_legal(state, agent, action) for action in actions)
        assert not any(game.rules.is_legal(state, agent, action) for action in (PASS, FORFEIT))
        if agent not in asked:
            assert not actions
        if actions and game.rules.random_action is not None:
            assert game.rules.random_action(state, agent, rng) in actions
        if actions and game.rules.policy is not None:
            assert game.rules.is_legal(state, agent, game.rules.policy(state, agent, rng))


def check_result(game: Game, state: State) -> None:
    """Outcomes are in [-1, 1]; values are numbers, or a sentence says what is missing."""
    assert game.rules.is_over(state) and game.reason(state)
    result = outcome(game, state)
    assert all(-1.0 <= x <= 1.0 for x in result)
    assert not game.zero_sum or math.isclose(sum(result), 0.0, abs_tol=1e-12)
    assert [game.advantage(state, seat) for seat in range(game.seats)] == result
    values = np.full(game.agents, np.nan)
    game.rules.value(state, game.weights(), values)
    assert np.isfinite(values).all() == (game.unvalued(state) == "")
    assert game.unknown or np.isfinite(values).all()


def check_repeats(game: Game, seed: int) -> None:
    """Same seed, same match; a saved state plays on as if never saved. Only chance draws."""
    first = [
        (content(before), joint.tolist(), content(after))
        for before, joint, after in random_match(game, seed)
    ]
    for turn, (before, joint, after) in enumerate(random_match(game, seed)):
        assert (content(before), joint.tolist(), content(after)) == first[turn]
        loaded = game.load(before.tobytes())
        rng = generator(seed, turn)
        undrawn = repr(rng.bit_generator.state)
        game.rules.step(loaded, joint, rng, None)
        assert content(loaded) == content(after)
        assert game.chance or repr(rng.bit_generator.state) == undrawn, "a game without chance drew"
        if game.rules.key is not None:
            assert game.rules.key(loaded) == game.rules.key(after) != game.rules.key(before)


def check_key(game: Game, seed: int) -> None:
    """Transpositions share a key; positions with the same key agree on movers, legal actions and
    value.
    """
    key = game.rules.key
    if key is None:
        return
    seen: dict[int, tuple[object, ...]] = {}
    for met in _meeting(game, seed):
        facts = [_facts(game, state) for state in met]
        for state, fact in zip(met, facts, strict=True):
            assert seen.setdefault(int(key(state)), fact) == fact
        if len(met) == 2 and _same_but_history(*met):
            assert key(met[0]) == key(met[1])


def _meeting(game: Game, seed: int) -> Iterator[list[State]]:
    """The positions of a random match, each with the one reached by its last moves in another
    order, where legal.
    """
    turns = list(random_match(game, seed))
    apart = 1 if game.simultaneous else game.agents
    for k, (_, _, after) in enumerate(turns):
        joints = [joint for _, joint, _ in turns[max(0, k - apart) : k + 1]]
        joints[0], joints[-1] = joints[-1], joints[0]
        state = turns[max(0, k - apart)][0].copy()
        for at, joint in enumerate(joints):
            if not all(
                game.rules.is_legal(state, a, int(joint[a]))
                for a in range(game.agents)
                if joint[a] != PASS
            ):
                break
            game.rules.step(state, joint, generator(seed, at), None)
        else:
            yield [after, state]
            continue
        yield [after]


def _facts(game: Game, state: State) -> tuple[object, ...]:
    values = np.zeros(game.agents)
    game.rules.value(state, game.weights(), values)
    over = bool(game.rules.is_over(state))
    actions = [sorted(legal(game, state, a)) for a in range(game.agents)]
    return repr(values.tolist()), over, None if over else movers(game, state), actions


def _same_but_history(state: State, other: State) -> bool:
    """Whether two states differ only in the last move, or in the key itself."""
    return all(
        np.array_equal(state[name], other[name])
        for name in state.dtype.names
        if name not in ("hash", "last", "won")
    )


def check_chance(game: Game, state: State, seed: int) -> None:
    """Outcomes that can be counted: their probabilities sum to 1, and `step` never does what
    `settle` cannot.
    """
    chance, settle = game.rules.chance, game.rules.settle
    assert (chance is None) == (settle is None)
    if chance is None or settle is None:
        return
    joint = random_joint(game, state, generator(seed))
    probs = np.full(game.max_outcomes + 8, np.nan)
    count = int(chance(state, joint, probs))
    assert 1 <= count <= game.max_outcomes and (game.chance or count == 1)
    assert (
        (probs[:count] > 0).all()
        and math.isclose(probs[:count].sum(), 1.0)
        and np.isnan(probs[count:]).all()
    )
    settled = []
    for k in range(count):
        after = state.copy()
        settle(after, joint, k)
        settled.append(content(after))
    assert len(set(settled)) == count
    for draw in range(6):
        after = state.copy()
        game.rules.step(after, joint, generator(seed, draw), None)
        assert content(after) in settled


def check_hooks(game: Game, state: State) -> None:
    """The optional hints of a game to searches are numbers about legal actions."""
    rules, lasting = game.rules, np.full(game.agents, np.nan)
    if rules.lasting is not None:
        rules.lasting(state, game.weights(), lasting)
        assert np.isfinite(lasting).all()
    if rules.quiet is not None:
        assert rules.quiet(state) in (True, False)
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        if not actions:
            continue
        if rules.rest is not None:
            assert rules.is_legal(state, agent, int(rules.rest(state, agent)))
        if rules.order is not None:
            assert all(
                int(rules.order(state, agent, a)) == rules.order(state, agent, a) for a in actions
            )
        if rules.prior is not None:
            likely = np.full(game.max_actions, np.nan)
            rules.prior(state, agent, np.array(actions, np.int64), len(actions), likely)
            assert (likely[: len(actions)] >= 0).all() and math.isclose(
                likely[: len(actions)].sum(), 1.0
            )
            assert np.isnan(likely[len(actions) :]).all()


def check_log(game: Game, seed: int) -> None:
    """A log changes nothing, and what it says becomes events of declared kinds."""
    kinds = {k.kind for k in game.event_kinds}
    for turn, (before, joint, after) in enumerate(random_match(game, seed, 60)):
        logged, log = before.copy(), game.new_log()
        game.rules.step(logged, joint, generator(seed, turn), log)
        assert content(logged) == content(after)
        for event in game.events(before, logged, log):
            assert event.kind in kinds and event.text and -1 <= event.agent < game.agents


def check_forfeit(game: Game, state: State) -> None:
    """A seat that answers badly does not win, and loses if that ends the match; if all do, there is
    still a result.
    """
    for agent in movers(game, state):
        joint = random_joint(game, state, generator(2))
        if joint[agent] == PASS:
            continue
        joint[agent] = FORFEIT
        after = _stepped(game, state, joint)
        at_once = game.rules.is_over(after)
        assert at_once or game.seats > 2, "somebody is left to play on"
        result = outcome(game, after if at_once else _finished(game, after))
        own = result[game.owner[agent]]
        assert own == -1.0 if game.seats == 1 else own < max(result)
        assert own == min(result) or game.seats > 2
    everybody = np.where(random_joint(game, state, generator(2)) == PASS, PASS, FORFEIT)
    after = _stepped(game, state, everybody)
    check_result(game, after if game.rules.is_over(after) else _finished(game, after))


def check_words(game: Game, state: State) -> None:
    """Labels tell actions apart; places to click are legal actions; sentences exist where
    needed.
    """
    assert not game.reason(state)
    for seat in range(game.seats):
        assert -1.0 <= game.advantage(state, seat) <= 1.0
        assert isinstance(game.standing(state, seat), str) and game.prompt(state, seat)
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        labels = [game.label(state, agent, action) for action in actions]
        assert all(labels) and len(set(labels)) == len(labels)
        assert all(game.explain(state, agent, action) == "" for action in actions)
        assert game.explain(state, agent, FORFEIT) != ""
        targets = game.targets(state, agent)
        assert not targets or sorted(t.action for t in targets) == sorted(actions)
        assert all(
            game.cell(state, agent, t.x + t.w / 2, t.y + t.h / 2) == t.action for t in targets
        )


def check_scene(game: Game, state: State) -> None:
    """Every number is finite, every colour is a role, ids are used once."""
    scene = game.scene(state)
    assert scene.width > 0 and scene.height > 0 and (scene.items or scene.still)
    assert all(
        math.isfinite(x)
        for item in _items(scene)
        for x in _numbers(tuple({**vars(item), "widest": 0.0}.values()))  # it may have no limit
    )
    ids = [item.id for item in scene.items if item.id]
    assert len(set(ids)) == len(ids)
    roles = (
        ROLES | {f"seat{k}" for k in range(game.seats)} | {f"agent{k}" for k in range(game.agents)}
    )
    assert {role for item in _items(scene) for role in _roles(item)} <= roles
    assert all(
        item.anchor in ANCHORS and item.text for item in _items(scene) if isinstance(item, Text)
    )


def check_text(game: Game, state: State, seed: int) -> None:
    """What a seat sends is read back as an action with the same effect."""
    joint = random_joint(game, state, generator(seed))
    for seat in range(game.seats):
        agents = list(game.agents_of(seat))
        assert all(
            isinstance(line, str) and "\n" not in line
            for line in (*game.intro(state, seat), *game.view(state, seat))
        )
        if all(joint[a] == PASS for a in agents):
            continue
        sent = joint.copy()
        sent[agents] = [game.resolve(state, a, int(joint[a])) for a in agents]
        assert all(game.rules.is_legal(state, a, int(sent[a])) for a in agents if sent[a] != PASS)
        parsed = game.parse(state, seat, game.send(state, seat, [int(a) for a in sent[agents]]))
        assert parsed.error == ""
        heard = sent.copy()
        heard[agents] = parsed.actions
        assert content(_stepped(game, state, heard)) == content(_stepped(game, state, sent))


def check_parse(game: Game, state: State, seat: int, lines: Sequence[str]) -> None:
    """Whatever is sent becomes legal actions or FORFEIT with a sentence."""
    parsed = game.parse(state, seat, lines)
    agents = game.agents_of(seat)
    assert len(parsed.actions) == len(agents)
    asked = movers(game, state)
    for agent, action in zip(agents, parsed.actions, strict=True):
        assert (
            action == FORFEIT
            or game.rules.is_legal(state, agent, action)
            or (action == PASS and agent not in asked)
        )
    assert (FORFEIT in parsed.actions) == bool(parsed.error)


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
        for other in (known, drawn):
            assert game.view(other, seat) == game.view(state, seat)
            assert all(legal(game, other, a) == legal(game, state, a) for a in game.agents_of(seat))
            again = other.copy()
            if game.rules.observe is not None:
                game.rules.observe(again, seat)
            assert content(again) == content(known), (
                "something hidden was left, or something visible was drawn anew"
            )


def position(game: Game, seed: int, share: float) -> State:
    """A position of the random match from `seed`, `share` of its length from the start and never
    its end.
    """
    states = [before for before, _, _ in random_match(game, seed)]
    return states[int(share * (len(states) - 1))]


def _stepped(game: Game, state: State, joint: Joint) -> State:
    after = state.copy()
    game.rules.step(after, joint, generator(3), None)
    return after


def _finished(game: Game, state: State) -> State:
    """Played on at random to the end."""
    rng = generator(4)
    while not game.rules.is_over(state):
        game.rules.step(state, random_joint(game, state, rng), rng, None)
    return state


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
