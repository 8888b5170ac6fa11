"""What a position is decided by: a version of the rules, the errata that hold, the options; and other ones.

A *reading* is a value of an option, or an erratum that holds or does not hold.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RulesMoved

HOLDS, HOLDS_NOT = "holds", "not"
"""The two values of a reading that is an erratum."""


class Lacking(Exception):
    """This build has not what is needed to decide by; says what."""


class Terms(msgspec.Struct, frozen=True):
    """A version, the ids of the errata that hold, and the options that were chosen."""

    version: str
    errata: tuple[str, ...] = ()
    options: dict[str, str] = {}


class Asked(msgspec.Struct, frozen=True):
    """By what else a game is decided: another version (None: each game's own), and readings by name."""

    version: str | None = None
    readings: dict[str, str] = {}

    @property
    def nothing(self) -> bool:
        """Whether a game is decided by its own terms."""
        return self.version is None and not self.readings


def terms_of(begun: GameBegun) -> Terms:
    """The terms that a game begins with."""
    errata = () if begun.errata is msgspec.UNSET else begun.errata
    return Terms(begun.version, errata, dict(begun.options))


def require_known(ruleset: Ruleset[Any], terms: Terms) -> None:
    """Check that this build decides by these terms. Raises Lacking."""
    known = [each.version for each in ruleset.identity.published.versions]
    if terms.version not in known:
        raise Lacking(f"version {terms.version} of {ruleset.name}; this build has {', '.join(known)}")
    if unknown := sorted(set(terms.errata) - ruleset.identity.published.ids):
        raise Lacking(f"the erratum {', '.join(unknown)} of {ruleset.name}")


def asked_terms(ruleset: Ruleset[Any], own: Terms, asked: Asked) -> Terms:
    """What a game of these terms of its own is decided by, as it was asked. Raises Lacking."""
    published = ruleset.identity.published
    require_known(ruleset, own)
    version, errata = own.version, set(own.errata)
    if asked.version is not None:
        require_known(ruleset, Terms(asked.version))
        version, errata = asked.version, set(published.find(asked.version).errata)
    options = dict(own.options)
    for name, value in asked.readings.items():
        if name in ruleset.identity.options:
            if value not in ruleset.identity.options[name].values:
                values = ", ".join(ruleset.identity.options[name].values)
                raise Lacking(f"the reading {name}={value}; option {name} is one of {values}")
            options[name] = value
        elif name in published.ids:
            if value not in (HOLDS, HOLDS_NOT):
                raise Lacking(f"the reading {name}={value}; an erratum {HOLDS}, or {HOLDS_NOT}")
            (errata.add if value == HOLDS else errata.discard)(name)
        else:
            raise Lacking(f"the reading {name}: {ruleset.name} has no such option or erratum")
    ordered = tuple(each.id for each in published.errata if each.id in errata)
    return Terms(version, ordered, options)


def begun_by(begun: GameBegun, terms: Terms) -> GameBegun:
    """A game's first event with other terms; a position document in it names none of its own then."""
    return msgspec.structs.replace(
        begun,
        version=terms.version,
        options=dict(terms.options),
        errata=terms.errata or msgspec.UNSET,
        position=_without_errata(begun.position),
    )


def under(ruleset: Ruleset[Any], position: Any, begun: GameBegun, terms: Terms) -> Any:
    """A position of a game as it is under other terms: decided by them from here on.

    Raises Unreadable where it is no position of these terms: another decision would be due in it.
    """
    document = ruleset.storage.to_document(position)
    return ruleset.rules.initial(begun_by(msgspec.structs.replace(begun, position=document), terms))


def moved(ruleset: Ruleset[Any], own: Terms, asked: Asked, event: RulesMoved) -> RulesMoved | None:
    """What a move of the rules that is recorded does to a game that is decided otherwise.

    `own` are the terms that the game is decided by before it. A version that is asked for holds where the
    game was moved to that one or to an older one, and readings that are asked for hold on. None where nothing
    changes. Raises Lacking.
    """
    published = ruleset.identity.published
    recorded = Terms(event.version, event.errata)
    require_known(ruleset, recorded)
    options = {**own.options, **event.readings}
    if asked.version is not None and not published.is_newer(event.version, than=asked.version):
        recorded = Terms(own.version, own.errata)
    wanted = asked_terms(
        ruleset, Terms(recorded.version, recorded.errata, options), Asked(None, asked.readings)
    )
    if wanted == own:
        return None
    readings = {name: value for name, value in wanted.options.items() if own.options.get(name) != value}
    return RulesMoved(wanted.version, wanted.errata, readings)


def after_move(terms: Terms, event: RulesMoved) -> Terms:
    """The terms after a move of the rules."""
    return Terms(event.version, event.errata, {**terms.options, **event.readings})


def _without_errata(document: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if document is None:
        return None
    return {name: value for name, value in document.items() if name != "errata"}
