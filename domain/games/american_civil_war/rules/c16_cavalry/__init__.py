"""Chapter 16 of the rulebook: Cavalry. Each paragraph, and what carries it out.

16.0    c06_zones_and_reaction.zones.exerts_primary /1; c09_battle.battle_facts._force /1;
        cavalry.attack_cavalry /2-3; cavalry.cavalry_retreats /2;
        c09_battle.battle_end.what_of_the_mover /3; c05_movement.entering.require_attackers /4;
        c05_movement.prices._closed_to /4; c08_supply.depot_losses.lose_depots /5;
        c07_railroads.rail_work._price_of_breaking /6
"""
