"""Chapter 4 of the rulebook: Recruiting. Each paragraph, and what carries it out.

4.0     placing._put, placing.check_end, reckoning.open_to, recruiting._end, recruiting.begin_recruitment,
        recruiting.place, union_building.require_source, union_building.require_western_river
4.1     reckoning.union_reckoning
4.1.1   c08_supply.surrendering._force_surrendered, c09_battle.losses._losses_taken,
        c15_politics.kentucky.due_units, placing._judge_unit, placing._share_for, placing.rooms,
        reckoning.replacements, reckoning.union_cities, reckoning.union_reckoning, reckoning.union_terms
4.1.2   c11_forts.fort_placing.builders, construction.points_due, construction.reckon_points,
        construction.union_step, union_building._build, union_building.check_build,
        union_building.require_source, union_building.require_western_river
4.1.3   c15_politics.politics.check_order, c15_politics.politics.declare_draft,
        c15_politics.politics.draft_allowed, c15_politics.politics.draft_markers,
        c15_politics.politics.offer_the_draft, reckoning.union_terms
4.2     placing._judge_unit, reckoning.confederate_reckoning
4.2.1   c08_supply.supply_ground.open_waters, c14_economy.connections.Networks._trace, placing._judge_unit,
        placing._share_for, reckoning.cavalry_left, reckoning.confederate_reckoning,
        reckoning.recruitment_group, recruiting._end
4.2.2   reckoning.kentucky_group
4.2.3   placing.rooms, reckoning.confederate_reckoning, recruiting._end
4.2.4   construction.confederate_step, construction.points_due, construction.reckon_points,
        project_conditions.require_free_hex, project_conditions.require_turn, projects.starting
4.2.5   c07_railroads.rail_lines.abandon_line, c07_railroads.rail_lines.advance_line,
        c07_railroads.rail_lines.built, c07_railroads.rail_lines.finished,
        c07_railroads.rail_lines.line_ends, c07_railroads.rail_lines.next_line_hex,
        c14_economy.economy.count_factories, position.economy_positions.building_problems,
        project_conditions.Economy.has_open_port, project_conditions.Economy.supply_linked,
        project_conditions._arsenal_conditions, project_conditions._factory_conditions,
        project_conditions._railroad_conditions, project_conditions._vessel_conditions,
        project_conditions.berths, project_losses.lose_projects, projects._start, projects.check_advance,
        projects.check_complete, projects.check_take_fort, projects.flip_cost, projects.starting,
        reckoning.arsenal_shares
4.3     c03_sequence.turn_end.end_turn, c05_movement.attacking._check_attack_here,
        c05_movement.entering.staying_in_state, c05_movement.marching._advance,
        c05_movement.marching.setting_out, c06_zones_and_reaction.water_reaction.landings,
        c06_zones_and_reaction.zones.exerts_primary, c09_battle.battle_facts.able_units,
        c09_battle.losses.pool, c09_battle.retreat._force_demoralized, c09_battle.retreat._go,
        c09_battle.retreat._only_out_of_state, c09_battle.retreat.see_off, c09_battle.retreat_ways.bar,
        c11_forts.storming.stormers, c13_naval.landing.require_landing, c13_naval.river_transport._journey,
        c15_politics.kentucky.deployment_hexes, militia._muster, militia._musters, militia.carry_out_call,
        militia.check_call, militia.check_place, militia.could_raise, militia.placement_step, militia.raises
"""
