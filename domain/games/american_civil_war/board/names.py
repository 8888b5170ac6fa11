"""What things are called: sides, hexes, waters, vessels, and numbers of them, as players say it."""

import re
from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import load_map

_MAP = load_map()
SIDE_NAMES = {"union": "the Union", "confederate": "the Confederacy", "none": "nobody", "": "nobody"}
_ABBREVIATED = frozenset({"nsp", "ntp", "rsp", "usmrr"})
_WITHOUT_ARTICLE = re.compile(r"^(Lake|Bayou|Bull Run) ?|(Bay|Harbor|Sound|Pass)$")
_KIND_NAMES = {kind: kind.upper() for kind in ("asp", "msp", "nsp", "ntp", "rsp", "usmrr")}
_KIND_NAMES["flotilla"] = "river flotilla"
_UNIT_ID = re.compile(r"(nsp|ntp|rsp|usmrr|flotilla|ironclad|arsenal|factory)[0-9]+")


def side_name(side: str) -> str:
    """The Union, the Confederacy or nobody, as a sentence names them."""
    return SIDE_NAMES[side]


def name_at(hex_id: str) -> str:
    """The city or fortress in a hex, "" where there is none."""
    here = _MAP.hexes[hex_id]
    return here.city or here.fortress or ""


def place(hex_id: str) -> str:
    """A hex by its city or fortress and its number, or by its number alone."""
    name = name_at(hex_id)
    return f"{name} ({hex_id})" if name else hex_id


def places(hexes: Iterable[str]) -> str:
    """Hexes in a row, "nowhere" for none."""
    return listed([place(hex_id) for hex_id in hexes]) or "nowhere"


def waterway(where: str) -> str:
    """The sea or river of a vessel's place: "the Ohio", "Chesapeake Bay", "the East Gulf"."""
    side = _MAP.hexsides.get(where)
    name = where if side is None else side.name
    return name if _WITHOUT_ARTICLE.search(name) else f"the {name}"


def afloat(where: str) -> str:
    """Where a vessel lies: in a sea zone, or on a river's hexside."""
    return f"{'on' if where in _MAP.hexsides else 'in'} {water(where)}"


def water(where: str) -> str:
    """A vessel's place: "the East Gulf", or a hexside, by a town there: "the Ohio at Cairo (1513-1613)"."""
    side = _MAP.hexsides.get(where)
    if side is None:
        return waterway(where)
    towns = listed([town for hex_id in side.hexes if (town := name_at(hex_id))])
    return f"{waterway(where)} at {towns} ({where})" if towns else f"{waterway(where)} at {where}"


def fleet(names: Iterable[str]) -> str:
    """Vessels by their names: "NSP 1 and NTP 2"."""
    return listed([vessel_name(name) for name in names])


def vessel_name(name: str) -> str:
    """A vessel or railway unit as one says it: "NSP 1" for "nsp1"."""
    kind = name.rstrip("0123456789")
    word = kind.upper() if kind in _ABBREVIATED else kind
    return f"{word} {name[len(kind) :]}".strip()


def name_of(word: str) -> str:
    """A word of a command as a player says it: a side, a hex, a hexside, a vessel's id; else as it is."""
    if word in ("union", "confederate"):
        return side_name(word)
    if word in _MAP.hexes:
        return place(word)
    if word in _MAP.hexsides:
        return water(word)
    return vessel_name(word) if _UNIT_ID.fullmatch(word) else _KIND_NAMES.get(word, word)


def listed(words: list[str]) -> str:
    """Words joined as one says them: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, what: str, several: str = "") -> str:
    """A number of things: "1 movement point", "2 movement points"; `several` where that is no mere s."""
    return f"{number} {what if number == 1 else several or what + 's'}"


def agree(count: int, one: str, several: str) -> str:
    """The verb for so many things: "has" for 1, else "have"."""
    return one if count == 1 else several


def the_fort(hex_id: str) -> str:
    """A fort by the fortress that it is, "Fort Sumter (3925)", or by its town or hex."""
    return place(hex_id) if _MAP.hexes[hex_id].fortress else f"the fort in {place(hex_id)}"
