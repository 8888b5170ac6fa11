"""Chapter 4 of the rulebook: Recruiting. Each paragraph, and what carries it out.

MT      board.charts.militia_rule /1-4; militia.check_call /1; militia.raises /1-4;
        militia.carry_out_call /2-3; c15_politics.kentucky._raise_militia /2-3;
        c15_politics.kentucky.militia_third /3; data/militia.csv /1
TRT     construction.points_due /2; reckoning.union_terms /2; data/turn_record.csv /1-2
2.3     position.units.merged /1; board.charts.asp_limit /2; board.charts.counter_limit /2;
        project_conditions.counters_left /2; reckoning.cavalry_left /2; union_building.check_build /2;
        c13_naval.naval.vessel_problems /2; position.economy_positions.building_problems /2;
        data/counters.toml /2
4.0     recruiting.begin_recruitment /1; recruiting.place /1; reckoning.why_not_open /2;
        union_building.require_source /2; union_building.require_western_river /2; placing._put /3;
        placing.check_end /4; recruiting._end /4
4.1     reckoning.union_reckoning /1
4.1.1   reckoning.union_terms /1-3, /7; reckoning.replacements /3;
        c08_supply.surrendering._force_surrendered /3; c09_battle.losses._losses_taken /3;
        placing._share_for /4-5; reckoning.union_reckoning /4-6, /8; reckoning.union_cities /5;
        placing.rooms /6; c15_politics.kentucky.due_units /7; placing._judge_unit /8
4.1.2   construction.points_due /1; construction.reckon_points /1; union_building.check_build /1-2;
        construction.union_step /2; union_building._build /2-5; union_building.require_western_river /4;
        union_building.require_source /5; c11_forts.fort_placing.builders /6
4.1.3   c15_politics.politics.check_order /1; c15_politics.politics.draft_allowed /1, /4;
        c15_politics.politics.offer_the_draft /1, /4; reckoning.union_terms /2;
        c15_politics.politics.declare_draft /2-3; c15_politics.politics.draft_markers /2
4.2     placing._judge_unit /1; reckoning.confederate_reckoning /1
4.2.1   placing._judge_unit /1, /6; reckoning.confederate_reckoning /1; reckoning.recruitment_group /1-5;
        placing._share_for /2, /4-5; c08_supply.supply_ground.open_waters /3;
        c14_economy.connections.Networks._trace /3; recruiting._end /4; reckoning.cavalry_left /6
4.2.2   reckoning.kentucky_group /1-2
4.2.3   placing.rooms /1; reckoning.confederate_reckoning /1; recruiting._end /2
4.2.4   construction.points_due /1; construction.reckon_points /1; project_conditions.require_turn /1, /4;
        projects.starting /1, /3-4; project_conditions.require_free_hex /2; construction.confederate_step /3
4.2.5   projects._start /1-3, /6, /10, /12; projects.check_take_fort /1; projects.starting /1;
        project_conditions.Economy.supply_linked /2-3; project_conditions._vessel_conditions /2-3;
        project_conditions.berths /2-3; position.economy_positions.building_problems /2, /6-7, /10;
        projects.check_complete /4, /6, /10; projects.flip_cost /4;
        project_losses.lose_projects /5, /9, /14; project_conditions._arsenal_conditions /6-7;
        reckoning.arsenal_shares /8; project_conditions.Economy.has_open_port /10;
        project_conditions._factory_conditions /10; c14_economy.economy.count_factories /11;
        project_conditions._railroad_conditions /12; c07_railroads.rail_lines.line_ends /12;
        projects.check_advance /13-14; c07_railroads.rail_lines.advance_line /13;
        c07_railroads.rail_lines.built /13; c07_railroads.rail_lines.finished /13;
        c07_railroads.rail_lines.next_line_hex /13; c07_railroads.rail_lines.abandon_line /14
4.3     militia.check_call /1, /11; militia.could_raise /1-2; militia.placement_step /1;
        militia.carry_out_call /2; militia._muster /3-4; militia._musters /3; militia.check_place /3;
        c15_politics.kentucky.deployment_hexes /3; c05_movement.entering.staying_in_state /5, /8;
        c05_movement.prices._closed_to /5; c05_movement.prices._states /5, /8;
        c06_zones_and_reaction.reaction._reacting /5; c06_zones_and_reaction.water_reaction.landings /5;
        c09_battle.retreat._go /5; c09_battle.retreat_ways.bar /5; c13_naval.landing.require_landing /5;
        c13_naval.river_transport._journey /5; c06_zones_and_reaction.zones.exerts_primary /6;
        c05_movement.attacking._check_attack_here /7; c09_battle.battle_facts.able_units /7;
        c09_battle.losses.pool /7; c09_battle.retreat._force_demoralized /7; c09_battle.retreat._halved /7;
        c11_forts.storming.stormers /7; c05_movement.marching._advance /8;
        c05_movement.marching.setting_out /8; c05_movement.prices._parting_steps /8;
        c09_battle.retreat._only_out_of_state /9; c09_battle.retreat.see_off /9;
        c03_sequence.turn_end.end_turn /10; militia.raises /11
"""
