"""Why a player is asked something: what holds for every answer to a decision, with its clause."""

from ironclad.domain.kernel.engine.records import Due, Note

_SECRET = Note("It may be replaced until the other side's order is in.", "4/5")
_ORDERS = Note("An activated HQ does one action in this activation; then it is Active.", "4/12")
_LEAVE = Note(
    "A retreat goes to a zone without an enemy HQ that is neither enemy-held nor besieged.", "6.1/15"
)
_WITHDRAW = Note("The side that stays wins the combat.", "7.6/10")

WHY: dict[str, tuple[Note, ...]] = {
    "begin": (Note("A turn has five phases.", "4/2"),),
    "preparation": (
        _SECRET,
        Note("Each CP and each fleet costs 1 revenue point to maintain.", "9.2/1"),
        Note("The artillery bought may not exceed infantry and cavalry bought together.", "10/3"),
    ),
    "placement": (
        _SECRET,
        Note("New HQs and the raider go to a strategic city that the side holds.", "4/16"),
        Note("Nothing is placed in a zone under siege or with an enemy HQ.", "4/20"),
    ),
    "attrition": (
        _SECRET,
        Note("The losses are infantry and cavalry of your choice; artillery loses nothing.", "7.5/10"),
    ),
    "activation": (
        Note("The sides activate one piece each in turn.", "4/9"),
        Note("A side that passes is done for this turn, and loses its action points.", "4/11"),
    ),
    "hq_orders": (_ORDERS, Note("It may search adjacent enemy HQs before it moves.", "6.4/1")),
    "fleet_orders": (
        Note("Fleets move at the speed of the slowest.", "6.1/9"),
        Note("Fleets that enter a zone with enemy fleets have to attack them.", "4/14"),
    ),
    "raider_orders": (
        Note("When its movement is over it may destroy a bridge or a railroad, or pillage a city.", "11/2"),
        Note("A raider that fought or retreated may not raid in the same activation.", "11/3"),
    ),
    "retreat": (_LEAVE, Note("A beaten army goes one zone, not where the attacker came from.", "7.8/9")),
    "refusal": (
        Note("An army of cavalry without infantry may refuse combat before any die is rolled.", "7.9/3"),
        Note("A refused combat is no victory and no defeat.", "7.9/8"),
    ),
    "relief": (Note("Besieged armies join at no cost, Active or not.", "5.2/8"),),
    "gunboats": (
        Note("They add their dice to a Northern defence in their zone or over a river.", "13.1/4"),
        Note("They cannot be hit in land combat.", "13.1/6"),
    ),
    "hits": (
        Note("Each hit removes 1 CP of the type that the struck army has most of.", "7.6/2"),
        Note("The owner chooses for each hit which army is struck.", "7.6/4"),
    ),
    "aim_hits": (
        Note("With 1 CP left beside the fort the attacker chooses what each hit strikes.", "7.6/6"),
    ),
    "lose_steps": (
        Note("Hits that are not aimed at an ironclad or fort are the owner's to allot.", "7.10/2"),
    ),
    "aim": (
        Note("The dice are divided before rolling, the attacker first.", "7.10/4"),
        Note("Hits in excess of a target's steps are lost.", "7.10/3"),
    ),
    "defender_stays": (Note("The defender decides first, for all his armies.", "7.6/8"), _WITHDRAW),
    "attacker_stays": (
        Note("A combat has at most two rounds.", "7.8/4"),
        Note("After an assault a siege may begin if the defenders lost 2 CP, or the fort is hit.", "12.2/1"),
        _WITHDRAW,
    ),
    "move_aside": (
        Note("A lone HQ leaves the zone when an enemy army or raider stops there.", "15/7"),
        Note("One that has nowhere to go is out of the game.", "15/8"),
    ),
    "take_command": (
        Note("It takes them within 20 CP and 4 artillery CP; the rest stay without a leader.", "2.4/9"),
        Note("Units without a leader may not move, and their dice have −1.", "2.4/7"),
    ),
    "raider_stays": (
        Note("A raider that an army without cavalry attacks may retreat first.", "7.13.1/3"),
        Note("One that fights loses 1 CP, without dice.", "7.13.1/5"),
    ),
    "raider_leaves": (Note("After the fight the raider goes to an adjacent zone.", "7.13.1/7"),),
    "fleets_leave": (Note("Fleets leave a port whose city the enemy takes, all together.", "5.2/13"),),
}


_BY_RULE = {
    ("fleets_leave", "7.13.3/17"): (
        Note("Fleets that landed troops may stay while an army of theirs is in the zone.", "7.13.3/17"),
    ),
}
"""Kinds of decision that another rule asks."""


def why(due: Due) -> tuple[Note, ...]:
    """What holds for every answer to a decision that is due."""
    return _BY_RULE.get((due.kind, due.rule), WHY[due.kind])
