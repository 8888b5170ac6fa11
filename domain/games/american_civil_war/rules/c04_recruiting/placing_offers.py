"""What may be placed in a Recruitment Phase: the canonical commands, and a quick random one."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.position.in_progress import Recruitment
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import (
    EndReinforcements,
    PlaceLeader,
    Placement,
    PlaceReinforcement,
    PlaceReinforcements,
    absent,
    anything_left,
    cavalry_left_of,
    judge,
    recruitment_of,
    rooms,
    shares_of,
    with_placed,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import AT_LARGE
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@acw.offer("reinforcements")
def offer_placements(position: Position, due: Due) -> Iterator[Command]:
    """Everything at once, spread in order; each unit into each hex; and the end, where it is allowed."""
    recruitment = recruitment_of(position)
    yield from _all_at_once(position, recruitment, due.seat, None)
    for share in shares_of(recruitment, due.seat):
        for hex_id, room in rooms(recruitment, share).items():
            for count in sorted({1, room} - {0}) if room else ():
                command = PlaceReinforcement(hex=hex_id, count=count, source=share.source)
                if acw.allows(position, due, command):
                    yield command
            if room and share.cavalry and cavalry_left_of(recruitment, due.seat) > 0:
                command = PlaceReinforcement(hex=hex_id, unit=CAVALRY, source=share.source)
                if acw.allows(position, due, command):
                    yield command
    for back in absent(recruitment, due.seat):
        yield from (PlaceLeader(leader=back.leader, hex=hex_id) for hex_id in back.hexes)
    if not anything_left(recruitment, due.seat, obliged=True):
        yield EndReinforcements()


@acw.sample("reinforcements")
def sample_placements(position: Position, due: Due, random: Random) -> Command:
    """All that a side has, spread at random, in one command."""
    recruitment = recruitment_of(position)
    return next(_all_at_once(position, recruitment, due.seat, random), EndReinforcements())


def _all_at_once(
    position: Position, recruitment: Recruitment, seat: str, random: Random | None
) -> Iterator[PlaceReinforcements]:
    """One command for everything that can be placed; nothing if nothing can."""
    placements: list[Placement] = []
    for share in sorted(shares_of(recruitment, seat), key=lambda each: each.source == AT_LARGE):
        while room := {hex_id: n for hex_id, n in rooms(recruitment, share).items() if n}:
            hexes = list(room)
            hex_id = hexes[0] if random is None else random.choice(hexes)
            mounted = (
                random is not None
                and share.cavalry
                and cavalry_left_of(recruitment, seat) > 0
                and random.random() < 0.2
            )
            count = 1 if mounted or random is None else random.randint(1, room[hex_id])
            if random is None:
                count = room[hex_id]
            placement = Placement(hex_id, CAVALRY if mounted else ASP, count, share.source)
            recruitment = with_placed(recruitment, judge(position, recruitment, seat, placement))
            placements.append(placement)
    leaders = {
        back.leader: back.hexes[0] if random is None else random.choice(back.hexes)
        for back in absent(recruitment, seat)
        if back.hexes
    }
    if placements or leaders:
        yield PlaceReinforcements(placements=tuple(placements), leaders=leaders)
