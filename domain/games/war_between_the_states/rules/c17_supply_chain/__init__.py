"""Section 17 of the rulebook: the chain of supply, supply trains and depots.

17.0    chains.chain /1-4, /6; chains.sources /1, /5, /7; chains.closed_ground /6; waterways.barred_to /6
17.2    c12_supply.feeding.by_chain /1, /3; c12_supply.feeding.planned /1-2; broadcasting.rail_of /1;
        broadcasting._check_broadcast /2; chains.chain /3
17.3    broadcasting._ask_broadcast /1; broadcasting._check_broadcast /1
17.4    broadcasting.receivers /1; loading.store_of /1; position.pieces.Unit, Headquarters and Depot /1;
        position.problems._unit_problems /1
17.5    position.pieces.Depot /1
17.11   waterways.empty_transports /1-3; waterways.supply_waters /1-2, /4
17.12   waterways.supply_waters /1
17.13   waterways.supply_waters /1-2
17.31   broadcasting._check_broadcast /1; broadcasting.receivers /1; chains.route /1
17.32   broadcasting._check_broadcast /1; broadcasting.rail_of /1
17.33   broadcasting._check_broadcast /1; broadcasting.limited /1; broadcasting.receivers /1;
        position.upkeep.Upkeep /1
17.34   broadcasting.limited /1; broadcasting.receivers /1
17.41   loading._check_load /1
17.42   broadcasting.receivers /1
17.43   loading._check_load /1-2
17.44   c12_supply.feeding.stores_for /1; c12_supply.stores.stores_in /1
17.45   c06_ground_movement.moving._loads /1; c06_ground_movement.moving._move /1
17.51   loading._check_make /1, /4-5; loading._made /1-3; c08_combat.defending.defending /3;
        c09_zones.zones.held_by /3; c09_zones.zones.zone /3; position.pieces.Depot /3;
        position.problems._store_problems /5
17.52   c06_ground_movement.rail_supply._check_supply /1; c07_water_movement.cargo._check_supply /1;
        broadcasting.receivers /1; loading._check_load /1; loading.store_of /1; position.pieces.Depot /1;
        position.problems._store_problems /1
17.53   loading._check_load /1
17.54   c12_supply.feeding.stores_for /1
17.55   broadcasting._check_remove /1; broadcasting._remove /1-2; removing.remove_depot /1, /3-4;
        c12_supply.destroying._ask_destruction /3; c12_supply.destroying._check_destroy /3;
        removing._garrison /4; c08_combat.taking._weaken_depot /5, /7; c08_combat.advancing._advance /6;
        c08_combat.advancing._check_advance /6; c08_combat.retreating._stores_fall /7
"""
