"""Chapter 15 of the rulebook: Politics. Each paragraph, and what carries it out.

15.0    politics.change_status, position.economy_positions.political_problems
15.1    c03_sequence.control._first_northern_capture, c03_sequence.control._prize_changes_hands,
        c08_supply.surrendering.surrender_marked, c09_battle.leaders.political_effect,
        c09_battle.losses._take, kentucky.violate, politics.surrender_roll
15.2    c03_sequence.victory.test_victory, c04_recruiting.reckoning.union_terms, politics.hold_election
15.3    c04_recruiting.reckoning.union_terms, c04_recruiting.union_building.check_build,
        c05_movement.entering.require_attackers, c05_movement.entering.require_no_mediation,
        c11_forts.sorties.sortie_units, c14_economy.blockade.blockaders, c14_economy.economy.port_value,
        politics._diplomatic_event, politics.confederate_diplomacy
15.4    c05_movement.rally._rally, c05_movement.rally.rallies, c05_movement.rally.rally_modifiers,
        c06_zones_and_reaction.zones._admits_secondary, c08_supply.foraging.require_forage
15.5    c05_movement.entering.is_closed, c08_supply.supply_ground.open_waters, c09_battle.retreat_ways.bar,
        c10_leaders.lone_leaders._check_move_leader, c10_leaders.lone_leaders.require_open_to_leader,
        c13_naval.landing.require_landing, c13_naval.naval._usable, c13_naval.naval.usable_sides,
        c13_naval.naval_movement.require_usable, c13_naval.river_transport._journey
15.5.1  kentucky._decide_for_the_union, kentucky.deployment_hexes, kentucky.due_units,
        kentucky.kentucky_decides
15.5.2  c04_recruiting.reckoning.volunteers, c05_movement.entering.is_closed,
        c05_movement.marching._violate, c06_zones_and_reaction.reacting.target_units,
        c06_zones_and_reaction.water_reaction.landings, c08_supply.supply._allocate,
        c08_supply.supply._kentucky_would_help, c08_supply.supply_ground.barred_hexes,
        c13_naval.landing.carry, kentucky._raise_militia, kentucky.deployment_hexes, kentucky.due_units,
        kentucky.kentucky_decides, kentucky.violate, position.economy_positions.political_problems
15.6    c03_sequence.control.controller, c08_supply.limited_supply._centres,
        c08_supply.supply_ground.own_centres, c14_economy.economy.count_st_louis
"""
