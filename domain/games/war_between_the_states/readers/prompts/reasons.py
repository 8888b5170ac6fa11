"""Why a player is asked something: what holds for every answer to a decision, with its clause."""

from ironclad.domain.kernel.engine.records import Due, Note

WHY: dict[str, tuple[Note, ...]] = {
    "begin": (Note("Both sides draw an initiative chit; the higher one moves first.", "5.1/1"),),
    "pick": (Note("The chit is also the number of movement commands of the turn.", "5.1/4"),),
    "spans": (
        Note("A leader commands the headquarters that he is with, and its roster, at no cost.", "10.1/1"),
        Note("His span has room for units beside it, in his hex and in adjacent ones.", "10.1/4"),
        Note("Whom you do not name keeps what he had.", "10.1/5"),
    ),
    "movement": (
        Note("Each command moves a leader with his whole force, or one unit.", "5.2/1"),
        Note("A force is finished before the next command is given.", "5.28/1"),
        Note("After the commands you may roll for leaders: a low die moves a force, too.", "5.23/1"),
    ),
    "naval": (Note("Transports without a warship may be attacked before the battles on land.", "4.1/3"),),
    "combat": (
        Note("A unit attacks only under a leader who has rolled initiative to attack.", "8.3/1"),
        Note("A unit attacks once in a phase.", "8.12/1"),
    ),
    "defence": (Note("The leader of the defence caps its intensity chit by his initiative.", "8.0/11"),),
    "chit": (
        Note("Both sides choose in secret; the sum of the chits picks the results table.", "8.0/6"),
        Note("The choice is sealed until both are in.", "8.0/8"),
    ),
    "combat_supply": (
        Note("What the battle needs is paid where it is at hand.", "12.22/1"),
        Note("From which store is your choice.", "12.22/2"),
    ),
    "losses": (Note("Losses are spread as evenly as they can be; you choose who bears the rest.", "8.18/1"),),
    "lose_ships": (Note("You choose which ships are lost.", "11.12/3"),),
    "retreat": (
        Note("The whole force goes one hex, to where no enemy bars it.", "R.1/1"),
        Note("In rough, city or town hexes a defender may stay.", "8.43/1"),
    ),
    "advance": (Note("Attackers that were supplied may enter the hex that was left.", "R.1/9"),),
    "stormed_work": (Note("You may keep the fort with its grade, or remove it.", "13.15/1"),),
    "feeding": (
        Note("A place is paid for in full, or not at all.", "12.11/6"),
        Note("Who is not paid for rolls on the attrition table.", "12.13/1"),
    ),
    "destruction": (Note("Only now may you destroy your own supply.", "12.0/5"),),
    "siege": (
        Note("Each siege train beside an enemy fort fires once.", "13.31/1"),
        Note("A siege attack needs no roll for initiative.", "13.31/4"),
    ),
    "siege_order": (Note("Where both sides can press a siege, the Confederate says who is first.", "4.2/2"),),
    "broadcast": (
        Note("General supply is sent to depots, supply trains and armies.", "17.3/1"),
        Note("By rail a depot gets 10 points at most in a strategic turn.", "17.33/1"),
    ),
    "leader_pick": (Note("Leaders of the pool enter in your departments; commands may change.", "R.6/1"),),
    "deployment": (Note("What was paid for in the last strategic turn appears now.", "R.7/11"),),
    "production": (
        Note("Orders are paid now and come in the next strategic turn.", "R.7/11"),
        Note("Garrisons, new strength and conversions take effect at once.", "R.7/11"),
    ),
    "reinforcements": (
        Note("Reinforcement SP join infantry on the chain of supply, at most 2 SP to a unit.", "R.3/4"),
        Note("Up to half of them may be new brigades in a department.", "R.3/5"),
    ),
    "disbanding": (Note("In cycle 1 every third militia SP of each state goes home.", "R.7/19"),),
    "politics": (Note("With a lead of 20 points you may appeal: a die may win the game.", "R.10/5"),),
    "crossing": (Note("Infantry of 6 SP or more leaves Arkansas, or the division stays away.", "R.5/10"),),
    "exchange": (Note("Leaders of one rank are exchanged where both sides agree.", "R.6/5"),),
}


def why(due: Due) -> tuple[Note, ...]:
    """What holds for every answer to a decision that is due."""
    return WHY.get(due.kind, ())
