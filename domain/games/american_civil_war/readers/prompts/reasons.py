"""Why a player is asked something: what holds for every answer to a decision, with its clause."""

from ironclad.domain.kernel.engine.records import Due, Note

_RETREAT = Note(
    "A retreat goes one or two hexes, never through the enemy, enemy zones or forbidden"
    " terrain, and nearer to supply if possible.",
    "9.10.3/1",
)
_REACT = Note(
    "When an enemy leaves a hex in your zone of control you may react, once for each hex left.", "6.4/1"
)

WHY: dict[str, tuple[Note, ...]] = {
    "setup": (Note("The Union sets up first, then the Confederacy.", "3.1.2/1"),),
    "reinforcements": (
        Note("The hex must be yours, in supply, without enemies and outside their zones.", "4.0/2"),
        Note("Units without a legal hex are lost; placed units may move and fight this turn.", "4.0/4"),
    ),
    "union_construction": (Note("Points that are not spent are lost.", "4.1.2/1"),),
    "confederate_construction": (
        Note("The points are a tenth of the economy; points that are not spent are lost.", "4.2.4/1"),
    ),
    "confederate_forts": (
        Note(
            "A fort that is due costs a point to take off the track; a force may place it later.",
            "3.2.1/2",
        ),
    ),
    "supply": (
        Note("Units without a supply line receive an out-of-supply marker now, two at the most.", "8.4/1"),
        Note("Units with two markers and still no line at the end of the impulse surrender.", "8.5.1/1"),
    ),
    "placement": (Note("Units that place a fort or build a depot do not move this impulse.", "3.2.2/3"),),
    "movement": (Note("Forces move one at a time; battles and reactions interrupt the moves.", "3.2.2/5"),),
    "militia_placement": (Note("Militia do not leave their state and go home at the turn's end.", "4.3/5"),),
    "deployment": (
        Note("Kentucky has left its neutrality: the side that it joins places its units.", "15.5.2/3"),
    ),
    "draft": (
        Note(
            "A draft brings strength points over three turns and costs political status at once.", "4.1.3/2"
        ),
    ),
    "reaction": (_REACT, Note("One die and one leader's rating: 5 or more succeeds.", "6.4/3")),
    "reaction_move": (Note("It moves one hex in any direction and pays no movement points.", "6.4/4"),),
    "vessel_reaction_move": (
        Note("Its attempt has succeeded: it may move now, during the enemy's move.", "6.4.2/1"),
    ),
    "battle_participants": (Note("In rough and swamp at most four strength points a side fight.", "9.2/2"),),
    "attacking_leader": (
        Note("The attacker chooses one leader or none, then the defender does.", "9.3/2"),
    ),
    "defending_leader": (Note("The attacker has chosen his leader; now you choose yours.", "9.3/2"),),
    "battle_supply": (
        Note("Units with a first out-of-supply marker have battle supply for one battle.", "8.4.1/1"),
    ),
    "naval_support": (
        Note(
            "Vessels on the hexsides of the hex may add to the defence, up to its own raw strength.", "13.7/2"
        ),
    ),
    "attacker_losses": (Note("Strength points of one kind are lost as their owner chooses.", "9.8/2"),),
    "defender_losses": (Note("Strength points of one kind are lost as their owner chooses.", "9.8/2"),),
    "retreat_or_stand": (Note("After a draw nobody has to retreat, and nobody is demoralized.", "9.5/2"),),
    "retreat_path": (_RETREAT, Note("Several paths are allowed, so the owner chooses.", "9.10.4/8")),
    "leader_creation": (Note("By the battle's dice the winner may put a leader on the map.", "9.12/8"),),
    "siege_hold": (
        Note(
            "The siege holds with 1 ASP, and 1 more for each ASP or MSP inside; with fewer they may sortie.",
            "11.8.1/2",
        ),
    ),
    "relief_sortie": (
        Note("The besiegers kept back too few: those inside may join the attack.", "11.8.1/3"),
    ),
    "naval_action": (
        Note("The acting side may first withdraw vessels; then it fires one unit at one target.", "13.6/3"),
    ),
    "fort_target": (Note("A fort fires at vessels running past it; its owner picks each target.", "11.6/3"),),
    "fragment": (
        Note(
            "Only the largest connected part of the economy counts; its owner chooses between equal parts.",
            "14.1/2",
        ),
    ),
}
"""Why each kind of decision is asked, and what holds for every answer to it."""


def why(due: Due) -> tuple[Note, ...]:
    """What holds for every answer to a decision that is due."""
    return WHY[due.kind]
