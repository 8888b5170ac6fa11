"""Chapter 3 of the rulebook: How to Play. Each paragraph, and what carries it out.

ET      victory.test_victory /1; data/economy_table.csv /1
2.0     sequence.roll_initiative /1; board.charts.action_cost /2; c04_recruiting.reckoning.replacements /2;
        c11_forts.running_past.begin_run /2
3.0     turn_end.end_turn /1; victory.test_victory /1
3.1     control.controller /1; control.take /2-4; c05_movement.arriving.arrive /2, /4;
        c09_battle.retreat._go /2; turn_end._settle /4; c09_battle.battle_end.end_battle /4
3.1.1   board.map_tables._control /1-3, /5, /7-8; control.is_us_state /1-2, /4;
        map.US_STATES and map.CS_STATES /1-5; control.home_side /2; setup.union_leader_cities /2;
        control.controller /5-6; setup.place_fixed_units /6; control.rail_controller /7;
        c13_naval.river_transport._town_start /9; data/fortresses.csv /8
3.1.2   setup.confederate_sets_up /1; setup.union_sets_up /1; setup._check_union /2-4;
        setup.union_leader_cities /2-3; setup.place_fixed_units /4-5; c08_supply.supply._forts /6;
        c08_supply.supply_lines.SupplyMap.fort_supplied /6; c08_supply.supply_plan.Check.spared /6
3.1.3   setup._check_confederate /1-2; setup.place_fixed_units /2, /4; setup.virginia_cities /2;
        setup.carry_out_set_up /3; c05_movement.entering.require_not_bound /3;
        c05_movement.prices._closed_to /3
3.1.4   setup.place_fixed_units /1; data/campaign.toml /1
3.2     sequence.successor /1; c04_recruiting.placing._share_for /1;
        c04_recruiting.militia.placement_step /2
3.2.1   c04_recruiting.construction.confederate_step /1; c04_recruiting.construction.forts_step /1-2;
        c04_recruiting.construction.reckon_points /1; c04_recruiting.construction.union_step /1;
        c04_recruiting.recruiting.begin_recruitment /1; c04_recruiting.projects.check_take_fort /2;
        sequence.roll_initiative /3; sequence.successor /4; victory.check_victory /5;
        c15_politics.kentucky.kentucky_decides /6; c15_politics.politics.confederate_diplomacy /6;
        c15_politics.politics.hold_election /6; c15_politics.politics.offer_the_draft /6;
        turn_end.end_turn /7
3.2.2   sequence.successor /1; c08_supply.supply.supply_status /2; c08_supply.depots._depot_built /3;
        c08_supply.depots.builders /3; c11_forts.fort_placing._place /3;
        c04_recruiting.militia.placement_step /4; c05_movement.movement._end_movement /5;
        c05_movement.movement.movement_step /5; c08_supply.supply.surrender_check /6
3.3     victory.test_victory /1-4; c14_economy.economy.not_for_victory /3;
        readers.prompts.warnings.warns /3; turn_end.end_turn /5
"""
