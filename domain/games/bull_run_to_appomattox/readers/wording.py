"""What things are called in sentences: sides, places, HQs, fleets, bridges, units, and lists of them."""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.bull_run_to_appomattox.board.charts import FLEET_KINDS, TYPES, headquarters
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Range, Units

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


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a sentence: "a", "a and b", "a, b and c"; "" for none. `last` stands before the last."""
    all_ = list(words)
    if len(all_) < 2:
        return "".join(all_)
    return f"{', '.join(all_[:-1])} {last} {all_[-1]}"


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: "1 hit", "3 hits"."""
    return f"{number} {one if number == 1 else several or one + 's'}"


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


def dice(faces: Iterable[int]) -> str:
    """Dice as rolled: "die 4", "dice 4 and 6"."""
    rolled = [str(face) for face in faces]
    return f"{'die' if len(rolled) == 1 else 'dice'} {listed(rolled)}"


def signed(number: int) -> str:
    """A number with its sign: "+1", "−2", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def sentence(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]
