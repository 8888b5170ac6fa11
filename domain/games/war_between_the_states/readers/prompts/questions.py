"""What each decision asks, in a sentence."""

from ironclad.domain.games.war_between_the_states.readers.wording import capital, listed, place
from ironclad.domain.kernel.engine.records import Due

QUESTIONS = {
    "begin": "is everything set up, so that the first chits may be drawn?",
    "pick": "do you take the chit of the calendar, or draw?",
    "spans": "whom do your leaders command by their spans?",
    "movement": "which force has a command, and where does it go?",
    "naval": "which enemy transports are attacked on the water?",
    "combat": "whose initiative is rolled for, and what is attacked?",
    "destruction": "which supply do you destroy before the enemy has it?",
    "siege": "which forts are bombarded, which garrisons attacked?",
    "siege_order": "which side acts first in the siege phase?",
    "broadcast": "which depots, trains and armies are sent supply?",
    "leader_pick": "which leaders are placed, appointed or taken off?",
    "deployment": "where do the finished pieces appear?",
    "production": "what is ordered, strengthened and built?",
    "reinforcements": "which units are reinforced, and where do new ones appear?",
    "disbanding": "which militia goes home?",
    "politics": "do you appeal to the country?",
    "crossing": "which infantry leaves Arkansas so that Van Dorn's division comes?",
    "exchange": "do you agree to exchange the prisoners?",
}


def question(due: Due) -> str:
    """What a decision asks its seat."""
    return capital(_asks(due))


def _asks(due: Due) -> str:
    about = due.about
    if due.kind == "defence":
        return f"how is {place(about['hex'])} defended?"
    if due.kind == "chit":
        return f"which intensity chit, 0 to {about['most']}, in the battle of {place(about['hex'])}?"
    if due.kind == "combat_supply":
        return f"from which stores are {about['need']} points of combat supply paid?"
    if due.kind == "losses":
        return f"which of {listed(about['strengths'])} bear {about['loss']} SP of losses?"
    if due.kind == "lose_ships":
        return f"which {about['count']} of {listed(about['ships'])} are lost?"
    if due.kind == "retreat":
        may = "where do you retreat from" if about["must"] else "do you retreat, and where, from"
        return f"{may} the battle of {place(about['hex'])}?"
    if due.kind == "advance":
        return f"who advances into {place(about['hex'])}?"
    if due.kind == "stormed_work":
        return f"do you keep the fort in {place(about['hex'])}?"
    if due.kind == "feeding":
        total = sum(about["needs"].values())
        return f"{len(about['needs'])} places need {total} supply points; who is fed, and from where?"
    return QUESTIONS[due.kind]
