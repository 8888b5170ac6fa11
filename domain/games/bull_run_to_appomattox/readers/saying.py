"""Words for units, pieces and the point of the game, which scene, tracks and panels share."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES, headquarters, turns
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Findings, Range, Units

SIDE_NAMES = {"north": "North", "south": "South"}
PHASES = {
    "begin": "before the first roll",
    "preparation": "orders of preparation",
    "placement": "orders of placement",
    "attrition": "winter attrition",
}


def units_said(units: Units) -> str:
    """Units in words: "12 CP: 8 infantry, 2 cavalry, 2 artillery"; unknown and no units too."""
    if not units.known:
        return "unknown contents"
    if units == NONE:
        return "no units"
    kinds = ", ".join(f"{count} {kind}" for kind in TYPES if (count := getattr(units, kind)))
    return f"{units.total} CP: {kinds}"


def contents(position: Position, hq: str) -> Units:
    """What an HQ commands as the reader knows it: what a combat has in the open counts (6.4/19)."""
    units = position.units_of(hq)
    return units if units.known else position.shown.get(hq, units)


def findings_of(position: Position, hq: str) -> Findings | None:
    """What the reader's side found out of an enemy HQ; only its own findings are in a position (6.4)."""
    found = (position.intelligence.get(side, {}).get(hq) for side in SIDES)
    return next((each for each in found if each is not None), None)


def findings_said(found: Findings) -> str:
    """Findings in words: "in turn 3: 4 to 7 CP, cavalry 2"."""
    said = [_range(found.total, "CP") if found.total else ""]
    said += [_range(figure, kind) for kind in TYPES if (figure := getattr(found, kind)) is not None]
    where = board().names.get(found.spot, found.spot)
    return f"found in turn {found.turn} in {where}: {', '.join(filter(None, said)) or 'nothing'}"


def _range(figure: Range, what: str) -> str:
    if figure.low == figure.high:
        return f"{figure.low} {what}"
    return f"{figure.low} to {figure.high} {what}"


def hq_name(hq: str) -> str:
    """What an HQ is called."""
    return headquarters()[hq].name


def spot_name(spot: str) -> str:
    """What a place is called."""
    return board().names.get(spot, spot)


def line(position: Position) -> str:
    """The point of the game: "turn 3, Jul-Aug 1861, activation"."""
    turn = turns().get(position.box)
    parts = [f"turn {position.turn}", turn.months if turn else "", *_phase(position)]
    return ", ".join(filter(None, parts))


def _phase(position: Position) -> Iterator[str]:
    asked = {due.kind for due in position.agenda.due}
    yield next((PHASES[kind] for kind in PHASES if kind in asked), position.phase.replace("_", " "))
    if position.taking:
        left = position.action_points.get(position.taking, 0)
        yield f"{SIDE_NAMES[position.taking]} has {left} AP"
