"""What happens on the march, on rails and at sea (chapters 5 and 6)."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Mode
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings, Side, Units
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class Report(msgspec.Struct, frozen=True):
    """What both sides learn of a reconnaissance: declared cavalry, balloons, and the result (6.4/6)."""

    searcher: int
    target: int
    balloons: int
    total: int


class HqReconnoitred(Event, frozen=True, tag_field="type", tag="hq_reconnoitred"):
    """An HQ searched an enemy HQ (6.4). `report` is for both sides, `findings` for the searcher alone."""

    hq: str
    target: str
    die: int
    report: Secret[Report]
    findings: Secret[Findings | None]


class ZoneEntered(Event, frozen=True, tag_field="type", tag="zone_entered"):
    """An activated HQ or raider entered a spot for one movement point (6.1/8).

    `edge` is the border that it crossed, "" inside a divided zone and into mountains. `bridge`: defenders
    there would have the river benefit (13/3, 5.2/15). `stops`: it may not go further.
    """

    piece: str
    side: Side
    mode: Mode
    start: str
    end: str
    edge: str
    bridge: bool
    spent: int
    stops: bool


class ArmyEmbarked(Event, frozen=True, tag_field="type", tag="army_embarked"):
    """An HQ boarded fleets (7.13.3/3). `cargo` says which fleet carries what; `hq_on` carries the HQ.

    `cost` are action points for the fleets."""

    hq: str
    fleets: tuple[str, ...]
    port: str
    cargo: Secret[dict[str, Units]]
    hq_on: Secret[str]
    cost: int


class FleetsSailed(Event, frozen=True, tag_field="type", tag="fleets_sailed"):
    """Fleets, and the HQ that they carry ("" for none), entered a sea, port or river port (6.2)."""

    side: Side
    fleets: tuple[str, ...]
    hq: str
    start: str
    end: str
    spent: int
    stops: bool


class TroopsLanded(Event, frozen=True, tag_field="type", tag="troops_landed"):
    """An HQ and what it commands went ashore (7.13.3)."""

    hq: str
    fleets: tuple[str, ...]
    spot: str


class HqRetreated(Event, frozen=True, tag_field="type", tag="hq_retreated"):
    """An HQ retreated, withdrew or refused combat and went to a spot (7.8, 7.9).

    `aboard`: it went back onto these fleets (7.13.3/12), which carry it then as `cargo` says.
    """

    hq: str
    start: str
    end: str
    why: str
    aboard: tuple[str, ...] = ()
    cargo: Secret[dict[str, Units]] = Secret()


class FleetsRetreated(Event, frozen=True, tag_field="type", tag="fleets_retreated"):
    """Fleets, and the HQs aboard, went back to a place after combat (7.12, 7.13.2) or left a lost port."""

    side: Side
    fleets: tuple[str, ...]
    start: str
    end: str
    why: str


class FleetsLost(Event, frozen=True, tag_field="type", tag="fleets_lost"):
    """Fleets that could go nowhere are lost (6.1/17, 5.2/13), with the HQs aboard them."""

    side: Side
    fleets: tuple[str, ...]
    place: str
    drowned: tuple[str, ...]
    why: str


class CityTaken(Event, frozen=True, tag_field="type", tag="city_taken"):
    """A side took a strategic city (5.2/10); `before` held it, "" for nobody."""

    zone: str
    side: Side
    before: str
    why: str


EVENTS = (
    HqReconnoitred, ZoneEntered, ArmyEmbarked, FleetsSailed, TroopsLanded, HqRetreated, FleetsRetreated,
    FleetsLost, CityTaken,
)  # fmt: skip
