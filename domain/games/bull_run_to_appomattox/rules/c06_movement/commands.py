"""What a seat asks of the piece that it has activated (chapters 6 and 13)."""

from typing import Annotated

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET

Path = Annotated[tuple[str, ...], msgspec.Meta(max_length=12)]
"""Zones or banks in the order in which they are entered. The piece stops at the first thing that stops it.

An empty path is refused as an order; it leaves the way open where only the reach is asked.
"""


class Reconnoitre(Command, frozen=True, tag_field="type", tag="reconnoitre"):
    """Search an enemy HQ in an adjacent zone, declaring cavalry CP of the searching HQ (6.4)."""

    target: str
    declared: Annotated[int, msgspec.Meta(ge=0, le=20), SECRET] = 0


class March(Command, frozen=True, tag_field="type", tag="march"):
    """March on foot (6.1)."""

    path: Path


class Ride(Command, frozen=True, tag_field="type", tag="ride"):
    """Go by rail (6.3)."""

    path: Path


class Embark(Command, frozen=True, tag_field="type", tag="embark"):
    """Board fleets in the HQ's port (7.13.3/3). `cargo` assigns every CP to a fleet; `hq_on` carries the
    HQ.
    """

    fleets: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=12)]
    cargo: Annotated[dict[str, Units], SECRET]
    hq_on: Annotated[str, SECRET]


class Sail(Command, frozen=True, tag_field="type", tag="sail"):
    """Sail to seas, ports and river ports, one after another (6.2)."""

    path: Path


class Land(Command, frozen=True, tag_field="type", tag="land"):
    """Put the army that the fleets carry ashore, on a bank of a divided zone if `spot` names one (7.13.3)."""

    spot: str


class LeavePort(Command, frozen=True, tag_field="type", tag="leave_port"):
    """Where fleets go whose port the enemy has taken (5.2/13)."""

    to: str


COMMANDS = (Reconnoitre, March, Ride, Embark, Sail, Land, LeavePort)
