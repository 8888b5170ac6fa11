"""Chapter 8 of the rulebook: Supply. Each paragraph, and what carries it out.

8.0     limited_supply.is_supplied /1; supply_lines.SupplyMap.supplied /1; supply_plan.Check.is_fed /1;
        supply.judged /2
8.1     limited_supply.is_supplied /1; supply_lines.SupplyMap.supplied /1, /3;
        c04_recruiting.project_conditions.Economy.supply_linked /2;
        c05_movement.supply_entry._left_to_enemy /2; sea_supply.seaport_open /2;
        sea_supply.supplying_zones /2; supply_ground.barred_hexes /2, /4; supply_ground.open_waters /2;
        supply_ground.shut_steps /2; supply_ways.overland_ways /2;
        c14_economy.connections.Networks._trace /2; c05_movement.supply_entry.could_be_supplied /3;
        supply._allocate /4; supply._kentucky_would_help /4
8.1.1   supply_lines.SupplyMap.line /1, /3-4; supply_lines.SupplyMap.overland /1-2, /5;
        supply_lines.SupplyMap.supplied /1, /4; supply_ways._out_of_loops /1; supply_ways._ways /1, /5;
        supply_ways.overland_ways /1-2; supply_ways._standing /5; c13_naval.interdiction.can_ferry /5
8.1.2   supply_links.linked /1-3; supply_ground.open_waters /2, /4; supply_ground.landings /3;
        sea_supply.seaport_open /4
8.1.3   sea_supply.seaport_open /1; supply_lines.SupplyMap._supply_by_sea /1-3;
        supply_lines.SupplyMap.has_sea_base /1; sea_supply.supplying_zones /2; supply_plan.Check._coasts /2;
        supply_plan.Check._feeds /2-4; supply_plan.Check.ready_transports /2;
        c13_naval.naval._use_problems /2-3; supply._commit /4, /6; supply_lines.SupplyMap.fort_supplied /5;
        supply_plan.Check.is_fed /5; sea_supply.feeds_of /6; supply._supply_checked /6;
        c13_naval.naval_movement.ready_vessels /6
8.2     homeward.homeward /1; supply_ground.unlimited_sources /1-2;
        c04_recruiting.union_building.require_source /2
8.3     homeward.homeward /1-2; supply_ground.unlimited_sources /1; limited_supply._centres /2-3;
        limited_supply.rail_supplied /2; supply_ground.own_centres /2; supply_plan.Check._feeding /2-4;
        supply.supply_status /4; supply_plan.Check._default_feeding /4
8.4     supply._supply_checked /1; supply.judged /1; supply.supply_status /1-2; supply.surrender_check /2
8.4.1   supply._marked /1; supply.judged /1, /3; c09_battle.preparing._use_battle_supply /2;
        c09_battle.preparing.prepare /2; c09_battle.preparing.supply_due /2; supply._cleared /3
8.4.2   depots.builders /1-2; limited_supply._depots /3-6, /8-9; supply_plan.Check._feeding /3, /5-6, /9;
        depots._depot_built /7; supply_ground.depot_hexes /7; supply._expended /9;
        supply_plan.Check._default_feeding /9; depots._doomed /10; depot_losses.lose_depots /11;
        depot_losses.sweep_depots /11
8.4.3   foraging.ground_in_reach /1, /3; supply_plan.Check._forage /1, /5;
        c05_movement.supply_entry.may_forage /2-3; foraging.closed_grounds /2; foraging.require_forage /2-4;
        supply._marked /4; supply.judged /4; foraging.share_out /5
8.5     c05_movement.costs.allowance /1; c05_movement.entering.require_supply /1;
        c06_zones_and_reaction.zones.exerts_primary /1; surrendering.surrender_marked /1;
        c09_battle.battle_facts._force /1-2
8.5.1   surrendering.surrender_marked /1-3; surrendering._force_surrendered /3
8.5.2   supply._cleared /1; supply._supply_checked /1; supply.judged /1; supply.surrender_check /1
8.6     attrition.at_risk /1-2, /4-5; attrition.roll_attrition /1-3; supply.surrender_check /1;
        data/hexes.csv, column snow /4
"""
