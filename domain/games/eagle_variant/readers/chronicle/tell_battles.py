"""The chronicle round battles: their queue, special forces, retreats of leaders, captures."""

from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.eagle_variant.readers.wording import army, doing, place, places, unit_list, units
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import (
    BattleClosed,
    BattleEffectsBegan,
    BattleOpened,
    BattlesOrdered,
    CapturesFound,
    CityCaptured,
    LeadersRetreated,
    MovementSettled,
    SpecialForcesAppeared,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice, sentence

APPEARS = {"indians": "movement-restrictions/5", "militia": "csa-declares-emancipation/9"}


@teller(BattlesOrdered)
def battles_ordered(event: BattlesOrdered) -> Entry:
    text = f"{doing(event.side, 'orders')} the battles: {places(event.spaces)}"
    return entry(text, "movement-rounds/6", side=event.side)


@teller(SpecialForcesAppeared)
def special_forces_appeared(event: SpecialForcesAppeared) -> Entry:
    text = f"{units(event.units)} {_defend(event.units)} {place(event.space)}"
    said = f"{dice((event.die,))}: {counted(len(event.units), 'unit')}"
    return entry(text, APPEARS[event.nation], said, place=event.space)


def _defend(ids: tuple[str, ...]) -> str:
    return "defends" if len(ids) == 1 else "defend"


@teller(BattleOpened)
def battle_opened(event: BattleOpened) -> Entry:
    battle = event.battle
    lines = [f"from {places(battle.origins)} by land (movement-rounds/2)"] if battle.origins else []
    lines += [f"from {places(battle.ports)} by water (amphibious-movement/9)"] if battle.ports else []
    lines += [
        f"{doing(player, 'decides')} for {army(id)}"
        for id, player in sorted(battle.players.items())
        if id != player
    ]
    attack = "rises against" if battle.uprising else "attacks"
    text = f"battle in {place(battle.space)}: {doing(battle.attacker, attack)} {army(battle.defender)}"
    return entry(text, "resolving-battles/1", *lines, place=battle.space, side=battle.attacker)


@quiet(BattleEffectsBegan)
def battle_effects_began(event: BattleEffectsBegan) -> Entry:
    text = f"what follows from the battle in {place(event.space)}"
    return entry(text, "battle-effects/13", place=event.space)


@quiet(BattleClosed)
def battle_closed(event: BattleClosed) -> Entry:
    text = f"the battle in {place(event.space)} and its effects are over"
    return entry(text, "battle-effects/13", place=event.space)


@teller(LeadersRetreated)
def leaders_retreated(event: LeadersRetreated) -> Entry:
    alone = f"{units(event.units)} alone among enemies in {place(event.start)}"
    if not event.to:
        text = f"{alone} {_is(event.units)} eliminated, with no space to go to"
        return entry(text, "the-units/7", unit_list(event.units), place=event.start, side=event.side)
    text = f"{alone} {'goes' if len(event.units) == 1 else 'go'} to {place(event.to)}"
    return entry(text, "the-units/7", unit_list(event.units), place=event.to, side=event.side)


def _is(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


@quiet(CapturesFound)
def captures_found(event: CapturesFound) -> Entry:
    found = places(each.city for each in event.captures) if event.captures else "no city"
    text = f"captured in the movement of {army(event.side)}: {found}"
    return entry(text, "battle-effects/9", side=event.side)


@teller(CityCaptured)
def city_captured(event: CityCaptured) -> Entry:
    lines = [] if event.first else [f"{doing(event.side, 'has captured')} it before"]
    if event.stock_lost:
        lost = f"{doing(event.loser, 'loses')} {event.stock_lost} Rail Stock"
        lines.append(f"{lost}, {event.stock_left} left (battle-effects/10)")
    text = f"{doing(event.side, 'captures')} {place(event.city)}"
    said = [sentence(line) for line in lines]
    return entry(text, "battle-effects/9", *said, place=event.city, side=event.side)


@quiet(MovementSettled)
def movement_settled(event: MovementSettled) -> Entry:
    text = f"the battles and captures of the movement of {army(event.side)} are settled"
    return entry(text, "battle-effects/14", side=event.side)
