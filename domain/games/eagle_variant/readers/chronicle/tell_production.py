"""The chronicle of production rounds and of the blockade. Amounts are in production points (PP)."""

from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.eagle_variant.readers.wording import (
    ARMY_NAMES,
    army,
    doing,
    good,
    place,
    places,
    unit,
    waters,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.events import (
    BlockadeBegan,
    BlockadeMet,
    BlockadeRolled,
    BlockadeSet,
    IncomeReceived,
    ProductionBegan,
    ProductionEnded,
    RatingBought,
    RatingsTurned,
    Share,
    UnitBought,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice, listed

SHARES = {
    "conscription": "conscription",
    "freed_slaves": "freed slaves",
    "support": "support from Europe",
}


@teller(ProductionBegan)
def production_began(event: ProductionBegan) -> Entry:
    lines = []
    if event.invaded:
        lines.append(
            f"new units are first placed in {listed(event.invaded)} (unit-production-and-placement/13)"
        )
    if event.supported:
        lines.append("Europe supports the CSA in this round (csa-support-from-europe/5)")
    return entry(f"the production of {army(event.side)} begins", "turn-order/2", *lines, side=event.side)


@teller(IncomeReceived)
def income_received(event: IncomeReceived) -> Entry:
    lines = [f"{share_name(each)}: {each.points} PP ({each.rule})" for each in event.shares]
    if event.blockaded:
        lines.append(f"the blockade takes {event.blockaded} PP (blockade/10)")
    if event.gift:
        lines.append(f"the gift to Europe costs {event.gift} PP (european-diplomacy/2)")
    lines.append(f"sum {event.total} PP; {event.pool} PP in the pool")
    text = f"{doing(event.nation, 'receives')} {event.total} PP and has {event.pool} PP"
    return entry(text, "unit-production-and-placement/1", *lines, side=side_of(event.nation))


def share_name(share: Share) -> str:
    """What a part of an income is for: a city, or a reason in words."""
    if share.name in ARMY_NAMES:
        return f"from home, {army(share.name)}"
    return SHARES.get(share.name) or place(share.name)


def side_of(nation: str) -> str:
    """The side whose colours an entry about a nation has."""
    return "usa" if nation == "usa" else "csa"


@teller(UnitBought)
def unit_bought(event: UnitBought) -> Entry:
    kind = "a leader" if event.kind == "leader" else event.kind
    text = f"{doing(event.nation, 'buys')} {kind} in {place(event.space)}"
    lines = [unit(event.unit), f"price {event.price} PP; {event.pool} PP left"]
    return entry(
        text,
        "unit-production-and-placement/17",
        *lines,
        place=event.space,
        side=side_of(event.nation),
    )


@teller(RatingBought)
def rating_bought(event: RatingBought) -> Entry:
    what = good(event.good, event.system)
    text = f"{doing(event.nation, 'buys')} a point of {what} and has {event.rating}"
    price = f"price {event.price} PP; {event.pool} PP left"
    return entry(text, "unit-production-and-placement/5", price, side=side_of(event.nation))


@teller(RatingsTurned)
def ratings_turned(event: RatingsTurned) -> Entry:
    turns = f"turns {counted(event.count, 'Naval Rating')}"
    text = f"{doing(event.nation, turns)} into River Naval Ratings on {waters(event.system)}"
    said = f"ocean rating {event.ocean}, river rating {event.river}"
    return entry(text, "rivers/21", said, side=side_of(event.nation))


@quiet(ProductionEnded)
def production_ended(event: ProductionEnded) -> Entry:
    text = f"the production of {army(event.side)} is over; what is not spent is saved"
    return entry(text, "unit-production-and-placement/4", side=event.side)


@quiet(BlockadeBegan)
def blockade_began(event: BlockadeBegan) -> Entry:
    lines = [f"ports that the CSA's side controls: {places(event.ports)} (blockade/9)"]
    if event.attackable:
        lines.append("the CSA may attack it (blockade/6)")
    text = f"the blockade is resolved: {counted(event.ratings, 'Naval Rating')}"
    return entry(f"{text}, {counted(len(event.ports), 'port')} to watch", "blockade/1", *lines, side="usa")


@teller(BlockadeMet)
def blockade_met(event: BlockadeMet) -> Entry:
    if not event.attacked:
        return entry("the CSA does not attack the blockade", "blockade/6", side="csa")
    if event.broken:
        return entry("the blockade is broken in this round", "blockade/8", side="csa")
    return entry("the blockade holds against the attack", "blockade/9", side="usa")


@teller(BlockadeRolled)
def blockade_rolled(event: BlockadeRolled) -> Entry:
    if not event.dice:
        return entry("the blockade takes nothing: no die is rolled", "blockade/9", side="usa")
    text = f"the blockade takes {event.loss} PP from the CSA's income"
    return entry(text, "blockade/10", f"{dice(event.dice)}: {event.loss} PP", side="usa")


@teller(BlockadeSet)
def blockade_set(event: BlockadeSet) -> Entry:
    if not event.ratings:
        return entry("no Naval Rating of the USA blockades the CSA", "blockade/3", side="usa")
    verb = "blockades" if event.ratings == 1 else "blockade"
    text = f"{counted(event.ratings, 'Naval Rating')} of the USA {verb} the CSA"
    return entry(text, "blockade/3", side="usa")
