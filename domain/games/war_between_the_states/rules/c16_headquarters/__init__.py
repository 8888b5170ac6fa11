"""Section 16 of the rulebook: headquarters.

16.0    position.pieces.Headquarters /1
16.2    position.pieces.fits /1
16.3    c12_supply.stores.stores_in /1; c17_supply_chain.broadcasting.receivers /1;
        c17_supply_chain.loading.store_of /1; position.pieces.Headquarters /1;
        position.problems._roster_problems /1; c17_supply_chain.loading._check_load /2;
        c06_ground_movement.entering.entered /3; c23_leader_pick.headquarters._removed /3
16.11   position.pieces.Headquarters /1
16.12   c06_ground_movement.moving.pace_of /1-2; c06_ground_movement.moving.with_rosters /1
16.13   rosters._check_roster /1
16.16   rosters._check_roster /1-2
16.21   position.pieces.fits /1; position.problems._roster_problems /1
16.22   position.pieces.fits /1; position.problems._roster_problems /1
16.23   position.pieces.fits /1-2; position.problems._roster_problems /1
16.24   c09_zones.zones.zone /1; c06_ground_movement.entering.entered /2
"""
