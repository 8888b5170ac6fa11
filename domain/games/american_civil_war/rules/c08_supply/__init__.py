"""Chapter 8 of the rulebook: Supply. Each paragraph, and what carries it out.

8.0     supply.judged, supply_lines.SupplyMap.supplied, limited_supply.is_supplied, supply_plan.Check.is_fed
8.1     c04_recruiting.project_conditions.Economy.supply_linked, c05_movement.supply_entry._left_to_enemy,
        c05_movement.supply_entry.could_be_supplied, c14_economy.connections.Networks._trace,
        sea_supply.seaport_open, sea_supply.supplying_zones, supply._allocate, supply._kentucky_would_help,
        supply_ground.barred_hexes, supply_ground.open_waters, supply_ground.shut_steps,
        supply_lines.SupplyMap.supplied, limited_supply.is_supplied, supply_ways.overland_ways
8.1.1   c13_naval.interdiction.can_ferry, supply_lines.SupplyMap.line, supply_lines.SupplyMap.overland,
        supply_lines.SupplyMap.supplied, supply_ways._out_of_loops, supply_ways._standing,
        supply_ways._ways, supply_ways.overland_ways
8.1.2   sea_supply.seaport_open, supply_ground.landings, supply_ground.open_waters, supply_links.linked
8.1.3   c13_naval.naval._use_problems, c13_naval.naval_movement.ready_vessels, sea_supply.feeds_of,
        sea_supply.seaport_open, sea_supply.supplying_zones, supply._commit, supply._supply_checked,
        supply_lines.SupplyMap._supply_by_sea, supply_lines.SupplyMap.fort_supplied,
        supply_lines.SupplyMap.has_sea_base, supply_plan.Check._coasts, supply_plan.Check._feeds,
        supply_plan.Check.is_fed, supply_plan.Check.ready_transports
8.2     c04_recruiting.union_building.require_source, homeward.homeward, supply_ground.unlimited_sources
8.3     homeward.homeward, limited_supply._centres, limited_supply.rail_supplied, supply.supply_status,
        supply_ground.own_centres, supply_ground.unlimited_sources, supply_plan.Check._default_feeding,
        supply_plan.Check._feeding
8.4     supply._supply_checked, supply.judged, supply.supply_status, supply.surrender_check
8.4.1   c09_battle.preparing._use_battle_supply, c09_battle.preparing.prepare,
        c09_battle.preparing.supply_due, supply._cleared, supply._marked, supply.judged
8.4.2   depot_losses.lose_depots, depot_losses.sweep_depots, depots._depot_built, depots._doomed,
        depots.builders, limited_supply._depots, supply._expended, supply_ground.depot_hexes,
        supply_plan.Check._default_feeding, supply_plan.Check._feeding
8.4.3   c05_movement.supply_entry.may_forage, foraging.closed_grounds, foraging.ground_in_reach,
        foraging.require_forage, foraging.share_out, supply._marked, supply.judged,
        supply_plan.Check._forage
8.5     c05_movement.costs.allowance, c05_movement.entering.require_supply,
        c06_zones_and_reaction.zones.exerts_primary, c09_battle.battle_facts._force,
        surrendering.surrender_marked
8.5.1   surrendering._force_surrendered, surrendering.surrender_marked
8.5.2   supply._cleared, supply._supply_checked, supply.judged, supply.surrender_check
8.6     attrition.at_risk, attrition.roll_attrition, data/hexes.csv, column snow, supply.surrender_check
"""
