"""Chapter 3 of the rulebook: How to Play. Each paragraph, and what carries it out.

3.0     turn_end.end_turn, victory.test_victory
3.1     c05_movement.arriving.arrive, c09_battle.battle_end.end_battle, c09_battle.retreat._go,
        control.controller, control.take, turn_end._settle
3.1.1   board.map_tables._control, c13_naval.river_transport._town_start, control.controller,
        control.home_side, control.is_us_state, control.rail_controller, data/fortresses.csv, map.US_STATES
        and map.CS_STATES, setup.place_fixed_units, setup.union_leader_cities
3.1.2   c08_supply.supply._forts, c08_supply.supply_lines.SupplyMap.fort_supplied,
        c08_supply.supply_plan.Check.spared, setup._check_union, setup.confederate_sets_up,
        setup.place_fixed_units, setup.union_leader_cities, setup.union_sets_up
3.1.3   c05_movement.entering.require_not_bound, setup._check_confederate, setup.carry_out_set_up,
        setup.place_fixed_units, setup.virginia_cities
3.1.4   data/campaign.toml, setup.place_fixed_units
3.2     c04_recruiting.militia.placement_step, c04_recruiting.placing._share_for, sequence.successor
3.2.1   c04_recruiting.construction.confederate_step, c04_recruiting.construction.forts_step,
        c04_recruiting.construction.reckon_points, c04_recruiting.construction.union_step,
        c04_recruiting.projects.check_take_fort, c04_recruiting.recruiting.begin_recruitment,
        c15_politics.kentucky.kentucky_decides, c15_politics.politics.confederate_diplomacy,
        c15_politics.politics.hold_election, c15_politics.politics.offer_the_draft,
        sequence.roll_initiative, sequence.successor, turn_end.end_turn, victory.check_victory
3.2.2   c04_recruiting.militia.placement_step, c05_movement.movement._end_movement,
        c05_movement.movement.movement_step, c08_supply.depots._depot_built, c08_supply.depots.builders,
        c08_supply.supply.supply_status, c08_supply.supply.surrender_check, c11_forts.fort_placing._place,
        sequence.successor
3.3     turn_end.end_turn, victory.test_victory
"""
