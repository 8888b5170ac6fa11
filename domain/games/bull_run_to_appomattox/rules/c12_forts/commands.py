"""What a seat asks for at forts, cities and works (chapter 12)."""

from typing import Annotated

import msgspec

from ironclad.domain.kernel.engine.codec import Command

Joining = Annotated[tuple[str, ...], msgspec.Meta(max_length=2)]


class Fortify(Command, frozen=True, tag_field="type", tag="fortify"):
    """The activated HQ digs in where it is (12.3/1)."""


class FortifyWithUnits(Command, frozen=True, tag_field="type", tag="fortify_with_units"):
    """Leaderless units dig in for 1 AP (12.3/5)."""

    spot: str


class Assault(Command, frozen=True, tag_field="type", tag="assault"):
    """The activated besieger assaults, with other besieging armies (12.2/11)."""

    joined: Joining = ()


class Sortie(Command, frozen=True, tag_field="type", tag="sortie"):
    """The activated besieged HQ attacks the besiegers, with the other one if named (12.2/12)."""

    joined: Joining = ()


class JoinRelief(Command, frozen=True, tag_field="type", tag="join_relief"):
    """The besieged armies that join a relief attack (5.2/8)."""

    joined: Joining = ()


COMMANDS = (Fortify, FortifyWithUnits, Assault, Sortie, JoinRelief)
