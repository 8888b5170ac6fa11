"""What a player is asked when a decision is due: one plain sentence that says what he may do now."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    fleet,
    listed,
    name_of,
    place,
    places,
    vessel_name,
    water,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.setup import VIRGINIA_ASP
from ironclad.domain.kernel.engine.records import Due

About = Mapping[str, Any]

_PLAIN = {
    "movement": "Move forces one after the other, by land, rail or water, and let them fight; then end the"
    " movement.",
    "draft": "Declare a draft, if you wish, and choose its marker.",
}
_FROM = {
    "east": "in the east (from column 37 on)",
    "west": "in the west (before column 37)",
    "volunteers": "volunteers",
    "at large": "at large",
}
_CAUSES = {"battle": "in the battle", "amphibious": "at the water's edge", "surrender": "by surrender"}


def question(due: Due) -> str:
    """What a decision that is due asks of its seat, for a person."""
    asked = _ASKED.get(due.kind)
    text = asked(due.about) if asked is not None else _PLAIN[due.kind]
    return text[:1].upper() + text[1:]


def _setup(about: About) -> str:
    cities = f", and {VIRGINIA_ASP} ASP in as many cities of Virginia" if about["asp"] else ""
    return f"Set up: put leaders {listed(list(about['leaders']))} where the scenario allows them{cities}."


def _reinforcements(about: About) -> str:
    left = [
        f"{count} {_FROM.get(src, 'of ' + name_of(src))}" for src, count in about["left"].items() if count
    ]
    cavalry = f", up to {about['cavalry']} of them as cavalry" if about["cavalry"] else ""
    leaders = f"; bring back leader {listed(about['leaders'])}" if about["leaders"] else ""
    return f"Place your reinforcements: {listed(left) or 'none are left'}{cavalry}{leaders}."


def _union_construction(about: About) -> str:
    points = counted(about["points"], "construction point")
    return (
        f"You have {points}: build an NSP, NTP, RSP or USMRR unit, each once a turn at most and for one"
        " point, or bring back a USMRR unit for nothing; then end construction."
    )


def _confederate_construction(about: About) -> str:
    points = counted(about["points"], "construction point")
    return (
        f"You have {points}: begin a fort, vessel, arsenal, factory or railroad, or carry on with one begun"
        " in an earlier turn; then end construction."
    )


def _confederate_forts(about: About) -> str:
    return (
        "A fort is due on the turn track: take it for a construction point, so that a force may place it in"
        f" an impulse, or leave it. You have {counted(about['points'], 'point')}."
    )


def _supply(about: About) -> str:
    parts = {
        "sea": "which transports (NTP) supply what",
        "sources": "which forces depots and supply centres feed",
        "forage": "which forces live off the land",
        "kentucky": "whether to trace supply through neutral Kentucky, which then joins the enemy",
    }
    hungry = [f"the forces in {places(about['unsupplied'])}"] if about["unsupplied"] else []
    hungry += [f"the forts in {places(about['forts'])}"] if about["forts"] else []
    return (
        f"Some forces are without supply: choose {listed([parts[each] for each in about['open']])}."
        f" Without a supply line: {listed(hungry)}."
        + (" What you leave out is chosen for you." if about["open"] != ["kentucky"] else "")
    )


def _placement(about: About) -> str:
    states = f"call out the militia of {listed(about['states'])}, " if about["states"] else ""
    works = "place, complete, restore or destroy forts, build depots"
    return f"Before anybody moves: {states}{works}, if you can and wish; then end the placement."


def _militia(about: About) -> str:
    points = counted(about["count"], "militia point")
    return f"Place {points} in {about['state']}, each in a hex of its own, out of {places(about['hexes'])}."


def _deployment(about: About) -> str:
    what = f"{about['count']} {about['unit'].upper()}"
    return f"Kentucky takes sides: place {what}, each in a hex of its own, out of {places(about['hexes'])}."


def _reaction(about: About) -> str:
    exited, entered = place(about["exited"]), place(about["entered"])
    moved = f"The enemy has left {exited} for {entered}"
    if exited == entered:  # a landing, or work on a fort
        moved = f"You may react to the enemy in {entered} as if he had left it"
    reactors = listed([_reactor(each) for each in (*about["hexes"], *about["vessels"])])
    return f"{moved}: let {reactors} try to react, or decline."


def _reaction_move(about: About) -> str:
    here, entered = place(about["hex"]), place(about["entered"])
    enemy = "the enemy that has come in" if here == entered else f"the enemy in {entered}"
    return f"The force in {here} may react to {enemy}: name the hex that it enters, or let it stay."


def _vessel_reaction_move(about: About) -> str:
    return (
        f"{vessel_name(about['vessel'])} may react to the enemy in {place(about['entered'])}: name where it"
        " goes, or let it stay."
    )


def _participants(about: About) -> str:
    limit = counted(about["limit"], "strength point")
    return f"Battle of {place(about['hex'])}: choose at most {limit}, as many as the terrain lets fight."


def _leader(role: str) -> Callable[[About], str]:
    def asked(about: About) -> str:
        who = listed(about["leaders"])
        return f"Battle of {place(about['hex'])}: choose who leads the {role}, {who} or no leader."

    return asked


def _battle_supply(about: About) -> str:
    return f"Battle of {place(about['hex'])}: spend the battle supply of the units out of supply, or keep it."


def _naval_support(about: About) -> str:
    helpers = fleet(about["vessels"])
    return f"Battle of {place(about['hex'])}: say who of your vessels helps the defence: {helpers}, or none."


def _losses(about: About) -> str:
    lost = counted(about["count"], "strength point")
    return f"You lose {lost} in {place(about['hex'])} {_CAUSES[about['cause']]}: choose which."


def _stand(about: About) -> str:
    return f"The battle of {place(about['hex'])} is a draw: retreat or stay."


def _retreat(about: About) -> str:
    works = f", or into the {listed(about['works'])}" if about["works"] else ""
    steps = f" by way of {' or '.join(map(place, about['steps']))}" if about["steps"] else ""
    return f"You retreat from {place(about['hex'])}{steps}{works}: name the path."


def _leader_creation(about: About) -> str:
    return f"A leader is made in {place(about['hex'])}: choose {' or '.join(about['leaders'])}."


def _siege_hold(about: About) -> str:
    where, most = place(about["hex"]), about["most"]
    if "needed" in about:
        return (
            f"The fort in {where} is being relieved: keep ASP out of the battle, {most} at most. "
            f"{about['needed']} or more hold the siege."
        )
    return (
        f"The fort in {where} is being relieved: keep up to {most} ASP out of the battle, to hold the siege."
    )


def _relief_sortie(about: About) -> str:
    return (
        f"Your besieged force in {place(about['hex'])} may join the relieving attack: send ASP out, or none."
    )


def _naval_action(about: About) -> str:
    ways = [f"fire with {listed([_unit(each) for each in about['can_fire']])}"] if about["can_fire"] else []
    ways += [f"withdraw {fleet(about['can_withdraw'])}"] if about["can_withdraw"] else []
    ways += [] if about["can_fire"] else ["stay"]
    return f"Naval combat on {water(about['hexside'])}, round {about['round']}: {' or '.join(ways)}."


def _fort_target(about: About) -> str:
    return (
        f"The fort in {place(about['fort'])} fires at vessels that run past on {water(about['hexside'])}:"
        f" choose its target, {' or '.join(map(vessel_name, about['targets']))}."
    )


def _fragment(about: About) -> str:
    sets = [f"{places(each['centres'])} ({each['full']})" for each in about["fragments"]]
    return f"The largest fragments of the economy tie: choose the one that counts, {' or '.join(sets)}."


def _reactor(name: str) -> str:
    """A force by its hex, a vessel by its name."""
    return f"the force in {place(name)}" if name.isdigit() else name_of(name)


def _unit(name: str) -> str:
    """A vessel by its name, a fort by its hex."""
    return f"the fort in {place(name)}" if name.isdigit() else name_of(name)


_ASKED: dict[str, Callable[[About], str]] = {
    "setup": _setup,
    "reinforcements": _reinforcements,
    "union_construction": _union_construction,
    "confederate_construction": _confederate_construction,
    "confederate_forts": _confederate_forts,
    "supply": _supply,
    "placement": _placement,
    "militia_placement": _militia,
    "deployment": _deployment,
    "reaction": _reaction,
    "reaction_move": _reaction_move,
    "vessel_reaction_move": _vessel_reaction_move,
    "battle_participants": _participants,
    "attacking_leader": _leader("attack"),
    "defending_leader": _leader("defence"),
    "battle_supply": _battle_supply,
    "naval_support": _naval_support,
    "attacker_losses": _losses,
    "defender_losses": _losses,
    "retreat_or_stand": _stand,
    "retreat_path": _retreat,
    "leader_creation": _leader_creation,
    "siege_hold": _siege_hold,
    "relief_sortie": _relief_sortie,
    "naval_action": _naval_action,
    "fort_target": _fort_target,
    "fragment": _fragment,
}

KINDS = frozenset({*_ASKED, *_PLAIN})
"""The kinds of decision that there is a question for."""
