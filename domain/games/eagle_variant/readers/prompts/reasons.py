"""Why a player is asked something: what holds for every answer to a decision, with its clause."""

from ironclad.domain.kernel.engine.records import Due, Note

_FREE = (
    Note("Free infantry goes to home regions and cities, at most one to a state.", "scenarios/3"),
    Note("Units of the fixed set-up in a state do not count.", "scenarios/3"),
)
_SET_UP = (
    Note("Each line gets at least one brigade.", "tactical/5"),
    Note("Every other unit that starts goes to a line or to the reserve.", "tactical/4"),
    Note("An army is beaten at once when a column of its has no brigade.", "tactical/37"),
)
_ORDERS = Note("You may give standing orders with it, which only you know.", "tactical/57")

WHY: dict[str, tuple[Note, ...]] = {
    "free_set_up": (Note("The CSA places its free infantry first, then the USA.", "scenarios/2"), *_FREE),
    "sealed_free_set_up": (
        Note("Both sides place free infantry before the first month.", "scenarios/2"),
        *_FREE,
    ),
    "movement": (
        Note("Each unit moves at most once, in one way: by land, by rail or by water.", "movement-rounds/1"),
        Note("Where both sides have brigades at the end, a battle is fought.", "movement-rounds/5"),
    ),
    "naval_answer": (
        Note("If the mover loses or draws, the shipment stays in port.", "amphibious-movement/5"),
        Note("Each side rolls 2d6 and adds its ratings; the lower total loses ratings.", "naval-battles/2"),
    ),
    "naval_losses": (Note("The loser chooses which of its fleets that fought lose.", "naval-battles/5"),),
    "shipment_losses": (
        Note("Brigades are lost whose shipping cost covers the ratings lost.", "amphibious-movement/6"),
        Note("Leaders aboard are not lost.", "amphibious-movement/7"),
    ),
    "next_battle": (Note("The side that did not move picks the next battle.", "movement-rounds/6"),),
    "battle_order": (Note("The side that did not move orders the battles.", "movement-rounds/6"),),
    "retreat_leaders": (
        Note("Leaders alone with enemy brigades retreat at once, without a battle.", "the-units/7"),
    ),
    "main_body": (
        Note("The main body starts the battle without a roll.", "battle-reinforcements/3"),
        Note("Each other force rolls when it enters.", "battle-reinforcements/4"),
    ),
    "sealed_set_up": (
        Note("It is hidden, and may be replaced until the other set-up is in.", "tactical/6"),
        *_SET_UP,
        _ORDERS,
    ),
    "open_set_up": (
        Note("After initiative by four or more both set up openly, the winner last.", "battle-initiative/4"),
        *_SET_UP,
        _ORDERS,
    ),
    "battle_phase": (
        Note("A unit may do one action in its phase: move, fire or charge.", "tactical/11"),
        Note("Your units of this kind act in any order, until you pass.", "tactical/9"),
    ),
    "retreat_space": (
        Note("The beaten side names its retreat before the pursuit.", "tactical/44"),
        Note("The army goes as a whole to one space.", "battle-effects/2"),
    ),
    "pursuit": (
        Note("Each cavalry and infantry brigade in line, middle or reserve may roll once.", "tactical/45"),
        Note("Enemy cavalry is aimed at first, then other brigades, then leaders.", "tactical/47"),
    ),
    "elite_brigade": (
        Note("One ordinary brigade that fought and survived becomes elite.", "elite-units/5"),
        Note("An elite brigade adds 1 to its fire and its charges.", "tactical/28"),
    ),
    "politics": (
        Note("Each side may take one political action, the CSA first.", "political-initiative-round/1"),
        Note("An action whose conditions are not met may not be chosen.", "political-initiative-round/4"),
    ),
    "volunteers": (
        Note("The USA has declared emancipation: the CSA gets new infantry.", "usa-declares-emancipation/1"),
    ),
    "relocation": (
        Note("Units of states that have left go to the nearest CSA space.", "csa-declares-emancipation/3"),
        Note("They may not move in the next movement.", "csa-declares-emancipation/4"),
    ),
    "allied_forces": (
        Note("War has broken out: the CSA places the powers' forces at once.", "war-with-europe/2"),
        Note("Several may be placed in one space.", "war-with-europe/4"),
    ),
    "freedmen": (
        Note("The USA captures this city for the first time.", "usa-declares-emancipation/3"),
        Note("The infantry costs nothing.", "usa-declares-emancipation/3"),
    ),
    "blockade_attack": (
        Note("The CSA fights with its whole ocean Naval Rating.", "blockade/6"),
        Note("If the USA loses or draws, the blockade takes nothing in this round.", "blockade/8"),
    ),
    "blockade_roll": (Note("The sum of the dice is taken from the CSA's income.", "blockade/10"),),
    "blockade_force": (
        Note("The force is set again in each production round.", "blockade/3"),
        Note("Ratings that blockade carry no units.", "blockade/4"),
        Note("They fight in every naval battle on the ocean.", "blockade/5"),
    ),
    "production": (
        Note("Units are placed as they are bought.", "unit-production-and-placement/17"),
        Note("A space gets at most one new unit in a round.", "unit-production-and-placement/12"),
        Note("Points that are not spent are saved.", "unit-production-and-placement/4"),
    ),
}
_BY_RULE = {
    ("naval_answer", "rivers/16"): (
        Note("If the mover loses or draws, the shipment stays in port.", "amphibious-movement/5"),
        Note("Only the ratings of this river system fight.", "rivers/16"),
    ),
}
"""Kinds of decision that another rule asks."""


def why(due: Due) -> tuple[Note, ...]:
    """What holds for every answer to a decision that is due."""
    return _BY_RULE.get((due.kind, due.rule), WHY[due.kind])
