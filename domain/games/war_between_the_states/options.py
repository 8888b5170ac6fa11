"""The readings that a game may choose, each "no" or "yes"; those whose chapters are built are here."""

from collections.abc import Mapping

from ironclad.domain.games.war_between_the_states.board.features import RIVER_VARIANTS
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

_ANSWERS = ("no", "yes")

OPTIONS: dict[str, Option] = {
    "winter_ends_with_cycle_2": Option("4.0/3", "Winter is cycles 12, 13, 1 and 2 alone.", _ANSWERS),
    "strict_counter_strengths": Option(
        "3.26/2", "A division takes only a strength for which a counter of the list is free.", _ANSWERS
    ),
    "confederate_initiative_pick": Option(
        "5.13/2", "The Confederate may take a chit that the calendar names instead of drawing one.", _ANSWERS
    ),
    "naval_leaders": Option("10.0/5", "Farragut and Buchanan are in play.", _ANSWERS),
    "trains_only_supply_bound": Option(
        "6.12/5", "Siege trains and repair units move off the road as infantry does.", _ANSWERS
    ),
    "defender_leader_must_command_all": Option(
        "8.0/11", "The defender's leader is to command every defending unit.", _ANSWERS
    ),
    "leader_combat_ratings": Option(
        "8.14/4", "The leaders' combat ratings change the die of a battle by 1 at most.", _ANSWERS
    ),
    "no_attack_over_tidal_bridge": Option(
        "8.42/1", "Tidal water is attacked over ferries alone, not over bridged roads.", _ANSWERS
    ),
    "ships_support_storm_defence": Option(
        "11.3/6", "Warships add their strength to a garrison that is stormed.", _ANSWERS
    ),
    "coastal_trace_free": Option(
        "17.13/2", "Chains of supply run along the coast without a transport there.", _ANSWERS
    ),
    "depot_limit_all_routes": Option(
        "17.33/1", "A depot is sent 10 points at most in a strategic turn, by water too.", _ANSWERS
    ),
    "retreat_two_hexes": Option(
        "R.1/1", "Retreats after battle go two hexes where a piece can go so far.", _ANSWERS
    ),
    "unfinished_rails_ignored": Option("R.2/9", "The Piedmont line is never built.", _ANSWERS),
    "trapped_units_lose_half": Option(
        "R.1/6", "Units that cannot retreat lose half their strength and stay.", _ANSWERS
    ),
    "white_river_variant": Option("7.61/1", "The White River is navigable to B2004-B2104.", _ANSWERS),
    "arkansas_river_variant": Option(
        "7.62/1", "The Arkansas is navigable to Fort Smith in cycles 2 to 7.", _ANSWERS
    ),
    "ouachita_river_variant": Option(
        "7.63/1", "The Ouachita is navigable to Monroe, and to Arkadelphia in cycles 2 to 5.", _ANSWERS
    ),
    "red_river_always_closed": Option("7.64/1", "No ship passes the falls of Alexandria.", _ANSWERS),
    "amphibious_intensity_cap_1": Option(
        "7.24/6", "An assault from the water has a chit of 1 at most, as one from march.", _ANSWERS
    ),
    "amphibious_no_supply_both": Option(
        "7.24/7", "In an assault from the water the defender needs no combat supply either.", _ANSWERS
    ),
    "river_transport_port_cost": Option(
        "7.27/3", "River transports, too, land on an enemy port at the port's cost.", _ANSWERS
    ),
    "eliminate_late_convoys": Option(
        "7.28/3", "Units whose transport does not keep its order are eliminated.", _ANSWERS
    ),
    "eliminate_late_trains": Option(
        "6.56/4", "Units whose train does not keep its order are eliminated.", _ANSWERS
    ),
    "rail_limit_per_origin_destination": Option(
        "6.55/1", "10 SP a turn ride between the same two ends, whatever links they share.", _ANSWERS
    ),
    "train_load_weighs_extra": Option(
        "6.57/1", "What a supply train carries weighs 1 SP a point by rail and aboard.", _ANSWERS
    ),
    "transit_roll_per_unit": Option(
        "11.22/5", "Each ship that passes a fort has a roll of its own.", _ANSWERS
    ),
    "leaders_by_date": Option("R.6/2", "Leaders come by their dates instead of by a draw.", _ANSWERS),
    "leader_losses": Option("R.6/7", "Leaders may be wounded or killed in battle.", _ANSWERS),
    "no_political_appeals": Option("R.10/5", "Nobody wins by an appeal.", _ANSWERS),
    "scheduled_reinforcements": Option(
        "R.11/9", "The campaign has no production: reinforcements come by a schedule.", _ANSWERS
    ),
}


@rule("7.6/1")
def chosen_rivers(options: Mapping[str, str]) -> frozenset[str]:
    """The river variants that a game has chosen."""
    return frozenset(each for each in RIVER_VARIANTS if options.get(f"{each}_river_variant") == "yes")
