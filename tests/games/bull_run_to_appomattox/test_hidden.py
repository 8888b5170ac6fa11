"""What a seat may not know reaches it in no position, offer or refusal (6.4/16 to 6.4/24)."""

from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Standing, Units, Waiting
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    ActivationEnded,
    Private,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.domain.kernel.sight import Secret
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for
from tests.games.bull_run_to_appomattox.playing import READERS, start, walked, written

SEEDS = (1, 2, 3)
SEAL = GameSeal(game_key(b"m" * 32, "game"), RULESET.sight.padded_to)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reader_sees_what_its_own_events_make(seed: int) -> None:
    """6.4/23: each event is sealed, opened for a reader, and applied: the position is the one it is shown."""
    own, version, storage = {reader: start() for reader in READERS}, 1, RULESET.storage
    for step in walked(seed):
        for event in step.events:
            version += 1
            topic, body = storage.events.encode(SEAL.sealed("game/main", version, event, {}))
            for reader in READERS:
                row = ("game/main", version, topic, body, version)
                seen = storage.events.decode(topic, body_for(SEAL, row, reader))
                own[reader] = decider.evolve(RULESET, own[reader], seen)
        for reader, position in own.items():
            assert written(RULESET.sight.see(step.after, reader)) == written(position), (step.number, reader)


def altered(position: Position, hidden_of: str, random: Random) -> Position:
    """A position that differs in nothing but what the enemy of a side may not know of it."""
    other = position.copy()
    for hq in other.units:
        if other.hqs[hq].side == hidden_of and hq not in other.shown:
            fewest = Units(random.randint(0, 12), random.randint(0, 4), random.randint(0, 4))
            other.units[hq] = random.choice((NONE, fewest))
    other.waiting[hidden_of] = Waiting(Units(random.randint(0, 5)))
    other.standing[hidden_of] = Standing(dict.fromkeys(other.hqs_of(hidden_of), 1))
    other.intelligence[hidden_of] = {}
    return other


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_hidden_changes_nothing_that_a_seat_gets(seed: int) -> None:
    """Two positions that differ only in what a seat may not see give that seat the same bytes (6.4/20)."""
    random, tried = Random(seed), 0
    for step in walked(seed)[::4]:
        for seat in RULESET.seats:
            twin = altered(step.before, ENEMY[seat], random)
            one, two = (RULESET.sight.see(each, seat) for each in (step.before, twin))
            assert written(one) == written(two)
            for position in (twin, one):
                assert RULESET.rules.due(position) == RULESET.rules.due(step.before)
            offered = [canonical(each) for each in decider.legal(RULESET, step.before, seat)]
            for position in (twin, one):
                assert [canonical(each) for each in decider.legal(RULESET, position, seat)] == offered
                tried += len(offered)
    assert tried > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_knows_its_own_side_and_an_onlooker_neither(seed: int) -> None:
    """6.4/16, 6.4/17."""
    for step in walked(seed)[::10]:
        for reader in READERS:
            seen = RULESET.sight.see(step.after, reader)
            for hq, units in seen.units.items():
                own = seen.hqs[hq].side == reader
                assert units.known == (own or not step.after.units[hq].known)
            assert seen.hqs == step.after.hqs
            assert seen.leaderless == step.after.leaderless


def test_the_end_of_an_activation_looks_the_same_whether_or_not_units_were_passed() -> None:
    """15/9: the sealed event has the same bytes but for what is sealed, and is as long."""
    lengths = set()
    for private in (Private(), Private("grant", Units(3, 1, 1)), Private(standing=Standing({"grant": 2}))):
        event = ActivationEnded("north", "hq", ("buell",), "LOU", Secret(("north",), private))
        _, body = RULESET.storage.events.encode(SEAL.sealed("game/main", 7, event, {}))
        lengths.add(len(body))
    assert len(lengths) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_foresees_is_what_happens(seed: int) -> None:
    """The events that are certain to a seat begin what its command then brings about, whatever is hidden."""
    certain = 0
    for step in walked(seed):
        seen = RULESET.sight.see(step.before, step.seat)
        foreseen = foresee(RULESET, seen, step.seat, step.command, step.due.id)
        told = [RULESET.storage.events.encode(each) for each in foreseen.events]
        assert told == [RULESET.storage.events.encode(each) for each in step.events[: len(told)]], step.number
        certain += len(told)
    assert certain > 100
