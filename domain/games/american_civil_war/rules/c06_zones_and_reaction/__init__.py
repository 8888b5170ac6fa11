"""Chapter 6 of the rulebook: Zones of Control. Each paragraph, and what carries it out.

6.0     zones.exerts_primary /1-2; zones.primary_sources /1; zones.secondary_sources /1
6.1     zones.exerts_primary /1-3, /5; zones.exerts_secondary /4-5
6.1.1   c05_movement.costs.zone_charges /1; zones.in_zone /1-2
6.1.2   zones.in_zone /1; c08_supply.supply_ground.barred_hexes /2;
        c09_battle.retreat_ways._free_of_secondary /2; c14_economy.connections.Networks._trace /2
6.2     zones._fort_bars /1; zones._primary_zone_of /1; zones.primary_sources /1; zones.primary_reach /2-3
6.2.1   c05_movement.costs.zone_charges /1-3; c05_movement.prices.field /2-3; c05_movement.marching.walk /3;
        c07_railroads.trains._entraining_charges /3; c05_movement.supply_entry._left_to_enemy /4;
        c05_movement.supply_entry.could_be_supplied /4; c08_supply.supply_ground.barred_hexes /4
6.3     zones._admits_secondary /1; zones._secondary_reach /1-2; zones._secondary_zone_of /1-2;
        zones.secondary_sources /2
6.3.1   c05_movement.costs.zone_charges /1, /3; c05_movement.prices.field /1;
        c07_railroads.trains._entraining_charges /1; c05_movement.marching.walk /2
6.4     rail_reaction.can_ride /1; reacting.can_start /1, /20; reaction._decline_reactions /1;
        reaction.go_on /1-2, /10-11; standing_orders.standing_order /1; zones.exerting_into /1;
        c11_forts.fort_placing._announce /1; c13_naval.landing.carry /1; c05_movement.marching.walk /2, /9;
        c07_railroads.trains._ride_train /2; c07_railroads.trains.ride /2, /9;
        reaction_events.roll_to_react /3; water_reaction._attempt /3;
        reacting.target_units /4-5, /7, /12-13; reaction._react_to /4, /6; reaction._reacting /4, /16;
        rail_reaction._react_by_train /6; water_reaction._react_by_water /6; rail_reaction.riding /7;
        reacting.require_mover_alone /7; water_reaction.landings /7; reacting.untried /8, /16, /20;
        reaction_events._force_reacted /8, /16; reaction.finish /10, /12-14, /19;
        c05_movement.attacking.settle_entry /12, /19; c09_battle.battle.begin_battle /12-14;
        reacting.works_on_entering /13; c09_battle.battle_facts._hexsides /15;
        rail_reaction._train_reacted /16; reaction._attempting /16, /20;
        c09_battle.battle_end.what_of_the_mover /17-18; c07_railroads.usmrr._move_railway /21;
        c10_leaders.lone_leaders._check_move_leader /21
6.4.1   rail_reaction._react_by_train /1; rail_reaction.can_ride /1; rail_reaction.rail_reactors /1;
        rail_reaction.riding /2-3; rail_reaction.train_targets /3
6.4.2   water_reaction._attempt /1; water_reaction._cargo /1-2, /4;
        water_reaction._check_react_by_water /1-3; water_reaction._react_by_water /1-2;
        water_reaction.vessel_goals /1, /3; water_reaction.vessel_reactors /1, /4;
        water_reaction.landings /2
"""
