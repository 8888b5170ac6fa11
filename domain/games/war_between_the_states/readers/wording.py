"""Names and amounts as players read them."""

from collections.abc import Iterable, Mapping, Sequence

from ironclad.domain.games.war_between_the_states.board.map import load_map

SIDE_NAMES = {"union": "the Union", "confederate": "the Confederate"}
AFLOAT = "~"
MOST_NAMED = 3


def side(name: str) -> str:
    """A side in a sentence."""
    return SIDE_NAMES.get(name, name)


def capital(text: str) -> str:
    """A sentence that begins with a capital."""
    return text[:1].upper() + text[1:]


def place(id: str) -> str:
    """A hex with its name, or a place of water: "Richmond (C2516)", "the water A3219-A3320"."""
    if id.startswith(AFLOAT) or "-" in id:
        return f"the water {id.removeprefix(AFLOAT)}"
    name = load_map().name_of(id)
    return name if name == id else f"{name} ({id})"


def piece(id: str) -> str:
    """A unit, headquarters or ship by its id: "Union infantry 3"; leaders have their names."""
    kind, dot, hex = id.partition(".")
    if dot:
        what = {"loose": "the loose supply", "base": "the base"}.get(kind, f"{side(kind)}'s depot")
        return f"{what} in {place(hex)}"
    name, _, number = id.rpartition("_")
    if number.isdigit() and name.startswith(("union_", "confederate_")):
        return f"{name.replace('_', ' ').capitalize()} {number}"
    return id


def listed(ids: Iterable[str]) -> str:
    """Pieces: "a, b and c"; "nobody" for none."""
    names = [piece(id) for id in ids]
    if len(names) < 2:
        return names[0] if names else "nobody"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def force(ids: Sequence[str]) -> str:
    """Pieces that go together: three at most by name, of more the first two with their number."""
    if len(ids) <= MOST_NAMED:
        return listed(ids)
    first = sorted(ids, key=_rank)[: MOST_NAMED - 1]
    return f"{', '.join(map(piece, first))} and {len(ids) - len(first)} more"


def _rank(id: str) -> int:
    """Leaders before headquarters before units."""
    name, _, number = id.rpartition("_")
    if not number.isdigit():
        return 0
    return 1 if name.endswith(("_army", "_corps")) or "_hq" in name else 2


def points(amounts: Mapping[str, int], unit: str) -> list[str]:
    """A line for each piece with its amount."""
    return [f"{piece(id)}: {number} {unit}" for id, number in amounts.items()]


def movement_points(halves: int) -> str:
    """Half movement points as MP: "1.5 MP"."""
    return f"{halves / 2:g} MP"
