"""Section 13 of the rulebook: forts and fortresses.

13.0    position.problems._work_problems /2
13.3    c09_zones.zones.besieged /2, /7-8; asking.sieges_of /2;
        c06_ground_movement.moving.require_movers /3; c08_combat.declaring._check_sortie /3;
        sheltering._check_shelter /3; c08_combat.advancing._advance /5; lifting.settle_garrisons /7
13.4    lifting.settle_garrisons /3
13.11   c08_combat.defending.defending /1; c11_naval_combat.passing._attack /1; works.garrison_strength /1;
        c08_combat.retreating._called /2; c08_combat.retreating.garrison_out /2
13.12   sheltering._check_shelter /1; c08_combat.retreat_ways._retreated /2;
        c08_combat.retreating._check_fort /2; c08_combat.retreating._check_retreat /2
13.13   c08_combat.defending._emit /1
13.14   c08_combat.declaring._check_sortie /1, /3; c08_combat.advancing.may_advance /2;
        c08_combat.retreating._called /4
13.15   sheltering._check_take /1, /3; c09_zones.zones.guarded_works /2
13.21   c08_combat.retreating._check_fort /1; sheltering._check_shelter /1; works.garrison_strength /1;
        c17_supply_chain.loading._check_make /1; c22_recruiting.augmenting._check_garrison /1;
        c22_recruiting.augmenting.require_room /1; position.problems._stack_problems /1;
        position.state.garrison_of /1
13.22   c08_combat.retreating._check_fort /1; sheltering._check_shelter /1; works.garrison_strength /1;
        c17_supply_chain.loading._check_make /1; c22_recruiting.augmenting._check_garrison /1;
        c22_recruiting.augmenting.require_room /1; position.problems._stack_problems /1
13.23   c12_supply.feeding.stores_for /1; c12_supply.stores.combat_stores /1;
        c12_supply.stores.stores_in /1; c17_supply_chain.loading._check_load /1;
        position.state.garrison_of /2
13.24   sieging._bombarded /1-2; position.problems._stack_problems /1; c09_zones.zones.garrisons /2;
        lifting.settle_garrisons /2
13.31   asking.sieges_of /1-2, /5; sieging._begin_siege /1; sieging._check_bombard /1-2, /5;
        position.upkeep.Sieges /1-2; sieging._check_attack /2, /4; sieging._attack /3, /6
13.32   c08_combat.initiative.in_contact /1; c08_combat.defending._emit /2;
        c08_combat.defending.defending /2; c08_combat.fighting._multipliers /2;
        c08_combat.fighting.outcome_of /2; c08_combat.retreating._called /3;
        c08_combat.retreating.movers /3; c08_combat.advancing._stormed /4
13.33   c08_combat.defending.defending /1; sieging._bombarded /1; works.garrison_strength /1-2;
        c08_combat.retreating._called /2; c08_combat.retreating.garrison_out /2;
        c09_zones.zones.garrisons /2
13.34   sieging._bombard /1; works.bombarded /1
13.35   c08_combat.retreating._called /1; c08_combat.retreating.garrison_out /1;
        c08_combat.retreating.ways_of /1
13.36   sieging._bombard /1; works.bombarded /1; sieging._check_bombard /2; data/siege_bombardment.csv /1
13.37   c08_combat.declaring._check_ground /1
13.39   c12_supply.feeding.by_chain /1, /5; cut_off.shut_in /1-2, /5-6;
        c17_supply_chain.broadcasting.receivers /1; c21_production.deploying._check_deploy /1;
        c21_production.economy.yielding /1; c22_recruiting.augmenting._check_garrison /1;
        cut_off.cut_off /2-4; c12_supply.feeding.stores_for /5
"""
