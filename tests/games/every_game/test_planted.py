"""A rule that is changed without a new version fails the build: golden games and counts notice it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import msgspec
import pytest

from ironclad.conformance.golden import log_digest
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.playout import PlayFault
from ironclad.domain.kernel.rulebook.errata import Version
from tests.games import versions
from tests.games.keeping import Kept, kept, names
from tests.games.planting import Function, in_place

PLANTED: dict[str, tuple[str, str, Callable[[Function], Function]]] = {
    "american_civil_war": (
        *("c09_battle.resolution", "reckon_losses"),
        lambda rule: lambda *given, **named: msgspec.structs.replace(rule(*given, **named), attacker=0),
    ),
    "bull_run_to_appomattox": (
        *("c07_combat.firing", "is_hit"),
        lambda rule: lambda die, modifiers, needs: die == 6,
    ),
    "eagle_variant": (
        *("c06_tactical.attacking", "entrenched"),
        lambda rule: lambda position, unit: not rule(position, unit),
    ),
}
"""By ruleset: the module and the function of a rule, and what is planted in its place."""

VERSIONS = [(name, version) for name in names() for version in kept(name).ruleset.identity.published.versions]
IDS = [f"{name} {version.version}" for name, version in VERSIONS]


def test_a_rule_of_each_ruleset_is_changed_here() -> None:
    assert PLANTED.keys() == set(names())


@contextmanager
def planted(name: str) -> Iterator[None]:
    chapter, function, change = PLANTED[name]
    rule = getattr(import_module(f"ironclad.domain.games.{name}.rules.{chapter}"), function)
    with in_place(rule, change(rule)):
        yield


def noticed(of: Kept, version: Version) -> list[str]:
    """What the build finds of a version's golden games that its entry does not say."""
    now = dict[str, str]()
    for game in of.games:
        name = of.game_name(version.version, game)
        if name in version.golden:
            try:
                now[name] = log_digest(of.played(version.version, game))
            except (PlayFault, Refused) as fault:
                now[name] = str(fault)
    return list(versions.differences(version, {"golden": now}))


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=IDS)
def test_a_changed_result_is_noticed_in_every_version(name: str, version: Version) -> None:
    with planted(name):
        assert noticed(kept(name), version)


@pytest.mark.full
@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=IDS)
def test_without_a_change_nothing_is(name: str, version: Version) -> None:
    assert noticed(kept(name), version) == []


def refuses(position: Any, due: Any, command: Any) -> None:
    raise Refused("0", "it is planted")


@pytest.mark.parametrize("name", names())
def test_what_is_legal_no_more_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts of small positions: for each the most usual command is refused."""
    of = kept(name)
    title = next(iter(of.perfts))
    position, newest = of.start(title), of.ruleset.identity.published.newest
    commands: list[Command] = [
        command for due in of.ruleset.rules.due(position) for command in of.offered(position, due.seat)
    ]
    monkeypatch.setitem(of.ruleset.rules.handlers.checks, type(commands[0]), refuses)
    try:
        found = of.count(title)
    except (Refused, AssertionError):
        return  # an offer that is refused is noticed at once
    assert list(versions.differences(newest, {"perft": {title: found}}))
