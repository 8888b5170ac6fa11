"""What things are called in sentences: sides, places, HQs, fleets, bridges, units, and lists of them."""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.bull_run_to_appomattox.board.charts import FLEET_KINDS, TYPES, headquarters
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Range, Units
from ironclad.domain.kernel.telling.words import listed

SIDE_NAMES = {"north": "the North", "south": "the South"}
OTHER_NAMES = {"fort": "the fort", "others": "the other fleets"}


def name_of(word: str) -> str:
    """What a player calls a zone, bank, sea, HQ, fleet, border or side; any other word as it is."""
    if word in headquarters():
        return headquarters()[word].name
    if word in SIDES:
        return SIDE_NAMES[word]
    if word in board().names:
        return board().names[word]
    if word in board().edges:
        return bridge(word)
    return fleet(word)


def place(spot: str) -> str:
    """A zone, bank, sea zone or mountain area; "no place" for none."""
    return board().names.get(spot, spot) or "no place"


def side_name(side: str) -> str:
    """The side in a sentence, "the North" or "the South"; "nobody" for none."""
    return SIDE_NAMES.get(side, "nobody")


def hq_name(hq: str) -> str:
    """The name on an HQ's counter."""
    return headquarters()[hq].name


def fleet(id: str) -> str:
    """A fleet by its id: "north_sail1" is "sail fleet 1"; any other word as it is."""
    side, _, rest = id.partition("_")
    kind = rest.rstrip("0123456789")
    if side not in SIDES or kind not in FLEET_KINDS:
        return id
    number = rest.removeprefix(kind)
    return f"{kind} fleet {number}".rstrip()


def fleets(ids: Iterable[str]) -> str:
    """Fleets in a list; "no fleet" for none."""
    return listed([fleet(id) for id in ids]) or "no fleet"


def hqs(ids: Iterable[str]) -> str:
    """HQs in a list; "no HQ" for none."""
    return listed([hq_name(id) for id in ids]) or "no HQ"


def one_of(spots: Iterable[str]) -> str:
    """Places of which one is chosen."""
    return listed([place(spot) for spot in spots], "or")


def places(spots: Iterable[str]) -> str:
    """Places in a list."""
    return listed([place(spot) for spot in spots])


def bridge(id: str) -> str:
    """What a bridge is on: a border between two zones, or a divided zone."""
    if id in board().edges:
        edge = board().edges[id]
        return f"the border {place(edge.a)} – {place(edge.b)}"
    return f"the river in {place(id)}"


def group(id: str) -> str:
    """Who fights or pays: an HQ, a fleet, or the leaderless units of a spot."""
    if id in headquarters():
        return hq_name(id)
    return f"leaderless units in {place(id)}" if id in board().names else fleet(id)


def target(id: str) -> str:
    """What naval dice are aimed at: an ironclad, the fort, the other fleets."""
    return OTHER_NAMES.get(id) or fleet(id)


def units(of: Units | None) -> str:
    """CP by type: "5 infantry, 2 cavalry and 1 artillery CP"; "no CP"; "an unknown number of CP"."""
    if of is None or not of.known:
        return "an unknown number of CP"
    parts = [f"{count} {each}" for each in TYPES if (count := getattr(of, each))]
    return f"{listed(parts)} CP" if parts else "no CP"


def by_group(of: Mapping[str, Units]) -> list[str]:
    """A line for each army or leaderless group: "Grant: 5 infantry CP"."""
    return [f"{group(id)}: {units(each)}" for id, each in of.items()]


def between(of: Range) -> str:
    """A figure of reconnaissance: "8", "4 to 12"."""
    return str(of.low) if of.low == of.high else f"{of.low} to {of.high}"
