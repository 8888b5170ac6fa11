"""What answers mean in set-up, production and politics: prices, what is left, odds of two dice."""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.readers.prompts.meaning_notes import means
from ironclad.domain.games.eagle_variant.readers.prompts.meanings_movement import at_least, naval_chance
from ironclad.domain.games.eagle_variant.readers.wording import army, good, place
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import rating
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.commands import (
    PlaceFreeInfantry,
    SealFreeInfantry,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.blockade import dice_of, watched_ports
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import price_of
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    AttackBlockade,
    BuyRating,
    BuyUnit,
    EndProduction,
    RollBlockade,
    SetBlockade,
    TurnRatings,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of, port_capacity
from ironclad.domain.games.eagle_variant.rules.c09_production.limits import most_ratings, most_units
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    DeclareEmancipation,
    DeclareWar,
    EnlistFreedmen,
    GiveToEurope,
    PlaceForces,
    PlaceVolunteers,
    RelocateUnits,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.rating import TOWARDS
from ironclad.domain.kernel.engine.records import Due, Note
from ironclad.domain.kernel.telling.words import counted, sentence

OCEAN = "ocean"


@means(PlaceFreeInfantry)
def _place_free(position: Position, due: Due, command: PlaceFreeInfantry) -> Iterable[Note]:
    yield Note("Everyone sees where it is placed.", "scenarios/2")


@means(SealFreeInfantry)
def _seal_free(position: Position, due: Due, command: SealFreeInfantry) -> Iterable[Note]:
    yield Note("The other side learns where it is when both have placed theirs.", "scenarios/2")


@means(BuyUnit)
def _buy_unit(position: Position, due: Due, command: BuyUnit) -> Iterable[Note]:
    yield _price(position, command.nation, command.kind)
    yield from _limit(
        position, command.nation, command.kind, most_units(position, command.nation, command.kind)
    )


@means(BuyRating)
def _buy_rating(position: Position, due: Due, command: BuyRating) -> Iterable[Note]:
    yield _price(position, command.nation, command.good)
    yield from _limit(
        position, command.nation, command.good, most_ratings(position, command.nation, command.good)
    )


def _price(position: Position, nation: str, what: str) -> Note:
    price, pool = price_of(position, nation, what), position.pools[nation]
    text = f"It costs {price} PP; {army(nation)} has {pool - price} PP left then."
    return Note(text, "unit-production-and-placement/5")


def _limit(position: Position, nation: str, what: str, most: tuple[int, str] | None) -> Iterable[Note]:
    if most is not None:
        bought = (position.production or Production()).count(nation, what)
        text = f"{army(nation)} may buy {most[0]} {good(what)} in this round, and has bought {bought}."
        yield Note(sentence(text), most[1])


@means(TurnRatings)
def _turn(position: Position, due: Due, command: TurnRatings) -> Iterable[Note]:
    yield Note("They never become ocean ratings again.", "rivers/22")


@means(EndProduction)
def _end(position: Position, due: Due, command: EndProduction) -> Iterable[Note]:
    for nation in nations_of(position, due.seat):
        saved = f"{army(nation)} saves {position.pools[nation]} PP."
        yield Note(sentence(saved), "unit-production-and-placement/4")


@means(AttackBlockade)
def _attack(position: Position, due: Due, command: AttackBlockade) -> Iterable[Note]:
    if command.answer == "no":
        yield Note("The USA may then roll what the blockade takes.", "blockade/9")
        return
    enemy = position.blockading
    if position.plays("all_usa_ratings_defend_blockade"):
        enemy = rating(position, OCEAN, USA)
    yield naval_chance(rating(position, OCEAN, CSA), enemy)
    yield Note("Unless the USA wins, the blockade takes nothing in this round.", "blockade/8")


@means(RollBlockade)
def _roll(position: Position, due: Due, command: RollBlockade) -> Iterable[Note]:
    if command.answer == "no":
        yield Note("The blockade takes nothing in this round.", "blockade/9")
        return
    count = dice_of(position)
    least, most = count, 6 * count
    text = f"{counted(count, 'die', 'dice')} take {least} to {most} PP, {3.5 * count:g} on average."
    yield Note(text, "blockade/10")


@means(SetBlockade)
def _set(position: Position, due: Due, command: SetBlockade) -> Iterable[Note]:
    ports = len(watched_ports(position))
    most = int(numbers("blockade")["most_dice"])
    count = min(max(command.ratings - ports, 0), most)
    dice = counted(count, "die", "dice")
    text = f"Against the {counted(ports, 'port')} that the CSA has now it rolls {dice}."
    yield Note(text, "blockade/9")
    free = position.naval[USA] - command.ratings
    yield Note(f"{counted(free, 'ocean rating')} can carry units then.", "blockade/4")


@means(DeclareEmancipation)
def _emancipate(position: Position, due: Due, command: DeclareEmancipation) -> Iterable[Note]:
    politics = numbers("politics")
    if due.seat == USA:
        count, rating_ = politics["free_infantry"], politics["usa_emancipation_rating"]
        yield Note(f"The CSA places up to {count} new infantry at once.", "usa-declares-emancipation/1")
        if not position.war:
            yield Note(f"The rating rises to {rating_}.", "usa-declares-emancipation/2")
        yield Note("Cities captured from now on may give free infantry.", "usa-declares-emancipation/3")
        return
    if not position.war:
        text = f"The rating falls to {politics['csa_emancipation_rating']}."
        yield Note(text, "csa-declares-emancipation/1")
    leaves = at_least(int(politics["state_leaves_on"]))
    yield Note(f"Each home state may leave the CSA: {leaves}.", "csa-declares-emancipation/2")
    text = f"Then each CSA unit disbands on {politics['disbands_up_to']} or less."
    yield Note(text, "csa-declares-emancipation/5")
    yield Note("Each state that stays adds 1 PP to every income.", "csa-declares-emancipation/6")


@means(DeclareConscription)
def _conscript(position: Position, due: Due, command: DeclareConscription) -> Iterable[Note]:
    politics = numbers("politics")
    text = f"Your income has {politics[f'{due.seat}_conscription']} PP more in every production round."
    yield Note(text, "conscription/2")
    riots = at_least(int(politics["riot_on"]))
    yield Note(f"Each of your listed cities may riot: {riots}.", "conscription/3")
    yield Note("You may declare it once.", "conscription/1")


@means(GiveToEurope)
def _give(position: Position, due: Due, command: GiveToEurope) -> Iterable[Note]:
    cost, pool = int(numbers("politics")["gift"]), position.pools[due.seat]
    if pool < cost:
        yield Note(f"The {cost} PP are paid from your next income.", "european-diplomacy/2")
    else:
        yield Note(f"It costs {cost} PP; you have {pool - cost} PP left then.", "european-diplomacy/1")
    rating_ = position.politics.rating
    text = f"The rating goes from {rating_} towards {rating_ + TOWARDS[due.seat]}."
    yield Note(text, "european-diplomacy/1")


@means(SeekSupport)
def _seek(position: Position, due: Due, command: SeekSupport) -> Iterable[Note]:
    politics, rating_ = numbers("politics"), position.politics.rating
    support, margin = int(politics["support"]), int(politics["war_margin"])
    text = f"On {rating_} or more Europe offers {support} PP: {at_least(rating_)}."
    yield Note(text, "seek-support-or-intervention/2")
    instead = "as well" if position.plays("intervention_adds_support") else "instead"
    text = (
        f"On {rating_ + margin} or more Britain and France intervene {instead}: {at_least(rating_ + margin)}."
    )
    yield Note(text, "seek-support-or-intervention/3")
    text = f"Your ports take in {port_capacity(position)} PP in a production round."
    yield Note(text, "csa-support-from-europe/1")


@means(DeclareWar)
def _war(position: Position, due: Due, command: DeclareWar) -> Iterable[Note]:
    yield Note("Britain and France are then allies of the CSA.", "war-with-europe/1")
    fleet = int(numbers("europe")["fleet"])
    yield Note(f"The British fleet of {fleet} is added to the CSA's ratings.", "war-with-europe/12")
    yield Note("The rating is out of use from then on.", "european-intervention-rating/5")


@means(TakeNoAction)
def _none(position: Position, due: Due, command: TakeNoAction) -> Iterable[Note]:
    yield Note("You may choose an action in the next political round.", "political-initiative-round/1")


@means(PlaceVolunteers)
def _volunteers(position: Position, due: Due, command: PlaceVolunteers) -> Iterable[Note]:
    count = counted(len(command.spaces), "infantry", "infantry")
    yield Note(f"{count} on the map at once, at no cost.", "usa-declares-emancipation/1")


@means(RelocateUnits)
def _relocate(position: Position, due: Due, command: RelocateUnits) -> Iterable[Note]:
    yield Note("These units may not move in your next movement.", "csa-declares-emancipation/4")
    yield Note("Then every CSA unit rolls whether it disbands.", "csa-declares-emancipation/5")


@means(PlaceForces)
def _forces(position: Position, due: Due, command: PlaceForces) -> Iterable[Note]:
    nation = due.about["nation"]
    rule = "war-with-europe/8" if nation == "france" else "war-with-europe/9"
    later = "in Mexico City" if nation == "france" else "in Canadian cities"
    yield Note(f"Units that {army(nation)} buys later are placed {later}.", rule)


@means(EnlistFreedmen)
def _enlist(position: Position, due: Due, command: EnlistFreedmen) -> Iterable[Note]:
    city = place(due.about["city"])
    if command.answer == "yes":
        yield Note(f"A USA infantry is in {city} at once.", "usa-declares-emancipation/3")
    else:
        yield Note(f"{city} gives no infantry later either.", "usa-declares-emancipation/4")
